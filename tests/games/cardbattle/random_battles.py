"""Battles in any position, for tests of texts: every card somewhere, not necessarily reached by the rules."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

import numpy as np

from hoplon.games.cardbattle.content import FOLDER
from hoplon.games.cardbattle.naming import Names
from hoplon.games.cardbattle.state import (
    CARD,
    COLUMNS,
    DECK,
    EMPTY,
    HAND,
    REAR,
    SIDE,
    Do,
    Mark,
    Place,
    state_t,
)
from hoplon.games.cardbattle.tables import KIND_OF, MISSILE_LETTERS, MODULE_IDS, TRAIT_IDS, Card

PAIRS = (
    ("antiquity/carthage", "antiquity/rome_republic"),
    ("samurai/oda", "samurai/takeda"),
    ("fantasy/frost_clans", "fantasy/serpent_empire"),
    ("thermopylae/spartans_300", "thermopylae/persians_300"),
)


def army(place: str) -> dict[str, Any]:
    """A supplied army as its file says it."""
    return tomllib.loads((FOLDER / "armies" / f"{place}.toml").read_text(encoding="utf-8"))


def names_of(*armies: dict[str, Any]) -> Names:
    """What the cards of two armies are called."""
    units = [tuple(u["name"] for u in army["unit"] for _ in range(u["count"])) for army in armies]
    return Names(
        (armies[0]["army"]["name"], armies[1]["army"]["name"]),
        (armies[0]["leader"]["name"], armies[1]["leader"]["name"]),
        (units[0], units[1]),
        (tuple(armies[0]["army"].get("clans", ())), tuple(armies[1]["army"].get("clans", ()))),
    )


def battle(seed: int, pair: tuple[str, str] = PAIRS[0]) -> tuple[Names, Any]:
    """Two armies with their cards dealt to random places, and a question or an attack under way."""
    dice = Random(seed)
    armies = [army(place) for place in pair]
    states = np.zeros(1, state_t)
    s = states[0]
    for name in ("field", "at", "hand", "deck", "rear", "clan", "shooter", "shot_at", "attacker", "target"):
        s[name][:] = EMPTY
    s.winner = s.lead_a = s.lead_d = s.rampage_at = EMPTY
    s.module = MODULE_IDS.index(armies[0]["army"]["module"])
    s.rounds, s.active, s.first, s.phase = (
        dice.randint(1, 30),
        dice.randint(0, 1),
        dice.randint(0, 1),
        dice.randint(0, 5),
    )
    s.pref[:39] = [dice.randint(0, 1) for _ in range(39)]
    for seat in (0, 1):
        _deal(s, seat, armies[seat], dice)
    _designate(s, dice)
    return names_of(*armies), states


def _deal(s: Any, seat: int, army: dict[str, Any], dice: Random) -> None:
    clans = army["army"].get("clans", [])
    cards = [u for u in army["unit"] for _ in range(u["count"])]
    s.units[seat] = len(cards)
    s.initiative[seat], s.command[seat] = army["leader"]["initiative"], army["leader"]["command"]
    s.clans[seat], s.level[seat] = army["leader"]["clans"], army["army"]["totals"]["rout_level"]
    s.rules[seat] = dice.randrange(64)
    s.lost[seat], s.fled[seat] = dice.randrange(40), dice.randrange(40)
    specials = [CARD + card for card in Card for _ in range(army["special_cards"].get(card.name, 0))]
    free = list(range(COLUMNS))
    dice.shuffle(free)
    piles: dict[str, list[int]] = {"deck": list(specials), "hand": [], "rear": []}
    for k, card in enumerate(cards):
        u = SIDE * seat + k
        s.kind[u] = KIND_OF[card["type"], card["class"]]
        s.tq[u], s.sizes[u], s.value[u] = card["tq"], card["size"], card["value"]
        s.missile[u] = MISSILE_LETTERS.index(card["missile"])
        s.clan[u] = clans.index(card["clan"]) if card.get("clan") else EMPTY
        s.traits[u] = sum(1 << TRAIT_IDS.index(name) for name in card.get("traits", ()))
        place = dice.choice(list(Place)[1:])
        if (place == Place.HAND and len(piles["hand"]) == HAND) or (place == Place.FIELD and not free):
            place = Place.DECK
        if place in (Place.ROUTED, Place.RALLIED) and len(piles["rear"]) == REAR:
            place = Place.ELIMINATED
        s.place[u] = place
        if place == Place.FIELD:
            c = free.pop()
            s.field[COLUMNS * seat + c], s.at[u] = u, c
            if dice.random() < 0.3:
                s.marks[u] = Mark.HIDDEN | Mark.USED
        name = {Place.DECK: "deck", Place.HAND: "hand", Place.ROUTED: "rear", Place.RALLIED: "rear"}.get(
            place
        )
        if name:
            piles[name].append(u)
        s.coh[u] = dice.randrange(card["tq"]) if place != Place.DECK else 0
        s.depletion[u], s.level_m[u] = dice.choice((0, 0, 1)), dice.choice((0, 0, 1, 2))
    dice.shuffle(piles["deck"])
    while len(piles["hand"]) < HAND and piles["deck"] and piles["deck"][-1] >= CARD:
        piles["hand"].append(piles["deck"].pop())
    for name, most in (("deck", DECK), ("hand", HAND), ("rear", REAR)):
        s[name][most * seat : most * seat + len(piles[name])] = piles[name]
        s[f"{name}_n"][seat] = len(piles[name])
    for c in range(COLUMNS):
        s.terrain[COLUMNS * seat + c] = dice.choice((0, 0, 0, 3, 4, 7, 9))


def seen_units(s: Any, seat: int) -> list[int]:
    """The units of a seat that stand on the field for everybody to see."""
    units = [int(u) for u in s.field[COLUMNS * seat : COLUMNS * (seat + 1)] if u != EMPTY]
    return [u for u in units if not int(s.marks[u]) & Mark.HIDDEN]


def _designate(s: Any, dice: Random) -> None:
    own, enemy = seen_units(s, int(s.active)), seen_units(s, 1 - int(s.active))
    if own and enemy and dice.random() < 0.7:
        s.attacks = 1
        s.attacker[0], s.target[0] = own[0], enemy[0]
    if enemy and dice.random() < 0.5:
        s.pending.actions[0] = (Do.RESOLVE, int(s.active), -1, -1, -1, 0, -1, 0)
        s.pending.actions[1] = (Do.ASK_WITHDRAW, 1 - int(s.active), enemy[0], -1, -1, 0, 2, 1)
        s.pending.n = 2


CHANGING = ("place", "at", "coh", "depletion", "level_m", "marks")


def swap_units(s: Any, u: int, v: int) -> None:
    """Two units of one army change places, with all that is true of them there."""
    for name in CHANGING:
        s[name][u], s[name][v] = int(s[name][v]), int(s[name][u])
    for name in ("field", "hand", "deck", "rear"):
        cards = s[name]
        first, second = cards == u, cards == v
        cards[first], cards[second] = v, u


def is_hidden(s: Any, u: int) -> bool:
    """Does only its owner know where this unit is?"""
    if s.place[u] == Place.FIELD:
        return bool(int(s.marks[u]) & Mark.HIDDEN)
    return s.place[u] in (Place.DECK, Place.HAND, Place.PURSUIT)


def shuffle_secrets(s: Any, owner: int, dice: Random) -> None:
    """Change whatever the owner hides, and nothing else: his numbers of cards stay as they are."""
    secret = [u for u in range(SIDE * owner, SIDE * owner + int(s.units[owner])) if is_hidden(s, u)]
    for u in secret:
        swap_units(s, u, dice.choice(secret))
        if s.place[u] in (Place.HAND, Place.PURSUIT) or s.place[u] == Place.FIELD:
            s.coh[u], s.depletion[u] = dice.randrange(9), dice.randrange(3)
            s.level_m[u] = dice.randrange(5)
    n, m = int(s.deck_n[owner]), int(s.hand_n[owner])
    deck, hand = s.deck[DECK * owner : DECK * owner + n], s.hand[HAND * owner : HAND * owner + m]
    order = deck.tolist()
    dice.shuffle(order)
    deck[:] = order
    specials = [k for k, card in enumerate(deck) if card >= CARD]
    for k, card in enumerate(hand.tolist()):
        if card >= CARD and specials:
            other = dice.choice(specials)
            hand[k], deck[other] = int(deck[other]), card
    hidden = [u for u in secret if s.place[u] == Place.FIELD]
    free = [c for c in range(COLUMNS) if s.field[COLUMNS * owner + c] == EMPTY]
    if hidden and free:
        u, c = hidden[0], dice.choice(free)
        s.field[COLUMNS * owner + int(s.at[u])] = EMPTY
        s.field[COLUMNS * owner + c], s.at[u] = u, c
