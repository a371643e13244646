"""The ceiling of the reads: an ASGI callable that sends the same bytes, on the same server and settings."""

import base64
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvicorn

from bench.load_client import Answer
from chuckwagon.server.runner import is_responding

Answers = dict[str, tuple[int, list[tuple[bytes, bytes]], bytes]]
VARIABLE = "BENCH_BARE_ANSWERS"
PATH = "/bare/{number}"
OPTIONS: dict[str, Any] = {
    "loop": "uvloop", "http": "httptools", "lifespan": "off", "ws": "none",
    "access_log": False, "log_level": "warning", "proxy_headers": False, "server_header": False,
}  # fmt: skip
OWN_OF_SERVER = (b"date", b"server", b"connection")


def make_app() -> Callable[..., Awaitable[None]]:
    """Answers each path with what the file says, without a look at anything else."""
    kept = _read(Path(os.environ[VARIABLE]))

    async def app(scope: dict[str, Any], _receive: Any, send: Callable[..., Awaitable[None]]) -> None:
        status, headers, body = kept.get(scope["path"], (200, [], b""))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    return app


class Bare:
    """It, in one process as the product."""

    def __init__(self, port: int, folder: Path, answers_of_product: list[Answer]) -> None:
        self.port = port
        self._file = folder / "bare.json"
        shown = {
            PATH.format(number=number): [one.status, _headers(one), base64.b64encode(one.body).decode()]
            for number, one in enumerate(answers_of_product)
        }
        self._file.write_text(json.dumps(shown), encoding="utf-8")

    def start(self) -> subprocess.Popen[bytes]:
        """Run it; gives it when it answers."""
        command = [sys.executable, "-m", "bench.baseline", str(self.port)]
        environment = os.environ | {VARIABLE: str(self._file)}
        process = subprocess.Popen(command, env=environment, cwd=Path(__file__).resolve().parents[1])
        for _ in range(400):
            if is_responding("127.0.0.1", self.port, "/"):
                return process
            if process.poll() is not None:
                break
            time.sleep(0.05)
        process.kill()
        raise RuntimeError("the bare handler did not start; the reason is above")


def _headers(answer: Answer) -> list[tuple[str, str]]:
    found = answer.headers.items()
    return [(name.decode(), value.decode()) for name, value in found if name not in OWN_OF_SERVER]


def _read(path: Path) -> Answers:
    found = json.loads(path.read_text(encoding="utf-8"))
    return {
        name: (status, [(key.encode(), value.encode()) for key, value in headers], base64.b64decode(body))
        for name, (status, headers, body) in found.items()
    }


def main() -> None:
    """`python -m bench.baseline PORT`."""
    uvicorn.run("bench.baseline:make_app", factory=True, port=int(sys.argv[1]), **OPTIONS)


if __name__ == "__main__":
    main()
