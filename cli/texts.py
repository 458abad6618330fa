"""The texts of the screen, in one place: summaries, options, headings and sentences.

Error messages are said where the error is found, and what the help of one command alone says is the docstring
of its function. Everything else that a person reads comes from here.
"""

# What the program and its commands are for

PROGRAM = """Play, replay, fork and audit games of the card game Mensch ärgere Dich nicht.

Every move is an event in a log on Redis, and everything is told from the log. Without MENSCH_REDIS_URL a
private server is started for you."""

SUMMARIES = {
    "new": "Create a game and seat its players.",
    "games": "List games, the latest first.",
    "show": "Show the table of a game.",
    "moves": "List the legal moves of the player to move.",
    "play": "Play a move, or a whole game at one keyboard.",
    "keygen": "Make a key to sign moves with.",
    "sign": "Sign a move in one line, to send it in a mail.",
    "rekey": "Give a seat another key, by the operator.",
    "resign": "Leave a game for good.",
    "abort": "End a game without a winner.",
    "dispute": "Dispute a record of a game, which then waits for a ruling.",
    "rule": "Close a dispute as its arbiter.",
    "disputes": "List open disputes, and decks that are to become public.",
    "arbiter": "Register who may rule on disputes, or list them.",
    "replay": "Show a game again from its events.",
    "log": "Print the exact records of a game, one per line.",
    "export": "Write a game into a file, to keep, to send, to audit.",
    "import": "Bring a game from a file into this server.",
    "audit": "Check a game: what is proven, claimed, broken.",
    "receipt": "Get the service's signature on how far a game is, or check some.",
    "diff": "Show the first record in which two logs differ.",
    "bisect": "Find the first record that differs, with few comparisons.",
    "fork": "Go on from a point of a game in a new one.",
    "bots": "List the levels of bots, with their strength.",
    "match": "Measure one bot against another.",
    "demo": "Play a whole game of bots and show it again.",
    "up": "Let games go on by themselves: workers, sweeper, inbox, signer.",
    "worker": "Work on a queue of jobs.",
    "sweep": "Turn what is due into jobs.",
    "inbox": "Take up signed commands of players at a distance.",
    "signer": "Sign receipts, with a key that no other process has.",
    "status": "Tell how the workers are doing, and what needs a person.",
    "rebuild": "Make the index of all games anew from their logs.",
    "doctor": "Check the server, and say what to do.",
}
"""The commands in the order in which help lists them."""

# Options and arguments

GAME = "GAME is the id of a game; its beginning is enough."
AS = (
    "Draw the table for this player (name or seat). It only chooses what is drawn and protects nothing: "
    "who can open this server can read every hand."
)
JSON = "One JSON document for programs."
JSON_LINES = "One JSON document per line for programs."
AT = "After this record instead of the last."
SEAT = "A player's name, or bot:LEVEL ({levels}); 2 to 4 times."
TARGET = "The score that ends the game; printed: 40, 35, 30 with 2, 3, 4 seats."
STARS = 'A JSON file with an own star table, figure to stars: {{"39": 3, …}}.'
INSECURE_SEED = "Choose the dice openly, for tests; the log says so for ever."
STATUS = "Only games of this status."
MOST = "How many games to list."
SAY = "A message to the table, together with the move."
WHO = "Who does it (name or seat)."
WHO_PLAYS = "Who plays (name or seat); the player to move, if not given."
OPERATOR = "By the operator alone, without asking the players."
KEY_OUTPUT = "Where the key goes; the data folder, if not given."
KEY_SHOW = "Print the public key of a file that is there."
KEY_FILE = "The file with your private key; that of the data folder, if not given."
SIGN_WITH = "Sign it with the private key in this file."
SHOW_WITH = "Draw the table for the player with this private key, also through the inbox."
INBOX = "Send it through your inbox, even if you may do everything on this server. Needs --key."
SIGN_FROM = "Offline, from this file: an export, what mensch log prints, or a receipt; - for standard input."
SIGN_AS = "Your seat by its number, where a receipt does not tell it."
KEYS = "The public key of a player, in hex or in a file; for each player who has one."
PUBLIC_KEY = "The new public key, in hex or in a file."
WHO_REKEYS = "Whose key (name or seat)."
DISPUTE_WINDOW = "For how long after its end a game can still be disputed with its deck secret: 36h, 1d."
DISPUTED_RECORD = "The record that is disputed."
DISPUTE = "The record that opened the dispute; the only open one, if not given."
STANDS = "The game stands as it is."
FORFEIT = "This player (name or seat) leaves the table for good."
ANNUL = "The game has no winner."
REPLAY_FROM = "The game is annulled and goes on in a fork, with fresh dice, from this record."
OPEN_REASON = "No ruling yet: open the sealed cause of the disputed move."
ARBITER_ID = "Who rules; mensch arbiter lists the ids."
ARBITER_KEY = "The file with the arbiter's private key."
ARBITER_PUBLIC_KEY = "The arbiter's public key, in hex or in a file."
GROUNDS = "The arbiter's grounds, for the table."
REVEAL_NOW = "First reveal the decks whose time has come, as workers do."
FROM = "Begin with this record."
TO = "End with this record."
SPEED = "Wait between moves as long as the players took, divided by this; never longer than 3 s."
STEP = "Wait for Enter after each move."
DICE = "The same dice as the parent, which must be revealed, or fresh ones."
PLACE = "The record to go on from."
GAMES = "How many games."
SEATS = "Players at the table."
LUCK_ADJUSTED = "Also take off what the draws were worth, which narrows the interval; much slower."
MATCH_SEED = "A text that the decks follow from, to play the same match again."
JOBS = "Processes that play side by side."
QUEUE = "The kind of work; so far only turns has any."
COUNT = "How many workers."
BURST = "End when the queue is empty."
ONCE = "Look once, and end."
RECEIPT_FILE = "Add the signer's receipt to this file; without a signer nothing happens at all."
RECEIPT_AT = "For this record instead of the last."
VERIFY = "Check the receipts in this file instead of asking for one."
SERVICE_KEY = "The service's public key, from where you trust it: 64 hex digits, or a file with them."
SHOW_KEY = "Print the service's public key."
CHECK_SIGNED = "Look whether every log is the one that was signed."
ACCEPT_ROLLBACK = (
    "Go on from the log as it is now, and say so in all later receipts of this game. May be given often."
)
REASON = "Why; it is kept for ever."

OUTPUT = "Write into this file instead of standard output."
FORCE = "Overwrite the file if there is one."
PARENT = "The log of the game that this one is a fork of: a file or an id."
HEAD = "A head that somebody noted: the number of a record and its hash. May be given often."
RECEIPT = "A file with receipts of this game. May be given often."
KEY = "A public key that is known from elsewhere: service=HEX, seat:0=HEX, arbiter:ID=HEX."
COPY = "Another copy of the same log: a file or an id. May be given often."
SKIP_BOTS = "Don't run the moves of bots again, which takes up to a second a move for the strongest."

# The table

PUBLIC = "as everybody sees it"
SEEN_BY = "as {name} sees it"
OPEN = "all dice open"
HEADING = "Game {game} · record {seq} · {status} · target {target} · {seen}"
FORK_OF = "Fork of {parent} at record {seq}, {dice} dice"
OPEN_DICE = "open dice, never rated"
INSECURE = "Its seed was chosen openly: for tests only"
CENTRE = "Centre"
DISCARDS = "Discards"
PILE = "Draw pile {count}"
NONE = "none"
LEFT = "left"
DISPUTED = "Disputed with record {records}: the game waits for a ruling"
MARK_DISPUTED = "(disputed)"
SECRET_UNTIL = "Its deck stays secret until {time} UTC"
PLACES = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
RANK = "{place} {name} {score}"

# What happened

CREATED = "game created: {rules} {version}, {seats} seats, target {target}"
JOINED = "{name} joins at seat {seat}"
STARTED = "the dice are dealt, {name} begins"
TAKES_CENTRE = "takes {figure} from the centre"
TAKES_OWN = "takes {figure} from row {row}"
STEALS = "steals {figure} from {name}, row {row}"
STARTS_ROW = "starts row {row}"
COMPLETES = "completes row {row}"
PASSES = "can play nothing and discards a die"
RESHUFFLED = "the discards become the draw pile"
SAYS = "says: {text}"
SAID_UNKNOWN = "said something that was erased"
TAKEN_OVER = "seat {seat} is played by {name} now"
RESIGNED = "leaves the table"
KEY_CHANGED = "has another key"
KEY_REPLACED = "has another key, from the operator"
OFFERED = "offers to end the game without a winner"
ABORTED_AGREED = "the game ends without a winner, as all agree"
ABORTED_OPERATOR = "the game is ended by the operator, without a winner"
WON = "{name} wins with {score} points"
WON_LAST = "{name} wins as the last at the table"
REVEALED = "the deck is revealed: {seed}…"
REASONS = "the causes of {count} moves are published"
DISPUTES = "disputes record {record}"
RULES = "arbiter {arbiter} rules on record {dispute}: {ruling}"
TOLD_RULINGS = {
    "annulled": "the game is annulled",
    "forfeit": "{name} forfeits and leaves the table",
    "replayed": "the game is annulled and goes on from record {record} as game {fork}",
    "stands": "the game stands",
}
REASON_OPENED = "the cause of record {record} is opened: {envelope}"

# Audit, import, differences

AUDITED = "Game {game} · {records} records · head {head}"
AUDITED_NOTHING = "No game could be read"
VERDICTS = {
    0: "Nothing is broken. What is unproven, and what was not checked, stands below.",
    10: "VIOLATION: something was done that format, rules or deck do not allow.",
    11: "TWO HISTORIES: there are two logs of this game that part.",
    20: "INCOMPLETE: something is missing at the end.",
    30: "MALFORMED: these bytes are no log.",
    40: "NEWER: a newer version of this program wrote this, and this one does not guess.",
}
BROKEN_FINDINGS = "Broken"
FINDINGS = "Found"
UNCHECKED = "Not checked"
RECORD = "record {first}"
RECORDS = "records {first}–{last}"
WHOLE = "the file"
EXPORTED = "Game {game} is in {file}: {records} records, {annex} names and texts."
IMPORTED = "Game {game} is here now, with {records} records. Next: mensch replay {game}"
IMPORTED_MORE = "Game {game} is here now, with {written} more records. Next: mensch replay {game}"
IMPORTED_BEFORE = "Game {game} is here already, with all of these records."
IMPORTED_RUNNING = (
    "It is still running, and its secret dice are not in the file: it can be shown, and forked with fresh "
    "dice, but not be played on here."
)
SAME = "They are the same: {records} records."
GOES_ON = "They are the same up to record {seq}; {name} goes on to record {last}."
PARTING = "They are the same up to record {before}, and part at record {seq}."
COMPARED = "Found with {compared} comparisons of hashes."
ABSENT = "absent"
AFTER_BOTH = "The table after record {seq}:"
NO_TABLE = "no table"
SEAT_LINE = "seat {seat}  {score:3}  {dice}"

# Sentences

NEW_GAME = "Game {game} is on. Next: mensch play {game}"
NEW_GAME_OVER = "Game {game} is played. Next: mensch replay {game}"
TURN = "{name} is to move."
YOUR_DICE = "{name}: dice {dice}"
OVER = "The game is over: mensch replay {game}"
NO_GAMES = "There are no games yet: mensch new --seat anna --seat bot:greedy"
ASK_MOVE = "{name}, your move (number, move, ? for help, q to stop)"
HELP_MOVES = (
    "Type a number from the list or a move: B+5 extends row B with a 5, N4 starts a row with a 4, N3+4 with "
    "both dice, P5 passes. B+5@1A says to take the figure from row A of seat 1."
)
PASS_KEYBOARD = "It is {name}'s turn. When only {name} looks, press Enter"
STOPPED = "The game waits. Go on with: mensch play {game}"
OFFER_MADE = "{name} offers to abort. It ends when these agree too: {missing}"
GAME_ABORTED = "Game {game} has ended without a winner."
RESIGNATION = "{name} has left game {game}."
ACCEPTED = "It counts, as record {seq} with hash {hash}."
REKEYED = "{name} has another key in game {game}."
DISPUTE_OPENED = (
    "{name} disputes record {record} of game {game} with record {dispute}.\n"
    "The game waits until an arbiter rules: mensch rule {game} --dispute {dispute}"
)
RULINGS = {
    "annulled": "Game {game} is annulled.",
    "forfeit": "{name} forfeits game {game}.",
    "replayed": "Game {game} is annulled and goes on from record {record} as game {fork}.\n"
    "Next: mensch play {fork}",
    "stands": "Game {game} stands.",
}
CAUSE_OPENED = "The cause of record {record}: {envelope}"
ARBITER = "{id}  {name:24}  {key}"
ARBITER_REGISTERED = "{name} gives rulings as {id}."
NO_ARBITERS = "There are no arbiters yet: mensch arbiter NAME --key KEY"
OPEN_DISPUTE = "{game}  {name} disputes record {record} with record {dispute}, {age} ago"
OWED_REVEAL = "{game}  its deck should be public since {span}: mensch up, or mensch disputes --reveal"
LATER_REVEAL = "{game}  its deck becomes public in {span}"
NO_DISPUTES = "No dispute is open, and no deck waits to become public."
FORKED = "Game {game} goes on from record {seq} of {parent}. Next: mensch play {game}"
FORKED_OVER = "Game {game} went on from record {seq} of {parent} and is played. Next: mensch replay {game}"
PUBLIC_ONLY = "The dice of this game are secret, so only what is public is shown."
PRESS_ENTER = "Enter for the next, q to stop"
DEMO_NEW = "A new game, bot:greedy against bot:random, is played into {server}:"
DEMO_PLAYED = "{moves} moves, {records} events. Here it is again from its events:"
DEMO_END = "Show it once more: mensch replay {game}"
REBUILT = "Games indexed: {games}. Stale entries removed from the index: {pruned}."
BROKEN = "not indexed: {reason}"
FIT = "The server is fit."
UNFIT = "The server is not fit."
REMEDY = "  → {remedy}"
LEVELS = {
    "random": "every legal move alike",
    "greedy": "completes for most points, else takes the largest gain at once",
    "steady": "a linear judgement of the table, learned by playing itself",
    "sharp": "a small network, learned by playing itself",
    "master": "the network, looking one round ahead",
}
BOTS_HEADING = "wins, %    2 seats             3 seats             4 seats"
STRENGTH = "{rate:5.1f} ({low:4.1f}–{high:5.1f})"
MATCH = "{first} against {second}, {seats} seats, {games} games (fair: {fair:.1f} %)"
WIN_RATE = "wins          {rate:.1f} %  (95 %: {low:.1f} to {high:.1f})"
ADJUSTED_RATE = (
    "luck-adjusted {rate:.1f} %  (95 %: {low:.1f} to {high:.1f}), as much as from {saved:.1f} times the games"
)
SWEPT = "{count} items were due."
UP = "A sweeper, an inbox, a signer and {count} workers are running. Ctrl-C ends them."
QUEUE_STATE = "{name:12} {waiting} waiting, {workers} workers, {failed} failed"
TURNS_WAIT = "{count} turns of bots wait, the oldest for {seconds:.1f} s"
OVERDUE = "overdue: {game}"
NEEDS = "needs a person: {need}"
SIGNER_UP = "The signer listens at {socket}. Its public key: {key}"
SIGNED_LOGS_FIT = "The logs of {count} games go on from what was signed."
ROLLBACK_ACCEPTED = "Game {game} goes on from record {seq}, in epoch {epoch}; record {after} had been signed."
ROLLBACK_KEPT = "{game}: epoch {epoch} went back from record {after} to {seq}: {reason}"
NO_RECEIPT = "it happened, but there is no receipt: {reason}"
RECEIPT_GOOD = "{game} record {seq}: the signature is the service's ({durability}, epoch {epoch})"
RECEIPT_FALSE = "{game} record {seq}: the signature is NOT the service's"
RECEIPTS_CONTRADICT = "{game} record {seq} has two receipts with two hashes: there are two histories"
EMBEDDED = "a private server"
INTERNAL = "this should not have happened: {error}. Set MENSCH_DEBUG=1 to see where."
NO_OUTPUT = "the output cannot be written: {reason}"
USAGE = "{problem}; see {command} --help"
