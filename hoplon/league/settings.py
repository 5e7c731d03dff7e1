"""How the matches of a league are played: what was chosen when it was made, and never changes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields

from hoplon.core.errors import BadOption
from hoplon.core.options import shown
from hoplon.protocols.lines.process_bot import ProcessSettings
from hoplon.referee.series import read_seeds

MOST_TRIALS = 100
MOST_PERCENT = 100


@dataclass(frozen=True)
class Settings:
    """As `hoplon match` has them, and those that only leagues have.

    `seeds` are those of a round robin and a gauntlet, such as `1-20`; the others begin with the first and go
    on. `trial` is how many matches a new version plays against itself before it meets anybody; it is set
    aside if more than `faults` percent of what it has played were faults of its own.
    """

    seeds: str = "1-20"
    paired: bool = False
    clock: float | None = None  # seconds for a choice; the game's own if not given
    longest: int | None = None  # choices after which a match is stopped
    time_scale: float = 1.0
    strict_clock: bool = False
    sandbox: str = "auto"
    trial: int = 2
    faults: int = 50
    arena: str = ""  # the clock of matches in an arena, such as 5m+3s: of people and remote bots

    def check(self) -> None:
        """Refuse bad settings."""
        read_seeds(self.seeds)
        if self.clock is not None and not 0.001 <= self.clock <= 86_400:
            raise BadOption(f"the clock has {self.clock:g} seconds; expected 0.001 to 86400")
        if self.longest is not None and self.longest < 1:
            raise BadOption(f"the longest match has {self.longest} choices; expected 1 at least")
        if not 0 <= self.trial <= MOST_TRIALS:
            raise BadOption(f"the trial has {self.trial} matches; expected 0 to {MOST_TRIALS}")
        if not 0 <= self.faults <= MOST_PERCENT:
            raise BadOption(f"{self.faults} percent of faults are allowed; expected 0 to {MOST_PERCENT}")
        ProcessSettings(None, None, self.time_scale, self.strict_clock, self.sandbox).check()

    @property
    def seed_range(self) -> range:
        """The seeds of a round robin."""
        return read_seeds(self.seeds)

    def as_json(self) -> str:
        """For the database."""
        return json.dumps(asdict(self))


def read_settings(text: str) -> Settings:
    """Settings from the database; what an older Hoplon has not written is as usual."""
    known = {field.name for field in fields(Settings)}
    found = json.loads(text)
    if not isinstance(found, dict) or not found.keys() <= known:
        raise BadOption(f"the settings of a league are {shown(text)}, which this Hoplon cannot read")
    return Settings(**found)
