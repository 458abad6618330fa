"""The texts of the screen, in one place: summaries, options, headings and sentences.

Error messages are said where the error is found, what a record says in `mensch.events.telling`, and what the
help of one command alone says is the docstring of its function. Everything else that a person reads comes
from here, in the language of this process.
"""

from mensch.cli.language import WORDS

_ = WORDS.text

# What the program and its commands are for

PROGRAM = _("""Play, replay, fork and audit games of the card game Mensch ärgere Dich nicht.

Every move is an event in a log on Redis, and everything is told from the log. Without MENSCH_REDIS_URL a
private server is started for you.""")

SUMMARIES = {
    "help": _("Explain the rules, how a move is written, or a command."),
    "new": _("Create a game and seat its players."),
    "games": _("List games, the latest first."),
    "show": _("Show the table of a game."),
    "moves": _("List the legal moves of the player to move."),
    "play": _("Play a move, or a whole game at one keyboard."),
    "keygen": _("Make a key to sign moves with."),
    "sign": _("Sign a move in one line, to send it in a mail."),
    "rekey": _("Give a seat another key, by the operator."),
    "resign": _("Leave a game for good."),
    "abort": _("End a game without a winner."),
    "invite": _("Invite people by mail to a game."),
    "replace": _("Invite another person to the seat of somebody who cannot go on."),
    "orders": _("Say now what to play in turns to come."),
    "away": _("Announce an absence, during which a player's clocks stand."),
    "back": _("Take a seat back from the bot that holds it."),
    "pause": _("Let a game rest, with all its clocks."),
    "dispute": _("Dispute a record of a game, which then waits for a ruling."),
    "rule": _("Close a dispute as its arbiter."),
    "disputes": _("List open disputes, and decks that are to become public."),
    "arbiter": _("Register who may rule on disputes, or list them."),
    "watch": _("Look on at a game while it is played."),
    "spectate": _("Let somebody look on at a game by mail."),
    "replay": _("Show a game again from its events."),
    "report": _("Tell after a game who robbed whom, what turned it, who had luck."),
    "log": _("Print the exact records of a game, one per line."),
    "export": _("Write a game into a file, to keep, to send, to audit."),
    "import": _("Bring a game from a file into this server."),
    "audit": _("Check a game: what is proven, claimed, broken."),
    "receipt": _("Get the service's signature on how far a game is, or check some."),
    "diff": _("Show the first record in which two logs differ."),
    "bisect": _("Find the first record that differs, with few comparisons."),
    "fork": _("Go on from a point of a game in a new one."),
    "bots": _("List the levels of bots, with their strength."),
    "match": _("Measure one bot against another."),
    "tournament": _("Run tournaments: announce, play, look on, publish."),
    "ratings": _("Tell how strong everybody is, from all tournaments."),
    "demo": _("Play a whole game of bots and show it again."),
    "up": _("Let games go on by themselves: workers, sweeper, inbox, signer."),
    "worker": _("Work on a queue of jobs."),
    "sweep": _("Turn what is due into jobs."),
    "inbox": _("Take up signed commands of players at a distance."),
    "mail": _("Try out, and take up, mail of players."),
    "forget": _("Erase all that is personal about somebody."),
    "signer": _("Sign receipts, with a key that no other process has."),
    "status": _("Tell how the workers are doing, and what needs a person."),
    "archive": _("Move finished games from the server into files."),
    "rebuild": _("Make the index of all games anew from their logs."),
    "completion": _("Let a shell complete commands, ids and moves."),
    "doctor": _("Check the server, and say what to do."),
}
"""The commands in the order in which help lists them."""

MAIL_SUMMARIES = {
    "test": _("Send one mail, and say what the server answered."),
    "receive": _("Take up one message from a mail server."),
    "poll": _("Take up messages from a mailbox."),
    "kept": _("Show the mails that are kept for disputes."),
}
"""The commands of the group `mail`."""

COMMANDS = _("Commands")
NO_COMMAND = _("There is no command “{name}”.")
NO_COMMAND_BUT = _("There is no command “{name}”. Did you mean “{close}”?")
NO_SUBCOMMANDS = _("“{command}” has no command “{name}” below it")

# Options and arguments

LANG = _("The language to speak; MENSCH_LANG, else that of the locale, if not given.")
GAME = _("GAME is the id of a game; its beginning is enough.")
AS = _(
    "Draw the table for this player (name or seat). It only chooses what is drawn and protects nothing: "
    "who can open this server can read every hand."
)
JSON = _("One JSON document for programs.")
JSON_LINES = _("One JSON document per line for programs.")
AT = _("After this record instead of the last.")
SEAT = _("A player's name, or bot:LEVEL ({levels}); 2 to 4 times.")
TARGET = _("The score that ends the game; printed: 40, 35, 30 with 2, 3, 4 seats.")
STARS = _('A JSON file with an own star table, figure to stars: {{"39": 3, …}}.')
INSECURE_SEED = _("Choose the dice openly, for tests; the log says so for ever.")
STATUS = _("Only games of this status.")
MOST = _("How many games to list.")
SAY = _("A message to the table, together with the move.")
WHO = _("Who does it (name or seat).")
WHO_PLAYS = _("Who plays (name or seat); the player to move, if not given.")
OPERATOR = _("By the operator alone, without asking the players.")
KEY_OUTPUT = _("Where the key goes; the data folder, if not given.")
KEY_SHOW = _("Print the public key of a file that is there.")
KEY_FILE = _("The file with your private key; that of the data folder, if not given.")
SIGN_WITH = _("Sign it with the private key in this file.")
SHOW_WITH = _("Draw the table for the player with this private key, also through the inbox.")
INBOX = _("Send it through your inbox, even if you may do everything on this server. Needs --key.")
SIGN_FROM = _(
    "Offline, from this file: an export, what mensch log prints, or a receipt; - for standard input."
)
SIGN_AS = _("Your seat by its number, where a receipt does not tell it.")
KEYS = _("The public key of a player, in hex or in a file; for each player who has one.")
PUBLIC_KEY = _("The new public key, in hex or in a file.")
WHO_REKEYS = _("Whose key (name or seat).")
DISPUTE_WINDOW = _("For how long after its end a game can still be disputed with its deck secret: 36h, 1d.")
DISPUTED_RECORD = _("The record that is disputed.")
DISPUTE = _("The record that opened the dispute; the only open one, if not given.")
STANDS = _("The game stands as it is.")
FORFEIT = _("This player (name or seat) leaves the table for good.")
ANNUL = _("The game has no winner.")
REPLAY_FROM = _("The game is annulled and goes on in a fork, with fresh dice, from this record.")
OPEN_REASON = _("No ruling yet: open the sealed cause of the disputed move.")
ARBITER_ID = _("Who rules; mensch arbiter lists the ids.")
ARBITER_KEY = _("The file with the arbiter's private key.")
ARBITER_PUBLIC_KEY = _("The arbiter's public key, in hex or in a file.")
GROUNDS = _("The arbiter's grounds, for the table.")
REVEAL_NOW = _("First reveal the decks whose time has come, as workers do.")
FROM = _("Begin with this record.")
TO = _("End with this record.")
SPEED = _("Wait between moves as long as the players took, divided by this; never longer than 3 s.")
STEP = _("Step forth and back with keys; without a full-screen view, wait for Enter after each move.")
DICE = _("The same dice as the parent, which must be revealed, or fresh ones.")
PLACE = _("The record to go on from.")
GAMES = _("How many games.")
SEATS = _("Players at the table.")
LUCK_ADJUSTED = _("Also take off what the draws were worth, which narrows the interval; much slower.")
MATCH_SEED = _("A text that the decks follow from, to play the same match again.")
JOBS = _("Processes that play side by side.")
QUEUE = _("The kind of work; so far only turns has any.")
COUNT = _("How many workers.")
BURST = _("End when the queue is empty.")
ONCE = _("Look once, and end.")
RECEIPT_FILE = _("Add the signer's receipt to this file; without a signer nothing happens at all.")
RECEIPT_AT = _("For this record instead of the last.")
VERIFY = _("Check the receipts in this file instead of asking for one.")
SERVICE_KEY = _("The service's public key, from where you trust it: 64 hex digits, or a file with them.")
SHOW_KEY = _("Print the service's public key.")
CHECK_SIGNED = _("Look whether every log is the one that was signed.")
ACCEPT_ROLLBACK = _(
    "Go on from the log as it is now, and say so in all later receipts of this game. May be given often."
)
REASON = _("Why; it is kept for ever.")

OUTPUT = _("Write into this file instead of standard output.")
FORCE = _("Overwrite the file if there is one.")
PARENT = _("The log of the game that this one is a fork of: a file or an id.")
HEAD = _("A head that somebody noted: the number of a record and its hash. May be given often.")
RECEIPT = _("A file with receipts of this game. May be given often.")
KEY = _("A public key that is known from elsewhere: service=HEX, seat:0=HEX, arbiter:ID=HEX.")
COPY = _("Another copy of the same log: a file or an id. May be given often.")
SKIP_BOTS = _("Don't run the moves of bots again, which takes up to a second a move for the strongest.")

# Pages and reports

PAGE = _("Write it into this file as one page for a browser, which needs nothing else.")
PAGE_WRITTEN = _("Game {game} is in {file}: open it in a browser, or send it.")

# The table

PUBLIC = _("as everybody sees it")
SEEN_BY = _("as {name} sees it")
OPEN = _("all dice open")
HEADING = _("Game {game} · record {seq} · {status} · target {target} · {seen}")
STATUSES = {
    "new": _("new"),
    "open": _("open"),
    "running": _("running"),
    "finished": _("finished"),
    "aborted": _("aborted"),
    "annulled": _("annulled"),
}
"""How a game's status is called on the screen; JSON has the keys."""

FORK_DICE = {"fresh": _("fresh"), "same": _("same")}
FORK_OF = _("Fork of {parent} at record {seq}, {dice} dice")
OPEN_DICE = _("open dice, never rated")
INSECURE = _("Its seed was chosen openly: for tests only")
CENTRE = _("Centre")
DISCARDS = _("discards")
PILE = _("Draw pile {count}")
NONE = _("none")
LEFT = _("left")
DISPUTED = _("Disputed with record {records}: the game waits for a ruling")
MARK_DISPUTED = _("(disputed)")
SECRET_UNTIL = _("Its deck stays secret until {time} UTC")
PLACES = {1: _("1st"), 2: _("2nd"), 3: _("3rd"), 4: _("4th")}
RANK = "{place} {name} {score}"

PLAIN = _("Plain lines also on a terminal, instead of a full-screen view.")
WATCHING = _("q leaves. Everything new is drawn at once.")
SERVER_AWAY = _("The server does not answer. It is asked again and again.")
PRESS_TO_LEAVE = _("The game is over. Enter leaves.")
SEND_MOVE = _("{move}: Enter plays it, Backspace takes it back.")
TAKEN_BACK = _("Taken back.")
STEP_KEYS = _("Record {at} of {last}.  ← → step  PgUp PgDn ten  Home End  q leaves")
COMPLETION_HEADER = _("# Completes the words of mensch; see mensch completion --help.")

# By mail, over days

CLOCK = _(
    "Time for everybody: a bank and what each move adds, 5d+12h; the bank never grows past what it began "
    "with, or past a cap behind it, 5d+12h/7d."
)
GRACE = _("How long a flag waits once the bank is empty.")
ON_TIMEOUT = _("A bot makes the move (autopilot), or later holds the seat (takeover), or the player leaves.")
MISSES = _("With takeover: after so many missed turns in a row; {misses}, if not given.")
STAND_IN = _("The bot that plays for who is late; steady, if not given.")
SPECTATE_REMOVE = _("They get no more mails.")
SPECTATES = _("{address} looks on at game {game}; spectators by mail: {count}")
SPECTATES_NO_MORE = _("{address} looks on at game {game} no longer; spectators by mail: {count}")
YES = _("Don't ask first.")
ASK_FORGET = _("Erase all that is personal about {name}, for good?")
FORGOTTEN = _(
    "Player {player} is forgotten: name, address and settings. Also erased in their games ({games}): texts "
    "{texts}, mails {mails}."
)
FORGOTTEN_WATCHED = _("The address is gone from the spectators of these games: {games}")
FORGOTTEN_INVITED = _("Open invitations that count as refused: {count}.")
MAIL_KEPT = "{digest}  {name}"
NO_MAIL_KEPT = _("No mail of game {game} is kept.")
MAIL_POLLED = _("Messages taken up: {count}.")
MAIL_TAKEN = _("The mail server at {server} has taken the mail: {answer}")
BY_MAIL = _("The address of a player who plays by mail; for each who does.")
INVITED_SEAT = _("NAME=ADDRESS for who is invited, or bot:LEVEL ({levels}); 2 to 4 times.")
JOIN_WITHIN = _("How long those who are invited have to answer.")
NO_SHOW = _("What becomes of seats that nobody took: the game is given up, or a bot takes them.")
MAIL_LANGUAGE = _("The language of the mails to those who are named here.")
WHO_LEAVES = _("Whose seat it is (name or seat).")
ORDER_TURNS = _("For how many turns; one, if not given.")
UNLESS_ROBBED = _("Forget the orders when somebody steals from this player.")
AUTO_FORCED = _("Whether a turn that has one legal move only is played.")
CANCEL_ORDERS = _("Forget all orders.")
PAUSE_UNTIL = _("When the pause ends by itself, in UTC.")
RESUME = _("End the pause.")
TIME_LEFT = _("Time left")
TIME_OF = _("{name} {left}")
FLAG_FALLS = _("The flag falls at {time}")
PAUSED = _("The game is paused: no move counts, and all clocks stand")
PAUSED_UNTIL = _("The game is paused until {time}: no move counts, and all clocks stand")
INVITED = _("Game {game} begins when these have accepted by mail: {names}")
HAS_JOINED = _("{name} has joined")
BOT_JOINED = _("{name} plays (a bot)")
NOT_ANSWERED = _("{name} is invited and has not answered yet")
NOBODY_INVITED = _("{name} is free: the invitation was declined")
WAITS_THEN_ABORTED = _(
    "It begins as soon as all have joined. It waits until {time}; if somebody is missing then, it is given "
    "up."
)
WAITS_THEN_BOT = _(
    "It begins as soon as all have answered. It waits until {time}; whoever is missing then is replaced by a "
    "bot ({level})."
)
INVITED_INSTEAD = _("{name} is invited to the seat of {before} in game {game}.")
CAME_BACK = _("{name} plays again in game {game}.")
AWAY = _("{name} is away from {since} to {until}.")
AWAY_LEFT = _("Days of absence that are left in {year}: {days}")
AWAY_IN = _("Their clock stands meanwhile in game {game}.")
PAUSED_GAME = _("Game {game} rests. Go on with: mensch pause {game} --resume")
RESUMED_GAME = _("Game {game} goes on.")
PAUSE_OFFERED_GAME = _("{name} offers a pause. It begins when these agree too: {missing}")
ORDERS_WARNING = _(
    "A move that comes by itself was chosen before its dice were known, and nobody looks at the table "
    "again.\nOnce the deck is revealed, the log says so."
)
ORDERS = _("Orders of {name} (turns: {turns}): {orders}")
ORDERS_UNLESS_ROBBED = _("They are forgotten when somebody steals from this player.")
ORDERS_FORCED = _("Turns of {name} with one legal move only are played.")
NO_ORDERS = _("{name} has no standing orders.")

# Audit, import, differences

AUDITED = _("Game {game} · {records} records · head {head}")
AUDITED_TOURNAMENT = _("Tournament {game} · {records} records · head {head}")
AUDITED_NOTHING = _("No game could be read")
VERDICTS = {
    0: _("Nothing is broken. What is unproven, and what was not checked, stands below."),
    10: _("VIOLATION: something was done that format, rules or deck do not allow."),
    11: _("TWO HISTORIES: there are two logs of this game that part."),
    20: _("INCOMPLETE: something is missing at the end."),
    30: _("MALFORMED: these bytes are no log."),
    40: _("NEWER: a newer version of this program wrote this, and this one does not guess."),
}
PROVEN = _("PROVEN")
ATTESTED = _("ATTESTED")
UNPROVEN = _("UNPROVEN")
BROKEN_FINDINGS = _("Broken")
FINDINGS = _("Found")
UNCHECKED = _("Not checked")
RECORD = _("record {first}")
RECORDS = _("records {first}–{last}")
WHOLE = _("the file")
EXPORTED = _("Game {game} is in {file}: {records} records, {annex} names and texts.")
IMPORTED = _("Game {game} is here now, with {records} records. Next: mensch replay {game}")
IMPORTED_MORE = _("Game {game} is here now, with {written} more records. Next: mensch replay {game}")
IMPORTED_BEFORE = _("Game {game} is here already, with all of these records.")
IMPORTED_RUNNING = _(
    "It is still running, and its secret dice are not in the file: it can be shown, and forked with fresh "
    "dice, but not be played on here."
)
SAME = _("They are the same: {records} records.")
GOES_ON = _("They are the same up to record {seq}; {name} goes on to record {last}.")
PARTING = _("They are the same up to record {before}, and part at record {seq}.")
COMPARED = _("Found with {compared} comparisons of hashes.")
ABSENT = _("absent")
AFTER_BOTH = _("The table after record {seq}:")
NO_TABLE = _("no table")
SEAT_LINE = _("seat {seat}  {score:3}  {dice}")

# Sentences

NEW_GAME = _("Game {game} is on. Next: mensch play {game}")
NEW_GAME_OVER = _("Game {game} is played. Next: mensch replay {game}")
TURN = _("{name} is to move.")
YOUR_DICE = _("{name}: dice {dice}")
OVER = _("The game is over: mensch replay {game}")
NO_GAMES = _("There are no games yet: mensch new --seat anna --seat bot:greedy")
ASK_MOVE = _("{name}, your move (number, move, ? for help, q to stop)")
HELP_MOVES = _(
    "Type a number from the list or a move: B+5 extends row B with a 5, N4 starts a row with a 4, N3+4 with "
    "both dice, P5 passes. B+5@1A says to take the figure from row A of seat 1."
)
HELP_LINE = _("Esc or Ctrl-U empties the line, Ctrl-W takes the last word away; ← → move in it.")
REFUSED_LINE = _("(type anew, or correct it with Backspace or ←; Esc empties it)")
PASS_KEYBOARD = _("It is {name}'s turn. When only {name} looks, press Enter")
STOPPED = _("The game waits. Go on with: mensch play {game}")
OFFER_MADE = _("{name} offers to abort. It ends when these agree too: {missing}")
GAME_ABORTED = _("Game {game} has ended without a winner.")
RESIGNATION = _("{name} has left game {game}.")
ACCEPTED = _("It counts, as record {seq} with hash {hash}.")
REKEYED = _("{name} has another key in game {game}.")
DISPUTE_OPENED = _(
    "{name} disputes record {record} of game {game} with record {dispute}.\n"
    "The game waits until an arbiter rules: mensch rule {game} --dispute {dispute}"
)
RULINGS = {
    "annulled": _("Game {game} is annulled."),
    "forfeit": _("{name} forfeits game {game}."),
    "replayed": _(
        "Game {game} is annulled and goes on from record {record} as game {fork}.\nNext: mensch play {fork}"
    ),
    "stands": _("Game {game} stands."),
}
CAUSE_OPENED = _("The cause of record {record}: {envelope}")
ARBITER = "{id}  {name:24}  {key}"
ARBITER_REGISTERED = _("{name} gives rulings as {id}.")
NO_ARBITERS = _("There are no arbiters yet: mensch arbiter NAME --key KEY")
OPEN_DISPUTE = _("{game}  {name} disputes record {record} with record {dispute}, {age} ago")
OWED_REVEAL = _("{game}  its deck should be public since {span}: mensch up, or mensch disputes --reveal")
LATER_REVEAL = _("{game}  its deck becomes public in {span}")
NO_DISPUTES = _("No dispute is open, and no deck waits to become public.")
FORKED = _("Game {game} goes on from record {seq} of {parent}. Next: mensch play {game}")
FORKED_OVER = _("Game {game} went on from record {seq} of {parent} and is played. Next: mensch replay {game}")
PUBLIC_ONLY = _("The dice of this game are secret, so only what is public is shown.")
PRESS_ENTER = _("Enter for the next, q to stop")
DEMO_NEW = _("A new game, bot:greedy against bot:random, is played into {server}:")
DEMO_PLAYED = _("{moves} moves, {records} events. Here it is again from its events:")
DEMO_END = _("Show it once more: mensch replay {game}")
ARCHIVE_OLDER = _("All games that are over for so long: 30d, 12h.")
ARCHIVED = _("Games moved into the archive: {count}.")
REBUILT = _("Games indexed: {games}. Stale entries removed from the index: {pruned}.")
BROKEN = _("not indexed: {reason}")
FIT = _("The server is fit.")
UNFIT = _("The server is not fit.")
REMEDY = "  → {remedy}"
LEVELS = {
    "random": _("every legal move alike"),
    "greedy": _("completes for most points, else takes the largest gain at once"),
    "steady": _("a linear judgement of the table, learned by playing itself"),
    "sharp": _("a small network, learned by playing itself"),
    "master": _("the network, looking one round ahead"),
}
BOTS_HEADING = _("wins, %    2 seats             3 seats             4 seats")
STRENGTH = "{rate:5.1f} ({low:4.1f}–{high:5.1f})"
MATCH = _("{first} against {second}, {seats} seats, {games} games (fair: {fair:.1f} %)")
WIN_RATE = _("wins          {rate:.1f} %  (95 %: {low:.1f} to {high:.1f})")
ADJUSTED_RATE = _(
    "luck-adjusted {rate:.1f} %  (95 %: {low:.1f} to {high:.1f}), as much as from {saved:.1f} times the games"
)
SWEPT = _("Items that were due: {count}.")
UP = _(
    "Running: a sweeper, an inbox, a signer, and workers for turns ({count}) and tournaments (1). "
    "Ctrl-C ends them."
)
UP_WITH_MAIL = _(
    "Running: a sweeper, an inbox, a signer, and workers for turns ({count}), tournaments (1) and mail (1). "
    "Ctrl-C ends them."
)
QUEUE_STATE = _("{name:12} waiting {waiting}, workers {workers}, failed {failed}")
TURNS_WAIT = _("turns of bots that wait: {count}, the oldest for {seconds:.1f} s")
MAILS_WAIT = _("mails that wait: {count}")
DEAD_LETTER = _("given up: {name}, game {game}")
OVERDUE = _("overdue: {game}")
NEEDS = _("needs a person: {need}")
SIGNER_UP = _("The signer listens at {socket}. Its public key: {key}")
SIGNED_LOGS_FIT = _("The logs of {count} games go on from what was signed.")
ROLLBACK_ACCEPTED = _(
    "Game {game} goes on from record {seq}, in epoch {epoch}; record {after} had been signed."
)
ROLLBACK_KEPT = _("{game}: epoch {epoch} went back from record {after} to {seq}: {reason}")
NO_RECEIPT = _("it happened, but there is no receipt: {reason}")
RECEIPT_GOOD = _("{game} record {seq}: the signature is the service's ({durability}, epoch {epoch})")
PROVISIONAL = _("provisional")
DURABLE = _("durable")
RECEIPT_FALSE = _("{game} record {seq}: the signature is NOT the service's")
RECEIPTS_CONTRADICT = _("{game} record {seq} has two receipts with two hashes: there are two histories")
EMBEDDED = _("a private server")
INTERNAL = _("this should not have happened: {error}. Set MENSCH_DEBUG=1 to see where.")
NO_OUTPUT = _("the output cannot be written: {reason}")
USAGE = _("{problem}; see {command} --help")
