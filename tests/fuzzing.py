"""Odd texts and values, and how often they are tried.

`HOPLON_FUZZ_COUNT` is how many messages and files are tried in all; without it, what takes a few seconds.
`HOPLON_FUZZ_SEED` repeats a failure.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hoplon.core.errors import HoplonError

COUNT = int(os.environ.get("HOPLON_FUZZ_COUNT", "0"))
SEED = int(os.environ.get("HOPLON_FUZZ_SEED", time.time_ns() if COUNT else "1"))

Parse = Callable[[str], object]
ODD_TEXTS = (
    "", " ", "\n", "\x00", "\x1b[31m", "\u202e", "\ud800", "é", "\u0663", "²", "\U0001d7d9", "1e999", "NaN",
    "-0", "+1", "1_0",
    "0x10", "9" * 20, "9" * 5000, "-" + "9" * 400, "a" * 3000, "'", '"', "\\", "{}", "[]", "%s%n", "@", "=",
    ";", ",", ":", "..", "../../etc/passwd", "option", "end", "null", "true", "2147483648", "-1",
    "18446744073709551616",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**400, 0.5, -0.0, 1e308, float("nan"),
    float("inf"),
    [], {}, [[]], [None] * 100, {"": {}}, {"type": 1}, "me", "bot", "friend", *ODD_TEXTS,
)  # fmt: skip


def share(part: float, usual: int) -> int:
    """How many to try of something that is so large a part of all."""
    return int(COUNT * part) if COUNT else usual


def odd_text(dice: Random, examples: Sequence[str]) -> str:
    """A text that is like one of these, or not at all."""
    if dice.random() < 0.05:
        return dice.choice(ODD_TEXTS)
    text = dice.choice(examples)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        text = _changed(dice, text, examples)
    return text


def _changed(dice: Random, text: str, examples: Sequence[str]) -> str:
    at, to = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
    near = min(len(text), at + dice.randrange(4))
    kind = dice.randrange(8)
    if kind == 0:
        return text[:at] + text[near:]
    if kind == 1:
        return text[:at] + dice.choice(ODD_TEXTS) + text[near:]
    if kind == 2:
        return text[:at] + chr(dice.choice((dice.randrange(128), dice.randrange(0xD000)))) + text[near:]
    if kind == 3:
        return text[:at] + text[at:to] * 2 + text[to:]
    if kind == 4:
        return text[:at] + text[to:]
    if kind == 5:
        other = dice.choice(examples)
        cut = dice.randrange(len(other) + 1)
        return text[:at] + other[cut : cut + 40] + text[at:]
    words = text.split(" ")
    word = dice.randrange(len(words))
    if kind == 6:
        words[word] = dice.choice(ODD_TEXTS)
    else:
        digits = [n for n, sign in enumerate(text) if sign.isdigit()]
        if digits:
            n = dice.choice(digits)
            return text[:n] + dice.choice(("9", "0", "-1", "99999999999", "9" * 5000)) + text[n + 1 :]
        words.insert(word, words[dice.randrange(len(words))])
    return " ".join(words)


def odd_value(dice: Random, depth: int = 3) -> Any:
    """Any value that JSON can say."""
    kind = dice.randrange(10)
    if depth and kind == 0:
        return [odd_value(dice, depth - 1) for _ in range(dice.randrange(4))]
    if depth and kind == 1:
        return {dice.choice(ODD_TEXTS): odd_value(dice, depth - 1) for _ in range(dice.randrange(4))}
    return dice.choice(ODD_VALUES)


def odd_object(dice: Random, good: dict[str, Any]) -> dict[str, Any]:
    """An object of which a few values are odd, are missing or are new."""
    found = dict(good)
    for _ in range(dice.randrange(3)):
        name = dice.choice([*found, "type", "other"])
        kind = dice.randrange(4)
        if kind == 0:
            found.pop(name, None)
        elif kind == 1 and isinstance(found.get(name), str):
            found[name] = odd_text(dice, [found[name]])
        elif kind == 2 and isinstance(found.get(name), dict):
            found[name] = odd_object(dice, found[name])
        else:
            found[name] = odd_value(dice)
    return found


def as_text(value: Any, dice: Random) -> str:
    """A value as JSON, now and then nested too deeply or cut off."""
    said = json.dumps(value, ensure_ascii=dice.random() < 0.5)
    kind = dice.randrange(60)
    if kind == 0:
        return "[" * 50_000
    if kind == 1:
        return '{"a":' * 3000 + "1" + "}" * 3000
    return said[: dice.randrange(len(said) + 1)] if kind == 2 else said


def try_parser(name: str, parse: Parse, examples: Sequence[str], count: int) -> None:
    """Try so many odd texts: each is read, or refused in one sentence."""
    dice = Random(f"{name} {SEED}")
    counts = Counter({"read": 0, "refused": 0})
    for number in range(count):
        text = odd_text(dice, examples)
        try:
            parse(text)
        except HoplonError as refusal:
            counts["refused" if is_sentence(str(refusal)) else f"refused by {str(refusal)[:200]!r}"] += 1
        except Exception as error:
            error.add_note(f"{name}, text {number} of seed {SEED}: {text[:500]!r}")
            raise
        else:
            counts["read"] += 1
    print(f"{name}: {count} texts, {counts['read']} read, {counts['refused']} refused")
    assert set(counts) == {"read", "refused"}, sorted(counts)


def is_sentence(said: str) -> bool:
    """Can this be shown to a person, in one line?"""
    return bool(said.strip()) and said.isprintable()
