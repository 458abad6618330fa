"""Texts from outside, made safe to show on a terminal, in a message or in a log line."""


def printable(text: str, most: int = 40) -> str:
    """A text cut short, with a mark for each control, direction or other invisible character.

    >>> printable("an\\x1b[31mna")
    'an�[31mna'
    """
    short = text if len(text) <= most else text[:most] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in short)
