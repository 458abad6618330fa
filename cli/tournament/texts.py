"""The texts of `mensch tournament`: summaries, options, headings and sentences."""

from mensch.cli.language import WORDS

_ = WORDS.text

SUMMARIES = {
    "new": _("Announce a tournament, and enter its players."),
    "enter": _("Enter a player."),
    "withdraw": _("Pair a player no more, on their own wish."),
    "disqualify": _("Pair a player no more, and take them out of the standings."),
    "run": _("Begin a tournament, or go on with it; bots play at once."),
    "watch": _("Look on at a tournament while it runs."),
    "list": _("List tournaments, the latest first."),
    "show": _("Show where a tournament stands: rounds, tables, standings."),
    "standings": _("Show the standings, with their tie-breaks."),
    "cross-table": _("Show who did how against whom."),
    "correct": _("Change the result of a game, and say why."),
    "close-round": _("End a round now, whatever is not played."),
}
"""The commands in the order in which help lists them."""

TOURNAMENT = _("TOURNAMENT is its id, the beginning of that, or its name where no other has it.")
FORMAT = _("Who meets whom; docs/tournaments.md has the rules of each.")
SEATS = _("How many sit at a table.")
ROUNDS = _("How many rounds; the format's own number, if not given.")
GAMES = _("How many games, or with --duplicate decks, a table plays in a round.")
PLAYER = _(
    "bot:LEVEL, NAME=bot:LEVEL ({levels}), or NAME=ADDRESS for a person who plays by mail; for each player, "
    "the first is the top seed."
)
WITHIN = _("How long people have for a round, which then closes by itself: 14d.")
DUPLICATE = _("Play every deck in every rotation of the seats.")
LUCK_ADJUSTED = _("Also find what the draws were worth, for figures that scatter less; much slower.")
KEEP = _("What is kept of the games: every move, or results alone.")
JOBS = _("Play here in so many processes, or with “local” in one per processor, whether workers run or not.")
WATCH_ONCE = _("Look once, and end.")
PLACES = _("The places by seat that count from now on: 2,1.")
REASON = _("Why; it is kept beside the log.")
NO_SHOW = _("They never came.")
CSV = _("Comma-separated values, for a spreadsheet.")
MARKDOWN = _("Tables in Markdown, for a page.")

ANNOUNCED = _("Tournament {name} is announced as {tournament}. Next: mensch tournament run {tournament}")
NO_ENTRANTS_YET = _("Next: mensch tournament enter {tournament} bot:greedy")
ENTERED = _("{name} has entered {tournament} as number {number}.")
WITHDRAWN = _("{name} is paired no more.")
DISQUALIFIED = _("{name} is disqualified.")
CORRECTED = _("Game {game} counts with the places {places} now.")
CLOSED = _("Round {round} is closed.")
FINISHED = _("Tournament {name} is finished. Next: mensch tournament standings {tournament}")
WAITS = _("Round {round} waits for people: {open} of {games} games are not over.")
WORKERS = _("Workers play; this only looks on. Ctrl-C ends the looking, not the tournament.")
GO_ON = _("Stopped with {played} of {games} games. Go on with: mensch tournament run {tournament}")
LEFT_RUNNING = _(
    "It goes on without you, with {played} of {games} games so far. Look on again with: "
    "mensch tournament watch {tournament}"
)
PROGRESS = _("{played} of {games} games, in round {round} of {rounds}")
PROGRESS_RATE = _(" · {rate:.0f} a second, {left} left")
NO_TOURNAMENTS = _(
    "There are no tournaments yet: mensch tournament new NAME --format swiss --player bot:greedy"
)
HEADING = _("Tournament {name} · {tournament} · {status} · {format}, {seats} seats")
ROUND = _("round {round} of {rounds}: {played} of {games} games")
LISTED = _("{tournament}  {status:8}  {format:11}  {players:3} players  {played:7} games  {name}")
TABLE = _("  table {number}: {names}")
MORE_TABLES = _("  and {count} more tables")
BYE = _("  {name} {reason}")
CLOSES = _("The round closes at {time}")
BYES = {
    "bye": _("has a bye"),
    "rest": _("rests"),
    "seeded": _("is seeded into the next round"),
    "walkover": _("wins without playing"),
}
