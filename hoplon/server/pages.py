"""The built page, served from inside the package."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from html import escape
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from hoplon.grids.raster import HEIGHT, WIDTH
from hoplon.server.parts import parts

Describe = Callable[[str], Awaitable[tuple[str, str] | None]]

FOLDER = Path(str(resources.files("hoplon.server") / "page"))
NOT_BUILT = (
    "<!doctype html><html lang=en><title>Hoplon</title><p>The page is not built. "
    "In a checkout, <code>make page</code> builds it.</p></html>"
)
MATCH = re.compile(r"[\w-]{1,64}", re.ASCII)
ROUTES = (
    "/",
    "/new",
    "/new/{rest:path}",
    "/match/{rest:path}",
    "/race/{rest:path}",
    "/me",
    "/daily",
    "/daily/{rest:path}",
    "/ladder",
    "/ladder/{rest:path}",
    "/leagues",
    "/league/{rest:path}",
    "/bot/{rest:path}",
    "/tv/{rest:path}",
    "/letters",
    "/letters/{rest:path}",
    "/learn",
    "/learn/{rest:path}",
    "/puzzles",
    "/puzzles/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
    "/analysis",
    "/analysis/bench",
    "/review/{rest:path}",
)


def the_page(status: int = 200) -> Response:
    """The single document of the page, which reads its own address."""
    index = FOLDER / "index.html"
    if not index.exists():
        return HTMLResponse(NOT_BUILT, 503)
    return FileResponse(index, status, headers={"cache-control": "no-cache"})


def lost_page(request: Request) -> Response | None:
    """For a person at an unknown address: the page, which leads back. Programs get an error."""
    is_person = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    if not is_person or request.url.path.startswith("/api/"):
        return None
    return the_page(404)


def with_preview(request: Request, match: str, title: str, says: str) -> Response:
    """The page of a match, with what others show beside a link to it."""
    index = FOLDER / "index.html"
    if not index.exists():
        return the_page()
    told = {
        "og:type": "website",
        "og:title": title,
        "og:description": says,
        "og:image": f"{request.base_url}api/matches/{match}/picture.png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "twitter:card": "summary_large_image",
    }
    meta = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items())
    page = index.read_text(encoding="utf-8").replace("</head>", f"{meta}</head>", 1)
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def add_pages(app: FastAPI, describe: Describe) -> None:
    """Answer every address of the page with the same document; its assets have unique names.

    `describe` says of a match what it is called and how it stands, or None.
    """

    async def match_page(match: str, request: Request) -> Response:
        told = await describe(match) if MATCH.fullmatch(match) else None
        return with_preview(request, match, *told) if told else the_page()

    app.add_api_route("/match/{match}", match_page, include_in_schema=False, response_class=HTMLResponse)

    async def page(rest: str = "") -> Response:  # noqa: ARG001  the page reads its own address
        return the_page()

    for route in (*ROUTES, *(page for part in parts() for page in part.pages)):
        app.add_api_route(route, page, include_in_schema=False, response_class=HTMLResponse)
    if FOLDER.exists():
        app.mount("/", StaticFiles(directory=FOLDER), name="page")
