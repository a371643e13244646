"""A sandbox on a free port, reached like a browser reaches it."""

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from page_calls import SECRET, read

from sandbox.app import create_app
from sandbox.browser import assets
from sandbox.settings import Settings
from sandbox.state import Sandbox

START_SECONDS = 60


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[str, Sandbox]]:
    """The address of a running sandbox, and its inside."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        app = create_app(Settings(public_url=address))
        running = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not running.started and time.monotonic() < deadline:
            time.sleep(0.01)
        yield address, app.state.sandbox
        running.should_exit = True
        thread.join()


@pytest.fixture
def browser(server: tuple[str, Sandbox]) -> Iterator[httpx.Client]:
    """Follows no redirect by itself; starts with an empty sandbox."""
    with httpx.Client(base_url=server[0], timeout=60) as client:
        client.post("/_sandbox/reset").raise_for_status()
        yield client


@pytest.fixture
def inside(server: tuple[str, Sandbox]) -> Sandbox:
    return server[1]


@pytest.fixture
def make_payment(browser: httpx.Client) -> Callable[..., dict[str, Any]]:
    """An intent over $23.15, confirmed with the card when there is one."""

    def make(card: str | None = None, **more: Any) -> dict[str, Any]:
        fields = {"amount": "2315", "currency": "usd", "payment_method_types[0]": "card", **more}
        intent = browser.post("/v1/payment_intents", data=fields, headers=SECRET).json()
        if card:
            browser.post(f"/_sandbox/payment_intents/{intent['id']}/pay", json={"card": card})
        return read(browser, intent["id"])

    return make


@pytest.fixture(scope="session")
def node() -> str:
    found = shutil.which("node")
    assert found, "node is needed to check the browser scripts"
    return found


@pytest.fixture(scope="session")
def frame_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The frame's modules where node takes them for modules."""
    folder = tmp_path_factory.mktemp("frame")
    for name, content in assets.frame_files().items():
        (folder / name).write_bytes(content)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture(scope="session")
def run_node(node: str) -> Callable[..., str]:
    def run(*arguments: str, folder: Path) -> str:
        command = [node, *arguments]
        done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
