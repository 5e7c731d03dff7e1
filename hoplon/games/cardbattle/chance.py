"""The dice of a battle (rulebook 0.2): one stream, counted in the state."""

from __future__ import annotations

from hoplon.core.dice import pick, stream
from hoplon.core.kernel import rule


@rule
def among(s, turn, n):
    """One of n, from 0, each as likely."""
    face = pick(turn, stream(s.seed, 0, 0), int(s.draws), n)
    s.draws += 1
    return face


@rule
def die(s, turn):
    """The die: 0 to 9."""
    return among(s, turn, 10)


@rule
def d10(s, turn):
    """The die read as 1 to 10: the 0 counts 10."""
    face = among(s, turn, 10)
    return 10 if face == 0 else face
