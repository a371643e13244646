"""A phone or e-mail address typed wrong is corrected, and the stranger who had the link holds nothing any more."""

from datetime import timedelta

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.customers.models import Customer
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.counts import find_inconsistent_customers
from chuckwagon.orders.models import Order, OrderSms
from chuckwagon.push.models import OrderDevice
from tests.orders.test_follow_an_order import StreamClient
from tests.privacy.conftest import EMAIL, PHONE, WORDS, CustomerFixture, find_columns_with

RIGHT_PHONE, RIGHT_EMAIL = "+12133734299", "ottoline.q@example.org"
RIGHT = {"phone": "(213) 373-4299", "email": RIGHT_EMAIL}


@pytest.fixture
def customer(db, client, cast, sandbox, worker):
    return CustomerFixture(db, client, cast, sandbox, worker)


@pytest.fixture
def row(db):
    """Read an order's row."""

    def read(order_id):
        with db.reading() as session:
            return session.get_one(Order, order_id)

    return read


@pytest.fixture
def correct(customer, client, row):
    """Correct the contact as its customer, or as a role of the cast."""

    def send(order_id, role=None, body=RIGHT, key="once", token=None):
        headers = {"Idempotency-Key": key}
        if role is None:
            path = f"/api/track/{token or row(order_id).tracking_token}/contact"
            return client.post(path, json=body, headers=headers)
        return customer.ask("POST", f"/orders/{order_id}/contact", role, json=body, headers=headers)

    return send


@pytest.mark.parametrize("role", [None, "truck_admin"])
def test_all_goes_to_the_new_ones_and_the_old_hold_nothing(customer, db, client, sandbox, correct, row, role):
    order_id = customer.buy()["_id"]
    customer.worker.run_once()
    old = row(order_id)
    assert client.get(f"/api/track/{old.tracking_token}").json()["contactUntil"] is not None
    db.write(lambda session: session.add(add_device(order_id)))
    with httpx.Client(base_url=client.base_url) as own:
        stream = StreamClient(own, f"/api/track/{old.tracking_token}/stream")
        while not stream.events:
            stream.join(0.01)
        answer = correct(order_id, role)
        stream.join(10)
    assert answer.status_code == 200, answer.text
    assert not stream.is_alive()
    assert {data["version"] for name, data in stream.events if name == "order"} <= {old.version}
    new = row(order_id)
    assert (new.customer_phone, new.customer_email, new.version) == (RIGHT_PHONE, RIGHT_EMAIL, old.version + 1)
    assert client.get(f"/api/track/{old.tracking_token}").status_code == 404
    assert client.get(f"/api/track/{new.tracking_token}").status_code == 200
    if role is None:
        assert answer.json() == {"trackingToken": new.tracking_token}
    repeat = correct(order_id, role, token=old.tracking_token)
    assert (repeat.status_code, repeat.json()) == (200, answer.json())
    ready = {"status": "ready", "through": ["confirmed", "preparing"]}
    assert customer.ask("PATCH", f"/orders/{order_id}", json=ready).is_success
    customer.worker.run_once()
    link = f"/order/{new.tracking_token}"
    texts = [(text["to"], link in text["body"]) for text in sandbox.messages()]
    assert sorted(texts) == [(PHONE, False), (RIGHT_PHONE, False), (RIGHT_PHONE, True)]
    emails = sandbox.get("/_sandbox/emails").json()
    assert [(mail["to"], link in mail["text"]) for mail in emails] == [([EMAIL], False), ([RIGHT_EMAIL], True)]
    shown = customer.ask("GET", f"/orders/{order_id}").json()["messages"]
    assert [text["kind"] for text in shown] == ["confirmed", "ready"]
    check_what_is_kept(customer, db, order_id, role)


def add_device(order_id):
    """A device that the stranger may have added: pushes to it would name the new link."""
    keys = dict.fromkeys(("endpoint", "public_key", "auth_secret"), "x")
    return OrderDevice(order_id=order_id, endpoint_digest="e" * 64, is_instead=False, **keys)


def check_what_is_kept(customer, db, order_id, role):
    """The counts fit, the audit names no one, and after an erasure neither contact is left in any column."""
    with db.reading() as session:
        assert session.scalars(sa.select(OrderDevice)).all() == []
        assert session.scalars(sa.select(Customer.phone)).all() == [RIGHT_PHONE]
        assert find_inconsistent_customers(session) == []
        [event] = session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "order.contact_corrected"))
    assert event.details == {
        "number": event.details["number"], "phone": {"before": "…4253", "after": "…4299"}, "email": True,
    }  # fmt: skip
    assert event.address == "127.0.0.0/24"
    assert (event.actor_role, event.subject_id) == ("customer" if role is None else "admin", order_id)
    assert {"orders.customer_phone", "customers.phone"} <= find_columns_with(db, [RIGHT_PHONE, RIGHT_EMAIL])
    assert find_columns_with(db, [PHONE, EMAIL, "2133734253", "3734253"]) == set()
    assert customer.ask("PATCH", f"/orders/{order_id}", json={"status": "completed"}).is_success
    customer.sandbox.wait_until_told()
    customer.worker.run_once()
    with db.reading() as session:
        customer_id = session.scalar(sa.select(Customer.id))
    assert customer.erase(customer_id).status_code == 200
    assert find_columns_with(db, [*WORDS, RIGHT_PHONE, RIGHT_EMAIL, "3734299"]) == set()


@pytest.mark.dialect
def test_what_waits_is_sent_to_the_new_phone_and_what_is_being_sent_refuses(customer, db, sandbox, correct, row, clock):
    order_id = customer.buy()["_id"]
    other = customer.buy()["_id"]
    sandbox.fault("twilio", "error", match="Messages.json")
    customer.worker.run_once()  # the SMS is stored for the old phone, and waits for its next try
    before = row(order_id)
    confirmation = OutboxMessage.key == f"order:{order_id}:confirmed_sms"
    lease = lambda until: db.write(  # noqa: E731 - twice
        lambda session: session.execute(sa.update(OutboxMessage).where(confirmation).values(leased_until=until))
    )
    lease(clock.now() + outbox.LEASE_DURATION)
    refused = correct(order_id)
    assert (refused.status_code, refused.json()["code"]) == (409, "contact_busy")
    assert row(order_id).tracking_token == before.tracking_token
    lease(None)
    assert correct(order_id).status_code == 200
    sandbox.clear_faults()
    clock.advance(timedelta(minutes=1))
    customer.worker.run_once()
    assert sorted(text["to"] for text in sandbox.messages()) == [PHONE, RIGHT_PHONE]  # the other order's goes on
    with db.reading() as session:
        phones = session.execute(sa.select(OrderSms.order_id, OrderSms.to_phone)).all()
        counts = session.execute(sa.select(Customer.phone, Customer.order_count)).all()
        assert find_inconsistent_customers(session) == []
    assert {*phones} == {(order_id, RIGHT_PHONE), (other, PHONE)}
    assert {*counts} == {(RIGHT_PHONE, 1), (PHONE, 1)}


def test_what_cannot_be_corrected_stays_as_it_is(customer, sandbox, correct, row, clock):
    order_id = customer.buy()["_id"]
    before = row(order_id)
    for body, field in [
        ({}, "phone"), ({"phone": "555"}, "phone"), ({"phone": None}, "phone"), ({"email": "a@b"}, "email")
    ]:  # fmt: skip
        for role in (None, "truck_admin"):
            refused = correct(order_id, role, body)
            assert (refused.status_code, [*refused.json()["fields"]]) == (400, [field])
    same = correct(order_id, body={"phone": PHONE, "email": EMAIL}, key="same")
    assert same.json() == {"trackingToken": before.tracking_token}
    assert correct(order_id, "other_admin").status_code == 403
    assert correct(order_id, token="x" * 43).status_code == 404
    clock.advance(timedelta(minutes=15, seconds=1))
    late = correct(order_id)
    assert (late.status_code, late.json()["code"]) == (409, "too_late")
    assert customer.client.get(f"/api/track/{before.tracking_token}").json()["contactUntil"] is None
    staff = correct(order_id, "truck_admin", {"email": ""})
    assert (staff.status_code, staff.json()["customerEmail"], staff.json()["customerPhone"]) == (200, None, PHONE)
    customer.finish(order_id)
    over = correct(order_id, "truck_admin", key="twice")
    assert (over.status_code, over.json()["code"]) == (409, "order_over")
    customer.worker.run_once()
    assert {text["to"] for text in sandbox.messages()} == {PHONE}


def test_a_customer_corrects_an_order_three_times_an_hour(customer, correct):
    order_id = customer.buy()["_id"]
    answers = [correct(order_id, body={"phone": f"213373420{n}"}, key=f"{n}").status_code for n in range(4)]
    assert answers == [200, 200, 200, 429]
