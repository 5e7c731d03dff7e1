"""Bots: by name, legal, repeatable, blind to the match's dice, and in the right order of strength."""

from __future__ import annotations

import dataclasses

import pytest

import hoplon
from hoplon.bots import bot, bots_for
from hoplon.bots.dice import SeatDice
from hoplon.core.errors import BadOption
from hoplon.core.kernel import is_compiled
from hoplon.games import game
from hoplon.games.hoplite.view import Position
from hoplon.referee.run import run

HOPLITE = game("hoplite")
BOTS = ("random", "greedy", "search:nodes=60")
compiled = pytest.mark.skipif(not is_compiled(), reason="too slow interpreted")


def choices(name: str, seed: int, dice_seed: int = 0, longest: int = 25) -> list[str]:
    played = run(HOPLITE, [bot(name, "hoplite")], seed, longest=longest, dice_seed=dice_seed)
    assert played.fault is None
    return list(played.match.choices)


def test_hoplite_has_its_own_bots_and_the_generic_ones() -> None:
    assert bots_for("hoplite") == ["greedy", "learned", "mcts", "random", "search"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("greed", "there is no bot 'greed' for hoplite; did you mean greedy?"),
        ("thinker", "there is no bot 'thinker' for hoplite; it has greedy, learned, mcts, random, search"),
        ("", "there is no bot ''"),
        ("search:depth=3", "the bot search has no setting 'depth'; its settings: nodes, seconds"),
        ("random:nodes=3", "the bot random has no setting 'nodes'; its settings: none"),
        ("search:nodes=many", "the setting nodes of the bot search is 'many'; expected a number above 0"),
        ("search:nodes=0", "expected a number above 0"),
        ("search:seconds=nan", "expected a number above 0"),
        ("search:nodes", "the setting nodes of the bot search is ''"),
        ("search:nodes=9,seconds=1", "limited by nodes or by seconds, not by both"),
    ],
)
def test_a_bad_bot_is_refused_in_one_sentence(text: str, named: str) -> None:
    with pytest.raises(BadOption, match=named.replace("(", r"\(")) as refused:
        bot(text, "hoplite")
    assert "\n" not in str(refused.value)


@pytest.mark.representative
@pytest.mark.parametrize("name", BOTS)
def test_a_bot_repeats_itself_on_the_same_dice(name: str) -> None:
    longest = 25 if is_compiled() else 3
    assert choices(name, 3, longest=longest) == choices(name, 3, longest=longest)


def test_other_dice_lead_to_other_choices() -> None:
    assert choices("random", 3, 1) != choices("random", 3, 2)


@compiled
def test_a_used_bot_chooses_like_a_fresh_one() -> None:
    used = bot("search:nodes=200", "hoplite")
    run(HOPLITE, [used], 8, longest=10)
    again = run(HOPLITE, [used], 9, longest=10).match.choices
    assert again == run(HOPLITE, [bot("search:nodes=200", "hoplite")], 9, longest=10).match.choices


def test_a_view_tells_no_seed() -> None:
    assert not {"seed", "draws", "dice"} & {field.name for field in dataclasses.fields(Position)}
    one, other = (hoplon.new("hoplite", seed=s, position=position(1)) for s in (1, 2))
    assert one.view(0) == other.view(0)


def position(seed: int) -> str:
    return hoplon.new("hoplite", seed=seed, depth=6).state.notation


@pytest.mark.parametrize("name", BOTS)
def test_a_choice_does_not_depend_on_the_seed_of_the_match(name: str) -> None:
    found = {
        str(player.choose(match.view(0), match.legal(), SeatDice(5, 0), 1.0))
        for player in [bot(name, "hoplite")]
        for match in (hoplon.new("hoplite", seed=s, position=position(1)) for s in (1, 2, 3))
    }
    assert len(found) == 1


@compiled
@pytest.mark.parametrize(
    "options",
    [
        {"depth": 16, "hearts": 8},
        {"depth": 7, "hearts": 2, "prayers": ("sweeping-bash", "spinning-bash", "mighty-bash", "patience")},
        {
            "depth": 9,
            "hearts": 4,
            "prayers": ("winged-sandals", "greater-throw", "greater-throw-ii", "surge"),
        },
        {"depth": 5, "prayers": ("staggering-leap", "deep-lunge", "regeneration", "bloodlust")},
        {"depth": 17, "hearts": 5, "endless": True},
        {"depth": 4, "variants": ("descend-after-demons", "bombs-block-pushes", "wizard-always-moves")},
    ],
)
@pytest.mark.parametrize("name", BOTS)
def test_no_choice_is_ever_illegal(name: str, options: dict[str, object]) -> None:
    player = bot(name, "hoplite")
    for seed in range(4):
        played = run(HOPLITE, [player], seed, HOPLITE.options(**options), longest=60)
        assert played.fault is None


@compiled
def test_search_goes_where_only_an_empty_throw_is_left() -> None:
    walled_in = "hoplite hero=4,1 cooldown=3 energy=0/100 magma=3,1;4,2;5,1 demons=A4,10"
    match = hoplon.new("hoplite", position=walled_in)
    legal = match.legal()
    assert all(choice.startswith("throw") for choice in legal)
    assert bot("search:nodes=50", "hoplite").choose(match.view(0), legal, SeatDice(0, 0), 1.0) in legal


@compiled
def test_search_keeps_to_its_time() -> None:
    match = hoplon.new("hoplite", seed=1, depth=10)
    player = bot("search:seconds=30", "hoplite")
    played = run(HOPLITE, [player], 1, match.options, clock=0.05, longest=5)
    assert played.fault is None
    assert played.seats[0].wall < 30  # of which no choice took all


@compiled
def test_greedy_beats_random_and_search_beats_greedy() -> None:
    def depths(name: str) -> list[int]:
        player = bot(name, "hoplite")
        options = HOPLITE.options(hearts=1)
        runs = [run(HOPLITE, [player], seed, options, longest=400) for seed in range(16)]
        return [r.match.view(0).depth + (0 in r.winners) for r in runs]

    by_random, by_greedy, by_search = (sum(depths(n)) for n in ("random", "greedy", "search:nodes=400"))
    assert by_random + 16 < by_greedy
    assert by_greedy + 16 < by_search


@compiled
@pytest.mark.parametrize("seed", [3, 9, 20, 25])
def test_greedy_walks_to_and_fro_no_longer_than_its_patience_lasts(seed: int) -> None:
    assert run(HOPLITE, [bot("greedy", "hoplite")], seed, longest=5000).match.is_over


@compiled
@pytest.mark.slow
def test_search_finishes_whole_dungeons() -> None:
    player = bot("search:nodes=1000", "hoplite")
    won = sum(0 in run(HOPLITE, [player], seed).winners for seed in range(12))
    assert won >= 8
