"""How a server is: `/healthz` for whoever starts and stops servers, `/metrics` for Prometheus."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from hoplon.server.metrics import COUNTED, gauge, page
from hoplon.server.refusals import Refused
from hoplon.server.rooms import Rooms

PATIENCE = 2.0  # seconds for the database
TEXT = "text/plain; version=0.0.4; charset=utf-8"


def health_routes(rooms: Sequence[Rooms]) -> APIRouter:
    """The two addresses, for the rooms that are there once the server runs."""
    router = APIRouter()

    @router.get("/healthz")
    async def healthz() -> Response:
        """Does the server answer, and its database? 503 if not, or if it is about to stop."""
        here = rooms[0]
        answers = False
        with suppress(Refused, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await asyncio.to_thread(here.store.ask)
                answers = True
        is_well = answers and not here.draining
        told = {
            "status": "ok" if is_well else "draining" if here.draining else "no database",
            "database": answers,
            "draining": here.draining,
            "rooms": len(here.all()),
            "boards": here.boards,
        }
        return JSONResponse(told, 200 if is_well else 503)

    @router.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> Response:
        """What is counted here, in the text format of Prometheus."""
        here = rooms[0]
        open_rooms = here.all()
        weight = sum(room.weight() for room in open_rooms)
        text = page(
            gauge("hoplon_rooms", "Matches that this server plays.", len(open_rooms)),
            gauge("hoplon_boards", "Boards that are open here.", here.boards),
            gauge("hoplon_positions_bytes", "Memory of all positions of these matches.", weight),
            gauge("hoplon_match_bytes", "Of one match on average.", weight / max(1, len(open_rooms))),
            gauge("hoplon_memory_bytes", "Memory of the whole process.", resident()),
            *(counted.lines() for counted in COUNTED),
        )
        return PlainTextResponse(text, media_type=TEXT)

    return router


def resident() -> int:
    """The bytes of memory that this process takes; 0 where that is not known."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
