"""Sales at the counter of the cast's truck, by its admin: what the tests of drawers and of printers begin with."""

import pytest

from tests.api_calls import call_as
from tests.factories import make_item


@pytest.fixture
def call(client, cast):
    return call_as(client, cast, "truck_admin")


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, name="Taco", price=1000)


@pytest.fixture
def sell(call, taco):
    """Sell tacos for cash, at $10.88 each with tax."""

    def sell_tacos(payment="cash", quantity=1, **more):
        items = [{"menuItemId": taco.id, "quantity": quantity}]
        made = call("POST", "/orders", json={"customerName": "Bo", "items": items, "payment": payment, **more})
        assert made.status_code == 201, made.text
        return made.json()

    return sell_tacos
