"""From what a page holds to one file: templates, styles and scripts, and a policy that shuts out the rest."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2
import msgspec

from mensch.cli.page import texts
from mensch.cli.page.contents import Contents
from mensch.events.words import Words

SHEETS = Path(__file__).with_name("sheets")
"""The folder of templates, styles and scripts."""

_NONE = "'none'"
_STYLES = ("base.css", "table.css")
_SCRIPTS = ("table.js", "play.js", "record.js")


def replay_page(contents: Contents, words: Words) -> bytes:
    """The page on which a game can be played again, as a file in UTF-8.

    Args:
        contents: the game.
        words: the language; the same as the contents'.
    """
    game = contents.game
    assert game.rules is not None
    scores = contents.frames[-1].scores if contents.frames[-1] else (0,) * len(contents.names)
    surplus = written_surplus(contents.luck.ends, words) if contents.luck else []
    return page(
        "replay.html",
        words,
        styles=_STYLES,
        scripts=_SCRIPTS,
        title=words.say(texts.TITLE, game=game.id, names=" · ".join(contents.names)),
        standing=words.say(
            texts.STANDING, game=game.id, records=len(contents.records), target=game.rules.target
        )
        + " · "
        + words.text(texts.STATUS[game.status.value]),
        ranking=_ranking(contents, scores, words),
        notes=_notes(contents, words),
        names=contents.names,
        records=len(contents.records),
        open=game.revealed is not None,
        items=contents.items,
        scores=contents.scores,
        scores_say=words.say(
            texts.SCORES_SAY, values=listed(contents.names, scores), target=game.rules.target
        ),
        points=scores,
        luck=contents.luck,
        luck_say=words.say(texts.LUCK_SAY, values=listed(contents.names, surplus)),
        surplus=surplus,
        head=game.head,
        game=_script_json(_for_script(contents, words)),
        packed=_packed(contents.records),
    )


def page(
    template: str, words: Words, *, styles: Sequence[str], scripts: Sequence[str] = (), **values: object
) -> bytes:
    """Fill a template; every value is escaped, and only these styles and scripts can have an effect.

    Args:
        template: its file in `SHEETS`.
        words: the language; templates say a text with `say`.
        styles: the files of the styles.
        scripts: the files of the scripts, in order.
        values: what the template fills in.
    """
    style = "".join(_sheet(name) for name in styles)
    code = [_sheet(name) for name in scripts]
    policy = "; ".join(
        (
            f"default-src {_NONE}",
            f"script-src {' '.join(map(_source, code)) or _NONE}",
            f"style-src {_source(style)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    text = (
        _templates()
        .get_template(template)
        .render(
            language=words.language,
            policy=policy,
            say=words.say,
            texts=texts,
            style=style,
            scripts=code,
            **values,
        )
    )
    return text.encode()


def _source(text: str) -> str:
    """How a content security policy names an inline script or style: by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _sheet(name: str) -> str:
    return (SHEETS / name).read_text("utf-8")


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(SHEETS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _script_json(value: object) -> str:
    """JSON for a script element, which ends at the first `</script` or opens a comment, so it has no `<`."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")


def _packed(records: Sequence[str]) -> str:
    """The records, one per line, deflated (RFC 1951), in base64: few bytes, and read only on demand."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.b64encode(deflate.compress("\n".join(records).encode()) + deflate.flush()).decode()


def written_surplus(values: Sequence[float], words: Words) -> list[str]:
    """Pips above or below what was expected, with their sign."""
    return [f"{words.number(value):+.1f}".replace("-", "−") for value in values]


def listed(names: Sequence[str], values: Sequence[object]) -> str:
    """Names with their values, or nothing where there are no values."""
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True)) if values else ""


def _ranking(contents: Contents, scores: Sequence[int], words: Words) -> list[str]:
    places = contents.places
    if places is None:
        return []
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    return [
        words.say(texts.RANK, place=places[seat], name=contents.names[seat], score=scores[seat])
        for seat in order
    ]


def _notes(contents: Contents, words: Words) -> list[str]:
    game = contents.game
    notes = []
    if game.fork is not None:
        notes.append(words.say(texts.FORK, seq=game.fork.seq, parent=game.fork.parent))
    if game.insecure_seed:
        notes.append(words.text(texts.INSECURE))
    if game.revealed is None:
        notes.append(words.text(texts.SECRET))
    return notes


def _for_script(contents: Contents, words: Words) -> dict[str, object]:
    """What the scripts need to know: the frames, and the sentences that they say themselves."""
    rules = contents.game.rules
    assert rules is not None
    return {
        "copies": contents.copies,
        "ended": contents.game.ended,
        "frames": contents.frames,
        "head": contents.game.head,
        "names": contents.names,
        "open": contents.game.revealed is not None,
        "stars": rules.stars,
        "target": rules.target,
        "words": {name.lower(): words.text(getattr(texts, name)) for name in _SAID_BY_SCRIPTS},
    }


_SAID_BY_SCRIPTS = (
    "ROW",
    "EMPTY",
    "POINTS",
    "DICE",
    "HIDDEN",
    "STARS_ONE",
    "STARS_MANY",
    "HELD",
    "CENTRE",
    "DISCARDS",
    "PLAY",
    "PAUSE",
    "AT",
    "CHECKED",
    "CHECK_FAILED",
)
"""The texts that scripts fill in."""
