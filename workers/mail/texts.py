"""What mails say, in English; each is said in the recipient's language (`mensch.events.words`).

The words in quotes are commands, as `mensch.workers.mail.inbound.commands` reads them in both languages.
"""

from mensch.events.words import marked

# Subjects, behind `[mensch k7m2 #17] `
SUBJECT_TURN = marked("Your turn")
SUBJECT_TURN_LEFT = marked("Your turn, {left} left")
SUBJECT_TURN_GRACE = marked("Your turn, time is up")
SUBJECT_START = marked("The game begins")
SUBJECT_END = marked("The game is over")
SUBJECT_OFFER = marked("{name} makes an offer")
SUBJECT_DISPUTED = marked("A dispute stops the game")
SUBJECT_RULED = marked("The game goes on after a ruling")
SUBJECT_PAUSED = marked("The game pauses")
SUBJECT_RESUMED = marked("The game goes on")
SUBJECT_HELD = marked("A bot plays for you")
SUBJECT_FORFEITED = marked("You have left the table")
SUBJECT_INVITED = marked("A seat is kept for you")
SUBJECT_ANSWER = marked("Your mail")
SUBJECT_WATCHED = marked("What happened")
SUBJECT_TEST = marked("A test")

# What a mail is about
YOUR_TURN = marked("It is your turn, {name}.")
HALF_GONE = marked("Half of your time for this turn is gone.")
LATE_NOW = marked("Four fifths of your time for this turn are gone.")
IS_TO_MOVE = marked("{name} is to move.")
BEGINS = marked("The game begins; {name} is to move.")
YOU_PLAY = marked("You play in this game now; {name} is to move.")
OVER = marked("The game is over.")
OVER_ABORTED = marked("The game has ended without a winner.")
OVER_LAPSED = marked("The game does not take place, as not everybody came in time.")
OVER_NOT_BEGUN = marked("The game does not take place, as not everybody who was invited plays.")
OVER_ANNULLED = marked("The game is annulled by a ruling.")
OFFERS_ABORT = marked("{names} would end the game without a winner. Reply “abort” to agree.")
OFFERS_PAUSE = marked("{names} would pause the game. Reply “pause” to agree.")
DISPUTED = marked("{name} disputes record {record}. The game waits for a ruling, and clocks stand.")
RULED = marked("The ruling is given, and the game goes on.")
PAUSED_AGREED = marked("The game pauses, as all agree. Reply “resume” to go on.")
PAUSED_OPERATOR = marked("The operator has paused the game. No move counts until it goes on.")
PAUSED_UNTIL = marked("It goes on at {time}.")
RESUMED = marked("The pause is over.")
HELD = marked("Your time was up, so a bot plays for you. Reply “back” to play on yourself.")
FORFEITED = marked("Your time was up, and by the terms of this game you have left the table.")
RESULT = marked("{place}. {name} {score}")

# Tournaments
ROUND_AGAINST = marked("This is a game of the tournament {tournament}, round {round}, against {names}.")
BOT_NAMED = marked("{name} (bot: {level})")
ROUND_UNTIL = marked("The round lasts until {time}; the scores decide a game that is not over by then.")
ROUND_NO_SHOW = marked(
    "Who was to move and has done nothing in a game is a no-show, who loses a game of two; who came to none "
    "of their games in the round is paired no more."
)
ROUND_GAME = marked("This was a game of the tournament {tournament}, round {round}.")
ROUND_BY_SCORES = marked("The round has ended; the game was decided by the scores.")
ROUND_FORFEIT = marked("The round has ended, and the game is lost by forfeit for who did not come: {names}.")
ROUND_NO_RESULT = marked("The round has ended, and the game has no result, as these did not come: {names}.")
SUBJECT_PAIRED_NO_MORE = marked("You are paired no more")
PAIRED_NO_MORE = marked(
    "You did not come to your games in round {round} of the tournament {tournament}. So you count as a "
    "no-show, and are paired no more."
)

# The table
SINCE_LAST = marked("Since your last mail")
SO_FAR = marked("So far")
LEFT_TABLE = marked("left")
CENTRE = marked("Centre")
NONE = marked("none")
PILE = marked("Draw pile {count}")
DISCARDS = marked("discards {dice}")
YOUR_DICE = marked("Your dice: {dice}")

# Time
TIME_LEFT = marked("You have {left} left for this turn; the flag falls at {time}.")
TIME_GRACE = marked("Your time is used up; the flag falls at {time}.")
TIME_BANK = marked("Time left for your coming turns: {left}.")

# How to answer
HOW_TO_MOVE = marked(
    "Reply with the number of a move, or the move itself, in the first line; what you write is not shown to "
    "anybody unless it begins with “say”."
)
MORE_WORDS = marked("Other first lines: say …, show, orders …, away …, pause, abort, resign, help.")
HOW_TO_REPLY = marked("You can reply with: say …, show, orders …, away …, pause, abort, resign, help.")
REPLY_HERE = marked("Replies about this game go to {address}.")
REPLY_WITH = marked("Replies about this game have the subject: {subject}")
REPLY_SUBJECT = marked("Keep the letters in the subject: your reply is known by them.")
FEWER = marked("Reply “digest 7” for one mail a day at 7:00 UTC, “language de” for mails in German.")
MORE = marked("This is your mail of the day; reply “digest off” for one at each turn.")
STOP_WATCHER = marked("To get no more mails about this game, write to {address}.")
STOP_WATCHER_SUBJECT = marked("To get no more mails about this game, write “stop {token}” in the subject.")

# Invitations
INVITED = marked("{name}, a seat is kept for you in a game of “Mensch ärgere Dich nicht – Das Kartenspiel”.")
INVITED_INSTEAD = marked("{name}, somebody's seat in a running game is yours if you want it.")
INVITED_WITH = marked("Who plays: {names}.")
INVITED_UNTIL = marked("It is kept until {time}.")
INVITED_HOW = marked(
    "Reply “join”, and behind it on the same line any words of your own: they become part of what the dice "
    "are shuffled with, so that nobody can choose them without you. Reply “no” if you would not play."
)
INVITED_JOIN = marked("Reply “join” to take it, or “no”.")
TERMS = marked("Each player has {bank} to think, plus {increment} for every move, at most {cap}.")
TERMS_NO_INCREMENT = marked("Each player has {bank} to think in all.")
TERMS_GRACE = marked("The flag falls {grace} after that.")
LATE_AUTOPILOT = marked("For who is late, a bot makes that one move.")
LATE_TAKEOVER = marked(
    "For who is late, a bot makes that one move; after {misses} such turns in a row it plays on until they "
    "come back."
)
LATE_FORFEIT = marked("Who is late leaves the table, and the others play on.")
NO_CLOCK = marked("Nobody's time is limited.")

# One mail about several games, and what others see
WATCHED = marked("You look on at this game; you see what everybody may see.")
RECEIPT = marked("Receipt, to prove later what you were shown:")

# `mensch mail test`
TEST = marked("This is a test of mensch. Mail from it reaches you.")
