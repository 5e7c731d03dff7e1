"""The rules of a card battle: which chapter an action belongs to, and what one choice brings about."""

from __future__ import annotations

from hoplon.core.actions import NOBODY, begin, then
from hoplon.core.engine import engine, take_answer
from hoplon.core.kernel import rule
from hoplon.games.cardbattle.board import unit_at
from hoplon.games.cardbattle.challenge import perform_challenge, react_challenge
from hoplon.games.cardbattle.course import (
    bids_initiative,
    pass_on,
    perform_course,
    react_course,
)
from hoplon.games.cardbattle.markers import perform_markers
from hoplon.games.cardbattle.playing import perform_playing, react_playing
from hoplon.games.cardbattle.rear import perform_rear, react_rear
from hoplon.games.cardbattle.state import ARGS, SIDE, Do, End
from hoplon.games.cardbattle.units import in_hand, in_rear, rout_points
