"""Fixtures for orders in any status."""

from collections.abc import Callable

import pytest

from chuckwagon.db.database import Database
from chuckwagon.orders.models import Order
from tests.cast import Cast
from tests.orders.factories import add_order


@pytest.fixture
def make_order(db: Database, cast: Cast) -> Callable[..., Order]:
    """Insert an order of the cast's own truck, paid and pending by default."""
    return lambda **fields: add_order(db, **{"truck_id": cast.truck.id, **fields})


@pytest.fixture
def call(client, cast):
    """Call the API as a role of the cast, by default as the admin of the own truck."""

    def send(method: str, path: str, role: str | None = "truck_admin", **more):
        headers = {**cast.headers(role), **more.pop("headers", {})}
        return client.request(method, f"/api{path}", headers=headers, **more)

    return send
