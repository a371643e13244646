"""A keep-alive HTTP client that does as little as will do: what is measured is the server.

`python -m bench.load_client '{"url": …}'` asks one address for some seconds and prints a line of JSON.
"""

import asyncio
import itertools
import json
import sys
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from bench import machine


class Refused(Exception):
    """The server ended the connection, or answered what is no HTTP."""


class Answer:
    """Status, headers by their lower-case names, and the body."""

    __slots__ = ("body", "headers", "status")

    def __init__(self, status: int, headers: dict[bytes, bytes], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Asking:
    """One connection, opened when first needed and again when the server has closed it."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """One request and its whole answer. Raises Refused and OSError."""
        if self._reader is None or self._writer is None or self._reader.at_eof():
            self.close()
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._writer.write(request_bytes(method, path, self._host, body, headers or {}))
        try:
            answer = await read_answer(self._reader)
        except (asyncio.IncompleteReadError, Refused) as error:
            self.close()
            raise Refused(f"{method} {path}: the connection was closed") from error
        if answer.headers.get(b"connection") == b"close":
            self.close()  # the server has said that it hangs up
        return answer

    def close(self) -> None:
        """Let go of the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


def request_bytes(method: str, path: str, host: str, body: Any, headers: Mapping[str, str]) -> bytes:
    """The request as it goes over the wire; a dict as JSON, bytes as a form."""
    content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *(f"{k}: {v}" for k, v in headers.items())]
    if body is not None:
        kind = "application/x-www-form-urlencoded" if isinstance(body, bytes) else "application/json"
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


async def read_answer(reader: asyncio.StreamReader) -> Answer:
    """The next answer of a connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head[:-4].split(b"\r\n")
    headers = {}
    for line in lines:
        name, _, value = line.partition(b":")
        headers[name.lower()] = value.strip()
    status = int(first.split(b" ", 2)[1])
    if headers.get(b"transfer-encoding") == b"chunked":
        return Answer(status, headers, await _read_chunks(reader))
    length = int(headers.get(b"content-length", b"0"))
    has_body = length and status not in (204, 304)
    return Answer(status, headers, await reader.readexactly(length) if has_body else b"")


async def _read_chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int((await reader.readline()).split(b";")[0], 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readline()
    return b"".join(parts)


async def _press(
    url: str, seconds: float, connections: int, headers: dict[str, str], body: Any = None
) -> dict[str, float]:
    """Ask without a pause: with POST where there is a body. `{number}` in the address is another one each time."""
    parts = urlsplit(url)
    numbers = itertools.count()
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    taken: list[float] = []
    errors = 0
    begun = time.perf_counter()

    async def one() -> None:
        nonlocal errors
        asking = Asking(parts.hostname or "127.0.0.1", parts.port or 80)
        while (now := time.perf_counter()) < begun + seconds:
            try:
                named = path.replace("{number}", str(next(numbers)))
                answer = await asking.ask("GET" if body is None else "POST", named, body, headers)
                errors += answer.status >= 400
            except (OSError, Refused):
                errors += 1
            taken.append((time.perf_counter() - now) * 1000)
        asking.close()

    await asyncio.gather(*(one() for _ in range(connections)))
    p50, p99 = machine.percentile(taken, 0.5), machine.percentile(taken, 0.99)
    lasted = time.perf_counter() - begun
    return {"requests": len(taken), "seconds": lasted, "p50": p50, "p99": p99, "errors": errors}


def main() -> None:
    """The command line."""
    print(json.dumps(asyncio.run(_press(**json.loads(sys.argv[1])))))


if __name__ == "__main__":
    main()
