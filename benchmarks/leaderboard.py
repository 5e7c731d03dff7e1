"""The leaderboard of the tasks: `python benchmarks/leaderboard.py RESULT.zip …` enters results.

A result is what `hoplon evaluate` writes; it is audited first. What a player did before in the same task is
replaced, unless that was in more matches. The figures are kept in leaderboard.json beside this file, and the
tables of docs/leaderboard.md are made of them. `--baselines FOLDER` plays the bots that come with Hoplon and
enters them; it goes on where it stopped. Without anything, the tables are made anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from hoplon.learn.audit import audit
from hoplon.learn.results import Result, SectionResult, read_about
from hoplon.learn.tasks import task, tasks

KEPT = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "leaderboard.md"
BEGIN, END = "<!-- the tables begin -->\n", "<!-- the tables end -->\n"

# Task, bot and how many matches, fewer where a bot is slow. hoplite-gen200-v1 has the test of
# hoplite-depth16-v1, in which a bot that does not learn does the same.
BASELINES = (
    ("hoplite-depth16-v1", "random", 1000),
    ("hoplite-depth16-v1", "greedy", 1000),
    ("hoplite-depth16-v1", "search:nodes=500", 300),
    ("hoplite-depth16-v1", "search", 30),
    ("hoplite-depth1-v1", "random", 1000),
    ("hoplite-depth1-v1", "greedy", 1000),
    ("codekeeper-fog-v1", "random", 1000),
    ("codekeeper-fog-v1", "explorer", 1000),
    ("codekeeper-fog-v1", "seeker:nodes=1500", 1000),
    ("codekeeper-fog-v1", "seeker", 1000),
    ("codekeeper-open-v1", "random", 1000),
    ("codekeeper-open-v1", "explorer", 1000),
    ("codekeeper-open-v1", "seeker", 200),
    ("cardbattle-armies-v1", "random", 1000),
    ("cardbattle-armies-v1", "easy", 1000),
    ("cardbattle-armies-v1", "judge", 1000),
    ("cardbattle-armies-v1", "search:nodes=500", 40),
    ("cardbattle-small-v1", "random", 1000),
    ("cardbattle-small-v1", "judge", 1000),
)


def kept() -> list[Result]:
    """All results entered so far."""
    texts = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    return [read_about(json.dumps(text)) for text in texts]


def enter(old: list[Result], new: Result) -> list[Result]:
    """The results with another one, each player of it apart."""
    for player in dict.fromkeys(one.player for one in new.sections):
        own = tuple(one for one in new.sections if one.player == player)
        before = [one for one in old if (one.task, one.sections[0].player) == (new.task, player)]
        if any(one.sections[0].matches > own[0].matches for one in before):
            continue
        old = [one for one in old if one not in before]
        old.append(Result(new.task, new.game, new.rules, new.hoplon, own))
    return old


def tables(results: list[Result]) -> str:
    """All tables, task by task, in each the best player first."""
    parts = []
    for name, found in tasks().items():
        mine = [one for one in results if one.task == name]
        parts.append(f"### {name}\n\n{found.summary[0].upper()}{found.summary[1:]}.\n")
        first = found.figures[0].name
        mine.sort(key=lambda one: -one.sections[0].figures[first].value)
        if mine:
            parts.append(table(name, [section for one in mine for section in one.sections]))
    return "\n".join(parts)


def table(name: str, sections: list[SectionResult]) -> str:
    """The table of one task."""
    found = task(name)
    several = bool(found.opponents)
    held = any(one.held_out for one in sections)
    heads = ["player", *["against"] * several, *["options"] * held, "matches"]
    lines = [[*heads, *(figure.name for figure in found.figures)]]
    lines.append([*("---" for _ in heads), *("---:" for _ in found.figures)])
    for one in sections:
        figures = [figure.write(one.figures[figure.name]) for figure in found.figures]
        kind = "held out" if one.held_out else "learned with"
        cells = [f"`{one.player}`", *[one.opponent] * several, *[kind] * held, str(one.matches)]
        lines.append([*cells, *figures])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def write_page(results: list[Result]) -> None:
    """Put the tables into the page."""
    text = PAGE.read_text("utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n{tables(results)}\n{END}{after}", "utf-8")


def play_baselines(folder: Path) -> list[Path]:
    """Result files of the built-in bots; those that are there already are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, bot, matches in BASELINES:
        path = folder / f"{name}-{bot.replace(':', '-')}.zip"
        if not path.exists():
            words = ["evaluate", name, "--bot", bot, "--matches", str(matches), "--jobs", "2"]
            subprocess.run([sys.executable, "-m", "hoplon.cli", *words, "--out", str(path)], check=True)
        paths.append(path)
    return paths


def main(words: list[str]) -> None:
    """Enter what is named on the command line."""
    if words[:1] == ["--baselines"] and len(words) == 2:
        paths = play_baselines(Path(words[1]))
    elif any(word.startswith("-") for word in words):
        sys.exit(f"usage: {sys.argv[0]} RESULT.zip... | --baselines FOLDER")
    else:
        paths = [Path(word) for word in words]
    results = kept()
    for path in paths:
        results = enter(results, audit(path))
        print(f"{path}: entered")
    order = list(tasks())
    results.sort(key=lambda one: (order.index(one.task), one.sections[0].player))
    said = [{"format": "hoplon result 1", **asdict(one)} for one in results]
    KEPT.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")
    write_page(results)


if __name__ == "__main__":
    main(sys.argv[1:])
