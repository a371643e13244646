"""Fixtures: requests as any user of the cast, and a truck's account at Stripe."""

import pytest

from tests.api_calls import call_as
from tests.factories import make_item
from tests.payments.account_helpers import CREATE
from tests.payments.paid_orders import Shop


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "superadmin")


@pytest.fixture
def open_account(ask, cast):
    """Create the account of a truck; returns the response."""

    def post(truck=None, email="ana@example.com", **more):
        body = {"truckId": (truck or cast.truck).id, "email": email, "businessType": "individual"}
        return ask("POST", CREATE, json=body, **more)

    return post


@pytest.fixture
def shop(db, client, cast, sandbox):
    return Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=1000))
