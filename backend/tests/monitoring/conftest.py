"""Fixtures for the private metrics server, which runs next to the tested server on its own port."""

from collections.abc import Iterator

import httpx
import msgspec
import pytest

from chuckwagon.monitoring import private_listener
from tests.cli.conftest import program
from tests.servers import free_ports

__all__ = ["program"]


@pytest.fixture(scope="module")
def settings_with_metrics(settings):
    return msgspec.structs.replace(settings, metrics_port=free_ports()[0])


@pytest.fixture(scope="module")
def private_http(migrated, settings_with_metrics) -> Iterator[httpx.Client]:
    """A client of the private metrics server, whose end takes half a second."""
    address = f"http://127.0.0.1:{settings_with_metrics.metrics_port}"
    with private_listener(settings_with_metrics), httpx.Client(base_url=address, timeout=30) as http:
        yield http


@pytest.fixture
def metrics_client(db, private_http) -> httpx.Client:
    """A client of the private metrics server, on an emptied database."""
    return private_http


@pytest.fixture
def read_metrics(metrics_client):
    """Read the current metrics: a dict of sample names with labels to values."""

    def read() -> dict[str, float]:
        lines = metrics_client.get("/metrics").raise_for_status().text.splitlines()
        return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}

    return read


@pytest.fixture
def get_increase(read_metrics):
    """Compute the increase of a sample since the start of the test."""
    before = read_metrics()

    def since(sample: str) -> float:
        return read_metrics().get(sample, 0) - before.get(sample, 0)

    return since
