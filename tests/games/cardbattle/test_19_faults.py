"""Army files with faults (22.2): every kind, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplon.games.cardbattle.armies import BadArmy, load, read
from tests.games.cardbattle.army_texts import FANTASY, GOOD, SAMURAI, faults, line_of
from tests.games.rulebook import section

# What is replaced, by what, the part of the line at fault, and the sentence.
FAULTS = [
    ("schema = 1\n", "", "", "schema is missing; expected 1"),
    ("schema = 1", "schema = 2", "schema", "schema is 2; expected 1"),
    ("schema = 1", "schema = true", "schema", "schema is True; expected 1"),
    ('id = "mine"\n', "", "[army]", "id is missing; expected text of 1 to 60 characters"),
    (
        'id = "mine"',
        'id = "My army"',
        "id =",
        "id is 'My army'; expected small letters, digits and underscores",
    ),
    ('name = "My army"', "name = 3", "name = 3", "name is 3; expected text of 1 to 60 characters"),
    ('name = "My army"', 'name = " "', "name =", "name is empty; expected text of 1 to 60 characters"),
    ('name = "My army"', 'name = "a\\u0007b"', "name =", "name is 'a\\x07b'; expected text of 1"),
    (
        '"antiquity"',
        '"antiquty"',
        "module",
        "module is 'antiquty' (did you mean antiquity?); expected one of",
    ),
    (
        '["ferocity"]',
        '["ferosity"]',
        "ferosity",
        "special_rules has 'ferosity' (did you mean ferocity?); exp",
    ),
    ('["ferocity"]', '["ferocity", "ferocity"]', "ferocity", "special_rules has 'ferocity' twice; expected"),
    ('["ferocity"]', '"ferocity"', "ferocity", "special_rules is 'ferocity'; expected a list of texts"),
    ('["ferocity"]', "[1]", "[1]", "special_rules has 1; expected text of"),
    (
        "[leader]",
        "rout_percent = 0\n[leader]",
        "rout_percent",
        "rout_percent is 0; expected a whole number from 1",
    ),
    ("[leader]", 'roman = "old"\n[leader]', "roman", "roman is 'old'; expected one of early, late"),
    (
        "[leader]",
        'clans = ["Oda"]\n[leader]',
        "clans",
        "clans are given in module antiquity; expected them in",
    ),
    (
        "[leader]",
        "endless = true\n[leader]",
        "endless",
        'endless is given in module antiquity; expected module "3',
    ),
    ("[leader]", 'endless = "yes"\n[leader]', "endless", "endless is 'yes'; expected true or false"),
    (
        "[leader]",
        'field_terrain = "wal"\n[leader]',
        "wal",
        "field_terrain is 'wal' (did you mean wall?); expected",
    ),
    ("[leader]", 'color = "red"\n[leader]', "color", "[army] has no key 'color'; expected one of id, name,"),
    (
        "[leader]",
        "[general]",
        "[general]",
        "the file has no key 'general'; expected one of schema, army, leader",
    ),
    ("[leader]", "[general]", "", "[leader] is missing; expected a table [leader]"),
    (
        "initiative = 5",
        "initiative = 9",
        "initiative",
        "initiative is 9; expected a whole number from 1 to 8",
    ),
    (
        "initiative = 5",
        "initiative = -1",
        "initiative",
        "initiative is -1; expected a whole number from 1 to 8",
    ),
    ("initiative = 5", "initiative = 5.0", "initiative", "initiative is 5.0; expected a whole number"),
    ("initiative = 5", "initiative = true", "initiative", "initiative is true; expected a whole number"),
    (
        "command = 1",
        "comand = 1",
        "comand",
        "[leader] has no key 'comand' (did you mean command?); expected one",
    ),
    ("command = 1", "comand = 1", "[leader]", "command is missing; expected a whole number from 1 to 3"),
    ("command = 1", "command = 1\nclans = 2", "clans", "clans is 2; expected a whole number from 0 to 0"),
    (
        "RALLY = 2",
        "RALLLY = 2",
        "RALLLY",
        "[special_cards] has no key 'RALLLY' (did you mean RALLY?); expected",
    ),
    ("RALLY = 2", "RALLY = 21", "RALLY", "RALLY is 21; expected a whole number from 0 to 14"),
    ("RALLY = 2", "RESERVE = 6", "RESERVE", "RESERVE is 6; expected a whole number from 0 to 5"),
    (
        "RALLY = 2",
        "RALLY = 5",
        "[special_cards]",
        "8 special cards besides RESERVE and INITIATIVE; expected at most 7",
    ),
    (
        "RALLY = 2",
        "CHALLENGE = 1",
        "CHALLENGE",
        "CHALLENGE is 1 in module antiquity; expected 0 but in Samurai",
    ),
    ('["ferocity"]', '["tribal_command"]', "RALLY", "RALLY is 2 in an army with Tribal Command; expected 0"),
    ("column = 4", "column = 10", "column", "column is 10; expected a whole number from 1 to 9"),
    ('"slope"', '"castle"', "castle", "terrain is 'castle'; expected one of slope, camp, mountain"),
    ('"slope"', '"slop"', "slop", "terrain is 'slop' (did you mean slope?); expected one of"),
    ('name = "Warbands"\n', "", "[[unit]]", "name is missing; expected text of 1 to 60 characters"),
    ("count = 10", "count = 0", "count", "count is 0; expected a whole number from 1 to 60"),
    ("count = 10", "count = 6", 'name = "Slingers"', "the army has 14 unit cards; expected 15 to 60"),
    ("count = 10", "count = 53", 'name = "Slingers"', "the army has 61 unit cards; expected 15 to 60"),
    ('"BI"', '"BX"', '"BX"', "type is 'BX'; expected one of PH, HI, LG"),
    ('"BI"', '"KB"', '"KB"', "type KB does not belong to module antiquity; expected one of PH"),
    ('"BI"', '"SM"', '"SM"', "type SM does not belong to module antiquity; expected one of PH"),
    ('type = "BI"', 'type = "LG"', "[[unit]]", "type LG has no class ''; expected one of HA, PR"),
    (
        'class = "SL"',
        'class = "SLI"',
        "class",
        "type SK has no class 'SLI' (did you mean SL?); expected one of SL",
    ),
    ("tq = 6", "tq = 11", "tq", "tq is 11; expected a whole number from 1 to 10"),
    ("tq = 6\n", "", "[[unit]]", "tq is missing; expected a whole number from 1 to 10"),
    ("size = 6", "size = 16", "size", "size is 16; expected a whole number from 1 to 15"),
    ("size = 1\n", "size = 2\n", "size = 2", "size of SK SL is 2; expected 1"),
    ('missile = "J"', 'missile = "A"', 'missile = "A"', "missile of GC is 'A'; expected one of J"),
    ('missile = "J"', 'missile = "X"', 'missile = "X"', "missile is 'X'; expected one of \"\", J, S, A"),
    ('missile = "S"', 'missile = "M"', 'missile = "M"', "missile of SK SL is 'M'; expected one of"),
    ('missile = "S"', 'missile = "T"', 'missile = "T"', "missile of SK SL is 'T'; expected one of"),
    ('missile = "S"', 'missile = "P"', 'missile = "P"', "missile of SK SL is 'P'; expected one of"),
    ('type = "BI"', 'type = "AT"', "[[unit]]", "missile of AT is ''; expected one of P"),
    ('type = "BI"', 'type = "EL"\nmissile = "J"', "missile", "missile of EL is 'J'; expected one of \"\", A"),
    (
        'type = "BI"',
        'type = "LC"\nmissile = "S"',
        "missile",
        "missile of LC is 'S'; expected one of \"\", J, A",
    ),
    (
        'type = "BI"',
        'type = "BI"\ntraits = ["FEAR"]',
        "traits",
        "BI has traits; expected them for SM and LM only",
    ),
    (
        'type = "BI"',
        'type = "BI"\nclan = "Oda"',
        "clan",
        "clan is 'Oda'; expected none but in Samurai armies",
    ),
    ("value = 6", "value = 7", "value", "value is 7; expected 6"),
    ("value = 6", "value = true", "value", "value is true; expected 6"),
    ("value = 6", "points = 1", "points", "points is 1; expected 9"),
    ("[leader]", "[army.totals]\nunits = 17\n[leader]", "units", "units is 17; expected 18"),
    ("[leader]", "[army.totals]\npoints = 1\n[leader]", "points", "points is 1; expected"),
    (
        "[leader]",
        "[army.totals]\nunit = 18\n[leader]",
        "unit = 18",
        "[army.totals] has no key 'unit' (did you mean",
    ),
    ("[leader]", "totals = 3\n[leader]", "totals", "totals is 3; expected a table [army.totals]"),
    ("schema = 1", "schema = 1\nunit = 3\n#", "unit = 3", "unit is 3; expected tables [[unit]]"),
]


@pytest.mark.parametrize(("old", "new", "where", "sentence"), FAULTS)
@section("19")
def test_each_fault_has_its_line(old: str, new: str, where: str, sentence: str) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if new.endswith("unit = 3\n#"):
        text = text.split("[[unit]]")[0]
    line = line_of(text, where) if where else 1
    if where == 'name = "Slingers"':
        line -= 1  # the table as a whole
    assert any(fault.startswith(f"{line}: {sentence}") for fault in faults(text)), faults(text)


@section("19.4")
def test_defences_are_at_most_three_and_apart() -> None:
    area = '[[defensive_terrain]]\ncolumn = {}\nterrain = "camp"\n\n'
    text = GOOD.replace("[[unit]]", "".join(area.format(k) for k in (5, 6, 7)) + "[[unit]]", 1)
    fourth = text.splitlines().index("column = 7")
    assert faults(text) == [f"{fourth}: there are 4 areas of defensive terrain; expected at most 3"]
    text = GOOD.replace("[[unit]]", area.format(4) + "[[unit]]", 1)
    assert "column 4 has defensive terrain twice; expected another column" in faults(text)[0]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (', "Imagawa"', "", "there are 4 clans; expected 5 to 8"),
        ("clans = 3\n", "", "clans is missing; expected a whole number from 1 to 8"),
        ('clan = "Mori"', 'clan = "Mory"', "clan is 'Mory' (did you mean Mori?); expected one of Mori, Date"),
        ('clan = "Mori"', "", "clan is missing; expected one of Mori, Date, Ukita, Hojo, Imagawa"),
        ('type = "AS"', 'type = "HI"', "type HI does not belong to module samurai; expected one of AS, KB"),
        ('missile = "T"', 'missile = "B"', "missile of TP is 'B'; expected one of \"\", T"),
        ('type = "AS"', 'type = "OZ"', "missile of OZ is ''; expected one of P"),
    ],
)
@section("19.5")
def test_faults_of_samurai_armies(old: str, new: str, sentence: str) -> None:
    assert old in SAMURAI
    assert any(sentence in fault for fault in faults(SAMURAI.replace(old, new, 1)))


@section("19.5")
def test_faults_of_fantasy_armies() -> None:
    text = FANTASY.replace("REGENERATE", "REGENARATE")
    line = line_of(text, "traits")
    assert faults(text)[0].startswith(f"{line}: traits has 'REGENARATE' (did you mean REGENERATE?); expected")


@section("19")
def test_all_faults_are_listed_in_the_order_of_the_lines() -> None:
    text = (
        GOOD.replace("initiative = 5", "initiative = 0").replace("tq = 6", "tq = 0").replace("= 7", '= "7"')
    )
    found = [fault.split(":")[0] for fault in faults(text)]
    assert found == [str(line_of(text, part)) for part in ("initiative = 0", "tq = 0", 'size = "7"')]
    with pytest.raises(BadArmy, match=r"x.toml:11: initiative is 0; .* \(and 2 more faults\)"):
        read(text, "x.toml")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("schema = 1\n[army\n", "2: no TOML: expected ']' at the end of a table declaration"),
        ("schema = 1\nschema = 1\n", "2: no TOML: cannot overwrite a value"),
        ("a = [\n1,\n2", "3: no TOML: "),
        ("a = " + "[" * 5000, "1: no TOML"),
        ("", "1: [army] is missing; expected a table [army]"),
    ],
)
@section("19")
def test_files_that_are_no_toml(text: str, fault: str) -> None:
    assert faults(text)[0].startswith(fault)


@section("19")
def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(b"schema = 1\n\xff")
    with pytest.raises(BadArmy, match=r"mine.toml:2: the text is not UTF-8; expected UTF-8"):
        load(path)
    path.write_bytes(b"#" * 300_000)
    with pytest.raises(BadArmy, match=r"mine.toml:1: the file is too large; expected at most 256 KiB"):
        load(path)


@section("19")
def test_the_id_is_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "other.toml"
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(BadArmy, match=r"other.toml:4: id is 'mine'; expected 'other', the name of the file"):
        load(path)


@section("19")
def test_a_fault_names_the_part_of_the_file_it_concerns() -> None:
    text = GOOD.replace("tq = 6", "tq = 11").replace("column = 4", "column = 0")
    with pytest.raises(BadArmy) as caught:
        read(text)
    assert [fault.path for fault in caught.value.faults] == [
        ("defensive_terrain", 0, "column"),
        ("unit", 0, "tq"),
    ]
    with pytest.raises(BadArmy) as caught:
        read(GOOD.replace("count = 10", "count = 1"))
    assert caught.value.faults[0].path == ("unit",)
