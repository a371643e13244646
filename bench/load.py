"""Asks one address again and again over many connections: by wrk where it is, else by our own client."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct, convert

from bench import machine

ROOT = Path(__file__).resolve().parents[1]
SCRIPT = Path(__file__).with_name("wrk_report.lua")


class Load(Struct, frozen=True, kw_only=True):
    """What came of it. Latencies in milliseconds, `cpu` in cores kept busy by the server."""

    requests: int
    seconds: float
    p50: float
    p99: float
    errors: int
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds if self.seconds else 0.0


def tool() -> str:
    """wrk, installed where that is possible; else the name of our own client."""
    if shutil.which("wrk") is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("==> wrk for the read scenarios: apt-get install wrk", file=sys.stderr, flush=True)
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-y", "--no-install-recommends", "wrk"]
        for command in (["apt-get", "update"], install):
            subprocess.run(command, env=environment, capture_output=True, check=False)
    return "wrk" if shutil.which("wrk") else "our own asyncio client"


def press(
    url: str,
    seconds: float,
    *,
    connections: int,
    headers: Mapping[str, str] | None = None,
    pids: list[int] | None = None,
    core: int | None = None,
) -> Load:
    """Ask for `url` for some seconds. `core`: where the asking runs, apart from the server."""
    command = _command(url, seconds, connections, dict(headers or {}))
    if core is not None and shutil.which("taskset"):
        command = ["taskset", "-c", str(core), *command]
    before = machine.cpu_seconds(pids or [])
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    after = machine.cpu_seconds(pids or [])
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} could not ask for {url}:\n{done.stdout}{done.stderr}")
    found = json.loads(done.stdout.splitlines()[-1])
    cpu = (after - before) / found["seconds"] if found["seconds"] else 0.0
    found["errors"] += found["requests"] == 0  # no request was answered
    return convert(found | {"cpu": cpu}, Load)


def _command(url: str, seconds: float, connections: int, headers: dict[str, str]) -> list[str]:
    if seconds < 1 or shutil.which("wrk") is None:  # wrk knows whole seconds only
        given = {"connections": connections, "seconds": seconds, "headers": headers, "url": url}
        return [sys.executable, "-m", "bench.load_client", json.dumps(given)]
    options = ["-t", "1", "-c", str(connections), "-d", f"{round(seconds)}s", "-s", str(SCRIPT)]
    lines = [part for name, value in headers.items() for part in ("-H", f"{name}: {value}")]
    return ["wrk", *options, *lines, url]


def address(url: str) -> tuple[str, int]:
    """Host and port."""
    parts = urlsplit(url)
    return parts.hostname or "127.0.0.1", parts.port or 80
