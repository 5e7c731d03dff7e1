"""The trainer itself, which needs torch: `make test-train` runs this file in an environment of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

from hoplon.bots.generic.network import read_network
from hoplon.cli import app
from hoplon.core.errors import BadOption, HoplonError
from hoplon.games import game
from hoplon.learn.train.advantages import advantages, advantages_between
from hoplon.learn.train.assemble import Wish, assemble
from hoplon.learn.train.budget import Budget
from hoplon.learn.train.finish import finish
from hoplon.learn.train.network import Network, new_layers
from hoplon.learn.train.rollout import sample
from hoplon.learn.train.run import Pace, Run
from hoplon.learn.train.settings import Settings
from hoplon.learn.train.training import Training
from tests.learn.train.corridors import Corridor, Crowd, TwentyOne

SMALL = Settings(horizon=16, minibatches=4, hidden=32, blocks=1, rate=3e-3, last_rate=3e-4, gamma=0.99)
TASK = "hoplite-depth1-v1"  # twenty choices


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def trained(env: Any, rounds: int) -> Training:
    """A training after some rounds."""
    training = Training([env], env.most, SMALL, 1, torch.float32)
    for k in range(rounds):
        training.round(k / rounds)
    return training


def test_a_corridor_is_learned_in_seconds() -> None:
    training = trained(Corridor(64), 30)
    training.report()
    training.round(1.0)
    assert training.report()["return"] > 0.7  # 0.75 is the best there is


def test_what_comes_after_the_cut_counts() -> None:
    """In a corridor that is cut off long before its door, values still tell the way."""
    training = trained(Corridor(64, length=8, longest=4), 1)
    rollout = training.rollouts[0]
    assert bool((rollout.was_cut.sum(1) > 0).any())
    cut = rollout.cut_off[rollout.was_cut > 0]
    steps = rollout.was_cut.nonzero()[:, 0]
    assert bool((rollout.goes_on[steps, cut] == 0).all())
    worth = training.network.values(rollout.cut_obs[rollout.was_cut > 0])
    assert bool((worth.abs() > 0).any())


def test_a_game_of_two_is_learned_by_playing_against_oneself() -> None:
    training = trained(TwentyOne(256), 60)
    rows, mask = torch.eye(22, dtype=torch.uint8)[:21], torch.ones(21, 3, dtype=torch.uint8)
    mask[19, 2] = mask[20, 1] = mask[20, 2] = 0
    logits, told = training.network(rows, mask)
    said, worth = logits.argmax(1) + 1, training.network.as_return(told)
    for place in range(21):
        best = (21 - place) % 4
        assert best in (0, said[place]), place
        assert (worth[place] > 0) == (best > 0), place


def test_what_is_played_in_several_environments_is_learned_together() -> None:
    envs = [Corridor(32), Corridor(64, longest=9)]
    training = Training(envs, envs[0].most, SMALL, 1, torch.float32)
    training.round(0.0)
    memory, parts = training.memory, [one.memory for one in training.rollouts]
    assert [part.actions.shape for part in parts] == [(16, 32), (16, 64)]
    assert torch.equal(memory.obs, torch.cat([part.obs for part in parts], 1))
    for rollout in training.rollouts:
        torch.testing.assert_close(rollout.memory.targets, rollout.memory.advantages + rollout.values)
    assert training.steps == 16 * 96


def test_rows_in_which_nobody_acts_teach_nothing() -> None:
    training = trained(Crowd(32), 30)
    rows = training.memory.rows(training.has_gaps)
    assert len(rows) == training.memory.actions.numel() * 2 // 3
    training.report()
    training.round(1.0)
    assert training.report()["return"] > 0.45  # the mean of two that find the door and one that is not there


def test_advantages_are_those_of_the_definition() -> None:
    dice = torch.Generator().manual_seed(3)
    rewards, values = torch.randn(6, 4, generator=dice), torch.randn(7, 4, generator=dice)
    goes_on = (torch.rand(6, 4, generator=dice) > 0.3).float()
    sides = torch.randint(0, 2, (7, 4), generator=dice)
    for by_side in (None, sides):
        found = advantages(rewards, values[:6], values[6], goes_on, 0.9, 0.8, by_side)
        for column in range(4):
            for first in range(6):
                total, weight = 0.0, 1.0
                for t in range(first, 6):
                    sign = 1.0 if by_side is None or sides[t, column] == sides[t + 1, column] else -1.0
                    on = float(goes_on[t, column]) * 0.9 * sign
                    total += weight * float(
                        rewards[t, column] + on * values[t + 1, column] - values[t, column]
                    )
                    weight *= on * 0.8
                assert float(found[first, column]) == pytest.approx(total, abs=1e-5)


def test_what_is_gained_while_others_choose_belongs_to_the_action_before() -> None:
    dice = torch.Generator().manual_seed(4)
    rewards, values = torch.randn(12, 8, generator=dice), torch.randn(13, 8, generator=dice)
    goes_on = (torch.rand(12, 8, generator=dice) > 0.2).float()
    asked = torch.rand(13, 8, generator=dice) > 0.4
    found, known = advantages_between(rewards, values[:12], values[12], goes_on, asked, 0.9, 0.8)
    for column in range(8):

        def expected(here: int, column: int = column) -> float | None:
            """None if nobody was asked again and the match went on."""
            total, t = float(rewards[here, column]), here
            while goes_on[t, column] and not asked[t + 1, column]:
                t += 1
                if t == 12:
                    return None
                total += 0.9 * float(rewards[t, column])
            total -= float(values[here, column])
            if not goes_on[t, column]:
                return total
            total += 0.9 * float(values[t + 1, column])
            return total + (0.72 * (expected(t + 1) or 0.0) if t + 1 < 12 else 0.0)

        for here in range(12):
            told = expected(here) if asked[here, column] else None
            assert bool(known[here, column]) == (told is not None)
            assert float(found[here, column]) == pytest.approx(told or 0.0, abs=1e-5)
    assert 30 < int(known.sum()) < int(asked[:12].sum())


def test_actions_are_drawn_as_the_logits_say_and_never_illegal() -> None:
    chances = torch.tensor([0.5, 0.3, 0.0, 0.2, 0.0])
    logits = chances.log().clamp(min=-1e9).expand(20_000, 5).contiguous()
    drawn = sample(logits, torch.Generator().manual_seed(1))
    shares = torch.bincount(drawn, minlength=5) / len(drawn)
    assert shares.tolist() == pytest.approx(chances.tolist(), abs=0.02)
    assert shares[2] == shares[4] == 0


def test_the_scale_of_values_follows_the_returns_and_changes_nothing_that_is_said() -> None:
    network = Network(new_layers(5, 3, 16, 2, 0, "cpu"), np.array([1, 1, 255, 9, 0]), torch.float32)
    rows = torch.randint(0, 9, (10, 5), dtype=torch.uint8)
    before = network.values(rows)
    network.follow(100 + 30 * torch.randn(1000), 1.0)
    assert float(network.middle) == pytest.approx(100, abs=5)
    torch.testing.assert_close(network.values(rows), before, rtol=1e-3, atol=1e-3)


def wish(folder: Path, **asked: Any) -> Wish:
    """A short training of the shortest task."""
    usual = {"matches": "32", "horizon": "8", "hidden": "16", "blocks": "1", "minibatches": "2"}
    return Wish(
        **{
            "task": TASK, "folder": folder, "budget": Budget(steps=8 * 256), "device": "cpu", "threads": 1,
            "given": usual, "tests": 20, "pace": Pace(report=1e-9, test=1e9, checkpoint=1e9), **asked,
        }
    )  # fmt: skip


def gone(run: Run) -> Run:
    """A run that has gone to its end."""
    run.go()
    return run


def test_who_stops_and_goes_on_has_the_weights_of_who_never_stopped(tmp_path: Path) -> None:
    whole = gone(assemble(wish(tmp_path / "whole"), lambda _: None))
    part = assemble(wish(tmp_path / "part"), lambda _: None)
    reports: list[str] = []

    def stop_at_the_third(line: str) -> None:
        reports.append(line)
        part.is_stopped = len(reports) >= 3

    part.say = stop_at_the_third
    part.go()
    assert part.training.steps == 4 * 256  # a round that has begun is finished
    rest = gone(assemble(wish(tmp_path / "part", resume=True), lambda _: None))
    assert rest.training.steps == whole.training.steps == 8 * 256
    assert rest.seconds > part.seconds
    for name, layer in whole.training.network.layers.items():
        assert torch.equal(layer, rest.training.network.layers[name]), name


def test_the_file_of_a_network_says_what_torch_says(tmp_path: Path) -> None:
    run = gone(assemble(wish(tmp_path), lambda _: None))
    path, curves = finish(run)
    network = read_network(path, game("hoplite"))
    assert network.about["steps"] == 8 * 256
    assert network.about["task"] == TASK
    rows, mask = run.training.envs[0].obs, run.training.envs[0].mask
    logits, values = network(rows, mask)
    run.training.network.precision = torch.float32
    expected, told = run.training.network(torch.from_numpy(rows), torch.from_numpy(mask))
    legal = mask != 0
    assert np.abs(logits[legal] - expected.detach().numpy()[legal]).max() < 0.02
    assert np.abs(values - run.training.network.as_return(told).detach().numpy()).max() < 0.05
    assert curves.read_text(encoding="utf-8").startswith("<svg")


def test_the_command_trains_tests_and_goes_on(tmp_path: Path) -> None:
    sizes = ("--n", "32", "--hidden", "16", "--blocks", "1", "--set", "horizon=8", "--set", "minibatches=2")
    words = (
        "train",
        TASK,
        "--device",
        "cpu",
        "--threads",
        "1",
        "--out",
        str(tmp_path),
        "--evaluate-matches",
        "10",
    )
    first = CliRunner().invoke(app, [*words, *sizes, "--steps", "1000"])
    assert first.exit_code == 0, first.output
    assert "test: depth 1" in first.output
    again = CliRunner().invoke(app, [*words, *sizes, "--steps", "2000"])
    assert again.exit_code == 2
    assert "holds a training already; go on with --resume or choose another --out" in again.output
    more = CliRunner().invoke(app, [*words, "--steps", "2000", "--resume"])
    assert more.exit_code == 0, more.output
    assert "going on after" in more.output
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines if "test" in line] == [1024, 2048]


def test_what_cannot_be_trained_is_refused_before_it_begins(tmp_path: Path) -> None:
    for asked, said in (
        ({"device": "gpu"}, "there is no device 'gpu'"),
        ({"given": {"hidden": "4096"}}, "does not fit into a file of 4 MB; expected hidden up to"),
        ({"task": "hoplite-depth1"}, "there is no task 'hoplite-depth1'; did you mean hoplite-depth1-v1?"),
        ({"encoding": "planes"}, "has no encoding 'planes'"),
        ({"resume": True}, "there is no checkpoint to go on from"),
    ):
        with pytest.raises((BadOption, HoplonError), match=said):
            assemble(wish(tmp_path / "none", **asked), lambda _: None)
    gone(assemble(wish(tmp_path, budget=Budget(steps=1)), lambda _: None))
    with pytest.raises(HoplonError, match="the checkpoint has hidden 16, not 24"):
        assemble(wish(tmp_path, resume=True, given={"hidden": "24"}), lambda _: None)
