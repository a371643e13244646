"""The stored pictures at their addresses, from a folder or from a bucket."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast
from wsgiref.headers import Headers

import msgspec
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from servestatic import ServeStaticASGI

from chuckwagon.core.answers import answer_error
from chuckwagon.core.errors import AppError, NotFound
from chuckwagon.core.http import etag_matches

PICTURE_TYPES = (".webp", ".png", ".jpg", ".jpeg")
MEDIA_TYPE = "image/webp"
# A picture is never changed under its name, so browsers may keep it.
KEPT_FOR_EVER = "max-age=315360000, public, immutable"
# Opened by itself, a picture runs nothing and loads nothing.
PICTURE_ONLY = "default-src 'none'; sandbox"

_KEY = re.compile(r"[a-z0-9-]{1,40}/[a-z0-9-]{1,120}\.webp")


class OpenPicture(msgspec.Struct, frozen=True):
    """A stored picture that is being read, in pieces of bytes."""

    size: int
    etag: str
    pieces: AsyncIterator[Any]


def folder_pictures(folder: Path, prefix: str) -> ASGIApp:
    """Pictures below `folder`, sent as the files they are."""
    files = ServeStaticASGI(
        _no_such_picture, root=folder, prefix=prefix, autorefresh=True, allow_all_origins=False,
        immutable_file_test=lambda _path, _url: True, add_headers_function=_picture_only,
    )  # fmt: skip

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        known = scope["path"].lower().endswith(PICTURE_TYPES)
        await (files if known else _no_such_picture)(scope, receive, send)

    return serve


def bucket_pictures(open_picture: Callable[[str], Awaitable[OpenPicture | None]], prefix: str) -> ASGIApp:
    """Pictures that `open_picture` finds by their key, sent on while they arrive."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        key = scope["path"].removeprefix(prefix)
        try:
            found = await open_picture(key) if _KEY.fullmatch(key) else None
        except AppError as error:
            await answer_error(send, error)
            return
        if found is None:
            await _no_such_picture(scope, receive, send)
        else:
            await _send_on(cast("HTTPScope", scope), send, found)

    return serve


async def _send_on(scope: HTTPScope, send: Send, found: OpenPicture) -> None:
    asked = b", ".join(value for name, value in scope["headers"] if name == b"if-none-match")
    is_known = bool(found.etag) and etag_matches(asked.decode("latin-1"), found.etag)
    headers = [
        (b"cache-control", KEPT_FOR_EVER.encode()),
        (b"content-security-policy", PICTURE_ONLY.encode()),
        (b"etag", found.etag.encode()),
    ]
    if not is_known:
        headers += [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(found.size).encode())]
    await send({"type": "http.response.start", "status": 304 if is_known else 200, "headers": headers})
    if not is_known and scope["method"] != "HEAD":
        async for piece in found.pieces:
            await send({"type": "http.response.body", "body": bytes(piece), "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _picture_only(headers: Headers, _path: str, _url: str) -> None:
    headers["Content-Security-Policy"] = PICTURE_ONLY


async def _no_such_picture(_scope: Scope, _receive: Receive, send: Send) -> None:
    await answer_error(send, NotFound())
