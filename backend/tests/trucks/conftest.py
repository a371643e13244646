"""API calls as a role of the cast."""

import pytest


@pytest.fixture
def ask(client, cast):
    """Send one request as a role: `ask("PUT", "/trucks/1", as_="superadmin", json={…})`."""

    def send(method, path, *, as_="superadmin", **given):
        headers = {**cast.headers(as_), **given.pop("headers", {})}
        return client.request(method, f"/api{path}", headers=headers, **given)

    return send
