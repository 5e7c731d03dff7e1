"""Everything that happens in a battle as text, both ways.

A line names the unit, then what the rulebook calls for: columns count from 1 to 9, hits and dice are numbers,
causes are named. A word the reader may not know is written `?` (see seen.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from hoplon.core.actions import NOBODY, NOWHERE
from hoplon.core.errors import BadText
from hoplon.core.text import Action, Phrases, Word
from hoplon.games.cardbattle.naming import UNSEEN, WARRIOR_WORDS, Names, read_seat, seat_word
from hoplon.games.cardbattle.state import COLUMNS, SIDE, Check, Do, Edge, End, Loss, Phase, Why

FORMS: dict[int, str] = {
    Do.END_PHASE: "end-phase {who}",
    Do.PLAY: "play {card} at {dst}",
    Do.RELIEVE: "relieve by {card} at {dst}",
    Do.STREW: "strew {who} caltrops at {dst}",
    Do.MOVE: "move {unit} {src} to {dst}",
    Do.REAR: "retire {unit} from {src}",
    Do.STEADY: "steady {unit}",
    Do.AIM: "aim {unit} at {dst}",
    Do.SUPPLY: "supply {unit}",
    Do.LOOSE: "loose {who}",
    Do.ATTACK: "attack {unit} on {dst}",
    Do.ATTACK_FLANK: "attack {unit} on {dst} with flank card",
    Do.JOIN: "join {unit}",
    Do.JOIN_FLANK: "join {unit} with flank card",
    Do.ALSO: "also {who} on {dst}",
    Do.FLANK_ORDER: "flank {unit} by order",
    Do.FLANK_CARD: "flank {unit} by card",
    Do.CLOSE: "close {who}",
    Do.RAID: "raid {unit}",
    Do.RESOLVE: "resolve {who}",
    Do.RALLY: "rally {unit} by leader",
    Do.RALLY_CARD: "rally {unit} by card",
    Do.REGROUP: "regroup {unit}",
    Do.DISCARD: "discard {card}",
    Do.RECOVER: "recover {unit} by card",
    Do.ORDER: "recover {unit} by order",
    Do.RESERVE: "reserve {who}",
    Do.DRAW: "draw {who}",
    Do.TAKE: "take {unit}",
    Do.CHALLENGE: "challenge {who}",
    Do.WITHDRAW: "withdraw {unit}",
    Do.STAND: "stand {unit}",
    Do.REACT: "react {unit} at {dst}",
    Do.HOLD: "hold {unit}",
    Do.SPEND: "spend {who} initiative",
    Do.KEEP: "keep {who} initiative",
    Do.GIVE: "give {unit} one hit",
    Do.DETERMINE: "determine initiative",
    Do.ROUND: "round {n}",
    Do.TURN: "turn {who}",
    Do.PHASE: "phase {who} {phase}",
    Do.TURN_END: "turn-end {who}",
    Do.INITIATIVE: "initiative {who} d10 {n}",
    Do.FIRST: "first {who} for {rounds}",
    Do.NO_SHOCK: "no-shock {who}",
    Do.DEAL: "deal {card}",
    Do.REFILL: "refill {who} {n} cards",
    Do.OVER: "over {end} winner {who}",
    Do.COME: "come {unit} to {dst}",
    Do.LEAVE: "leave {unit}",
    Do.LOSE: "lose {unit} {n} by {loss}",
    Do.MEND: "mend {unit} {n}",
    Do.MARK: "mark {unit} {n}",
    Do.HIDE: "hide {unit}",
    Do.REVEAL: "reveal {unit}",
    Do.RUN_OUT: "run-out {unit}",
    Do.RESUPPLY: "resupply {unit}",
    Do.ENGAGE: "engage {unit}",
    Do.DISENGAGE: "disengage {unit}",
    Do.CHECK: "check {unit} {check} die {n}",
    Do.MODIFY: "modify {signed} {why}",
    Do.PASSED: "passed by {n}",
    Do.FAILED: "failed by {n}",
    Do.ENTER: "enter {unit} cost {n}",
    Do.ROUT: "rout {unit}",
    Do.FLEE: "flee {unit}",
    Do.ELIMINATE: "eliminate {unit}",
    Do.FERVOUR: "fervour {who} die {n}",
    Do.CALM: "calm {who}",
    Do.ASK_WITHDRAW: "ask {who} withdraw {unit}",
    Do.ASK_FIRE: "ask {who} fire {unit} at {dst}",
    Do.ASK_INITIATIVE: "ask {who} initiative",
    Do.ASK_SHARE: "ask {who} share {n}",
    Do.SHOT: "shot {unit} at {dst} die {n}",
    Do.AGAINST: "against {n}",
    Do.TOTAL: "total {n}",
    Do.HIT: "hit {unit} {n}",
    Do.MISS: "miss {unit}",
    Do.BURST: "burst {unit} die {n}",
    Do.FLANKS: "flanks {unit}",
    Do.CALL_OFF: "call-off {unit}",
    Do.VOID: "void attack {number}",
    Do.EVADE: "evade {unit}",
    Do.FIGHT: "fight attack {number}",
    Do.FACE: "face attack {number}",
    Do.LEAD: "lead {unit}",
    Do.BASE: "base column {n}",
    Do.SIZES: "sizes {first} against {second} shift {signed}",
    Do.SHIFT: "shift {signed} {why}",
    Do.COLUMN: "column {n}",
    Do.SUPERIOR: "superior {edge}",
    Do.CLASH: "clash die {n}",
    Do.RESULT: "result attackers {first} defenders {second}",
    Do.TIMES: "times {who} {n}",
    Do.TAKES: "takes {who} {n}",
    Do.AFTER: "after attack {number}",
    Do.SPARED: "spared {unit} with {n}",
    Do.REFUSE: "refuse {unit} die {n}",
    Do.SETTLE: "settle {who}",
    Do.COLLAPSE: "collapse {unit} die {n}",
    Do.RALLY_ROUND: "rally-round {unit} with {n}",
    Do.CLEAR: "clear {who}",
    Do.RAIDS: "raids {unit}",
    Do.PLUNDER: "plunder {who} {n} points",
    Do.PURSUE: "pursue {unit} die {n}",
    Do.PREY: "prey {unit} die {n}",
    Do.AWAY: "away {unit} level {level}",
    Do.STAMPEDE: "stampede {unit} from {dst}",
    Do.ROLL: "roll {unit} d10 {n}",
    Do.TURN_TO: "turn {unit} to {dst}",
    Do.CRUSHED: "crushed {unit}",
    Do.MEET: "meet attack {number}",
    Do.TRY: "try {unit} die {n}",
    Do.RALLIED: "rallied {unit} with {n}",
    Do.COUNT: "count {unit} die {n}",
    Do.FIGHTERS: "fighters {hero} against {rival}",
    Do.BOUT: "bout {first} against {second}",
    Do.WOUND: "wound {who} {n}",
    Do.BUNDORI: "bundori {who}",
}


def _hyphened(names: type[IntEnum]) -> dict[int, str]:
    return {member.value: member.name.lower().replace("_", "-") for member in names}


WHY_WORDS = _hyphened(Why)
PHASE_WORDS = _hyphened(Phase)
END_WORDS = _hyphened(End)
LOSS_WORDS = _hyphened(Loss)


def read_column(text: str) -> int:
    """The column that a digit means; they count from 1."""
    if len(text) == 1 and text.isascii() and text.isdigit() and 1 <= int(text) <= COLUMNS:
        return int(text) - 1
    raise BadText(f"{text!r} is no column; expected 1 to {COLUMNS}")


def write_column(column: int) -> str:
    """A column as people count it."""
    return UNSEEN if column == NOWHERE else str(column + 1)


def read_whole(text: str) -> int:
    """A whole number, also below zero."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 5:
        raise BadText(f"{text[:30]!r} is no whole number")
    return int(text)


def _read_signed(text: str) -> int:
    return read_whole(text.removeprefix("+"))


def _word(field: str, write: Callable[[int], str], read: Callable[[str], int]) -> Word:
    return Word(lambda action: write(getattr(action, field)), lambda text: {field: read(text)})


def _column(field: str) -> Word:
    return _word(field, write_column, lambda text: NOWHERE if text == UNSEEN else read_column(text))


def _named(field: str, names: dict[int, str]) -> Word:
    back = {name: value for value, name in names.items()}

    def read(text: str) -> int:
        if text not in back:
            raise BadText(f"{text!r} is unknown; expected one of {', '.join(back)}")
        return back[text]

    return _word(field, names.__getitem__, read)


def _listed(field: str, names: Sequence[str]) -> Word:
    return _named(field, dict(enumerate(names)))


def _one_or(field: str, special: int, word: str) -> Word:
    """A number, but for one that has a word of its own."""

    def read(text: str) -> int:
        return special if text == word else read_whole(text)

    return _word(field, lambda value: word if value == special else str(value), read)


def _name_actor(action: Action) -> str | None:
    """The army whose player, card or unit acts."""
    words = FORMS[action.kind].split()
    if "{who}" in words or "{card}" in words:
        return None if action.who == NOBODY else seat_word(action.who)
    if "{unit}" in words and action.what != NOBODY:
        return seat_word(action.what // SIDE)
    return None


def phrases(names: Names) -> Phrases:
    """What can happen in a battle of these units."""

    def write_card(action: Action) -> str:
        return names.card(action.who, action.what)

    def read_card(text: str) -> dict[str, int]:
        who, what = names.read_card(text)
        return {"who": who, "what": what}

    return Phrases(
        kinds=Do,
        forms=FORMS,
        name_actor=_name_actor,
        words={
            "who": _word("who", seat_word, read_seat),
            "unit": _word("what", names.unit, names.read_unit),
            "card": Word(write_card, read_card),
            "src": _column("src"),
            "dst": _column("dst"),
            "n": _word("n", str, read_whole),
            "first": _word("src", str, read_whole),
            "second": _word("dst", str, read_whole),
            "signed": _word("n", lambda value: f"{value:+d}" if value else "0", _read_signed),
            "number": _word("n", lambda value: str(value + 1), lambda text: read_whole(text) - 1),
            "rounds": _one_or("n", 0, "all"),
            "level": _one_or("n", 0, UNSEEN),
            "why": _named("what", WHY_WORDS),
            "phase": _named("n", PHASE_WORDS),
            "end": _named("n", END_WORDS),
            "loss": _named("src", LOSS_WORDS),
            "check": _named("src", _hyphened(Check)),
            "edge": _named("n", _hyphened(Edge)),
            "hero": _listed("src", WARRIOR_WORDS),
            "rival": _listed("dst", WARRIOR_WORDS),
        },
    )
