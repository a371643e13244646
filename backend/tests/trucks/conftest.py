"""The cast, and one call for a request as somebody."""

import pytest


@pytest.fixture
def ask(client, cast):
    """`ask("PUT", "/trucks/1", as_="superadmin", json={…})`: one request to the API as a role."""

    def send(method, path, *, as_="superadmin", **given):
        headers = {**cast.headers(as_), **given.pop("headers", {})}
        return client.request(method, f"/api{path}", headers=headers, **given)

    return send
