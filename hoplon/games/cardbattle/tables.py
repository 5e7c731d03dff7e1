"""The tables of the rulebook (23) as small read-only arrays for the compiled rules, read from `data/tables`.

All arrays hold 16-bit integers. Arrays named after a property are indexed by kind of unit unless stated.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hoplon.games.cardbattle.content import fixed, grid, read_matrix, read_table, require, same_order, within
from hoplon.games.cardbattle.names import Answer as Answer
from hoplon.games.cardbattle.names import Card as Card
from hoplon.games.cardbattle.names import Flanks as Flanks
from hoplon.games.cardbattle.names import Kind as Kind
from hoplon.games.cardbattle.names import Missile as Missile
from hoplon.games.cardbattle.names import Module as Module
from hoplon.games.cardbattle.names import Natural as Natural
from hoplon.games.cardbattle.names import Pref as Pref
from hoplon.games.cardbattle.names import Roman as Roman
from hoplon.games.cardbattle.names import Routs as Routs
from hoplon.games.cardbattle.names import Run as Run
from hoplon.games.cardbattle.names import Special as Special
from hoplon.games.cardbattle.names import Superior as Superior
from hoplon.games.cardbattle.names import Terrain as Terrain
from hoplon.games.cardbattle.names import Trait as Trait
from hoplon.games.cardbattle.names import Worth as Worth

DICE = 10
COLUMNS = 13
MODULE_IDS = ("antiquity", "samurai", "fantasy", "300")

# --- 23.7 unit types ---------------------------------------------------------------------------------------

_types: list[dict[str, Any]] = read_table("unit_types")["unit_type"]
KINDS = tuple((row["type"], row["class"]) for row in _types)
KIND_NAMES = tuple(str(row["name"]) for row in _types)
KIND_CODES = tuple(f"{kind} {of}".strip() for kind, of in KINDS)  # as on a card: `LG HA`
KIND_OF = {kind: k for k, kind in enumerate(KINDS)}
same_order(Kind, ["_".join(filter(None, kind)).upper() for kind in KINDS], "unit_types.toml")

PH, HI, HI_TR, LG_HA, LG_PR, CO_VET, CO_REC, CO_CON = range(8)
MI, BI, LI, LI_VE, LP, SK_SL, SK_AR, SK_JA = range(8, 16)
HC, HC_CAT, RC, BC, LN, LC, LC_NUM, GC, CA = range(16, 25)
EL, EL_CAT, CH, CH_LGT, AT = range(25, 30)
AS, KB, TP, YU, OZ = range(30, 35)
SM, LM = range(35, 37)
require(all(globals()[kind.name] == kind for kind in Kind), "unit_types.toml", "kinds are out of order")


def _property(name: str, words: tuple[Any, ...]) -> Any:
    """A column of the unit types, each word as its place among `words`."""
    for row in _types:
        require(row[name] in words, "unit_types.toml", f"{row['name']}: {name} is {row[name]!r}")
    return fixed([words.index(row[name]) for row in _types])


def _are(*kinds: int) -> Any:
    """1 for these kinds, 0 for the others."""
    return fixed([kind in kinds for kind in range(len(KINDS))])


_NO_YES = (False, True)
MOUNTED = _property("branch", ("foot", "mounted"))
CAV = _property("cav", _NO_YES)
HEAVY = _property("heavy_infantry", _NO_YES)  # heavy infantry of 0.1
TERRAIN_COLUMN = _property("terrain", ("PH/HI", "CAV", "INF", "EL", "CH"))
COLUMN_PH_HI, COLUMN_CAV, COLUMN_INF, COLUMN_EL, COLUMN_CH = range(5)
MARKED = _property("manoeuvre_on_play", _NO_YES)
MAY_SHOCK = _property("may_shock", _NO_YES)
MAY_MOVE = _property("may_move", _NO_YES)
FLANKS = _property("flank", ("never", "card", "button"))
ROUTS = _property("rout", tuple(way.name.lower() for way in Routs))
WORTH = _property("value", tuple(worth.name.lower() for worth in Worth))
TERRAIN_IMMUNE = _property("terrain_immune", _NO_YES)
PILUM = _property("pilum", _NO_YES)
KIND_MODULE = _property("module", MODULE_IDS[:3])
COST_TENTHS = fixed([round(row["cost"] * 10) for row in _types])
MISSILE_DEFAULT = _property("missile_default", ("", *"JSABPTM"))

IS_SK = _are(SK_SL, SK_AR, SK_JA)
IS_LI = _are(LI, LI_VE)  # 26.2.2: not LP
IS_EL = _are(EL, EL_CAT)
IS_CH = _are(CH, CH_LGT)
IS_PH_OR_HI = _are(PH, HI, HI_TR)
IS_LG_OR_CO = _are(LG_HA, LG_PR, CO_VET, CO_REC, CO_CON)
IS_LC = _are(LC, LC_NUM)
IS_ARTILLERY = _are(AT, OZ)
IS_MONSTER = _are(SM, LM)
ARMOURED = _are(PH, HI, HI_TR, LG_HA, LG_PR, CO_VET, CO_REC, CO_CON)
CATAPHRACT = _are(HC_CAT, EL_CAT)
FIRES_MOUNTED = fixed([mounted and kind != GC for kind, mounted in enumerate(MOUNTED)])  # 13.3

_SETS = {
    "FOOT": [not mounted for mounted in MOUNTED],
    "FOOT_NOT_SK": [not mounted and not sk for mounted, sk in zip(MOUNTED, IS_SK, strict=True)],
    "HEAVY_INF": [bool(heavy) for heavy in HEAVY],
    "HEAVY_CAV": [kind in (HC, HC_CAT, RC, BC) for kind in Kind],
    "NOT_LC_CA": [kind not in (LC, LC_NUM, GC, CA) for kind in Kind],
    "ALL": [True for _ in Kind],
}


def _withdraws() -> Any:
    """10.4 and 23.8: [defender, attacker], from the withdrawal sets; checked against the printed matrices."""
    matrix = np.zeros((len(KINDS), len(KINDS)), np.int64)
    for kind, row in enumerate(_types):
        for name in row["ow"]:
            require(name in _SETS, "unit_types.toml", f"{row['name']}: there is no withdrawal set {name!r}")
            matrix[kind] |= np.array(_SETS[name], np.int64) & MAY_SHOCK
    for file in ("ow_matrix.csv", "ow_matrix_samurai.csv"):
        for (defender, attacker), holds in read_matrix(file).items():
            pair = [
                KIND_OF[(code + ".").split(".")[0], (code + ".").split(".")[1]]
                for code in (defender, attacker)
            ]
            require(
                matrix[pair[0], pair[1]] == holds,
                file,
                f"{defender} against {attacker} differs from the sets",
            )
    return fixed(matrix)


WITHDRAWS = _withdraws()

# --- 23.1 combat results -----------------------------------------------------------------------------------

ATTACKER, DEFENDER = 0, 1


def _crt() -> Any:
    """[die, column, side]; column 0 is never read."""
    table = read_table("crt")
    require([row["die"] for row in table["row"]] == list(range(DICE)), "crt.toml", "expected dice 0 to 9")
    cells = np.zeros((DICE, COLUMNS + 1, 2), np.int64)
    for row in table["row"]:
        for side, name in enumerate(("attacker", "defender")):
            require(len(row[name]) == COLUMNS, "crt.toml", f"die {row['die']}: expected 13 columns")
            within(row[name], 1, 6, "crt.toml", "hits")
            cells[row["die"], 1:, side] = row[name]
    return fixed(cells)


CRT = _crt()

# --- 23.2, 23.3 and 23.9: shock and superiority; the Samurai keys follow the others ------------------------


def _joined(first: Any, second: Any) -> Any:
    """Two matrices in one, corner to corner; 0 where an army of one period would meet one of another."""
    cells = np.zeros(np.add(first.shape, second.shape), np.int64)
    cells[: first.shape[0], : first.shape[1]] = first
    cells[first.shape[0] :, first.shape[1] :] = second
    return cells


_shock, _superiority, _samurai = read_table("shock"), read_table("superiority"), read_table("shock_samurai")
SHOCK_KEYS: tuple[str, ...] = (*_shock["keys"], *_samurai["defenders"])
SUPER_KEYS: tuple[str, ...] = (*_superiority["keys"], *_samurai["defenders"])
SIDES_OF_SHOCK = ("front", "flank")


def _samurai_grid(name: str, absent: Any) -> Any:
    """A Samurai matrix; OZ never attacks, so it has a row and no column."""
    cells = grid(_samurai[name], _samurai["defenders"], _samurai["attackers"], "shock_samurai.toml")
    return [[*row, absent] for row in cells]


def _shock_columns(side: str) -> Any:
    """Base columns of one side: [defend key, attack key], 0 for NA."""
    keys = _shock["keys"]
    first = np.array(grid(_shock[side], keys, keys, "shock.toml"), np.int64)
    return _joined(first, np.array(_samurai_grid(side, 0), np.int64))


SHOCK = fixed(np.stack([_shock_columns(side) for side in SIDES_OF_SHOCK], axis=2))
within(SHOCK, 0, COLUMNS, "shock.toml", "columns")


def _superior() -> Any:
    """[defender's key, attacker's key] of `Superior`."""
    keys = _superiority["keys"]
    cells = grid(_superiority["defender"], keys, keys, "superiority.toml")
    letters = "-AD"
    first = np.array([[letters.index(cell) for cell in row] for row in cells], np.int64)
    samurai = _samurai_grid("superiority", "-")
    return fixed(
        _joined(first, np.array([[letters.index(cell) for cell in row] for row in samurai], np.int64))
    )


SUPERIORITY = _superior()
NO_KEY = -1  # never attacks
ATTACK_KEY = fixed(_property("attack_as", ("", *SHOCK_KEYS)) + NO_KEY)
DEFEND_KEY = fixed(_property("defend_as", ("", *SHOCK_KEYS)) + NO_KEY)
SUPER_KEY = fixed(_property("superiority_as", ("", *SUPER_KEYS)) + NO_KEY)

# --- 23.5 terrain ------------------------------------------------------------------------------------------

_terrain = read_table("terrain")
_rows: list[dict[str, Any]] = _terrain["terrain"]
same_order(Terrain, [row["id"].upper() for row in _rows], "terrain.toml")
same_order(
    Natural,
    [row["option"].upper() for row in _terrain["generator"] if row["option"] != "none"],
    "terrain.toml",
)
NA = -1
TERRAIN_IDS = tuple(str(row["id"]) for row in _rows)
TERRAIN_NAMES = tuple(str(row["name"]) for row in _rows)
NATURAL_IDS = tuple(option.name.lower() for option in Natural)
_COSTS = ("cost_ph_hi", "cost_cav", "cost_inf", "cost_el", "cost_ch")
ENTRY = fixed([[NA if row[cost] == "NA" else row[cost] for cost in _COSTS] for row in _rows])
SHOCK_SHIFT = fixed([row["shock_shift"] for row in _rows])  # by terrain, like the next three
COVER_DIE = fixed([row["missile"] for row in _rows])
COVERS = fixed([row["cover"] for row in _rows])
IMPASSABLE = fixed((ENTRY == NA).all(axis=1))
within(ENTRY, NA, 4, "terrain.toml", "costs")
within(SHOCK_SHIFT, -2, 1, "terrain.toml", "shifts")
within(COVER_DIE, 0, 2, "terrain.toml", "missile values")

# --- 23.4 and 14.3 missiles --------------------------------------------------------------------------------

_missile = read_table("missile")
MISSILE_LETTERS = ("", "J", "S", "A", "B", "P", "T", "M")
_CODES = {letter: k for k, letter in enumerate(MISSILE_LETTERS)}
NEVER = 99  # a natural die that is never thrown


def _weapons(name: str, otherwise: int) -> Any:
    """[missile, mounted]; where the table has no mounted weapon, the foot weapon stands for it."""
    cells = np.full((len(Missile), 2), otherwise, np.int64)
    for row in _missile["weapon"]:
        if "unit_type" not in row:
            cells[_CODES[row["code"]], int(row["mounted"]) :] = row[name]
    return fixed(cells)


def _modifier(table: str, name: str, value: str) -> int:
    """One modifier of the lists of 23.4 or 23.6."""
    for row in read_table(table)["modifier"]:
        if row["id"] == name:
            return int(row[value])
    require(False, f"{table}.toml", f"there is no modifier {name}")
    return 0


STRENGTH = _weapons("strength", -1)
EMPTY_FROM = _weapons("no_missile_from", NEVER)  # natural dice that exhaust the supply (9.5)
IN_TABLE = {(row["code"], row["mounted"]) for row in _missile["weapon"] if "unit_type" not in row}
SCREEN_STRENGTH = next(int(row["strength"]) for row in _missile["weapon"] if row.get("unit_type") == "EL")
FOOT_ARMOUR = _modifier("missile", "armoured_foot", "value")
HEAVY_AGAINST_SK = _modifier("missile", "skirmisher_vs_heavy", "value")
DISPERSED = _modifier("missile", "dispersed_target", "value")
CATAPHRACT_AGAINST_BOW = _modifier("missile", "cataphract_vs_bow", "value")
CATAPHRACT_AGAINST_LIGHT = _modifier("missile", "cataphract_vs_light", "value")
LIGHT_CHARIOT_FIRE = _modifier("missile", "light_chariot_fire", "value")
HITS = int(_missile["antiquity"]["hits"])
ARTILLERY_HITS = int(_missile["antiquity"]["artillery_hits"])
ELEPHANT_TARGET_HITS = int(_missile["antiquity"]["elephant_target_hits"])

_guns: list[dict[str, Any]] = _missile["samurai_weapon"]
SAMURAI_WEAPONS = {row["unit_type"]: row["code"] for row in _guns}
_BASE = {_CODES[row["code"]]: row["base"] for row in _guns}
_EMPTY = {_CODES[row["code"]]: row["no_missile_max"] for row in _guns}
SAMURAI_BASE = fixed([_BASE.get(missile, NEVER) for missile in Missile])  # hit from die - cover on
SAMURAI_EMPTY_TO = fixed([_EMPTY.get(missile, -1) for missile in Missile])  # natural dice up to this exhaust
_oz = next(row for row in _guns if row["unit_type"] == "OZ")
OZ_HITS = fixed(_oz["hits_by_die"])
OZ_EXPLODES_ON = int(_oz["explodes_on_die"])
OZ_CONFIRMS = fixed([die in _oz["explosion_confirm"] for die in range(DICE)])

# --- 23.6 modifiers of TQ checks ---------------------------------------------------------------------------

DRM_CHARIOT = _modifier("tq_modifiers", "attacked_by_chariot", "drm")
DRM_ELEPHANT = _modifier("tq_modifiers", "cavalry_attacked_by_elephant", "drm")
DRM_CAMEL = _modifier("tq_modifiers", "cavalry_attacked_by_camel", "drm")
DRM_ATTACKING_CAMEL = _modifier("tq_modifiers", "cavalry_attacking_camel", "drm")
DRM_FEAR = _modifier("tq_modifiers", "fear", "drm")
DRM_TERROR = _modifier("tq_modifiers", "terror", "drm")
DRM_OW_FLANKED = _modifier("tq_modifiers", "ow_flanked", "drm")
DRM_OW_CHARIOT = _modifier("tq_modifiers", "ow_chariot", "drm")
DRM_FEROCITY = _modifier("tq_modifiers", "ferocity_rule", "drm")
DRM_FEROCITY_TRAIT = _modifier("tq_modifiers", "ferocity_trait", "drm")

# --- procedures: rally, rampage, pursuit, second line, duel, initiative ------------------------------------

_procedures = read_table("procedures")
_hits = _procedures["rally"]["hits"]
require(
    [row["tq_max"] for row in _hits] == [5, 99], "procedures.toml", "expected rally hits to TQ 5 and above"
)
RALLY_COH = fixed([row["by_die"] for row in _hits])  # [tq >= 6, die] (11.3)
DEPLETED_RALLY_DRM = int(_procedures["rally"]["previously_depleted_hit_die_modifier"])


def _rampage() -> Any:
    """[later roll, d10] of `Run`; d10 0 is never read."""
    cells = np.zeros((2, 11), np.int64)
    words = {"none": Run.NOTHING, "enemy": Run.ENEMY, "side": Run.SIDE, "end": Run.END}
    for row in _procedures["rampage"]["result"]:
        for later, name in enumerate(("first", "later")):
            cells[later, row["from"] : row["to"] + 1] = words[row[name]]
    return fixed(cells)


RAMPAGE = _rampage()
RAMPAGE_ROLLS = int(_procedures["rampage"]["max_rolls"])
RAMPAGE_ENEMY_HITS = int(_procedures["rampage"]["enemy_hits"])
RAMPAGE_CAV_HITS = int(_procedures["rampage"]["enemy_cavalry_hits"])
RAMPAGE_FRIEND_HITS = int(_procedures["rampage"]["friend_hits"])
PREY_DIES_TO = int(_procedures["pursuit"]["destroys_when"].split()[-1])  # natural dice up to this (10.11)
SECOND_LINE = int(_procedures["second_line"]["capacity"])
SECOND_LINE_POINTS = int(_procedures["second_line"]["attack_points"])
SECOND_LINE_POINTS_HIGH = int(_procedures["second_line"]["attack_points_high"])
BUNDORI_POINTS = int(_procedures["personal_combat"]["bundori_points"])
PERIOD_LEAST = int(_procedures["initiative"]["variable_period_min"])
PERIOD_MOST = int(_procedures["initiative"]["variable_period_max"])

_warriors: list[dict[str, Any]] = read_table("characters")["character"]
WARRIORS = tuple(str(row["name"]) for row in _warriors)
STAMINA = fixed([row["stamina"] for row in _warriors])  # by warrior
COMBAT = fixed([row["combat"] for row in _warriors])

# --- special cards, special rules, characteristics ---------------------------------------------------------

_cards: list[dict[str, Any]] = read_table("special_cards")["card"]
same_order(Card, [row["id"] for row in _cards], "special_cards.toml")
CARD_NAMES = tuple(str(row["name"]) for row in _cards)
CARD_TEXTS = tuple(str(row["effect"]) for row in _cards)
_specials: list[dict[str, Any]] = read_table("special_rules")["rule"]
same_order(Special, [row["id"].upper() for row in _specials], "special_rules.toml")
SPECIAL_IDS = tuple(str(row["id"]) for row in _specials)
SPECIAL_NAMES = tuple(str(row["name"]) for row in _specials)
SPECIAL_TEXTS = tuple(str(row["effect"]) for row in _specials)
TRAIT_IDS: tuple[str, ...] = tuple(read_table("points")["trait"])
same_order(Trait, [*TRAIT_IDS, "INDIAN"], "points.toml")
