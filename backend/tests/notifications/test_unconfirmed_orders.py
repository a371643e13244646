"""A paid order that no one confirms: its staff are told, then the superadmins, and the customer may cancel."""

from datetime import timedelta

import pytest

from chuckwagon.kit import clock as product_clock
from chuckwagon.notifications import unconfirmed
from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck
from tests.orders.factories import add_order


@pytest.fixture
def order(db, cast, clock):
    """Insert a paid online order of the own truck, due in twenty minutes."""

    def place(**more):
        now = product_clock.now()
        due = {"pickup_at": now + timedelta(minutes=20), "estimated_pickup_at": now + timedelta(minutes=20)}
        return add_order(db, truck_id=cast.truck.id, **{"payment_intent_id": "pi_1", "created_at": now, **due, **more})

    return place


@pytest.fixture
def escalate(db, pushes, clock, sandbox):
    """Let minutes pass, run task and jobs twice, and return whose address got which e-mail."""

    def run(minutes):
        clock.advance(timedelta(minutes=minutes))
        for _ in range(2):
            with db.reading() as session:
                is_due = unconfirmed.has_due_alerts(session)
            if is_due:
                unconfirmed.enqueue_due_alerts(db)
            pushes.work()
        emails = sandbox.get("/_sandbox/emails").json()
        return [(email["to"][0], email["subject"].partition(" at ")[0]) for email in emails]

    return run


@pytest.mark.dialect
def test_staff_are_told_before_it_is_due_and_the_superadmins_after_once_each(order, escalate, pushes, cast, db):
    pushes.add_staff_device(cast.headers("truck_admin"))
    placed, counter = order(), order(source="counter", payment_intent_id=None)
    subject = f"Order #{placed.order_number}"
    assert escalate(9) == []
    assert escalate(1) == [(cast.truck_admin.email, subject)]
    assert escalate(14) == [(cast.truck_admin.email, subject)]
    assert sorted(escalate(1)) == sorted((user.email, subject) for user in (cast.truck_admin, cast.superadmin))
    assert [title for title, _ in pushes.contents()] == [f"{subject} is not confirmed"] * 2
    assert counter.id not in str([message.payload for message in pushes.outbox("unconfirmed_order")])
    assert len(escalate(60)) == 2


def test_no_one_is_told_of_what_is_confirmed_or_long_past_and_emails_are_limited(order, escalate, db, cast):
    handled, _long_ago = order(), order(payment_intent_id="pi_2", estimated_pickup_at=None, pickup_at=None)
    db.write(lambda session: session.get(Order, handled.id).__setattr__("status", "confirmed"))
    assert escalate(60 * 7) == []
    for number in range(unconfirmed.EMAILS_PER_HOUR + 2):
        order(payment_intent_id=f"pi_new_{number}")
    assert len(escalate(10)) == unconfirmed.EMAILS_PER_HOUR


@pytest.mark.dialect
def test_orders_of_which_staff_know_do_not_hide_new_ones(order, escalate, pushes, monkeypatch):
    """All that are due are told of at once, however many, and those that were told of take no place."""
    monkeypatch.setattr(unconfirmed, "BATCH_SIZE", 2)
    ids = [order(payment_intent_id=f"pi_{number}").id for number in range(3)]
    escalate(10)
    told = lambda: sorted((one.payload["orderId"], one.payload["level"]) for one in pushes.outbox("unconfirmed_order"))  # noqa: E731
    assert told() == sorted((one, 1) for one in ids)
    later = order(payment_intent_id="pi_later").id
    escalate(10)
    assert told() == sorted((one, 1) for one in [*ids, later])
    escalate(5)
    assert told() == sorted([*((one, level) for one in ids for level in (1, 2)), (later, 1)])


@pytest.mark.parametrize("is_on", [True, False])
def test_the_customer_may_cancel_whatever_the_time_until_it_is_confirmed(order, client, clock, db, is_on, cast):
    placed, taken = order(), order(payment_intent_id="pi_2")
    db.write(lambda session: session.get(Truck, cast.truck.id).__setattr__("self_service", is_on))
    path = f"/api/track/{placed.tracking_token}"
    clock.advance(timedelta(minutes=9))
    assert (client.get(path).json()["choices"] is not None) is is_on
    clock.advance(timedelta(minutes=90))
    assert client.get(path).json()["choices"] | {"until": ""} == {
        "slot": False, "cancel": True, "until": "", "refund": 9.0, "unconfirmed": True,
    }  # fmt: skip
    assert (
        client.patch(
            f"/api/orders/{taken.id}", json={"status": "confirmed"}, headers=cast.headers("truck_admin")
        ).status_code
        == 200
    )
    assert client.get(f"/api/track/{taken.tracking_token}").json()["choices"] is None
    refused = client.post(f"/api/track/{taken.tracking_token}/cancel")
    assert refused.status_code == (409 if is_on else 403)
    cancelled = client.post(f"{path}/cancel").json()
    assert (cancelled["status"], cancelled["refunded"], cancelled["choices"]) == ("cancelled", 9.0, None)
