"""Serves the built single-page application, and uploaded images from a folder or from an S3 bucket.

Why: docs/decisions/0008-servestatic.md
"""

import re
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast
from wsgiref.headers import Headers

import msgspec
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from servestatic import ServeStaticASGI

from chuckwagon.kit.errors import AppError, NotFound
from chuckwagon.web.error_handlers import send_error, send_text
from chuckwagon.web.requests import etag_matches
from chuckwagon.web.security_headers import IMAGE_CSP, PageKind, with_headers

DEVELOPER_PAGES = frozenset({"api-test", "menu-test"})
# The script that other sites load; docs/decisions/0066-found-by-its-own-data.md.
WIDGET_PATH = "/embed/truck.js"
WIDGET_CACHE_CONTROL = "public, max-age=3600"
WIDGET_HEADERS = [
    (b"access-control-allow-origin", b"*"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
# Manifests and the script of the server; nothing that a browser asks for.
BUILD_FOLDERS = ("/.server/", "/.vite/")
# Missing from the MIME type tables of some systems.
EXTRA_MIME_TYPES = {".webmanifest": "application/manifest+json"}
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The screens are not built yet</title>
<h1>The screens are not built yet</h1>
<p>The server is running, but the files of its screens are missing.
Run <code>make assets</code>, then reload.</p>
</html>
"""


class SpaFiles:
    """Files of the build. Other addresses get `staff.html` below /admin, and `index.html` elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: ServeStaticASGI | None = None
        self._loading = threading.Lock()
        self._load()

    def _load(self) -> ServeStaticASGI | None:
        """Index the files as soon as a build exists, also one that is made after the server has started.

        Returns the static file application, None without a build.
        """
        with self._loading:
            if self._files is None and (self._folder / "index.html").is_file():
                self._files = ServeStaticASGI(
                    self._send_entry, root=self._folder, max_age=None, allow_all_origins=False,
                    immutable_file_test="^/assets/", add_headers_function=_require_revalidation,
                    mimetypes=EXTRA_MIME_TYPES,
                )  # fmt: skip
        return self._files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer GET and HEAD requests for any path outside the API; 503 while the front end is not built."""
        files = self._load()
        if files is None:
            await send_text(send, 503, NOT_BUILT, headers={"Retry-After": "5"})
            return
        path = scope["path"]
        if path.startswith(BUILD_FOLDERS):
            await _send_not_found(send)
        else:
            await files(scope, receive, with_headers(send, _extra_headers(path)))

    async def _send_entry(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a path that is no file of the build with the HTML file of its entry; 404 if it names a file.

        Below /.well-known/ other systems look for files, whose names need no dot.
        """
        path = scope["path"]
        if self._files is None or "." in path.rsplit("/", 1)[-1] or path.startswith("/.well-known/"):
            await _send_not_found(send)
        else:
            await self._files({**scope, "path": _entry_of(path)}, receive, send)


async def _send_not_found(send: Send) -> None:
    await send_text(send, 404, "Nothing was found here.", media_type="text/plain")


def get_page_kind(path: str) -> PageKind:
    """The kind of page at a path outside the API, which selects its policy."""
    parts = path.strip("/").split("/")
    if parts[0] == "admin":
        return PageKind.STAFF
    # The router of the screens does not tell upper from lower case.
    if parts[-1].lower() in ("orders", "order-confirmation") or _is_secret(parts):
        return PageKind.ORDER
    return PageKind.CLOSED if "." in parts[-1] else PageKind.SHOP


def is_unlisted(path: str) -> bool:
    """Whether search engines are asked to leave out the page at this path.

    The staff area, the developer pages, what belongs to one order or device, and what is below a printer's address.
    """
    parts = path.strip("/").split("/")
    is_for_some = get_page_kind(path) in (PageKind.STAFF, PageKind.ORDER)
    return is_for_some or parts[0] in DEVELOPER_PAGES or (parts[0] == "print" and len(parts) > 1)


def _is_secret(parts: list[str]) -> bool:
    """Whether the path is the link of an order, which contains its secret token."""
    return len(parts) > 2 and parts[-2].lower() == "order"


def _entry_of(path: str) -> str:
    """The path of the HTML file of the entry, staff or storefront, that an address belongs to."""
    return "/staff.html" if get_page_kind(path) is PageKind.STAFF else "/index.html"


def _extra_headers(path: str) -> list[tuple[bytes, bytes]]:
    """Headers that let other sites load the widget, and keep order links out of referrers."""
    if path == WIDGET_PATH:
        return WIDGET_HEADERS
    return [(b"referrer-policy", b"no-referrer")] if _is_secret(path.strip("/").split("/")) else []


def _require_revalidation(headers: Headers, _path: str, url: str) -> None:
    if url == WIDGET_PATH:
        headers["Cache-Control"] = WIDGET_CACHE_CONTROL
    elif not url.startswith("/assets/"):
        headers["Cache-Control"] = "no-cache"


IMAGE_EXTENSIONS = (".webp", ".png", ".jpg", ".jpeg")
MEDIA_TYPE = "image/webp"
# The content of an image never changes under its name, so browsers may cache it for good.
IMMUTABLE = "max-age=315360000, public, immutable"
_KEY = re.compile(r"[a-z0-9-]{1,40}/[a-z0-9-]{1,120}\.webp")


class OpenImage(msgspec.Struct, frozen=True):
    """Image in the bucket, opened for reading. `size` is in bytes."""

    size: int
    etag: str
    chunks: AsyncIterator[Any]


def serve_folder_images(folder: Path, prefix: str) -> ASGIApp:
    """Build the ASGI application that serves the image files in `folder`; 404 for other extensions."""
    files = ServeStaticASGI(
        _not_found, root=folder, prefix=prefix, autorefresh=True, allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True, add_headers_function=_add_image_csp,
    )  # fmt: skip

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        known = scope["path"].lower().endswith(IMAGE_EXTENSIONS)
        await (files if known else _not_found)(scope, receive, send)

    return serve


def serve_bucket_images(open_image: Callable[[str], Awaitable[OpenImage | None]], prefix: str) -> ASGIApp:
    """Build the ASGI application that streams images from a bucket.

    `open_image` returns None for an unknown key and raises AppError while the bucket is unavailable.
    """

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        key = scope["path"].removeprefix(prefix)
        try:
            found = await open_image(key) if _KEY.fullmatch(key) else None
        except AppError as error:
            await send_error(send, error)
            return
        if found is None:
            await _not_found(scope, receive, send)
        else:
            await _stream(cast("HTTPScope", scope), send, found)

    return serve


async def _stream(scope: HTTPScope, send: Send, found: OpenImage) -> None:
    asked = b", ".join(value for name, value in scope["headers"] if name == b"if-none-match")
    is_unchanged = bool(found.etag) and etag_matches(asked.decode("latin-1"), found.etag)
    headers = [
        (b"cache-control", IMMUTABLE.encode()),
        (b"content-security-policy", IMAGE_CSP.encode()),
        (b"etag", found.etag.encode()),
    ]
    if not is_unchanged:
        headers += [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(found.size).encode())]
    await send({"type": "http.response.start", "status": 304 if is_unchanged else 200, "headers": headers})
    if not is_unchanged and scope["method"] != "HEAD":
        async for chunk in found.chunks:
            await send({"type": "http.response.body", "body": bytes(chunk), "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _add_image_csp(headers: Headers, _path: str, _url: str) -> None:
    headers["Content-Security-Policy"] = IMAGE_CSP


async def _not_found(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send_error(send, NotFound())
