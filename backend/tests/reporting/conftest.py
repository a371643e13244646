"""Fixtures: GET requests as any user of the cast, and orders in any state."""

import pytest

from tests.orders.factories import add_order


@pytest.fixture
def make_order(db, cast):
    """Insert an order of the admin's truck."""
    return lambda **fields: add_order(db, **{"truck_id": cast.truck.id, **fields})


@pytest.fixture
def call(client, cast):
    """GET as a user of the cast, by default the truck's admin."""

    def get(path: str, role: str | None = "truck_admin", **params):
        return client.get(f"/api{path}", params=params, headers=cast.headers(role))

    return get
