"""What a page says, in English; `mensch.events.words` says it in the language that is chosen."""

from mensch.events.words import marked

# The frame

TITLE = marked("Game {game}: {names}")
STANDING = marked("Game {game} · {records} records · target {target}")
STATUS = {
    "open": marked("waits for players"),
    "running": marked("is being played"),
    "finished": marked("finished"),
    "aborted": marked("ended without a winner"),
    "annulled": marked("annulled"),
}
RANK = marked("{place}. {name}: {score}")
FORK = marked("goes on from record {seq} of game {parent}")
INSECURE = marked("Its seed was chosen openly: for tests only.")
SECRET = marked("The dice of this game are not published, so only what was public is in this page.")
APPEARANCE = marked("Light or dark")
NEEDS_SCRIPT = marked("Without JavaScript this page shows the moves and the charts, but not the table.")
MADE_OF = marked("Made of the game's event log; the page asks nobody for anything.")
SKIP = marked("To the moves")

# The table

TABLE = marked("The table")
CENTRE = marked("Centre")
PILE = marked("Draw pile")
DISCARDS = marked("Discards")
ROW = marked("Row {row}")
EMPTY = marked("empty")
POINTS = marked("{score} of {target} points")
DICE = marked("dice {dice}")
HIDDEN = marked("hidden")
TO_MOVE = marked("to move")
LEFT = marked("left the table")
STARS_ONE = marked("{figure} with {stars} star")
STARS_MANY = marked("{figure} with {stars} stars")
HELD = marked("{figure}: {name}, row {row}")
SEEN_AS = marked("Seen by")
SEEN_OPEN = marked("everybody, all dice open")
SEEN_PUBLIC = marked("everybody")

# Playing it

CONTROLS = marked("Play the game")
FIRST = marked("To the beginning")
BACK = marked("One record back")
PLAY = marked("Play")
PAUSE = marked("Pause")
ON = marked("One record on")
LAST = marked("To the end")
SPEED = marked("Speed")
SPEEDS = marked("{factor}×")
SLIDER = marked("Record")
AT = marked("Record {seq} of {records}")
KEYS = marked("Keys: ← → one record, space plays and pauses, Home and End")

# Beside it

MOVES = marked("Moves")
STOLEN = marked("stolen")
SCORED = marked("+{points}")
SCORES = marked("Score")
SCORES_SAY = marked("Points after each record, up to: {values}. Target {target}.")
LUCK = marked("Luck of the dice")
LUCK_SAY = marked("Pips drawn, less what the draw pile had on average. At the end: {values}.")
LUCK_NOTE = marked("Pips drawn, less the average of the pile they came from.")
LUCK_UNKNOWN = marked("Who drew what is not known as long as the dice are secret.")
RECORD = marked("The record")
RECORD_HASH = marked("Hash")
RECORD_PARENT = marked("Parent")
RECORD_TIME = marked("Time")
RECORD_TEXT = marked("These are the bytes that are hashed.")
CHECKED = marked("This browser computes the same hash.")
CHECK_FAILED = marked("This browser computes ANOTHER hash.")
