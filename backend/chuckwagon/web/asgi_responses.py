"""Responses sent as ASGI messages, outside Litestar."""

import msgspec
from litestar.types import Message, Send

from chuckwagon.kit.errors import AppError


async def send_error(send: Send, error: AppError) -> None:
    """Send the error as JSON, in the same form as the API's error handler."""
    text = msgspec.json.encode(error.body()).decode()
    await send_text(send, error.status, text, media_type="application/json", headers=error.headers)


async def send_text(
    send: Send,
    status: int,
    text: str,
    *,
    media_type: str = "text/html",
    headers: dict[str, str] | None = None,
) -> None:
    """Send a short text with `Cache-Control: no-store`."""
    body = text.encode()
    content_type = media_type if media_type == "application/json" else f"{media_type}; charset=utf-8"
    own = {"Content-Type": content_type, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    pairs = [(name.lower().encode(), value.encode()) for name, value in (own | (headers or {})).items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    """Wrap `send` to add these headers to the response."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *headers]
        await send(message)

    return wrapped
