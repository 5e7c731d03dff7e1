"""Armies over HTTP. Nothing is written: a person's own armies stay in the browser and in files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter
from fastapi import Path as InPath
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator

from hoplon.server.cardbattle import armies, modules
from hoplon.server.refusals import Refused

LARGEST = 100_000


class ArmyGiven(BaseModel):
    """An army to be looked at: the text of its file, or the table that such a text holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Annotated[str, Field(max_length=LARGEST)] | None = None
    table: Annotated[dict[Annotated[str, Field(max_length=200)], Any], Field(max_length=100)] | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> ArmyGiven:
        """Exactly one is given."""
        if (self.text is None) == (self.table is None):
            raise ValueError("expected either text or table")
        return self


def army_routes(folder: Path | None) -> APIRouter:
    """What can be asked about armies; `folder` is the server's own, else the one of `hoplon army list`."""
    routes = APIRouter()

    @routes.get("/api/armies")
    async def listed() -> Response:
        """The supplied armies, and those in the server's folder."""
        return JSONResponse(await asyncio.to_thread(armies.listed, folder))

    @routes.get("/api/armies/{name}")
    async def one(name: Annotated[str, InPath(max_length=100)]) -> Response:
        """One of them: its file as table and as text, and what it is worth."""
        return JSONResponse(await asyncio.to_thread(armies.one, name, folder))

    @routes.get("/api/modules")
    async def what() -> Response:
        """What an army of each module may consist of."""
        return JSONResponse(await asyncio.to_thread(modules.modules))

    @routes.post("/api/armies/check")
    async def check(given: ArmyGiven) -> Response:
        """What an army is worth, and everything that is wrong with it."""
        if given.text is not None:
            return JSONResponse(await asyncio.to_thread(armies.look_at_text, given.text))
        if len(repr(given.table)) > LARGEST:
            raise Refused("large", f"the army is too large; expected at most {LARGEST} characters")
        return JSONResponse(await asyncio.to_thread(armies.look, given.table or {}))

    return routes
