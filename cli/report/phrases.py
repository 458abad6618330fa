"""What a report says, in English; `mensch.events.words` says it in the language that is chosen."""

from mensch.events.words import marked

TITLE = marked("Report of game {game}")
HEADING = marked("Game {game} · {records} records · {status} · target {target}")
RANK = marked("{place}. {name}: {score}")

PLAYED = marked("{moves} moves in {span}")
NAMED = marked("{name}: {score}")

ROBBERIES = marked("Who robbed whom")
ROBBERIES_NOTE = marked("a line tells whom a player robbed, a column by whom")
ROBBED = marked("robbed")
LOST = marked("lost")

LONGEST = marked("Longest rows")
COSTLIEST = marked("Costliest rows")
COSTLIEST_NOTE = marked("figures that others stole from them")
NO_ROWS = marked("none")
ROW = marked("{name}, row {row}")
SCORED = marked("scored {points}")
STANDS = marked("not completed")
BROKEN = marked("gone with record {last}")
SINCE = marked("from record {first}")

TURNING = marked("Turning points")
NO_TURNING = marked("nobody has scored yet")
RECORD = marked("record {seq}")
LEADS = marked("{name} takes the lead, {scores}")
LEVEL = marked("{names} are level, {scores}")

LUCK = marked("Luck of the dice")
DICE = marked("dice")
PIPS = marked("pips")
EXPECTED = marked("expected (95 of 100)")
WORTH = marked("worth in wins")
RANGE = marked("{expected:.1f} ({low:.1f} to {high:.1f})")
GAIN = marked("{gain:+.2f} (±{range:.2f})")
LUCK_NOTE = marked(
    "In brackets: where chance alone stays in 95 of 100 games. Pips are compared with the average of the "
    "pile they came from. The worth sums up by how much each hand raised or lowered the chance to win, "
    "compared with those that could have been drawn instead, by the judgement of the bot {judge}."
)
LUCK_UNKNOWN = marked("Who had luck is not known as long as the dice are secret.")

TIME = marked("Time")
MOVES = marked("moves")
IN_ALL = marked("in all")
SLOWEST = marked("longest turn")
CLOCK = marked("time left")

STATUS = {
    "running": marked("running"),
    "finished": marked("finished"),
    "aborted": marked("aborted"),
    "annulled": marked("annulled"),
}
"""How a report names the status of a game that has started."""

SCORES = marked("Score")
SCORES_SAY = marked("Points after each record, up to: {values}. Target {target}.")
LUCK_SAY = marked("Pips drawn, less what the draw pile had on average. At the end: {values}.")
