"""`learned`: plays by a trained network, as it is or with a search on top."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from hoplon.bots.generic.desk import KNOWN
from hoplon.bots.generic.gains import measure_of
from hoplon.bots.generic.looking import NO_CHOICE, SIDES, Eye, looking_at, new_eye
from hoplon.bots.generic.network import Network, is_amount, read_network
from hoplon.bots.generic.network_file import BadNetwork, read_about
from hoplon.bots.generic.network_search import Desk, find_search, new_desk
from hoplon.core.bot import Bot, Dice, Setting
from hoplon.core.choices import Choice, Choices
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.games import game as find_game

NODES = 200
SEEDS = 2**31


class Learned(Bot):
    """One look at the position, then the choice that the network likes most; with `nodes`, so many positions
    that may come are looked at first.

    Where it has seen exactly the same before in a match, it draws one of the choices, as likely as the
    network thinks: else it could go round in circles.

    A subclass says in FILES where its network is.
    """

    name = "learned"
    summary = "plays by a trained network"
    SETTINGS: ClassVar[Mapping[str, Setting]] = {"nodes": NODES}
    LIMITS: ClassVar[Mapping[str, Setting]] = {"nodes": 10_000}

    def __init__(self, nodes: int | None = None) -> None:
        self._nodes = nodes
        self._loaded: tuple[Network, Eye] | None = None
        self._desk: Desk | None = None
        self._fitting: Game | None = None
        self.forget()

    def forget(self) -> None:
        """No agent remembers anything."""
        self._memories = np.zeros((0, 0), np.uint8)
        self._seen: set[bytes] = set()

    def load(self) -> tuple[Network, Eye]:
        """The network, and what it looks with; BadNetwork if it cannot play."""
        if self._loaded is None:
            if not self.FILES:
                raise BadNetwork("the bot learned has no network; expected the name of a file")
            network = read_network(self.FILES[0], self._own_game())
            if self._nodes is not None:
                measure_of(self._own_game(), network.about)
                network.number("unit"), network.number("gamma")
            self._loaded = network, new_eye(network.weights, network.encoding)
        return self._loaded

    def see(self, view: Any) -> None:
        """Remember what was seen."""
        game, known = self._known(view)
        network, _ = self.load()
        looking_at(game.rules, network.encoding).notice(known, self._memories)

    def choose(self, view: Any, legal: Choices, dice: Dice, clock: float) -> Choice:  # noqa: ARG002
        """The best choice, by the network alone or by the search."""
        seed = dice.below(SEEDS)
        game, known = self._known(view)
        network, eye = self.load()
        looking = looking_at(game.rules, network.encoding)
        code = int(looking.choose(known, self._memories, eye))
        if len(legal) == 1 or code == NO_CHOICE:
            return legal[0]
        if self._nodes is not None:
            code = self._search(game, known, seed, self._nodes)
        elif self._is_repeated(eye):
            code = int(looking.vary(known, eye, seed % SIDES))
        return game.fixed_choices[code] or next(choice for choice in legal if choice.code == code)

    def _is_repeated(self, eye: Eye) -> bool:
        """Has it seen exactly this before?"""
        seen = blake2b(eye.row.tobytes(), digest_size=8).digest()
        is_repeated = seen in self._seen
        self._seen.add(seen)
        return is_repeated

    def _search(self, game: Game, known: Any, seed: int, nodes: int) -> int:
        network, eye = self.load()
        if self._desk is None or self._desk.states.dtype != game.state:
            self._desk = new_desk(game, network, eye, nodes)
        self._desk.states[KNOWN] = known[0]
        search = find_search(game, network.encoding, measure_of(game, network.about))
        return search(self._desk, self._memories, seed, nodes)

    def _known(self, view: Any) -> tuple[Game, Any]:
        """What a view tells, as an array of one position; there is a memory for each agent in it."""
        game, known = self._own_game().known(view)
        encoding = self.load()[0].encoding
        if game is not self._fitting:
            if not encoding.fits(game):
                raise HoplonError(f"the network of {self.name} does not fit these options of {game.name}")
            self._fitting = game
        agents = looking_at(game.rules, encoding).count(known) or game.seats[1]
        if len(self._memories) != agents:
            self._memories = np.zeros((agents, encoding.memory), np.uint8)
        return game, known

    def _own_game(self) -> Game:
        return find_game(self.game) if isinstance(self.game, str) else self.game


def learned_from(path: Path) -> type[Learned]:
    """The bot of a network file; what it says about itself is read, not the weights."""
    about = read_about(path)
    says = {"summary": f"plays by a network: {told(about)}", "origin": origin(about)}
    return type(Learned.__name__, (Learned,), {"FILES": (path,), "__module__": __name__, **says})


def told(about: Mapping[str, Any]) -> str:
    """How a network was trained, in a few words."""
    if isinstance(about.get("summary"), str):
        return str(about["summary"])
    parts = [f"trained on {about['task']}"] if isinstance(about.get("task"), str) else ["trained"]
    if is_amount(about.get("seconds")):
        parts.append(f"for {about['seconds'] / 60:.0f} minutes")
    if is_amount(about.get("steps")):
        parts.append(f"with {about['steps'] / 1e6:,.1f} million choices")
    return " ".join(parts)


def origin(about: Mapping[str, Any]) -> str:
    """The same in full, with the machine and the command if the file tells them."""
    device, command = (about.get(name) for name in ("device", "command"))
    on = f" on {device}" if isinstance(device, str) and device else ""
    by = f", by the command: {command}" if isinstance(command, str) and command else ""
    text = f"{told(about)}{on}{by}"
    return text[:1].upper() + text[1:]


shipped = cache(learned_from)  # with Hoplon; somebody's own file may change while a program runs
