"""The page of a game is one file that needs nothing else and lets nothing else in."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from mensch.cli.page.contents import FIGURE_SIGNS
from mensch.events.loading import public_game
from tests.cli.page.pages import NAMES, Page, golden
from tests.golden import recorded

HOSTILE = (
    '</script><script>top.robbed="x"</script>',
    "\"' onload=alert(1) <!--<script>",
    "\u202egnp.exe\u2066 {{ 7*7 }} {seq}",
    "<img src=x onerror=alert(1)>" * 20,
)
"""Names that no game would keep, for a page that must not rely on it."""


@pytest.mark.parametrize("name", recorded.names())
def test_every_golden_log_has_a_page(name: str) -> None:
    game = golden(name)
    page = Page(game.page())
    assert page.records == [entry.raw for entry in game.log]
    assert len(page.moves) == len(page.game["frames"]) == len(game.log)


def test_a_page_names_nothing_to_load() -> None:
    page = Page(golden("own-rows").page())
    for element in page.elements:
        for name, value in element.attributes.items():
            if name in {"src", "href", "action", "data", "poster", "srcset", "background"}:
                assert value.startswith(("#", "data:")), (element.name, name, value)
    assert {element.name for element in page.elements} & {
        "iframe",
        "object",
        "embed",
        "base",
        "form",
    } == set()
    (style,) = page.all("style")
    assert not re.search(r"url\(|@import|@font-face", style.text)
    scripts = "".join(script.text for script in page.all("script") if "type" not in script.attributes)
    assert not re.search(
        r"fetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(|https?:(?!//www.w3.org)", scripts
    )


def test_the_policy_allows_the_pages_own_scripts_and_styles_alone() -> None:
    page = Page(golden("two-seats").page())

    def hashes(texts: list[str]) -> set[str]:
        digests = (hashlib.sha256(text.encode()).digest() for text in texts)
        return {f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}

    scripts = [script.text for script in page.all("script") if "type" not in script.attributes]
    assert len(scripts) == 3
    assert page.policy == {
        "default-src": ["'none'"],
        "script-src": page.policy["script-src"],
        "style-src": page.policy["style-src"],
        "img-src": ["data:"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    assert set(page.policy["script-src"]) == hashes(scripts)
    assert set(page.policy["style-src"]) == hashes([style.text for style in page.all("style")])
    assert not any(name.startswith("on") or name == "style" for e in page.elements for name in e.attributes)


def test_the_page_of_300_events_stays_below_300_kilobytes() -> None:
    game = golden("own-rows")
    longest = [letter * 24 for letter in "äöüß"]
    size = len(game.page(longest).encode())
    assert len(game.log) >= 290
    assert size / len(game.log) * 300 < 300_000


def test_each_frame_is_the_table_after_its_record() -> None:
    game = golden("three-seats")
    frames = Page(game.page()).game["frames"]
    for seq in (4, 5, 60, 150, len(game.log)):
        table = public_game(game.whole.id, game.log, seq).position
        frame = frames[seq - 1]
        if table is None:
            assert frame is None
            continue
        rows = [
            [tuple(FIGURE_SIGNS.index(sign) for sign in row) for row in seat.split("/")]
            for seat in frame[0].split("|")
        ]
        assert rows == [list(table.rows(seat)) for seat in range(3)]
        assert tuple(frame[1]) == table.scores
        assert [[int(die) for die in hand] for hand in frame[2].split("|")] == [
            list(table.hand(seat)) for seat in range(3)
        ]
        assert (frame[3], tuple(frame[4])) == (table.pile_size, table.discards[1:])


def test_the_moves_tell_steals_and_scores() -> None:
    page = Page(golden("three-seats").page())
    steals = [move for move in page.moves if move.endswith(" stolen")]
    scores = [move for move in page.moves if re.search(r"scores (\d+) completes row [ABC] \+\1$", move)]
    assert steals
    assert all(re.match(r"\d+ (anna|bert|carla) [^ ]+=\d+x .* steals \d+ from ", move) for move in steals)
    assert scores
    assert page.moves[0] == "1 game created: classic 1, 3 seats, target 35"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_name_gets_out_of_its_place(seats: int) -> None:
    game = golden({2: "two-seats", 3: "three-seats", 4: "four-seats"}[seats])
    plain, hostile = Page(game.page()), Page(game.page(HOSTILE))
    assert [element.name for element in hostile.elements] == [element.name for element in plain.elements]
    assert [list(e.attributes) for e in hostile.elements] == [list(e.attributes) for e in plain.elements]
    assert hostile.policy == plain.policy
    assert hostile.game["names"] == list(HOSTILE[:seats])
    titles = [element.text.strip() for element in hostile.all("h2")][:seats]
    assert titles == list(HOSTILE[:seats])


def test_a_running_game_says_that_its_dice_are_secret_and_offers_nobodys_view() -> None:
    page = Page(golden("still-running").page())
    texts = [element.text for element in page.all("p")]
    assert "The dice of this game are not published, so only what was public is in this page." in texts
    assert [option.text for option in page.all("option")][-1] == "everybody"
    assert "Who drew what is not known as long as the dice are secret." in texts
    assert {die for frame in page.game["frames"] if frame for die in frame[2]} == {"0", "|"}


def test_a_revealed_game_can_be_seen_as_everybody_who_played() -> None:
    page = Page(golden("three-seats").page())
    seen = [option.text for option in page.all("option")][-4:]
    assert seen == ["everybody, all dice open", *NAMES[:3]]


def test_the_page_is_in_the_language_that_is_asked_for() -> None:
    english, german = (Page(golden("two-seats").page(language=language)) for language in ("en", "de"))
    assert [page.all("html")[0].attributes["lang"] for page in (english, german)] == ["en", "de"]
    assert english.by_id("moves").attributes["aria-label"] == "Moves"
    assert german.by_id("moves").attributes["aria-label"] == "Züge"
    assert german.game["words"]["pause"] == "Anhalten"


def test_everything_that_can_be_worked_has_a_name() -> None:
    page = Page(golden("two-seats").page())
    for element in page.elements:
        if element.name in {"button", "input"} and element.attributes.get("id") != "play":
            assert element.attributes.get("aria-label") or element.text.strip(), element
    labelled = [label.text.split()[0] for label in page.all("label")]
    assert len(labelled) == len(page.all("select")) == 2
    assert page.by_id("told").attributes["role"] == "status"
