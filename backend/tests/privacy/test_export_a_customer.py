"""The export of all data of one customer."""

import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import Order
from chuckwagon.push.models import OrderDevice
from tests.privacy.conftest import EMAIL, LINE_NOTE, NAME, NOTE, PHONE, WORDS, find_columns_with
from tests.privacy.test_erase_a_customer import add_dispute, hold_payment


def test_the_file_holds_everything_but_staff_and_secrets_and_is_a_download(customer, db):
    orders = customer.create_all_data()
    customer_id = customer.customer_id()
    answer = customer.ask("GET", f"/customers/{customer_id}/export")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == f'attachment; filename="customer-{customer_id}.json"'
    assert answer.headers["cache-control"] == "no-store"
    found = answer.json()
    assert (found["name"], found["phone"], found["email"]) == (NAME, PHONE, EMAIL)
    assert (found["customerId"], found["erasedAt"]) == (customer_id, None)
    assert found["askedForNoTextsAt"]
    first, second, window = found["orders"]
    assert [one["truck"] for one in (first, second, window)] == ["Own Truck", "Other Truck", "Own Truck"]
    assert {one["specialInstructions"] for one in found["orders"]} == {NOTE}
    assert first["lines"] == [
        {"name": "Taco", "quantity": 2, "options": [], "total": 20, "specialInstructions": LINE_NOTE}
    ]
    assert [refund["amount"] for refund in first["refunds"]] == [1]
    assert {text["kind"] for text in first["texts"]} >= {"confirmed", "ready"}
    assert [step["status"] for step in window["steps"]][-1] == "completed"
    assert [one["status"] for one in found["checkouts"]] == ["paid", "paid", "cancelled"]
    assert "umbrella" in found["textsByStaff"][0]["words"]
    with db.reading() as session:
        tokens = session.scalars(sa.select(Order.tracking_token)).all()
        [event] = session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "customer.data_exported"))
    assert (event.subject_id, event.details, event.address) == (customer_id, {"orders": 3}, "127.0.0.0/24")
    assert customer.ask("GET", f"/orders/{orders[0]['_id']}").json()["trackingPath"] in answer.text
    for secret in (*tokens, "truck_admin", "superadmin@example.com", "request_hash", "client_secret"):
        assert secret not in answer.text


def test_the_browsers_that_are_told_are_in_it_without_their_secrets(customer, db, clock):
    orders = customer.create_all_data()
    device = OrderDevice(
        order_id=orders[0]["_id"], endpoint="https://fcm.googleapis.com/fcm/send/hidden", endpoint_digest="d",
        public_key="hidden-key", auth_secret="hidden-secret", is_instead=True, created_at=clock.now(),
    )  # fmt: skip
    added_at = to_iso(device.created_at)
    db.write(lambda session: session.add(device))
    answer = customer.ask("GET", f"/customers/{customer.customer_id()}/export")
    told = {one["orderNumber"]: one["devices"] for one in answer.json()["orders"] if one["devices"]}
    device_out = {"addedAt": added_at, "insteadOfSms": True, "service": "fcm.googleapis.com"}
    assert told == {int(orders[0]["orderNumber"]): [device_out]}
    assert "hidden" not in answer.text


def test_a_dispute_of_a_held_payment_is_in_it_with_its_checkout(customer, db):
    order = customer.buy()
    customer.finish(order["_id"])
    hold_payment(db, order["_id"])
    add_dispute(db, order["_id"])
    add_dispute(db, order["_id"], "dp_2", intent="pi_second")
    found = customer.ask("GET", f"/customers/{customer.customer_id()}/export").json()
    [of_order], [of_checkout] = ([one["disputes"] for one in found[name]] for name in ("orders", "checkouts"))
    assert len(of_order) == len(of_checkout) == 1
    assert set(of_checkout[0]) == {"amount", "reason", "status", "at"}


def test_every_place_that_is_erased_is_in_the_file_and_after_that_the_books_alone(customer, db):
    """Whatever can be erased can also be exported: each place is in the guide and in this list."""
    customer.create_all_data()
    customer_id = customer.customer_id()
    told = customer.ask("GET", f"/customers/{customer_id}/export").json()
    shown = {
        "customers": told["name"], "orders": told["orders"], "order_lines": told["orders"][0]["lines"],
        "checkouts": told["checkouts"], "messages": told["orders"][0]["texts"],
        "refunds": told["orders"][0]["refunds"],
        "staff_texts": told["textsByStaff"], "opt_outs": told["askedForNoTextsAt"],
    }  # fmt: skip
    # Stored responses, rate limits by phone, and the search index.
    copies = {"idempotency_keys", "limit_windows", "truck_customers", "customer_words"}
    assert {place.partition(".")[0] for place in find_columns_with(db)} - copies == {
        name for name, part in shown.items() if part
    }
    customer.erase(customer_id)
    answer = customer.ask("GET", f"/customers/{customer_id}/export")
    assert not [word for word in WORDS if word in answer.text]
    assert (answer.json()["phone"], len(answer.json()["orders"])) == ("", 3)
    assert answer.json()["erasedAt"]
