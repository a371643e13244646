"""One origin: the API, the built screens and the uploaded pictures, each with its own headers."""

from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import msgspec
from servestatic import ServeStaticASGI
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from chuckwagon.core.errors import AppError, NotFound, Unavailable, UriTooLong
from chuckwagon.settings import Settings

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

IMMUTABLE = "public, max-age=31536000, immutable"
_EVERYWHERE = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin"}
_PICTURES = {"Cache-Control": IMMUTABLE, "Content-Security-Policy": "default-src 'none'; sandbox"}
_INDEX, _READER = "/index.html", "/api-docs/index.html"


class Screens:
    """The outermost ASGI layer: it looks at the path and nothing else."""

    def __init__(self, api: App, settings: Settings) -> None:
        self._api = api
        self._max_url_bytes = settings.max_url_bytes
        self._has_screens = (settings.frontend_dir / "index.html").is_file()
        self._screens = ServeStaticASGI(
            None,
            root=settings.frontend_dir if self._has_screens else None,
            max_age=0,
            allow_all_origins=False,
            immutable_file_test=lambda _path, url: url.startswith("/assets/"),
            add_headers_function=_screen_headers,
        )
        self._pictures = StaticFiles(directory=_folder(settings.data_dir / "uploads"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] != "http":
            await self._api(scope, receive, send)
            return
        if len(scope["raw_path"]) + len(scope["query_string"]) > self._max_url_bytes:
            await _refuse(UriTooLong(), send)
            return
        path: str = scope["path"]
        if path == "/api/docs":
            await self._screen(_READER, scope, receive, send)
        elif path == "/health" or path.startswith("/api/") or path == "/api":
            await self._api(
                scope, receive, _with_headers(send, {**_EVERYWHERE}, {"Cache-Control": "no-store"})
            )
        elif path.startswith("/uploads/"):
            await self._picture(path, scope, receive, send)
        else:
            await self._screen(path, scope, receive, send)

    async def _screen(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A built file, or the page that the browser's own router takes over."""
        if scope["method"] not in ("GET", "HEAD"):
            await _refuse(NotFound(), send)
        elif not self._has_screens:
            await _refuse(Unavailable("The screens are not built yet. Run: make run"), send)
        elif path in self._screens.files:
            await self._screens({**scope, "path": path}, receive, _with_headers(send, _EVERYWHERE, {}))
        elif "." in path.rsplit("/", 1)[-1]:
            await _refuse(NotFound(), send)
        else:
            await self._screens({**scope, "path": _INDEX}, receive, _with_headers(send, _EVERYWHERE, {}))

    async def _picture(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        inner = {**scope, "path": path.removeprefix("/uploads"), "root_path": ""}
        try:
            await self._pictures(inner, receive, _with_headers(send, {**_EVERYWHERE, **_PICTURES}, {}))
        except (HTTPException, ValueError):
            await _refuse(NotFound(), send)


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _screen_headers(headers: Headers, _path: str, url: str) -> None:
    """A page is asked for again each time, so that a new release is seen; its assets never change."""
    if not url.startswith("/assets/"):
        headers["Cache-Control"] = "no-cache"


def _with_headers(send: Send, fixed: dict[str, str], default: dict[str, str]) -> Send:
    """Add the fixed headers to the answer, and the default ones where it has none of its own."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            missing = {k: v for k, v in default.items() if k.lower().encode() not in present}
            extra = [(k.lower().encode(), v.encode()) for k, v in {**fixed, **missing}.items()]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending


async def _refuse(error: AppError, send: Send) -> None:
    body = msgspec.json.encode(error.body())
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        **error.headers,
    }
    headers["Content-Length"] = str(len(body))
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": error.status, "headers": encoded})
    await send({"type": "http.response.body", "body": body})
