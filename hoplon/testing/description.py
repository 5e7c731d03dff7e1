"""What a game says about itself."""

from __future__ import annotations

from hoplon.bots import bots_for
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.outcome import Outcome
from hoplon.testing.walks import must


def description_is_complete(game: Game) -> None:
    """Names, phrases for all that can happen, options that can be played, and pictures."""
    must(game.title and game.summary, "a title and a summary are shown in lists")
    must(game.version >= 1, f"the version of the rules is {game.version}; expected at least 1")
    must(1 <= game.seats[0] <= game.seats[1], f"seats are {game.seats}; expected the fewest and the most")
    lacking = set(game.actions) ^ set(game.phrases.forms)
    must(not lacking, f"phrases and actions differ: {lacking}")
    forms = list(game.phrases.forms.values())
    must(len(set(forms)) == len(forms), "two kinds of action have the same phrase")
    must(game.rulebook is None or game.rulebook.is_file(), f"there is no rulebook {game.rulebook}")
    strange = [rung.bot for rung in game.ladder if rung.bot.partition(":")[0] not in bots_for(game.name)]
    must(not strange, f"the ladder names {strange}; the bots are {bots_for(game.name)}")
    match = Match(game, 1)
    kept = game.bots_kept(match.options).values()
    lost = [bot for bot in kept if bot.partition(":")[0] not in bots_for(game.name)]
    must(not lost, f"seats are kept for {lost}; the bots are {bots_for(game.name)}")
    names = game.seat_names(match.options)
    must(
        game.seats[0] <= len(names) <= game.seats[1], f"{len(names)} seats have names; seats are {game.seats}"
    )
    must(len(set(names)) == len(names), f"two seats have the same name: {names}")
    must(game.options.from_text(match.options.as_text()) == match.options, "options do not read back")
    must(str(match).strip(), "the text picture is empty")
    must(match._repr_svg_().startswith("<svg"), "the picture is no SVG")
    must(isinstance(match.outcome, Outcome | None), f"the outcome is {match.outcome!r}")
