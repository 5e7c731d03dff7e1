"""Army files as texts that can be made wrong, and the faults of them."""

from __future__ import annotations

import pytest

from hoplon.games.cardbattle.armies import BadArmy, read

GOOD = """\
schema = 1

[army]
id = "mine"
name = "My army"
module = "antiquity"
special_rules = ["ferocity"]

[leader]
name = "Somebody"
initiative = 5
command = 1

[special_cards]
FLANK = 3
RALLY = 2

[[defensive_terrain]]
column = 4
terrain = "slope"

[[unit]]
name = "Warbands"
count = 10
type = "BI"
tq = 6
size = 6
value = 6

[[unit]]
name = "Horse"
count = 5
type = "GC"
tq = 5
size = 7
missile = "J"

[[unit]]
name = "Slingers"
count = 3
type = "SK"
class = "SL"
tq = 4
size = 1
missile = "S"
"""
SAMURAI = """\
schema = 1

[army]
id = "mine"
name = "My clans"
module = "samurai"
clans = ["Mori", "Date", "Ukita", "Hojo", "Imagawa"]

[leader]
name = "Somebody"
initiative = 5
command = 1
clans = 3

[[unit]]
name = "Spears"
count = 20
type = "AS"
tq = 6
size = 6
clan = "Mori"

[[unit]]
name = "Guns"
count = 4
type = "TP"
tq = 5
size = 3
missile = "T"
clan = "Date"
"""
FANTASY = (
    GOOD.replace("antiquity", "fantasy")
    + """
[[unit]]
name = "Troll"
count = 1
type = "LM"
tq = 7
size = 5
traits = ["REGENERATE"]
"""
)


def line_of(text: str, part: str) -> int:
    """The number of the first line that holds a part."""
    return next(k for k, line in enumerate(text.splitlines(), 1) if part in line)


def faults(text: str) -> list[str]:
    """Each fault as `line: what; expected`."""
    with pytest.raises(BadArmy) as caught:
        read(text, "x.toml")
    return [line.removeprefix("x.toml:") for line in caught.value.each()]
