"""Erasing a customer removes the data from every column of every table, and the books stay the same."""

import threading
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import Customer
from chuckwagon.db.dump_and_restore import dump_database
from chuckwagon.jobs import outbox
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Dispute, Order, OrderSms
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.privacy import service
from tests.cast import PASSWORD, ROLES
from tests.databases import every_row
from tests.orders.factories import add_order
from tests.privacy.conftest import CARD, EMAIL, LINE_NOTE, NAME, NOTE, PHONE, TYPED, WORDS, bytes_of, find_columns_with

FIGURES = ("/analytics", "/ledger", "/customers", "/orders/counts?truckId={own}", "/customers/{id}")


def figures(customer, customer_id):
    """Collect every number that staff see, without the text next to them."""
    found = {}
    for path in FIGURES:
        answer = customer.ask("GET", path.format(id=customer_id, own=customer.cast.truck.id))
        assert answer.status_code == 200, answer.text
        found[path] = numbers(answer.json())
    return found


def numbers(value):
    if isinstance(value, dict):
        return {name: numbers(one) for name, one in value.items() if name not in ("name", "phone", "email")}
    return [numbers(one) for one in value] if isinstance(value, list) else value


def test_no_byte_of_the_person_is_left_in_file_log_and_backup(customer, db, tmp_path):
    if not db.is_sqlite:
        pytest.skip("PostgreSQL's vacuum frees rows, and pg_dump reads live ones only")
    file = Path(db.url.database)
    customer.create_all_data()
    assert any(word.encode() in bytes_of(part) for part in file.parent.glob(f"{file.name}*") for word in WORDS)
    assert customer.erase(customer.customer_id()).status_code == 200
    customer.worker.run_once()
    db.empty_log()
    dump_database(str(db.url), tmp_path / "backup", lambda *_: None)
    for part in (*file.parent.glob(f"{file.name}*"), tmp_path / "backup"):
        left = {word for word in (NAME, EMAIL, PHONE, NOTE, LINE_NOTE) if word.encode() in bytes_of(part)}
        assert (part.name, left) == (part.name, set())


@pytest.mark.dialect
def test_nothing_of_the_person_is_left_in_any_column(customer, db):
    customer.create_all_data()
    before = find_columns_with(db)
    # The control: the search below finds the data in every place.
    assert {
        "customers.phone", "customers.name", "customers.email",
        "orders.customer_name", "orders.customer_phone", "orders.customer_email",
        "orders.special_instructions", "order_lines.special_instructions",
        "checkouts.customer_name", "checkouts.customer_phone", "checkouts.customer_email",
        "checkouts.special_instructions", "checkouts.lines", "messages.to_phone", "staff_texts.body",
        "staff_texts.to_phone", "opt_outs.phone", "limit_windows.key", "idempotency_keys.answer",
        "refunds.reason",
    } <= before  # fmt: skip
    customer_id = customer.customer_id()
    answer = customer.erase(customer_id)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["_id"], answer.json()["orders"]) == (customer_id, 3)
    assert find_columns_with(db) == set()
    customer.worker.run_once()
    assert find_columns_with(db) == set()


def test_the_person_is_found_no_more_and_orders_figures_and_other_guests_stay(customer, db):
    orders = customer.create_all_data()
    customer_id = customer.customer_id()
    other = add_order(db, truck_id=customer.cast.truck.id, customer_phone="+13105550199", customer_name="Bob")
    kept = {"orders": other.id, "customers": other.customer_id}
    rows = {name: [row for row in every_row(db)[name] if one in row] for name, one in kept.items()}
    before = figures(customer, customer_id)
    assert customer.erase(customer_id).status_code == 200
    assert figures(customer, customer_id) == before
    for name, one in kept.items():
        assert [row for row in every_row(db)[name] if one in row] == rows[name]
    for word in ("Ottoline", "quill", EMAIL, TYPED, "373-4253", "4253"):
        assert customer.ask("GET", "/customers", params={"q": word}).json()["customers"] == []
        assert customer.ask("GET", "/orders", params={"q": word}).json()["orders"] == []
    shown = customer.ask("GET", f"/customers/{customer_id}").json()
    assert (shown["name"], shown["phone"], shown["email"]) == ("Erased customer", "", None)
    assert shown["orderCount"] == 3
    own = customer.ask("GET", f"/customers/{customer_id}", "truck_admin").json()
    assert (own["name"], own["phone"], own["email"], own["orderCount"]) == ("Erased customer", "", None, 2)
    for path in ("/customers", "/customers/export"):
        for role in ("superadmin", "truck_admin"):
            assert "Erased customer" in customer.ask("GET", path, role).text
            assert service.orders._ERASED_PHONE_PREFIX not in customer.ask("GET", path, role).text
    for order in orders:
        one = customer.ask("GET", f"/orders/{order['_id']}").json()
        assert (one["customerName"], one["customerPhone"], one["customerEmail"]) == (
            "Erased customer", None, None
        )  # fmt: skip
        assert one["items"][0]["name"] in ("Taco", "Soup")
        assert one["total"] == order["total"]


def test_the_copy_at_the_provider_goes_and_an_outage_is_waited_out(customer, sandbox, clock):
    [first, second, _] = customer.create_all_data()
    customer.erase(customer.customer_id())
    sandbox.fault("stripe", "error", match="payment_intents")
    customer.worker.run_once()
    assert {"cart1"} & metadata(sandbox, first["intent"]).keys()
    sandbox.clear_faults()
    clock.advance(service.payments.RETRY_DELAY)
    customer.worker.run_once()
    for order in (first, second):
        copies = [metadata(sandbox, order["intent"]), *charged(sandbox, order["intent"])]
        assert len(copies) == 2
        for kept in copies:
            assert (kept["erased"], "cart1" in kept, "totals" in kept) == ("1", False, True)


def metadata(sandbox, intent):
    return next(one for one in sandbox.ledger()["payment_intents"] if one["id"] == intent)["metadata"]


def charged(sandbox, intent):
    return [one["metadata"] for one in sandbox.ledger()["charges"] if one["payment_intent"] == intent]


def test_a_text_that_waits_is_never_sent(customer, db, sandbox):
    order = customer.buy()
    customer.finish(order["_id"])  # the SMS of three statuses are waiting
    assert customer.erase(customer.customer_id()).status_code == 200
    customer.worker.run_once()
    assert sandbox.messages() == []
    with db.reading() as session:
        waiting = sa.select(outbox.OutboxMessage.status).where(outbox.OutboxMessage.kind.like("order_%"))
        assert set(session.scalars(waiting)) == {"skipped"}
        assert session.scalars(sa.select(OrderSms)).all() == []


@pytest.mark.dialect
def test_the_card_on_a_reader_is_exported_and_goes(customer, db):
    card = {"label": "Window", "brand": "visa", "last4": "4242", "readMethod": "contactless_emv"}
    paid = {"tender": "reader", "reader": card, "source": "counter", "status": "completed"}
    order = add_order(db, truck_id=customer.cast.truck.id, customer_phone=PHONE, **paid)
    customer_id = customer.customer_id()
    exported = customer.ask("GET", f"/customers/{customer_id}/export").json()
    assert [one["reader"]["last4"] for one in exported["orders"]] == ["4242"]
    assert customer.erase(customer_id).status_code == 200
    with db.reading() as session:
        left = session.get_one(Order, order.id)
        assert (left.tender, left.reader) == ("reader", {"label": "Window"})


@pytest.mark.dialect
def test_a_text_on_its_way_is_waited_for(customer, db):
    order = customer.buy()
    customer.finish(order["_id"])
    claimed = db.write(outbox.claim_next)
    before = every_row(db)
    refused = customer.erase(customer.customer_id())
    assert (refused.status_code, refused.json()["code"]) == (409, "customer_busy")
    assert "right now" in refused.json()["error"]
    assert every_row(db) == before
    db.write(lambda session: outbox.finish(session, claimed.id))
    assert customer.erase(customer.customer_id()).status_code == 200


@pytest.mark.parametrize("status", ["pending", "confirmed", "preparing", "ready"])
def test_an_open_order_is_in_the_way(customer, db, status):
    customer.finish(customer.buy()["_id"])
    add_order(db, truck_id=customer.cast.other_truck.id, customer_phone=PHONE, status=status)
    customer_id, before = customer.customer_id(), every_row(db)
    answer = customer.erase(customer_id)
    assert answer.status_code == 409
    assert "has an open order" in answer.json()["error"]
    assert every_row(db) == before


def test_so_are_a_payment_under_way_a_held_one_a_dispute_and_money_that_is_owed_at_the_counter(customer, db):
    order = customer.buy()
    customer.finish(order["_id"])
    customer_id = customer.customer_id()
    intent = customer.open_checkout()
    assert "may be paying" in customer.erase(customer_id).json()["error"]
    customer.abandon_checkout(intent)

    held = hold_payment(db, order["_id"])
    assert "Held payments" in customer.erase(customer_id).json()["error"]
    decided = {"decision": "looked_at", "note": f"Called {NAME}, who knows"}
    assert customer.ask("POST", f"/payments/reviews/{held}/decision", json=decided).is_success

    dispute = add_dispute(db, order["_id"])
    refused = customer.erase(customer_id)
    assert (refused.status_code, "bank" in refused.json()["error"]) == (409, True)
    for one in (dispute, add_dispute(db, order["_id"], "dp_2", intent="pi_second")):
        assert customer.erase(customer_id).status_code == 409  # also for one of the payment that was held
        won = sa.update(Dispute).where(Dispute.id == one).values(status="won")
        db.write(lambda session, won=won: session.execute(won))

    owed = add_order(
        db, truck_id=customer.cast.truck.id, customer_phone=PHONE, status="completed", payment_intent_id=None
    )
    refund = {"json": {"amount": 1, "reason": "Cold"}}
    shown = customer.ask("POST", f"/orders/{owed.id}/refunds", **refund).json()
    refused = customer.erase(customer_id)
    assert (refused.status_code, refused.json()["code"]) == (409, "customer_busy")
    assert refused.json()["error"] == (
        f"The refund of $1.00 for order #{owed.order_number} is not paid out yet. Pay it out first."
    )
    paid = {"json": {"refundId": shown["refunds"][0]["_id"]}}
    assert customer.ask("POST", f"/orders/{owed.id}/pay-outs", **paid).is_success
    assert customer.erase(customer_id).status_code == 200
    assert find_columns_with(db) == set()


def pay_another_amount(customer, sandbox):
    """Create a payment that matches no checkout and is held; returns its review."""
    intent = customer.open_checkout()
    more = sa.update(Checkout).where(Checkout.payment_intent_id == intent).values(total_cents=99_900)
    customer.db.write(lambda session: session.execute(more))
    sandbox.pay(intent, CARD)
    customer.client.post("/api/verify-payment", json={"payment_intent_id": intent})
    with customer.db.reading() as session:
        return session.scalars(sa.select(PaymentReview.id)).one()


def test_a_payment_that_was_held_stops_nobody_once_it_is_decided(customer, db, sandbox, clock):
    customer.finish(customer.buy()["_id"])
    held = pay_another_amount(customer, sandbox)
    assert customer.erase(customer.customer_id()).status_code == 409
    decided = {"decision": "looked_at", "note": "Known"}
    assert customer.ask("POST", f"/payments/reviews/{held}/decision", json=decided).is_success
    clock.advance(timedelta(hours=5))
    customer.worker.run_once()
    with db.reading() as session:
        assert set(session.scalars(sa.select(Checkout.status))) == {"paid", "cancelled"}
    assert customer.erase(customer.customer_id()).status_code == 403, "the sign-in is no recent proof any more"
    assert customer.ask("POST", "/auth/proof", json={"password": PASSWORD}).is_success
    assert customer.erase(customer.customer_id()).status_code == 200
    assert find_columns_with(db) == set()


def hold_payment(db, order_id):
    def add(session):
        order = session.get_one(Order, order_id)
        review = PaymentReview(
            id=new_id(), payment_intent_id="pi_second", checkout_id=order.checkout_id, reason="paid twice",
            details={"amountReceivedCents": 500, "currency": "usd"}, created_at=order.created_at,
        )  # fmt: skip
        session.add(review)
        return review.id

    return db.write(add)


def add_dispute(db, order_id, dispute_id="dp_1", intent=None):
    def add(session):
        at = session.get_one(Order, order_id).created_at
        session.add(Dispute(
            id=dispute_id, amount_cents=500, reason="fraudulent", status="needs_response",
            created_at=at, read_at=at, payment_intent_id=intent, order_id=None if intent else order_id,
        ))  # fmt: skip
        return dispute_id

    return db.write(add)


def test_again_is_harmless_and_a_key_gives_the_first_answer(customer, db):
    customer.create_all_data()
    customer_id = customer.customer_id()
    first = customer.erase(customer_id, **{"Idempotency-Key": "once"}).json()
    customer.sandbox.wait_until_told()
    before = every_row(db)
    assert customer.erase(customer_id, **{"Idempotency-Key": "once"}).json() == first
    assert customer.erase(customer_id).json() == first
    assert every_row(db) == before
    other = customer.erase("0" * 24, **{"Idempotency-Key": "once"})
    assert other.status_code == 422


def test_nobody_but_the_superadmin_erases_or_takes_home(customer, db):
    customer.create_all_data()
    others = [None, *ROLES[:-1]]
    for role in others:
        customer.cast.headers(role)  # sign in before the rows are counted
    customer_id, before = customer.customer_id(), every_row(db)
    for role in others:
        for answer in (
            customer.erase(customer_id, role),
            customer.ask("GET", f"/customers/{customer_id}/export", role),
        ):
            assert answer.status_code == (401 if role is None else 403), role
            assert NAME not in answer.text
        assert every_row(db) == before, role


@pytest.mark.parametrize("customer_id", ["0" * 24, "x", "%00"])
def test_whoever_does_not_exist_is_404(customer, customer_id):
    assert customer.erase(customer_id).status_code == 404
    assert customer.ask("GET", f"/customers/{customer_id}/export").status_code == 404


def test_who_comes_back_is_a_new_customer(customer, db):
    customer.finish(customer.buy()["_id"])
    old = customer.customer_id()
    assert customer.erase(old).status_code == 200
    order = customer.buy()
    new = customer.customer_id()
    assert new not in ("", old)
    assert customer.ask("GET", f"/customers/{new}").json()["orderCount"] == 1
    customer.finish(order["_id"])
    assert customer.erase(new).status_code == 200
    assert find_columns_with(db) == set()


@pytest.mark.dialect
def test_an_order_that_is_placed_meanwhile_is_whole_or_in_the_way(customer, db):
    """Whichever comes first, no open order loses its customer, and no erasure is partial."""
    for _ in range(6):
        customer.finish(customer.buy()["_id"])
        customer_id = customer.customer_id()
        answers = {}
        together = threading.Barrier(2)

        def erase(customer_id=customer_id, answers=answers, together=together):
            together.wait()
            answers["erasure"] = customer.erase(customer_id).status_code

        def order(answers=answers, together=together):
            together.wait()
            line = {"menuItemId": customer.taco.id, "quantity": 1, "optionIds": []}
            body = {
                "truckId": customer.cast.truck.id, "customerName": NAME, "customerPhone": TYPED,
                "items": [line], "payment": "cash",
            }  # fmt: skip
            answers["order"] = customer.ask("POST", "/orders", "truck_admin", json=body)

        threads = [threading.Thread(target=work) for work in (erase, order)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        placed = answers["order"].json()
        assert answers["order"].status_code == 201, answers["order"].text
        with db.reading() as session:
            made = session.get_one(Order, placed["_id"])
            assert (made.customer_phone, made.customer_name) == (PHONE, NAME)
            holder = session.get_one(Customer, made.customer_id)
            assert holder.phone == PHONE
        if answers["erasure"] == 200:
            assert made.customer_id != customer_id
        else:
            assert (answers["erasure"], made.customer_id) == (409, customer_id)
        customer.finish(placed["_id"])
        assert customer.erase(made.customer_id).status_code == 200
        assert find_columns_with(db) == set()
