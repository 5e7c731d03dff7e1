"""Choices as the page offers them: what is taken up, and where it is put down.

Places of the table are named by short texts: `A4` an area, `hand:2` a card of the hand in its order,
`rear:A.Celts-1` a unit of a second line, `rear:A` that second line, `away:Celts-1` a unit on pursuit, `deck`,
`discard`, `hand`.
"""

from __future__ import annotations

from typing import Any

from hoplon.core.board import Offer, Tool
from hoplon.core.choices import Choice
from hoplon.core.match import Match
from hoplon.core.words import say
from hoplon.games.cardbattle.board.labels import plain
from hoplon.games.cardbattle.choices import argument_of, hand_of, kind_of, rear_of
from hoplon.games.cardbattle.naming import CARD_WORDS, SEATS, Names
from hoplon.games.cardbattle.state import CARD, COLUMNS, EMPTY, SIDE, TARGETS, Do
from hoplon.games.cardbattle.tables import Card

DECK = "deck"
DISCARD = "discard"
HAND = "hand"

TOOLS = (
    Tool("yes", "Yes", "y", "The answer to what is asked."),
    Tool("no", "No", "n", "The answer to what is asked."),
    Tool("give", "Share hits", "", "Which target takes the next hit."),
    Tool("play", "Play", "", "Play a unit of the hand on an area, or in place of another."),
    Tool("move", "Move", "", "Move a unit sideways or to the second line."),
    Tool("card", "Card", "", "Play a special card."),
    Tool("fire", "Fire", "", "Designate who fires at which enemy in contact."),
    Tool("loose", "Resolve fire", "l", "Resolve the fire that is designated."),
    Tool("attack", "Attack", "", "Begin an attack, or add to it."),
    Tool("raid", "Raid", "", "Attack the second line of the enemy."),
    Tool("close", "Close attack", "c", "Close it, and its targets answer."),
    Tool("resolve", "Resolve attacks", "r", "Resolve the attacks that are designated."),
    Tool("rally", "Rally", "", "Bring a routed unit back, or one that pursues."),
    Tool("mend", "Mend", "", "Take hits off a unit."),
    Tool("discard", "Discard", "", "Throw away a card of the hand."),
    Tool("draw", "Draw", "d", "Draw a card from the deck."),
    Tool("take", "Take", "", "Draw a rallied unit from the second line."),
    Tool("end", "End phase", "e", "Go on to the next phase."),
)
ANSWERS = {
    Do.WITHDRAW: ("yes", "Withdraw"),
    Do.STAND: ("no", "Stand"),
    Do.REACT: ("yes", "Fire"),
    Do.HOLD: ("no", "Hold fire"),
    Do.SPEND: ("yes", "Play INITIATIVE"),
    Do.KEEP: ("no", "Keep the card"),
}
BUTTONS = {
    Do.END_PHASE: ("end", "End phase"),
    Do.LOOSE: ("loose", "Resolve fire"),
    Do.CLOSE: ("close", "Close attack"),
    Do.RESOLVE: ("resolve", "Resolve attacks"),
}
PLAYED_CARDS = {
    Do.STREW: Card.CALTROP,
    Do.STEADY: Card.COHESION,
    Do.SUPPLY: Card.MISSILE_SUPPLY,
    Do.FLANK_CARD: Card.FLANK,
    Do.RALLY_CARD: Card.RALLY,
    Do.RECOVER: Card.COHESION,
    Do.RESERVE: Card.RESERVE,
    Do.CHALLENGE: Card.CHALLENGE,
}

REAR_LABELS = {
    Do.RALLY: ("rally", "Rally {unit} by the leader"),
    Do.RALLY_CARD: ("rally", "Rally {unit} by the card"),
    Do.RECOVER: ("mend", "COHESION for {unit}"),
    Do.ORDER: ("mend", "Cohesion order to {unit}"),
}
ALSO_SAID = tuple(label for _, label in REAR_LABELS.values())


class TableWords:
    """The words for everything on the table at one moment."""

    def __init__(self, names: Names, s: Any) -> None:
        self.names, self.s = names, s
        self.seat = int(s.active)
        self.hand, self.rear = hand_of(s, self.seat), rear_of(s, self.seat)

    def area(self, column: int, enemy: bool = False) -> str:
        """An area of the active player, or of the other."""
        return f"{SEATS[self.seat ^ enemy]}{column + 1}"

    def slot(self, k: int) -> str:
        """A card of the hand."""
        return f"hand:{k + 1}"

    def slot_of(self, card: Card) -> str | None:
        """The first special card of a kind in the hand."""
        return self.slot(self.hand.index(CARD + card)) if CARD + card in self.hand else None

    def rear_place(self, k: int) -> str:
        """A unit of the second line."""
        return f"rear:{self.names.unit(self.rear[k])}"

    def name_at(self, column: int, enemy: bool = False) -> str:
        """The unit in an area for people."""
        u = int(self.s.field[COLUMNS * (self.seat ^ enemy) + column])
        return self.name(u) if u != EMPTY else say("column {n}", n=column + 1)

    def name(self, unit: int) -> str:
        """A unit for people; the sentence says whose it is."""
        return plain(self.names.own(unit))

    def card_name(self, card: int) -> str:
        """A card of the hand for people."""
        return CARD_WORDS[card - CARD] if card >= CARD else self.name(card)


def offers(names: Names, match: Match) -> tuple[Offer, ...]:
    """The legal choices of the seat to move."""
    table = TableWords(names, match.states_at(len(match.choices))[0])
    return tuple(_offer(table, choice) for choice in match.legal())


def _offer(t: TableWords, choice: Choice) -> Offer:
    kind, n = Do(kind_of(choice.code)), argument_of(choice.code)
    first, second = divmod(n, COLUMNS)
    if kind in ANSWERS:
        return Offer(choice, ANSWERS[kind][0], None, ANSWERS[kind][1])
    if kind in BUTTONS:
        return Offer(choice, BUTTONS[kind][0], None, BUTTONS[kind][1])
    if kind == Do.GIVE:
        target = int(t.s.target[TARGETS * int(t.s.fight) + n])
        cell = f"{SEATS[target // SIDE]}{int(t.s.at[target]) + 1}"
        return Offer(choice, "give", cell, say("One hit to {unit}", unit=t.name(target)))
    if kind in (Do.PLAY, Do.RELIEVE):
        card = t.card_name(t.hand[first])
        label = say("Play {card} on {n}", card=card, n=second + 1)
        if kind == Do.RELIEVE:
            label = say("Relieve {unit} by {card} on {n}", unit=t.name_at(second), card=card, n=second + 1)
        return Offer(choice, "play", t.area(second), label, source=t.slot(first))
    if kind == Do.MOVE:
        label = say("Move {unit} to {n}", unit=t.name_at(first), n=second + 1)
        return Offer(choice, "move", t.area(second), label, source=t.area(first))
    if kind == Do.REAR:
        label = say("{unit} to the second line", unit=t.name_at(n))
        return Offer(choice, "move", f"rear:{SEATS[t.seat]}", label, source=t.area(n))
    if kind == Do.AIM:
        label = say("{unit} fires at {target}", unit=t.name_at(first), target=t.name_at(second, True))
        return Offer(choice, "fire", t.area(second, True), label, source=t.area(first))
    if kind in (Do.ATTACK, Do.ATTACK_FLANK):
        is_plain = kind == Do.ATTACK
        form = "{unit} attacks {target}" if is_plain else "{unit} attacks {target} with a FLANK card"
        label = say(form, unit=t.name_at(first), target=t.name_at(second, True))
        return Offer(choice, "attack", t.area(second, True), label, source=t.area(first))
    if kind in (Do.JOIN, Do.JOIN_FLANK):
        form = "{unit} joins the attack" if kind == Do.JOIN else "{unit} joins the attack with a FLANK card"
        return Offer(choice, "attack", t.area(n), say(form, unit=t.name_at(n)))
    if kind == Do.ALSO:
        return Offer(choice, "attack", t.area(n, True), say("Attack {unit} too", unit=t.name_at(n, True)))
    if kind == Do.FLANK_ORDER:
        return Offer(choice, "attack", t.area(n), say("Order {unit} to the flank", unit=t.name_at(n)))
    if kind == Do.RAID:
        label = say("{unit} attacks the second line", unit=t.name_at(n))
        return Offer(choice, "raid", f"rear:{SEATS[1 - t.seat]}", label, source=t.area(n))
    if kind == Do.DISCARD:
        return Offer(
            choice,
            "discard",
            DISCARD,
            say("Throw away {card}", card=t.card_name(t.hand[n])),
            source=t.slot(n),
        )
    if kind == Do.DRAW:
        return Offer(choice, "draw", None, "Draw a card", source=DECK)
    if kind == Do.REGROUP:
        unit = SIDE * t.seat + n
        return Offer(choice, "rally", f"away:{t.names.own(unit)}", say("Regroup {unit}", unit=t.name(unit)))
    return _card_or_rear(t, choice, kind, n)


def _card_or_rear(t: TableWords, choice: Choice, kind: Do, n: int) -> Offer:
    """Special cards, and what is done with units of the second line."""
    source = t.slot_of(PLAYED_CARDS[kind]) if kind in PLAYED_CARDS else None
    if kind == Do.STREW:
        label = say("CALTROP on enemy area {n}", n=n + 1)
        return Offer(choice, "card", t.area(n, True), label, source=source)
    if kind == Do.STEADY:
        return Offer(choice, "mend", t.area(n), say("COHESION for {unit}", unit=t.name_at(n)), source=source)
    if kind == Do.SUPPLY:
        label = say("MISSILE SUPPLY for {unit}", unit=t.name_at(n))
        return Offer(choice, "card", t.area(n), label, source=source)
    if kind == Do.FLANK_CARD:
        label = say("FLANK card for {unit}", unit=t.name_at(n))
        return Offer(choice, "attack", t.area(n), label, source=source)
    if kind in (Do.RESERVE, Do.CHALLENGE):
        return Offer(choice, "card", None, say("Play {card}", card=PLAYED_CARDS[kind].name), source=source)
    name = t.name(t.rear[n])
    if kind == Do.TAKE:
        return Offer(
            choice, "take", HAND, say("Take {unit} into the hand", unit=name), source=t.rear_place(n)
        )
    tool, label = REAR_LABELS[kind]
    return Offer(choice, tool, t.rear_place(n), say(label, unit=name), source=source)
