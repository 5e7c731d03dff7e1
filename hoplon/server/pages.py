"""The built page, served from inside the package."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from hoplon.server.parts import parts

FOLDER = Path(str(resources.files("hoplon.server") / "page"))
NOT_BUILT = (
    "<!doctype html><html lang=en><title>Hoplon</title><p>The page is not built. "
    "In a checkout, <code>make page</code> builds it.</p></html>"
)
ROUTES = (
    "/",
    "/new",
    "/new/{rest:path}",
    "/match/{rest:path}",
    "/race/{rest:path}",
    "/me",
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
    "/rules",
    "/rules/{rest:path}",
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


def add_pages(app: FastAPI) -> None:
    """Answer every address of the page with the same document; its assets have unique names."""

    async def page(rest: str = "") -> Response:  # noqa: ARG001  the page reads its own address
        return the_page()

    for route in (*ROUTES, *(page for part in parts() for page in part.pages)):
        app.add_api_route(route, page, include_in_schema=False, response_class=HTMLResponse)
    if FOLDER.exists():
        app.mount("/", StaticFiles(directory=FOLDER), name="page")
