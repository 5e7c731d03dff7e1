"""Games that the original program played, and arranged positions."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

GOLDEN = Path(__file__).parents[2] / "golden" / "hexabomb"
GAMES = sorted((GOLDEN / "games").glob("*.json.gz"))
SCENARIOS = json.loads(gzip.decompress((GOLDEN / "scenarios.json.gz").read_bytes()))["scenarios"]
