"""The cast, calls as somebody of it, and orders at any place in their lives."""

import pytest

from tests.orders.orders import add_order


@pytest.fixture
def make_order(db, cast):
    """An order of the own truck."""
    return lambda **fields: add_order(db, **{"truck_id": cast.truck.id, **fields})


@pytest.fixture
def call(client, cast):
    """GET as somebody of the cast, the own truck's admin unless said otherwise."""

    def get(path: str, role: str | None = "truck_admin", **params):
        return client.get(f"/api{path}", params=params, headers=cast.headers(role))

    return get
