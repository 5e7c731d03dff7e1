"""Leduc poker: six cards, two rounds of bets, one card on the table."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Any

from hoplon.authoring.bits import count_bits, legal_from_bits, nth_bit
from hoplon.authoring.dice import SEED, below, keep_seed, pick, stream
from hoplon.authoring.game import FromPosition, Game, Rules
from hoplon.authoring.pictures import Card, Counter, Hand, Layout, Scene, Screen
from hoplon.authoring.rules import NOBODY, begin, engine, record, rule, then, turn_type
from hoplon.authoring.words import BadPosition, Phrases, name_word, position_words, usual_words


class Do(IntEnum):
    """What can happen; the first three are choices."""

    FOLD = 0
    CALL = 1
    RAISE = 2
    DEAL = 3
    SHOW = 4
    WIN = 5


# --- rules; numbers are sections of the rulebook ------------------------------------------------------------

CARDS = 6  # the rank of a card is card // 2: jack, queen, king
HIDDEN, NO_CARD = CARDS, CARDS + 1  # instead of a card
EVEN = 2  # instead of a winner
MOST_RAISES = 2  # in a round
FOR_HANDS, FOR_TABLE = 0, 1  # what dice are rolled for
BET = (
    4  # `bets` is a number with a digit of this base for each choice so far, which is 1 more than the choice
)

numbers = [(name, "i2") for name in ("table", "raises", "mover", "winner")]
state_t = record([SEED, ("bets", "i8"), ("hand", "i2", (2,)), ("paid", "i2", (2,)), *numbers])


@rule
def new(s, _options, seed):
    """Everybody pays the ante and gets a card (2.1)."""
    keep_seed(s, seed)
    s.bets = 0
    s.table = NO_CARD
    for seat in range(2):
        s.hand[seat] = HIDDEN
        s.paid[seat] = 1
    deal_hidden(s, seed)
    s.raises = s.mover = 0
    s.winner = NOBODY


@rule
def unseen(s):
    """The cards that are neither on the table nor in a hand that is known, as bits."""
    return ((1 << CARDS) - 1) & ~(1 << int(s.table) | 1 << int(s.hand[0]) | 1 << int(s.hand[1]))


@rule
def deal_hidden(s, seed):
    """A hidden hand is any of the unseen cards, all as likely (2.1)."""
    for seat in range(2):
        if s.hand[seat] == HIDDEN:
            cards = unseen(s)
            s.hand[seat] = nth_bit(cards, below(stream(seed, FOR_HANDS, 0), seat, count_bits(cards)))


@rule
def to_move(s):
    """The first player begins each round, then they take turns (3.1)."""
    return NOBODY if s.winner != NOBODY else int(s.mover)


@rule
def choices(s):
    """Call; fold if the other has paid more (3.2); raise if that was not done twice (3.4). As bits."""
    fold = 1 if s.paid[s.mover] < s.paid[1 - s.mover] else 0
    return 0 if s.winner != NOBODY else fold | 2 | (4 if s.raises < MOST_RAISES else 0)


@rule
def take_turn(s, turn, choice):
    """The mover bets (3.1)."""
    begin(turn)
    then(turn, choice, who=s.mover)
    resolve(s, turn, turn.pending)


@rule
def perform(s, turn, a):
    """What an action changes; a bet pays what the other has paid, and a raise 2 or 4 more (3.3, 3.4)."""
    if a.kind <= Do.RAISE:
        s.bets = BET * s.bets + a.kind + 1
        s.mover = 1 - s.mover
        if a.kind == Do.RAISE:
            s.raises += 1
            a.n = 2 if s.table == NO_CARD else 4
        if a.kind != Do.FOLD:
            a.n += s.paid[1 - a.who] - s.paid[a.who]
            s.paid[a.who] += a.n
    elif a.kind == Do.DEAL:
        a.what = nth_bit(unseen(s), pick(turn, stream(s.seed, FOR_TABLE, 0), 0, CARDS - 2))
        s.table = a.what
        s.raises = 0
        s.mover = 0
    elif a.kind == Do.WIN:
        s.winner = a.who
    return True


@rule
def react(s, turn, a):
    """A fold ends it (3.2). A call ends the round, unless it is the first choice of it (3.3)."""
    if a.kind == Do.FOLD:
        then(turn, Do.WIN, who=1 - a.who, n=s.paid[a.who])
    elif a.kind == Do.CALL and (a.who == 1 or s.raises > 0):
        if s.table == NO_CARD:
            then(turn, Do.DEAL)
        else:
            for seat in range(2):
                then(turn, Do.SHOW, who=seat, what=s.hand[seat])
            ahead = strength(s, 0) - strength(s, 1)
            winner = 0 if ahead > 0 else 1 if ahead < 0 else EVEN
            then(turn, Do.WIN, who=winner, n=0 if winner == EVEN else s.paid[0])


@rule
def strength(s, seat):
    """A pair with the table is best, else the higher rank; with equal ranks nobody wins (4.1)."""
    rank = int(s.hand[seat]) // 2
    return CARDS if rank == int(s.table) // 2 else rank


@rule
def score(s, seat):
    """The chips won or lost (4.2)."""
    lost = -int(s.paid[seat]) if s.winner == 1 - seat else 0
    return int(s.paid[1 - seat]) if s.winner == seat else lost


@rule
def conceal(s, seat):
    """A hand is its owner's secret until it is shown (2.2)."""
    for who in range(2):
        if who != seat and (s.winner == NOBODY or int(s.bets) % BET == Do.FOLD + 1):
            s.hand[who] = HIDDEN
    keep_seed(s, (0, 0))


@rule
def redeal(s, seat, seed):
    """The other hand is any card that the seat does not see."""
    conceal(s, seat)
    deal_hidden(s, seed)
    keep_seed(s, seed)


resolve = engine(perform, react)
RULES = Rules(new, to_move, *legal_from_bits(choices), take_turn, score, keep_seed, conceal, redeal)

# --- words --------------------------------------------------------------------------------------------------

NAME, SEATS, BETS = "leduc-poker", ("First", "Second"), ("fold", "call", "raise")
NAMES = ["Js", "Jh", "Qs", "Qh", "Ks", "Kh", "?", "-"]  # the last two: HIDDEN, NO_CARD


def notation(states: Any, i: int) -> str:
    """Both hands, the table and the letters of all bets: `leduc-poker Js Kh - cr`."""
    s = states[i]
    bets, left = "", int(s.bets)
    while left:
        bets, left = BETS[left % BET - 1][0] + bets, left // BET
    return " ".join([NAME, *(NAMES[card] for card in (*s.hand, s.table)), bets or "-"])


def read_notation(states: Any, i: int, text: str, seed: int = 0) -> None:
    """Bet as in a position; BadPosition says why that cannot be."""
    *names, bets = position_words(text, NAME, *["|".join(NAMES)] * 3, "BETS")
    shown = [name for name in names if name in NAMES[:CARDS]]
    if "-" in names[:2] or len(set(shown)) < len(shown):
        raise BadPosition(f"the cards {' '.join(names)} are not two hands and the table")
    turn = GAME.new_turns(1)
    GAME.entries.start(states, i, GAME.options_array(GAME.options()), seed)
    *states["hand"][i], table = map(NAMES.index, names)
    for bet in bets.replace("-", ""):
        if not GAME.entries.allows(states, i, "fcr".find(bet)):
            raise BadPosition(f"the bet {bet!r} of {bets[:30]!r} is not legal")
        GAME.entries.play(states, i, turn, 0, "fcr".find(bet))
        if states["table"][i] != NO_CARD:
            states["table"][i] = table
    if states["table"][i] != table:
        raise BadPosition(f"{names[2]} is on the table before the first round of bets is over")


# --- pictures -----------------------------------------------------------------------------------------------


def scene(states: Any, i: int, _viewer: int) -> Scene:
    """Hands, table and chips."""
    s, hands = states[i], []
    cards = zip((0, 1, None), (*SEATS, "Table"), map(int, (*s.hand, s.table)), strict=True)
    for seat, title, card in cards:
        glyph = NAMES[card].replace("s", "♠").replace("h", "♥")
        drawn = Card(title, glyph, NAMES[card], seat, card == HIDDEN)
        hands.append(Hand(seat, title, () if card == NO_CARD else (drawn,)))
    paid = [Counter(f"{SEATS[seat]} paid", str(s.paid[seat]), seat) for seat in (0, 1)]
    return Scene(hands=tuple(hands), counters=tuple(paid))


TEXTS = {  # as programs and as people read them
    Do.FOLD: ("fold {who}", "{player} folds"),
    Do.CALL: ("call {who} {n}", "{player} calls and pays {n}"),
    Do.RAISE: ("raise {who} {n}", "{player} raises and pays {n}"),
    Do.DEAL: ("deal {card}", "{card} comes to the table"),
    Do.SHOW: ("show {who} {card}", "{player} shows {card}"),
    Do.WIN: ("win {who} {n}", "{who} wins {n}"),
}
LAYOUT = Layout("none", colours=("red", "blue"))
WORDS = usual_words(LAYOUT, (*SEATS, "nobody")) | {"card": name_word("what", NAMES)}
SAYS = {do: says for do, (_, says) in TEXTS.items()}
SCREEN = Screen(LAYOUT, scene, says=SAYS, seen=lambda action, _viewer: action)  # all bets are open

GAME = Game(
    name=NAME,
    title="Leduc poker",
    summary="six cards, two rounds of bets, one card on the table",
    rulebook=Path(__file__).with_suffix(".md"),
    version=2,
    actions=Do,
    state=state_t,
    turn=turn_type(log=6, queue=4, stack=6),
    options=FromPosition,
    rules=RULES,
    space=range(3),
    seats=(2, 2),
    name_seats=lambda _options: SEATS,
    hides=True,
    deals=True,
    phrases=Phrases(Do, {do: form for do, (form, _) in TEXTS.items()}, WORDS),
    write_choice=lambda _states, _i, choice: BETS[choice],
    notation=notation,
    read_notation=read_notation,
    draw=SCREEN.draw,
    picture=SCREEN.picture,
    board=SCREEN.board,
)
