"""Titles and headings of results."""

from mensch.cli.language import WORDS
from mensch.core.tournament.standings import TieBreak
from mensch.core.tournament.terms import Leaving

_ = WORDS.text

STANDINGS = _("Standings")
RATES = _("Games won")
CROSS_TABLE = _("Cross-table")
SEATS = _("Games won by seat")
RATINGS = _("Ratings")
SUPERIORITY = _("Likelihood of superiority in percent")

PLACE = _("#")
NAME = _("name")
POINTS = _("points")
GAMES = _("games")
WON = _("won")
ROUNDS = _("rounds")
LEFT = _("left")
PERCENT = _("won %")
FROM = _("from")
TO = _("to")
LESS_LUCK = _("less luck")
AT_TABLE = _("seats")
SEAT = _("seat")
RATING = _("rating")
LIKELIER = _("LOS %")

TIE_BREAKS = {
    TieBreak.BUCHHOLZ_CUT_1: _("BH-C1"),
    TieBreak.BUCHHOLZ: _("BH"),
    TieBreak.SONNEBORN_BERGER: _("SB"),
    TieBreak.DIRECT_ENCOUNTER: _("DE"),
    TieBreak.WINS: _("won"),
    TieBreak.PROGRESSIVE: _("PS"),
    TieBreak.MARGIN: _("margin"),
    TieBreak.LAST_TABLE: _("last"),
}
"""The abbreviations that the field uses; docs/tournaments.md explains each."""

LEAVINGS = {
    Leaving.WITHDRAWN: _("withdrawn"),
    Leaving.NO_SHOW: _("no-show"),
    Leaving.DISQUALIFIED: _("disqualified"),
}
