"""Answers given before the framework is reached."""

import msgspec
from litestar.types import Send

from chuckwagon.core.errors import AppError


async def answer_error(send: Send, error: AppError) -> None:
    """The error in the same JSON as everywhere."""
    text = msgspec.json.encode(error.body()).decode()
    await answer_text(send, error.status, text, media_type="application/json", headers=error.headers)


async def answer_text(
    send: Send,
    status: int,
    text: str,
    *,
    media_type: str = "text/html",
    headers: dict[str, str] | None = None,
) -> None:
    """A short text that is not to be kept."""
    body = text.encode()
    kind = media_type if media_type == "application/json" else f"{media_type}; charset=utf-8"
    named = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    pairs = [(k.lower().encode(), v.encode()) for k, v in (named | (headers or {})).items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body, "more_body": False})
