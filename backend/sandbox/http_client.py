"""HTTP POST on the event loop, for webhooks and callbacks."""

import asyncio
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

TIMEOUT_SECONDS = 10.0


async def post(url: str, body: bytes, headers: Mapping[str, str], timeout: float = TIMEOUT_SECONDS) -> int:
    """Send a POST and return the status. Raises OSError, TimeoutError or ValueError if there is no response."""
    async with asyncio.timeout(timeout):
        return (await _exchange(url, body, headers, reads=False))[0]


async def post_and_read(url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """Send a POST and return the status and the body. Raises the same exceptions as `post`."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return await _exchange(url, body, headers, reads=True)


async def _exchange(url: str, body: bytes, headers: Mapping[str, str], *, reads: bool) -> tuple[int, str]:
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    context = ssl.create_default_context() if secure else None
    reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        lines += ["Connection: close", "", ""]
        writer.write("\r\n".join(lines).encode() + body)
        status_line = await reader.readline()
        words = status_line.split()
        if len(words) < 2 or not words[0].startswith(b"HTTP/"):
            raise ConnectionResetError("the connection closed without an answer")
        rest = await reader.read() if reads else b""
        return int(words[1]), rest.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")
    finally:
        writer.close()
