"""What learners are told: an encoding of your own, and the generic one that a game has without."""

from __future__ import annotations

from hoplon.core.encoding import NO_ACTION, Encoding, Part
from hoplon.core.generic_encoding import encodings_of, generic_encoding

__all__ = ["NO_ACTION", "Encoding", "Part", "encodings_of", "generic_encoding"]
