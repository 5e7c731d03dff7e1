"""In which language each client is answered: the one that its page has chosen, else its browser's."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from starlette.types import ASGIApp, Receive, Scope, Send

from hoplon.core.words import speaking, wanted

COOKIE = "language"


class Languages:
    """Answers every request in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with speaking(language_of(scope)):
            await self._app(scope, receive, send)


def language_of(scope: Scope) -> str:
    """The language of a request: of its cookie, else of its browser, else English."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    cookie: SimpleCookie = SimpleCookie()
    try:
        cookie.load(headers.get(b"cookie", ""))
    except CookieError:
        cookie.clear()
    chosen = cookie[COOKIE].value if COOKIE in cookie else ""
    return wanted(chosen or headers.get(b"accept-language", ""))
