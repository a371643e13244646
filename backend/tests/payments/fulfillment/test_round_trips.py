"""On PostgreSQL an order's number, the order and the commit are one round trip (docs/decisions/0026-order-path.md).

From its number to its commit an order makes all other orders of its truck wait.
"""

import pytest

from chuckwagon.db.compiled import PipelinedDriver
from tests.conftest import DATABASE_KIND
from tests.factories import checkout_body, make_item, make_truck

pytestmark = [
    pytest.mark.dialect,
    pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has no round trips to save"),
]


@pytest.fixture
def trips(monkeypatch):
    """The last statements of each round trip of a transaction after it has allocated a number, by driver."""
    after_number = {}
    run_later_for_row, run_pipeline = PipelinedDriver.run_later_for_row, PipelinedDriver._run_pipeline

    def allocate(driver, text, values):
        after_number[driver] = []
        return run_later_for_row(driver, text, values)

    def run(driver, last="", values=(), **options):
        if driver in after_number:
            after_number[driver].append(last)
        return run_pipeline(driver, last, values, **options)

    monkeypatch.setattr(PipelinedDriver, "run_later_for_row", allocate)  # only the number is read so late
    monkeypatch.setattr(PipelinedDriver, "_run_pipeline", run)
    return after_number


def test_between_the_number_of_an_order_and_its_commit_nothing_is_asked(client, db, sandbox, trips):
    truck = make_truck(db)
    body = checkout_body(truck, (make_item(db, truck), 2))
    intent_id = client.post("/api/create-payment-intent", json=body).json()["paymentIntentId"]
    sandbox.pay(intent_id, "4242424242424242", webhooks=False)
    verified = client.post("/api/verify-payment", json={"payment_intent_id": intent_id})
    assert verified.json()["order"]["orderNumber"] == "101"
    assert list(trips.values()) == [["COMMIT"]]
