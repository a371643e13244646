"""The cast, and orders at any place in their lives."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from chuckwagon.core.db import Database
from chuckwagon.orders.models import Order
from tests.cast import Cast
from tests.orders.orders import add_order


@pytest.fixture
def make_order(db: Database, cast: Cast) -> Callable[..., Order]:
    """An order of the own truck, written as settlement would have left it."""
    return lambda **fields: add_order(db, **{"truck_id": cast.truck.id, **fields})


@pytest.fixture
def rows(db: Database) -> Callable[[Any], list[Any]]:
    def read(model: Any) -> list[Any]:
        with db.reading() as session:
            return list(session.scalars(sa.select(model)))

    return read


@pytest.fixture
def call(client, cast):
    """Call as somebody of the cast, the own truck's admin unless said otherwise."""

    def send(method: str, path: str, role: str | None = "truck_admin", **more):
        headers = {**cast.headers(role), **more.pop("headers", {})}
        return client.request(method, f"/api{path}", headers=headers, **more)

    return send
