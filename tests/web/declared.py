"""A match of a game that the page does not know, told to the browser instead of by a server."""

from __future__ import annotations

import json
from typing import Any

from browsing import Tab
from playwright.sync_api import WebSocketRoute

from tests.waiting import until

Json = dict[str, Any]
ADDRESS = "/match/declared"


def square(width: int, height: int, tones: dict[str, str] | None = None) -> Json:
    """A board of squares with a1 at the lower left."""
    cells = [
        {"id": f"{chr(97 + x)}{height - y}", "x": x, "y": y, "tone": ""}
        for y in range(height)
        for x in range(width)
    ]
    for cell in cells:
        cell["tone"] = (tones or {}).get(str(cell["id"]), "")
    labels = [{"x": x, "y": height, "text": chr(97 + x)} for x in range(width)]
    return {"grid": "square", "cells": cells, "labels": labels}


def rhombus(size: int) -> Json:
    """A board of hexagons whose opposite edges belong to a seat each."""
    last = size - 1
    cells = []
    for row in range(size):
        for column in range(size):
            goals = ["goal0"] * (row in (0, last)) + ["goal1"] * (column in (0, last))
            place = {"x": column + row / 2, "y": row * 0.866}
            cells.append({"id": f"{chr(97 + column)}{row + 1}", **place, "tone": " ".join(goals)})
    return {"grid": "hex", "cells": cells, "labels": []}


def piece(cell: str, seat: int | None = 0, glyph: str = "●", **more: Any) -> Json:
    """A piece that is known by the cell where it began."""
    label = "" if seat is None else f"{('Red', 'Blue')[seat]}'s disc"
    return {"key": cell, "cell": cell, "glyph": glyph, "seat": seat, "label": label} | more


def offer(text: str, cell: str | None = None, **more: Any) -> Json:
    """A choice that belongs to no tool."""
    return {
        "text": text,
        "tool": "",
        "cell": cell,
        "label": text.capitalize(),
        "help": "",
        "source": None,
    } | more


def entry(says: str, src: str | None = None, dst: str | None = None, depth: int = 0) -> Json:
    """Something that happened."""
    cells = [cell for cell in (src, dst) if cell]
    rest = {"kind": "act", "text": says, "cause": depth - 1, "n": 0, "who": 0, "says": says}
    return {"depth": depth, "src": src, "dst": dst, "cells": cells} | rest


class Declared:
    """The match; it keeps what was chosen, and answers a choice with a turn."""

    def __init__(
        self, tab: Tab, scene: Json, position: Json, offers: list[Json], tools: list[Json] | None = None
    ):
        self.tab, self.scene, self.position, self.offers = tab, scene, {"turn": 0, **position}, offers
        self.tools = tools or []
        self.number = 0
        self.chosen: list[str] = []
        self.after: tuple[Json, list[Json]] | None = None  # what a choice leads to, and its log
        tab.page.route("**/api/matches/declared/turns?*", lambda route: route.fulfill(json=self._turns()))
        tips = {"aim": "", "tips": []}
        tab.page.route("**/api/matches/declared/tips*", lambda route: route.fulfill(json=tips))
        # A single choice waits to be made.
        tab.page.add_init_script("localStorage.setItem('hoplon.likes', '{\"forced\":false}')")
        tab.page.route_web_socket("**/api/matches/declared/socket", self._serve)

    def open(self) -> None:
        """Go there."""
        self.tab.page.goto(ADDRESS)
        self.tab.page.locator(".status").get_by_text("Your turn").wait_for()

    def expect_chosen(self, *choices: str) -> None:
        """Wait until exactly these were chosen."""

        def are_chosen() -> bool:
            self.tab.page.wait_for_timeout(1)  # only now does Playwright tell what has happened
            return len(self.chosen) >= len(choices)

        until(are_chosen, f"{choices} are chosen")
        assert self.chosen == list(choices)

    def _serve(self, socket: WebSocketRoute) -> None:
        socket.on_message(lambda text: self._answer(socket, json.loads(str(text))))

    def _answer(self, socket: WebSocketRoute, message: Json) -> None:
        kind = message["type"]
        if kind == "hello":
            socket.send(json.dumps(self._welcome()))
            socket.send(json.dumps(self._state()))
        elif kind == "choose":
            self.chosen.append(message["choice"])
            if self.after:
                socket.send(json.dumps(self._turn(message["choice"], *self.after)))
        else:
            empty = {"log": [], "marks": [], "summary": "", "notes": [], "numbers": {}}
            socket.send(json.dumps({"type": kind, "ref": message["ref"], "number": self.number} | empty))

    def _welcome(self) -> Json:
        seats = [
            {"seat": n, "player": "me", "name": name, "title": name, "bot": "", "fault": ""}
            for n, name in enumerate(("Red", "Blue"))
        ]
        match = {"id": "declared", "game": "unknown-game", "title": "Unknown", "seats": seats, "ended": None}
        rest = {"options": {}, "open": False, "made": 0, "changed": 0, "turn": 0, "says": None, "played": ""}
        ground = {"ground": {"scene": self.scene}, "tools": self.tools, "hides": False, "beats": []}
        return {"type": "welcome", "match": match | rest | {"scores": [0, 0]}, "held": [0]} | ground

    def _state(self) -> Json:
        known = {"waits": [], "sees_all": False, "may_see_all": False, "file": False, "again": False}
        calm = {"thinking": None, "preparing": False, "trouble": "", "faults": [], "outcome": None}
        now = {
            "number": self.number,
            "turn": self.number,
            "to_move": 0,
            "seat": 0,
            "undo": False,
            "redo": False,
        }
        shown = {"position": self.position, "choices": self.offers, "scores": [0, 0], "counts": []}
        return {"type": "state"} | known | calm | now | shown

    def _turn(self, choice: str, position: Json, log: list[Json]) -> Json:
        self.number += 1
        self.position = {"turn": self.number, **position}
        told = {"number": self.number, "seat": 0, "choice": choice, "log": log}
        return {"type": "turn", **told, "state": self._state()}

    def _turns(self) -> Json:
        first = {"number": 0, "turn": 0, "seat": None, "choice": None, "log": []}
        return {"turns": [first | {"position": self.position, "scores": [0, 0], "counts": []}], "of": 1}
