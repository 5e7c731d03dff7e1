"""A battle told in sentences, with the arithmetic of every die so that a person can check it.

The tree of a turn log stays as it is; an action whose numbers are told by its cause (a modifier of a die, a
shift of a column) has no sentence of its own. Everything is read from the log that the viewer may read, and
names of targets from what the viewer knows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import Any

from hoplon.core.actions import NOBODY
from hoplon.core.sentences import Sentences, begin, listed, several, signed
from hoplon.core.text import Action, Turn
from hoplon.core.words import say
from hoplon.games.cardbattle.board.labels import labels_of
from hoplon.games.cardbattle.naming import CARD_WORDS, WARRIOR_WORDS, Names
from hoplon.games.cardbattle.state import (
    ATTACKERS,
    CARD,
    COLUMNS,
    EMPTY,
    SIDE,
    TARGETS,
    Check,
    Do,
    Edge,
    End,
    Loss,
    Phase,
)
from hoplon.games.cardbattle.tally import as_seen
from hoplon.games.cardbattle.words import WHY_WORDS

CHECKS = {
    Check.PRE_SHOCK: "its check before the shock",
    Check.WITHDRAWAL: "its withdrawal",
    Check.FLANK_ORDER: "the order to the flank",
    Check.RAID: "its attack on the second line",
}
EDGES = {
    Edge.NONE: "Nobody is superior",
    Edge.ATTACKER: "The attackers are superior",
    Edge.DEFENDER: "The defenders are superior",
    Edge.FLANK: "The attackers strike the flank",
}
LOSSES = {
    Loss.TERRAIN: "to the ground",
    Loss.CALTROPS: "to caltrops",
    Loss.MISSILE: "to missiles",
    Loss.CHECK: "for the check",
    Loss.WITHDRAWAL: "in the withdrawal",
    Loss.SHOCK: "in the shock",
    Loss.RAMPAGE: "to the rampage",
}
ENDS = {
    End.ROUTED: "one army is routed",
    End.BOTH_ROUTED: "both armies are routed",
    End.NO_UNITS: "one army has no units left",
    End.HELD_OUT: "the pass was held",
}

PHASE_NAMES = {
    Phase.PLAY: "play phase",
    Phase.MOVE: "move phase",
    Phase.MISSILE: "missile phase",
    Phase.SHOCK: "shock phase",
    Phase.RALLY: "rally phase",
    Phase.DRAW: "draw phase",
}
FORMS: dict[int, str] = {
    Do.PLAY: "{unit} comes to {dst}",
    Do.RELIEVE: "{unit} relieves the unit on {dst}",
    Do.STREW: "{army} strews caltrops on {dst}",
    Do.MOVE: "{unit} moves from {src} to {dst}",
    Do.REAR: "{unit} goes to the second line",
    Do.STEADY: "COHESION for {unit}",
    Do.AIM: "{unit} aims at {target}",
    Do.SUPPLY: "MISSILE SUPPLY for {unit}",
    Do.LOOSE: "{army} fires",
    Do.ATTACK: "{unit} attacks {target}",
    Do.ATTACK_FLANK: "{unit} attacks {target} with a FLANK card",
    Do.JOIN: "{unit} joins the attack",
    Do.JOIN_FLANK: "{unit} joins the attack with a FLANK card",
    Do.ALSO: "the attack also goes against {target}",
    Do.FLANK_ORDER: "{unit} is ordered to the flank",
    Do.FLANK_CARD: "FLANK card for {unit}",
    Do.CLOSE: "{army} closes the attack",
    Do.RAID: "{unit} goes for the second line",
    Do.RESOLVE: "{army} resolves its attacks",
    Do.RALLY: "the leader rallies {unit}",
    Do.RALLY_CARD: "RALLY card for {unit}",
    Do.REGROUP: "{unit} regroups",
    Do.DISCARD: "{army} throws away {card}",
    Do.RECOVER: "COHESION for {unit}",
    Do.ORDER: "the leader steadies {unit}",
    Do.RESERVE: "{army} plays RESERVE",
    Do.DRAW: "{army} draws a card",
    Do.TAKE: "{unit} goes back into the hand",
    Do.CHALLENGE: "{army} plays CHALLENGE",
    Do.WITHDRAW: "{unit} withdraws",
    Do.STAND: "{unit} stands",
    Do.REACT: "{unit} fires at {target} in reaction",
    Do.HOLD: "{unit} holds its fire",
    Do.SPEND: "{army} plays INITIATIVE",
    Do.KEEP: "{army} keeps its INITIATIVE card",
    Do.GIVE: "one hit is given to {unit}",
    Do.ROUND: "round {n} begins",
    Do.TURN: "{army} takes its turn",
    Do.INITIATIVE: "{army} rolls {n} for the initiative",
    Do.FIRST: "{army} goes first{rounds}",
    Do.NO_SHOCK: "no shock in this turn of {army}",
    Do.DEAL: "{army} gets {card}",
    Do.REFILL: "{n} cards return to the deck of {army}",
    Do.OVER: "the battle is over, {end}: {winner}",
    Do.LEAVE: "{unit} joins the second line",
    Do.LOSE: "{unit} takes {hits} {loss}",
    Do.MEND: "{unit} recovers {hits}",
    Do.MARK: "{unit} gets a manoeuvre marker{level}",
    Do.HIDE: "{unit} hides",
    Do.REVEAL: "{unit} is seen",
    Do.RUN_OUT: "{unit} is out of missiles",
    Do.RESUPPLY: "{unit} has missiles again",
    Do.ENGAGE: "{unit} is engaged",
    Do.DISENGAGE: "{unit} is free again",
    Do.ENTER: "{unit} crosses the ground, cost {n}",
    Do.ROUT: "{unit} reaches its limit",
    Do.FLEE: "{unit} routs to the second line",
    Do.ELIMINATE: "{unit} is eliminated",
    Do.FERVOUR: "{army} tests its ferocity: die {n}",
    Do.CALM: "the ferocity of {army} ends",
    Do.MISS: "{unit} misses",
    Do.BURST: "{unit} rolls {n}: does the gun burst?",
    Do.FLANKS: "{unit} is on the flank",
    Do.CALL_OFF: "{unit} takes no part in the attack",
    Do.VOID: "attack {number} comes to nothing",
    Do.EVADE: "{unit} is out of reach",
    Do.SUPERIOR: "{edge}",
    Do.SPARED: "{unit} stays with {hits}: not everybody routs",
    Do.REFUSE: "{unit} rolls {n}: does the phalanx stand?",
    Do.COLLAPSE: "{unit}, engaged and one hit from rout, rolls {n}: does it collapse?",
    Do.RALLY_ROUND: "{unit} holds on, {hits} now",
    Do.RAIDS: "{unit} attacks the second line",
    Do.PLUNDER: "{army} loses {points} there",
    Do.PURSUE: "{unit} rolls {n}: does it pursue?",
    Do.PREY: "{unit} rolls {n} to get away",
    Do.AWAY: "{unit} pursues{level}",
    Do.STAMPEDE: "{unit} runs amok from {dst}",
    Do.ROLL: "{unit} rolls {n}",
    Do.TURN_TO: "{unit} runs to {dst}",
    Do.CRUSHED: "{unit} is brought down",
    Do.FIGHTERS: "{hero} meets {rival}",
    Do.BOUT: "they fight, {first} against {second}",
    Do.WOUND: "{army} takes {wounds}",
    Do.BUNDORI: "{army} loses a head: 5 rout points",
}


def _column(column: int) -> str:
    return say("column {n}", n=column + 1) if 0 <= column < COLUMNS else say("the field")


def why_word(why: int) -> str:
    """Why a die or a column is modified."""
    return say(WHY_WORDS[why].replace("-", " "))


ALSO_SAID = tuple(word.replace("-", " ") for word in WHY_WORDS.values())


class Story:
    """One turn of a battle as somebody reads it."""

    def __init__(self, names: Names, turn: Turn, before: Any, viewer: int) -> None:
        self._labels, self.actions = labels_of(names), turn.actions
        self._before, self._viewer = before, viewer
        self._under: defaultdict[int, list[int]] = defaultdict(list)
        for k, action in enumerate(turn.actions):
            self._under[action.cause].append(k)
        self._told: set[int] = set()  # their numbers are part of another sentence
        self._plain = Sentences(FORMS, self._words())
        self._own: dict[int, Callable[[int, Action], str]] = {
            Do.END_PHASE: self._end_phase,
            Do.CHECK: self._check,
            Do.SHOT: self._shot,
            Do.FIGHT: self._fight,
            Do.MEET: self._meet,
            Do.CLASH: self._clash,
            Do.TAKES: self._takes,
            Do.HIT: self._hit,
            Do.TRY: self._try,
            Do.COUNT: self._count,
        }

    def sentences(self) -> list[str]:
        """One for each action; empty where another tells it."""
        return ["" if k in self._told else self._say(k, action) for k, action in enumerate(self.actions)]

    def _say(self, k: int, action: Action) -> str:
        own = self._own.get(action.kind)
        return begin(own(k, action)) if own else self._plain.say(action)

    @cached_property
    def _known(self) -> Any:
        return as_seen(self._before, self._viewer)[0]

    def _words(self) -> dict[str, Callable[[Action], str]]:
        return {
            "unit": lambda a: self.unit(a.what),
            "card": self._card,
            "army": lambda a: self.army(a.who if a.who != NOBODY else a.what // SIDE),
            "src": lambda a: _column(a.src),
            "dst": lambda a: _column(a.dst),
            "target": self._target,
            "n": lambda a: str(a.n),
            "number": lambda a: str(a.n + 1),
            "hits": lambda a: several(a.n, "hit"),
            "points": lambda a: several(a.n, "rout point"),
            "wounds": lambda a: several(a.n, "wound"),
            "level": lambda a: say(", level {n}", n=a.n) if a.n > 1 else "",
            "loss": lambda a: say(LOSSES[Loss(a.src)]),
            "edge": lambda a: say(EDGES[Edge(a.n)]),
            "end": lambda a: say(ENDS.get(End(a.n), "it has ended")),
            "winner": lambda a: (
                say("a draw") if a.who == NOBODY else say("{army} has won", army=self.army(a.who))
            ),
            "rounds": lambda a: (
                say(" for {rounds}", rounds=several(a.n, "round")) if a.n else say(" for the whole battle")
            ),
            "first": lambda a: str(a.src),
            "second": lambda a: str(a.dst),
            "hero": lambda a: WARRIOR_WORDS[a.src].replace("-", " "),
            "rival": lambda a: WARRIOR_WORDS[a.dst].replace("-", " "),
        }

    def unit(self, unit: int) -> str:
        """A unit for people."""
        return self._labels.unit(unit)

    def army(self, seat: int) -> str:
        """An army for people."""
        return self._labels.army(seat)

    def _card(self, a: Action) -> str:
        if a.what == NOBODY:
            return say("a card")
        return say("the card {name}", name=CARD_WORDS[a.what - CARD]) if a.what >= CARD else self.unit(a.what)

    def _target(self, a: Action) -> str:
        """The enemy in a column, as the viewer knew it when the turn began."""
        if not 0 <= a.dst < COLUMNS:
            return say("the enemy")
        seat = a.what // SIDE if a.what != NOBODY else a.who
        unit = int(self._known.field[COLUMNS * (1 - seat) + a.dst]) if seat in (0, 1) else EMPTY
        where = _column(a.dst)
        return where if unit == EMPTY else say("{unit} in {where}", unit=self.unit(unit), where=where)

    def _children(self, k: int, *kinds: Do, tell: bool = True) -> list[Action]:
        """What an action has caused of these kinds; their numbers are told with it."""
        found = [child for child in self._under[k] if self.actions[child].kind in kinds]
        if tell:
            self._told.update(found)
        return [self.actions[child] for child in found]

    def _modified(self, k: int) -> str:
        """` + 1 armour − 2 cover`, the modifiers of a die."""
        found = self._children(k, Do.MODIFY)
        return "".join(f" {signed(a.n)} {why_word(a.what)}" for a in found)

    def _end_phase(self, k: int, a: Action) -> str:
        ends = self._children(k, Do.TURN_END, tell=False)
        phases = self._children(k, Do.PHASE)
        if phases and not ends:
            return f"{self.army(a.who)}: {say(PHASE_NAMES[Phase(phases[0].n)])}"
        return say("{army} ends its turn", army=self.army(a.who))

    def _check(self, k: int, a: Action) -> str:
        total = a.n + sum(child.n for child in self._children(k, Do.MODIFY, tell=False))
        modified = self._modified(k)
        roll = f"{a.n}{modified} = {total}" if modified else f"{a.n}"
        text = say(
            "{unit} rolls {roll} for {check}",
            unit=self.unit(a.what),
            roll=roll,
            check=say(CHECKS[Check(a.src)]),
        )
        for result in self._children(k, Do.PASSED, Do.FAILED):
            passed = result.kind == Do.PASSED
            need = total + result.n if passed else total - result.n
            form = ", at most {need}: passed by {n}" if passed else ", at most {need}: failed by {n}"
            text += say(form, need=need, n=result.n)
        return text

    def _shot(self, k: int, a: Action) -> str:
        against = self._children(k, Do.AGAINST)
        modified = self._modified(k)
        total = self._children(k, Do.TOTAL)
        sum_ = f" = {total[0].n}" if modified and total else ""
        need = say(" against {n}", n=against[0].n) if against else ""
        die = f"{a.n}{modified}{sum_}{need}"
        return say(
            "{unit} shoots at {target}: die {die}", unit=self.unit(a.what), target=self._target(a), die=die
        )

    def _fight(self, _k: int, a: Action) -> str:
        s = self._known
        sides = [
            listed([self.unit(int(u)) for u in row if u != EMPTY])
            for row in (
                s.attacker[ATTACKERS * a.n : ATTACKERS * (a.n + 1)],
                s.target[TARGETS * a.n : TARGETS * (a.n + 1)],
            )
        ]
        if not all(sides):
            return say("attack {n}", n=a.n + 1)
        return say(
            "attack {n}: {attackers} against {targets}", n=a.n + 1, attackers=sides[0], targets=sides[1]
        )

    def _meet(self, k: int, _a: Action) -> str:
        leads = self._children(k, Do.LEAD)
        base = self._children(k, Do.BASE)
        sizes = self._children(k, Do.SIZES)
        shifts = self._children(k, Do.SHIFT)
        column = self._children(k, Do.COLUMN)
        if not (base and column):
            return say("they come to blows")
        text = say("column {column}: base {base}", column=column[0].n, base=base[0].n)
        if sizes:
            shift = signed(sizes[0].n) if sizes[0].n else say("no shift")
            size, other = sizes[0].src, sizes[0].dst
            text += say(", sizes {size} against {other} {shift}", size=size, other=other, shift=shift)
        text += "".join(f", {why_word(a.what)} {signed(a.n)}" for a in shifts)
        if len(leads) == 2:
            first, second = (self.unit(lead.what) for lead in leads)
            text = say("{first} leads against {second}; {text}", first=first, second=second, text=text)
        return text

    def _clash(self, k: int, a: Action) -> str:
        result = self._children(k, Do.RESULT)
        if not result:
            return say("die {n}", n=a.n)
        return say(
            "die {n}: {hits} on the attackers, {other} on the defenders",
            n=a.n,
            hits=several(result[0].src, "hit"),
            other=result[0].dst,
        )

    def _takes(self, _k: int, a: Action) -> str:
        for other in self._children(a.cause, Do.TIMES, tell=False):
            if other.who == a.who and other.n > 1 and a.n % other.n == 0:
                sum_ = f"{a.n // other.n} × {other.n} = "
                return say("{army} takes {hits}", army=self.army(a.who), hits=sum_ + several(a.n, "hit"))
        return say("{army} takes {hits}", army=self.army(a.who), hits=several(a.n, "hit"))

    def _hit(self, k: int, a: Action) -> str:
        """Hits that are taken at once are told by the loss."""
        taken = any(loss.n == a.n for loss in self._children(k, Do.LOSE, tell=False))
        if taken:
            return ""
        return say("{hits} on {unit}", hits=several(a.n, "hit"), unit=self.unit(a.what))

    def _try(self, k: int, a: Action) -> str:
        if a.what == NOBODY:
            return say("a die of {n}", n=a.n)
        comes_back = bool(self._children(k, Do.COUNT, Do.RALLIED, Do.LEAVE, tell=False))
        form = "{unit} rolls {n}: it comes back" if comes_back else "{unit} rolls {n}: in vain"
        return say(form, unit=self.unit(a.what), n=a.n)

    def _count(self, k: int, a: Action) -> str:
        modified = self._modified(k)
        rallied = self._children(k, Do.RALLIED)
        text = say("die {n} for its hits", n=f"{a.n}{modified}")
        return text + (say(": it keeps {hits}", hits=several(rallied[0].n, "hit")) if rallied else "")
