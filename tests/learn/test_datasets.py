"""Match files as arrays: the same that a vector of matches shows."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import hoplon
from hoplon import learn
from hoplon.cli import app
from hoplon.core.encoding import NO_ACTION
from hoplon.learn.datasets import from_matches, save

NAMES = ("observation", "mask", "action", "return", "seat", "match")


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, " ".join(done.output.split())


def played_at_random(
    name: str, seeds: list[int], most: int = 60
) -> tuple[list[hoplon.Match], dict[str, list]]:
    """Matches played in a vector by any allowed actions, and what the vector showed."""
    task = learn.task(name)
    options = task.options()[:1]
    env = learn.make(
        task, len(seeds), seeds=seeds, autoreset="disabled", options=options, joint=False, skip_forced=False
    )
    matches = [hoplon.Match(task.rules, seed, options[0]) for seed in seeds]
    dice = np.random.default_rng(1)
    seen: dict[str, list] = {"obs": [], "mask": [], "action": [], "match": [], "reward": []}
    gained = [0.0] * len(seeds)
    ended = np.zeros(len(seeds), bool)
    for _ in range(most):
        actions = np.array([dice.choice(np.flatnonzero(row)) for row in env.mask])
        for i, match in enumerate(matches):
            if not ended[i]:
                seen["obs"].append(env.obs[i].copy())
                seen["mask"].append(env.mask[i].copy())
                seen["action"].append(actions[i])
                seen["match"].append(i)
                choice = int(env.plan.encoding.choice_of(env._states[i], actions[i]))
                match.play(match.game.write_choice(match.state.array, 0, choice))
        rewards = env.step(actions)[1]
        gained = [
            g + float(r) if not e else g
            for g, r, e in zip(gained, np.atleast_1d(rewards), ended, strict=True)
        ]
        ended |= env.terminated | env.truncated
    seen["reward"] = gained
    return matches, seen


def test_a_dataset_holds_what_the_vector_showed() -> None:
    task = learn.task("hoplite-depth1-v1")
    matches, seen = played_at_random("hoplite-depth1-v1", [5, 6], 15)
    data = from_matches(matches, task.find_encoding(), task.measure, task.unit)
    order = np.argsort(seen["match"], kind="stable")
    for name, found in (
        ("obs", data.obs),
        ("mask", data.mask),
        ("action", data.action),
        ("match", data.match),
    ):
        assert np.array_equal(np.array(seen[name])[order], found), name
    assert len(data) == sum(len(match.choices) for match in matches)
    for number in range(2):
        first = np.flatnonzero(data.match == number)[0]
        assert data.gain[first] == pytest.approx(seen["reward"][number], abs=1e-5)
    assert set(data.seat) == {0}


def test_a_row_allows_the_action_that_was_taken_and_the_last_return_is_its_own_gain() -> None:
    match = hoplon.new("hoplite", seed=7)
    while len(match.choices) < 8:
        match.play(match.legal()[0])
    data = from_matches([match], match.game.encodings()[0])
    assert data.mask[np.arange(len(data)), data.action].all()
    assert np.all(np.diff(data.gain) <= 0)  # points that are still to come become fewer


def test_choices_without_an_action_are_left_out_and_counted() -> None:
    match = hoplon.new("hoplite", seed=7)
    encoding = match.game.encodings()[0]
    match.play("resign")
    states = match.game.new_states(1)
    match.game.start(states, 0, match.options, 7)
    if encoding.action_of(states[0], match.choices[0].code) != NO_ACTION:
        pytest.skip("every choice has an action here")
    data = from_matches([match], encoding)
    assert (len(data), data.left_out) == (0, 1)


def test_files_are_written_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = hoplon.new("hoplite", seed=7)
    for _ in range(5):
        match.play(match.legal()[0])
    match.save("a.hoplon")
    code, said = run("dataset", "a.npz", "a.hoplon", "a.hoplon", "--encoding", "around")
    assert code == 0, said
    assert "a.npz: 10 rows of 2 matches, encoding around v1" in said
    with np.load("a.npz", allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    assert arrays.keys() == {"about", *NAMES}
    assert json.loads(bytes(arrays["about"]))["encoding"] == "around"
    assert np.array_equal(arrays["observation"][:5], arrays["observation"][5:])
    assert arrays["match"].tolist() == [0] * 5 + [1] * 5


def test_parquet_needs_pyarrow_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = hoplon.new("hoplite", seed=7)
    match.play(match.legal()[0])
    data = from_matches([match], match.game.encodings()[0])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(hoplon.HoplonError, match="cannot be written without pyarrow"):
        save(data, tmp_path / "a.parquet")


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    match = hoplon.new("hoplite", seed=7)
    for _ in range(3):
        match.play(match.legal()[0])
    data = from_matches([match], match.game.encodings()[0])
    save(data, tmp_path / "a.parquet")
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.column_names == list(NAMES)
    rows = np.frombuffer(b"".join(table["observation"].to_pylist()), np.uint8).reshape(data.obs.shape)
    assert np.array_equal(rows, data.obs)
    assert table["return"].to_pylist() == data.gain.tolist()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("a.csv", "a.hoplon"), "expected a name with .npz or .parquet"),
        (("a.npz", "a.hoplon", "--encoding", "smell"), "hoplite has no encoding 'smell'"),
        (("a.npz", "none.hoplon"), "No such file"),
        (("a.npz", "a.hoplon", "--task", "hoplite-deep-v1"), "there is no task 'hoplite-deep-v1'"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: tuple[str, ...], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    match = hoplon.new("hoplite", seed=7)
    match.save("a.hoplon")
    code, said = run("dataset", *words)
    assert code == 2
    assert why in said
