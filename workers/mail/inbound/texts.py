"""What answers to mails say, in English; the catalogues have the other languages."""

from mensch.events.words import marked

MOVED = marked("Understood: the move {move}. It counts.")
MOVED_BEFORE = marked("Understood: the move {move}. It has counted already.")
SIGNED = marked("Understood: a signed line, {move}. It counts. Your dice: {dice}")
SAID = marked("Understood: a message to the table: “{text}”")
ORDERED = marked("Your standing orders, from your next turn on ({turns}×): {orders}.")
ORDERED_UNLESS_ROBBED = marked("They end when somebody steals from you.")
ORDERED_FORCED = marked("Turns with only one legal move are played for you.")
ORDERED_NOT_FORCED = marked("Understood: you are asked in every turn.")
ORDERS_CANCELLED = marked("Understood: your standing orders are cancelled.")
NO_ORDERS = marked("You have no standing orders.")
ORDERS_WARNING = marked(
    "Mind that a move which was ordered ahead can tell the others something about your dice. Why it came "
    "stays sealed until the deck is revealed."
)
RESIGNED = marked("Understood: you have left the game.")
AWAY = marked(
    "Understood: you are away from {since} to {until}. Your clock stands meanwhile in {games} of your games; "
    "a turn that has begun already goes on to its deadline."
)
BACK = marked("Understood: you play yourself again.")
PAUSE_OFFERED = marked("Understood: you offer to pause. The game pauses when these agree too: {missing}.")
PAUSED = marked("Understood: the game pauses, as all agree. Any of you ends that with: resume")
RESUMED = marked("Understood: the game goes on.")
ABORT_OFFERED = marked(
    "Understood: you offer to end the game without a winner. It ends when these agree too: {missing}."
)
ABORTED = marked("Understood: the game has ended without a winner, as all agree.")
DIGEST = marked(
    "Understood: all your mails come as one, at {hour}:00 UTC. To have one mail per turn: digest off"
)
NO_DIGEST = marked("Understood: you get one mail per turn.")
STOPPED = marked(
    "Understood: you get no more than one mail a day, at {hour}:00 UTC. While you play in a game its mails "
    "cannot stop altogether; to leave it for good: resign"
)
LANGUAGE = marked("Understood: English.")
JOINED = marked("Understood: you have seat {seat}. Your words have gone into the shuffling of the dice.")
REPLACED = marked("Understood: you play seat {seat} from here on.")
DECLINED = marked("Understood: you do not play.")

REFUSED = marked("“{text}” was not done: {error}")
REST_LEFT = marked("Nothing behind it was done.")
NOT_UNDERSTOOD = marked("“{text}” is not understood, so nothing was done.")
LINE_LEFT = marked(
    "“{text}” was not understood and is left aside. To say something to the table, begin the line with: say"
)
EMPTY = marked("No command was found in your mail: its first lines have to say what you want.")
OLD_TURN = marked("That was turn #{old}, it is #{now} now. Nothing was done: answer this mail instead.")
TOO_LARGE = marked("Your mail has more than {most} KiB, so it was not read. Answer without attachments.")
NOT_VERIFIED = marked(
    "A mail with your reply address came, and it is not certain that it is yours: {reason}. Nothing was done."
)
HOW_TO_JOIN = marked(
    "To take the seat, answer with the word “join” and some words of your own, whatever they are: they go "
    "into the shuffling of the dice. If you don't want to play, answer “no”."
)
HELP = marked(
    """What the first lines of an answer can say:
3 – the move with this number in the list
B+5 – a move
say TEXT – a message to the table, also together with a move
orders A+5, else N3+4, else autopilot – play this in my next turn
orders off · orders forced on · orders forced off
show – how the game stands
away 2026-12-24 to 2026-12-31 – my clock stands meanwhile
back – I play myself again
pause · resume – let all clocks stand, when all agree
digest 7 · digest off – all mails of a day as one, at this hour UTC
language de · language en
resign – leave the game for good
abort – end it without a winner, when all agree"""
)
