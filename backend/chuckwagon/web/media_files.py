"""Serves uploaded images from a folder or from an S3 bucket."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast
from wsgiref.headers import Headers

import msgspec
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from servestatic import ServeStaticASGI

from chuckwagon.kit.errors import AppError, NotFound
from chuckwagon.web.asgi_responses import send_error
from chuckwagon.web.requests import etag_matches
from chuckwagon.web.security_headers import IMAGE_CSP

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
