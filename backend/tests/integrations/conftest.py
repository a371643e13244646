"""Providers on the loopback, and an environment without proxies of the machine's."""

from collections.abc import Callable, Iterator
from ssl import SSLContext

import pytest

from tests.gateways.planned_provider import Provider


@pytest.fixture(autouse=True)
def no_proxy_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "requests_ca_bundle", "curl_ca_bundle")
    for name in names:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def start_provider() -> Iterator[Callable[..., Provider]]:
    started: list[Provider] = []

    def start(tls: SSLContext | None = None) -> Provider:
        started.append(Provider(tls))
        return started[-1]

    yield start
    for provider in started:
        provider.stop()


@pytest.fixture
def provider(start_provider: Callable[..., Provider]) -> Provider:
    return start_provider()
