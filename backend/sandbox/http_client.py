"""HTTP on the event loop, for webhooks, callbacks and simulated customers."""

import asyncio
import ssl
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 10.0


class Response(NamedTuple):
    """Status, headers by lower-case name, and the body: as text, and as it came."""

    status: int
    headers: dict[str, str]
    body: str
    content: bytes


async def post(url: str, body: bytes, headers: Mapping[str, str], timeout: float = TIMEOUT_SECONDS) -> int:
    """Send a POST and return the status. Raises OSError, TimeoutError or ValueError if there is no response."""
    async with asyncio.timeout(timeout):
        return (await _exchange("POST", url, body, headers, reads=False)).status


async def post_and_read(url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """Send a POST and return the status and the body. Raises the same exceptions as `post`."""
    response = await exchange("POST", url, body, headers)
    return response.status, response.body


async def exchange(method: str, url: str, body: bytes, headers: Mapping[str, str]) -> Response:
    """Send a request and read the response. Raises the same exceptions as `post`."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return await _exchange(method, url, body, headers, reads=True)


async def _exchange(method: str, url: str, body: bytes, headers: Mapping[str, str], *, reads: bool) -> Response:
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"{method} {path} HTTP/1.1", f"Host: {parts.netloc}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += ["Connection: close", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        status_line = await reader.readline()
        words = status_line.split()
        if len(words) < 2 or not words[0].startswith(b"HTTP/"):
            raise ConnectionResetError("the connection closed without an answer")
        rest = await reader.read() if reads else b""
        head, _, content = rest.partition(b"\r\n\r\n")
        return Response(int(words[1]), _read_headers(head), content.decode("utf-8", "replace"), content)
    finally:
        writer.close()


def _read_headers(head: bytes) -> dict[str, str]:
    pairs = (line.partition(":") for line in head.decode("latin-1").split("\r\n"))
    return {name.strip().lower(): value.strip() for name, _, value in pairs}
