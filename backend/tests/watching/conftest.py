"""The private listener beside the product of the tests, on a port of its own."""

from collections.abc import Iterator

import httpx
import msgspec
import pytest

from chuckwagon.watching.listener import private_listener
from tests.cli.conftest import program
from tests.servers import free_ports

__all__ = ["program"]


@pytest.fixture
def watched_settings(settings):
    return msgspec.structs.replace(settings, metrics_port=free_ports()[0])


@pytest.fixture
def private(db, watched_settings) -> Iterator[httpx.Client]:
    """The private listener's two paths."""
    address = f"http://127.0.0.1:{watched_settings.metrics_port}"
    with private_listener(watched_settings), httpx.Client(base_url=address, timeout=30) as http:
        yield http


@pytest.fixture
def figures(private):
    """What the listener shows now: sample with its labels to value."""

    def read() -> dict[str, float]:
        lines = private.get("/metrics").raise_for_status().text.splitlines()
        return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}

    return read


@pytest.fixture
def growth(figures):
    """By how much samples have grown since the test began; a sample without labels stands for itself."""
    before = figures()

    def since(sample: str) -> float:
        return figures().get(sample, 0) - before.get(sample, 0)

    return since
