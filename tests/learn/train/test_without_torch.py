"""What a training is asked for and leaves behind, as far as no torch is needed: see also `with_torch.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from hoplon.core.errors import BadOption, HoplonError
from hoplon.learn.train.budget import Budget
from hoplon.learn.train.checkpoint import NAME, read_checkpoint, write_checkpoint
from hoplon.learn.train.curves import draw
from hoplon.learn.train.log import add_line, amount, keep_until, progress_line, read_log
from hoplon.learn.train.plots import MOST_POINTS, Panel, plot, thinned, ticks
from hoplon.learn.train.settings import ON_A_CPU, Settings

LINE = {
    "seconds": 61.2, "steps": 1_500_000, "steps_per_second": 24_590.2, "matches": 12, "return": 1.5,
    "score": 330.47, "length": 78.6, "entropy": 1.239,
}  # fmt: skip


def test_settings_are_typed_and_fall_in_a_straight_line() -> None:
    settings = ON_A_CPU.changed({"rate": "0.002", "last-rate": "0.001", "matches": "64"})
    assert (settings.matches, settings.horizon) == (64, ON_A_CPU.horizon)
    assert [settings.rate_at(progress) for progress in (0, 0.5, 1, 7)] == [0.002, 0.0015, 0.001, 0.001]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("gama", "0.9", "there is no setting 'gama'; did you mean gamma?"),
        ("gamma", "much", "the setting gamma is 'much'; expected a number"),
        ("gamma", "1.5", "the setting gamma is 1.5; expected 0 to 1"),
        ("gamma", "nan", "the setting gamma is nan; expected 0 to 1"),
        ("matches", "1e3", "the setting matches is '1e3'; expected a whole number"),
        ("matches", "0", "the setting matches is 0; expected 1 to 16,777,216"),
        ("minibatches", "99999999", "the setting minibatches is 99999999; expected 1 to 16,777,216"),
        ("minibatches", "999999", "512 matches of 32 steps cannot be cut into 999999 minibatches"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(name: str, text: str, said: str) -> None:
    with pytest.raises(BadOption) as error:
        ON_A_CPU.changed({name: text})
    assert str(error.value) == said


def test_a_budget_is_seconds_or_steps_and_may_pause() -> None:
    assert Budget(seconds=200).progress(50, 0) == 0.25
    assert Budget(steps=1000).progress(50, 900) == 0.9
    assert not Budget(seconds=200).is_paused(1e9)
    assert Budget(seconds=200, pause=60).is_paused(60)
    for wrong in (
        {"seconds": 0.0},
        {"steps": -1},
        {"seconds": 1.0, "steps": 1},
        {},
        {"seconds": float("nan")},
    ):
        with pytest.raises(BadOption):
            Budget(**wrong)


def test_a_checkpoint_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_checkpoint(tmp_path, {"steps": 7}, {"layer.a": np.arange(3)})
    write_checkpoint(tmp_path, {"steps": 8}, {"layer.a": np.arange(4)})
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    about, arrays = read_checkpoint(tmp_path)
    assert about["steps"] == 8
    assert arrays["layer.a"].tolist() == [0, 1, 2, 3]

    class Full:
        def __array__(self, *_: object, **__: object) -> None:
            raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        write_checkpoint(tmp_path, {"steps": 9}, {"layer.a": Full()})
    assert read_checkpoint(tmp_path)[0]["steps"] == 8


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HoplonError, match="there is no checkpoint to go on from"):
        read_checkpoint(tmp_path)
    whole = write_checkpoint(tmp_path, {"steps": 7}, {"a": np.arange(99)}).read_bytes()
    for damaged in (b"", b"rubbish", whole[:80], whole[: len(whole) // 2]):
        (tmp_path / NAME).write_bytes(damaged)
        with pytest.raises(HoplonError, match="this is no checkpoint of a training"):
            read_checkpoint(tmp_path)
    np.savez(tmp_path / NAME, about=np.frombuffer(b'{"format": 99}', np.uint8))
    with pytest.raises(HoplonError, match="a checkpoint of format 99; this Hoplon reads format 1"):
        read_checkpoint(tmp_path)


def test_a_log_forgets_what_is_done_again_and_bears_an_unfinished_line(tmp_path: Path) -> None:
    for steps in (100, 200, 300):
        add_line(tmp_path, {**LINE, "steps": steps})
    with open(tmp_path / "log.jsonl", "a", encoding="utf-8") as file:
        file.write('{"steps": 4')
    assert [line["steps"] for line in read_log(tmp_path)] == [100, 200, 300]
    keep_until(tmp_path, 200)
    assert [line["steps"] for line in read_log(tmp_path)] == [100, 200]
    (tmp_path / "log.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(
        HoplonError, match=r"log\.jsonl, line 1: expected a line of JSON with the number of steps"
    ):
        read_log(tmp_path)


def test_a_report_is_one_line_for_people() -> None:
    said = progress_line(LINE)
    assert said.split() == [
        "61", "s", "1.50", "M", "steps", "24,590/s", "return", "1.500", "score", "330.47", "length", "78.6",
        "entropy", "1.239",
    ]  # fmt: skip
    assert "return" not in progress_line({**LINE, "matches": 0})
    assert [amount(n) for n in (0, 3, 0.1234, 8.456, 9999, 12_345, 2.5e9)] == [
        "0", "3", "0.123", "8.46", "9,999", "12,345", "2.50 G",
    ]  # fmt: skip


def test_curves_are_one_small_picture_for_light_and_dark(tmp_path: Path) -> None:
    for k in range(500):
        add_line(tmp_path, {**LINE, "seconds": k, "steps": k, "return": k / 10})
    add_line(tmp_path, {"seconds": 500, "steps": 500, "test": {"won": 0.5}})
    text = draw("a <task>", {"seed 0": tmp_path, "seed 1": tmp_path})
    root = ElementTree.fromstring(text)
    titles = [node.text for node in root.iter() if node.get("class") == "title"]
    assert titles == ["a <task>", "test: won", "return of ended matches", "entropy of the policy"]
    assert "prefers-color-scheme:dark" in text
    assert len(text) < 40_000


def test_a_picture_of_nothing_is_a_picture() -> None:
    ElementTree.fromstring(plot("nothing", []))
    ElementTree.fromstring(plot("one point", [Panel("p", [("a", [(1.0, 2.0)]), ("b", [])])]))
    assert ticks(0.0, 1.0) == pytest.approx([0, 0.25, 0.5, 0.75, 1])
    many = [(float(k), 0.0) for k in range(1001)]
    assert len(thinned(many)) <= MOST_POINTS + 1
    assert thinned(many)[-1] == many[-1]


WITHOUT = """
import importlib.util, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "torch" else find(name, *rest)
sys.argv = ["hoplon", "train", "hoplite-depth16-v1"]
from hoplon.cli import main
main()
"""


def test_without_torch_one_sentence_says_what_to_install() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "hoplon: training needs torch, which is not installed; pip install 'hoplon[learn]'\n"
    )


def test_what_needs_no_torch_does_not_import_it() -> None:
    modules = ("settings", "budget", "checkpoint", "log", "plots", "curves")
    script = (
        f"import sys; from hoplon.learn.train import {', '.join(modules)}; assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_the_defaults_can_be_used() -> None:
    assert Settings().rate_at(1) < Settings().rate_at(0)
