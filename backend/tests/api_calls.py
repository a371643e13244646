"""API calls as a role of the cast."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.cast import Cast


def call_as(client: httpx.Client, cast: Cast, role: str) -> Callable[..., httpx.Response]:
    """Return `ask("PUT", "/places/1", as_="superadmin", json={…})`, which sends one request, by default as `role`."""

    def ask(method: str, path: str, *, as_: str = role, **given: Any) -> httpx.Response:
        headers = {**cast.headers(as_), **given.pop("headers", {})}
        return client.request(method, f"/api{path}", headers=headers, **given)

    return ask
