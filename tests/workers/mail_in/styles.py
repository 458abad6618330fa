"""Replies as different mail programs write them: each function is one program, its headers and its quoting.

All of them take what the person types, and what they answer to.
"""

from __future__ import annotations

import base64
import quopri
from collections.abc import Callable, Sequence
from html import escape

import msgspec


class Typed(msgspec.Struct, frozen=True):
    """What a reply is made of.

    Attributes:
        sender: From, as the program writes it.
        to: where the reply goes.
        subject: of the mail that is answered.
        lines: what the person types.
        quoted: the text that is answered.
        number: makes the Message-ID.
    """

    sender: str
    to: str
    lines: Sequence[str]
    quoted: str
    subject: str = "[mensch k7m2 #17] Your turn"
    number: int = 1

    @property
    def text(self) -> str:
        """What the person types."""
        return "\r\n".join(self.lines)

    @property
    def quote(self) -> str:
        """What is answered, each line behind a `>`."""
        return "\r\n".join(f"> {line}".rstrip() for line in self.quoted.splitlines())

    def headers(self, *more: str) -> bytes:
        """The headers of a reply."""
        lines = (
            f"From: {self.sender}",
            f"To: {self.to}",
            f"Subject: Re: {self.subject}",
            "Date: Mon, 30 Nov 2026 08:15:00 +0100",
            f"Message-ID: <{self.number}.reply@client.example>",
            "MIME-Version: 1.0",
            *more,
        )
        return "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n"


def thunderbird(typed: Typed) -> bytes:
    """format=flowed, a German attribution, a signature."""
    flowed = "\r\n".join(_flowed(line) for line in typed.lines)
    body = f"{flowed}\r\n\r\nAm 30.11.26 um 08:12 schrieb mensch:\r\n{typed.quote}\r\n\r\n-- \r\nN1\r\n"
    headers = typed.headers(
        "User-Agent: Mozilla Thunderbird",
        "Content-Type: text/plain; charset=UTF-8; format=flowed",
        "Content-Transfer-Encoding: 8bit",
        "Content-Language: de-DE",
    )
    return headers + body.encode()


def _flowed(line: str) -> str:
    """A line broken at a space after some 40 characters, which stays before the break."""
    words = line.split(" ")
    rows = [""]
    for word in words:
        if len(rows[-1]) > 40:
            rows.append("")
        rows[-1] += word + " "
    return "\r\n".join(rows)[:-1]


def gmail(typed: Typed) -> bytes:
    """Both texts, a broken attribution, the HTML one with a quote that only its class tells."""
    plain = (
        f"{typed.text}\r\n\r\nOn Mon, 30 Nov 2026 at 08:12, mensch (the games of an evening)\r\n"
        f"<{typed.to}> wrote:\r\n\r\n{typed.quote}\r\n"
    )
    return _alternative(typed, plain, _gmail_html(typed))


def gmail_html_only(typed: Typed) -> bytes:
    """HTML alone, in quoted-printable."""
    headers = typed.headers(
        'Content-Type: text/html; charset="UTF-8"', "Content-Transfer-Encoding: quoted-printable"
    )
    return headers + quopri.encodestring(_gmail_html(typed).encode())


def _gmail_html(typed: Typed) -> str:
    rows = "".join(f"<div>{escape(line)}</div>" for line in typed.lines)
    return (
        f'<div dir="ltr">{rows}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">Am Mo., 30. Nov. 2026 um 08:12&nbsp;Uhr schrieb mensch &lt;<a href="mailto:'
        f'{typed.to}">{typed.to}</a>&gt;:<br></div><blockquote class="gmail_quote" style="margin:0px 0px '
        f'0px 0.8ex">{escape(typed.quoted)}<br>N1</blockquote></div>\r\n'
    )


def apple_mail(typed: Typed) -> bytes:
    """A telephone's signature between text and attribution, base64."""
    body = (
        f"{typed.text}\r\n\r\nVon meinem iPhone gesendet\r\n\r\n> Am 30.11.2026 um 08:12 schrieb mensch "
        f"<{typed.to}>:\r\n> \r\n> \ufeff{typed.quoted.splitlines()[0]}\r\n{typed.quote}\r\n"
    )
    headers = typed.headers(
        "X-Mailer: iPhone Mail (23A1)",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
    )
    return headers + base64.encodebytes(body.encode())


def outlook_german(typed: Typed) -> bytes:
    """Windows-1252 in quoted-printable, the old separator, and the quoted text without any mark."""
    body = (
        f"{typed.text}\r\n\r\n-----Ursprüngliche Nachricht-----\r\nVon: mensch [mailto:{typed.to}]\r\n"
        f"Gesendet: Montag, 30. November 2026 08:12\r\nAn: Anna\r\nBetreff: {typed.subject}\r\n\r\n"
        f"{typed.quoted}\r\nN1\r\n"
    )
    headers = typed.headers(
        "X-Mailer: Microsoft Outlook 16.0",
        'Content-Type: text/plain; charset="Windows-1252"',
        "Content-Transfer-Encoding: quoted-printable",
    )
    return headers + quopri.encodestring(body.encode("cp1252"))


def outlook_block(typed: Typed) -> bytes:
    """A block of headers alone says where the quoted text begins."""
    body = (
        f"{typed.text}\r\n\r\nVon: mensch <{typed.to}> \r\nGesendet: Montag, 30. November 2026 08:12\r\n"
        f"An: Anna <anna@example.com>\r\nBetreff: {typed.subject}\r\n\r\n{typed.quoted}\r\nN1\r\n"
    )
    headers = typed.headers("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")
    return headers + body.encode()


def outlook_web(typed: Typed) -> bytes:
    """A line of underscores, then English headers."""
    body = (
        f"{typed.text}\r\n\r\nGet Outlook for Android<https://aka.ms/x>\r\n________________________________\r\n"
        f"From: mensch <{typed.to}>\r\nSent: Monday, November 30, 2026 8:12 AM\r\nTo: Anna\r\n"
        f"Subject: {typed.subject}\r\n\r\n{typed.quoted}\r\nN1\r\n"
    )
    headers = typed.headers("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")
    return headers + body.encode()


def outlook_html_only(typed: Typed) -> bytes:
    """HTML alone, in base64, with a style sheet, paragraphs, and a ruled block of headers."""
    rows = "".join(
        f"<p class=MsoNormal><span lang=DE>{escape(line)}<o:p></o:p></span></p>" for line in typed.lines
    )
    page = (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style><!--\r\np.MsoNormal {margin:0}"
        f"\r\n--></style></head><body lang=DE><div class=WordSection1>{rows}<p class=MsoNormal><o:p>&nbsp;"
        "</o:p></p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b><span "
        f"lang=DE>Von:</span></b><span> mensch &lt;{typed.to}&gt; <br><b>Gesendet:</b> Montag, 30. November "
        f"2026 08:12<br><b>An:</b> Anna<br><b>Betreff:</b> {escape(typed.subject)}</span></p></div></div>"
        f"<p class=MsoNormal>{escape(typed.quoted)}</p><p>N1</p></div></body></html>"
    )
    headers = typed.headers('Content-Type: text/html; charset="utf-8"', "Content-Transfer-Encoding: base64")
    return headers + base64.encodebytes(page.encode())


def mutt_below(typed: Typed) -> bytes:
    """The reply stands below the quote, in Latin-1 that is not encoded at all."""
    body = (
        f"On Mon, Nov 30, 2026 at 08:12:00AM +0100, mensch wrote:\r\n{typed.quote}\r\n\r\n{typed.text}"
        "\r\n\r\n-- \r\nN1\r\n"
    )
    headers = typed.headers("Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: 8bit")
    return headers + body.encode("latin-1", "replace")


def with_picture(typed: Typed) -> bytes:
    """A text beside its HTML and a picture, nested as some programs nest them, and a file attached."""
    inner = _alternative_body(f"{typed.text}\r\n\r\nmensch schrieb:\r\n{typed.quote}\r\n", _gmail_html(typed))
    body = (
        b'--m\r\nContent-Type: multipart/related; boundary="r"\r\n\r\n--r\r\nContent-Type: '
        b'multipart/alternative; boundary="a"\r\n\r\n' + inner + b"\r\n--r\r\nContent-Type: image/png\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--r--\r\n--m\r\nContent-Type: text/plain"
        b"\r\nContent-Disposition: attachment; filename=moves.txt\r\n\r\nN1\r\n--m--\r\n"
    )
    return typed.headers('Content-Type: multipart/mixed; boundary="m"') + body


def _alternative(typed: Typed, plain: str, html: str) -> bytes:
    headers = typed.headers('Content-Type: multipart/alternative; boundary="a"')
    return headers + _alternative_body(plain, html)


def _alternative_body(plain: str, html: str) -> bytes:
    kinds = ((b"text/plain", plain), (b"text/html", html))
    parts = [
        b"--a\r\nContent-Type: %s; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
        % kind
        + quopri.encodestring(text.encode())
        for kind, text in kinds
    ]
    return b"\r\n".join([*parts, b"--a--\r\n"])


STYLES: tuple[Callable[[Typed], bytes], ...] = (
    thunderbird,
    gmail,
    gmail_html_only,
    apple_mail,
    outlook_german,
    outlook_block,
    outlook_web,
    outlook_html_only,
    mutt_below,
    with_picture,
)
"""All of them."""
