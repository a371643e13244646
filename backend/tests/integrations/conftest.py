"""Scripted providers on the loopback, and an environment without proxy settings."""

from collections.abc import Callable, Iterator
from ssl import SSLContext

import pytest

from tests.integrations.planned_provider import PlannedProvider


@pytest.fixture(autouse=True)
def no_proxy_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "requests_ca_bundle", "curl_ca_bundle")
    for name in names:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def start_provider() -> Iterator[Callable[..., PlannedProvider]]:
    started: list[PlannedProvider] = []

    def start(tls: SSLContext | None = None) -> PlannedProvider:
        started.append(PlannedProvider(tls))
        return started[-1]

    yield start
    for provider in started:
        provider.stop()


@pytest.fixture
def provider(start_provider: Callable[..., PlannedProvider]) -> PlannedProvider:
    return start_provider()
