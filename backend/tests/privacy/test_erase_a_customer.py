"""A person asks to be forgotten: gone from every column of every table, and the books stay as they were."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.core import outbox
from chuckwagon.core.ids import new_id
from chuckwagon.notifications.models import Message
from chuckwagon.orders.models import Customer, Dispute, Order
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.privacy import service
from tests.accounts.matrix import every_row
from tests.cast import ROLES
from tests.orders.orders import add_order
from tests.privacy.conftest import CARD, EMAIL, NAME, PHONE, TYPED, places_with

FIGURES = ("/analytics", "/ledger", "/customers", "/orders/counts?truckId={own}", "/customers/{id}")


def figures(guest, customer_id):
    """Every number that anybody is shown, without the words beside them."""
    found = {}
    for path in FIGURES:
        answer = guest.ask("GET", path.format(id=customer_id, own=guest.cast.truck.id))
        assert answer.status_code == 200, answer.text
        found[path] = numbers(answer.json())
    return found


def numbers(value):
    if isinstance(value, dict):
        return {name: numbers(one) for name, one in value.items() if name not in ("name", "phone", "email")}
    return [numbers(one) for one in value] if isinstance(value, list) else value


@pytest.mark.dialect
def test_nothing_of_the_person_is_left_in_any_column(guest, db):
    guest.leave_traces()
    before = places_with(db)
    # So the search below would see it, and in every place that a person's data lies in.
    assert {
        "customers.phone", "customers.name", "customers.email",
        "orders.customer_name", "orders.customer_phone", "orders.customer_email",
        "orders.special_instructions", "order_lines.special_instructions",
        "checkouts.customer_name", "checkouts.customer_phone", "checkouts.customer_email",
        "checkouts.special_instructions", "checkouts.lines", "messages.to_phone", "staff_texts.body",
        "staff_texts.to_phone", "opt_outs.phone", "limit_windows.key", "idempotency_keys.answer",
        "refunds.reason",
    } <= before  # fmt: skip
    customer_id = guest.customer_id()
    answer = guest.erase(customer_id)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["_id"], answer.json()["orders"]) == (customer_id, 3)
    assert places_with(db) == set()
    guest.worker.run_once()
    assert places_with(db) == set()


@pytest.mark.dialect
def test_no_figure_changes(guest):
    guest.leave_traces()
    customer_id = guest.customer_id()
    before = figures(guest, customer_id)
    assert guest.erase(customer_id).status_code == 200
    assert figures(guest, customer_id) == before


@pytest.mark.dialect
def test_the_person_is_found_no_more_and_the_orders_are(guest):
    orders = guest.leave_traces()
    customer_id = guest.customer_id()
    guest.erase(customer_id)
    for word in ("Ottoline", "quill", EMAIL, TYPED, "373-4253", "4253"):
        assert guest.ask("GET", "/customers", params={"q": word}).json()["customers"] == []
        assert guest.ask("GET", "/orders", params={"q": word}).json()["orders"] == []
    shown = guest.ask("GET", f"/customers/{customer_id}").json()
    assert (shown["name"], shown["phone"], shown["email"]) == ("Erased customer", "", None)
    assert shown["orderCount"] == 3
    own = guest.ask("GET", f"/customers/{customer_id}", "truck_admin").json()
    assert (own["name"], own["phone"], own["email"], own["orderCount"]) == ("Erased customer", "", None, 2)
    for path in ("/customers", "/customers/export"):
        for role in ("superadmin", "truck_admin"):
            assert "Erased customer" in guest.ask("GET", path, role).text
            assert service.orders._NO_PHONE not in guest.ask("GET", path, role).text
    for order in orders:
        one = guest.ask("GET", f"/orders/{order['_id']}").json()
        assert (one["customerName"], one["customerPhone"], one["customerEmail"]) == (
            "Erased customer", None, None
        )  # fmt: skip
        assert one["items"][0]["name"] in ("Taco", "Soup")
        assert one["total"] == order["total"]


@pytest.mark.dialect
def test_the_copy_at_the_provider_goes_and_an_outage_is_waited_out(guest, sandbox, clock):
    [first, second, _] = guest.leave_traces()
    guest.erase(guest.customer_id())
    sandbox.fault("stripe", "error", match="payment_intents")
    guest.worker.run_once()
    assert {"cart1"} & metadata(sandbox, first["intent"]).keys()
    sandbox.clear_faults()
    clock.advance(service.payments.ASK_AGAIN)
    guest.worker.run_once()
    for order in (first, second):
        copies = [metadata(sandbox, order["intent"]), *charged(sandbox, order["intent"])]
        assert len(copies) == 2
        for kept in copies:
            assert (kept["erased"], "cart1" in kept, "totals" in kept) == ("1", False, True)


def metadata(sandbox, intent):
    return next(one for one in sandbox.ledger()["payment_intents"] if one["id"] == intent)["metadata"]


def charged(sandbox, intent):
    return [one["metadata"] for one in sandbox.ledger()["charges"] if one["payment_intent"] == intent]


def test_a_text_that_waits_is_never_sent(guest, db, sandbox):
    order = guest.buy()
    guest.finish(order["_id"])  # confirmed, preparing and ready wait to be told
    assert guest.erase(guest.customer_id()).status_code == 200
    guest.worker.run_once()
    assert sandbox.messages() == []
    with db.reading() as session:
        waiting = sa.select(outbox.OutboxMessage.status).where(outbox.OutboxMessage.kind.like("order_%"))
        assert set(session.scalars(waiting)) == {"skipped"}
        assert session.scalars(sa.select(Message)).all() == []


@pytest.mark.dialect
def test_a_text_on_its_way_is_waited_for(guest, db):
    order = guest.buy()
    guest.finish(order["_id"])
    claimed = db.write(outbox.claim_next)
    before = every_row(db)
    refused = guest.erase(guest.customer_id())
    assert (refused.status_code, refused.json()["code"]) == (409, "customer_busy")
    assert "right now" in refused.json()["error"]
    assert every_row(db) == before
    db.write(lambda session: outbox.finish(session, claimed.id))
    assert guest.erase(guest.customer_id()).status_code == 200


@pytest.mark.parametrize("status", ["pending", "confirmed", "preparing", "ready"])
def test_an_open_order_is_in_the_way(guest, db, status):
    guest.finish(guest.buy()["_id"])
    add_order(db, truck_id=guest.cast.other_truck.id, customer_phone=PHONE, status=status)
    customer_id, before = guest.customer_id(), every_row(db)
    answer = guest.erase(customer_id)
    assert answer.status_code == 409
    assert "has an open order" in answer.json()["error"]
    assert every_row(db) == before


@pytest.mark.dialect
def test_so_are_a_payment_under_way_a_held_one_and_a_dispute(guest, db):
    order = guest.buy()
    guest.finish(order["_id"])
    customer_id = guest.customer_id()
    intent = guest.open_checkout()
    assert "may be paying" in guest.erase(customer_id).json()["error"]
    guest.give_up(intent)

    held = hold(db, order["_id"])
    assert "Held payments" in guest.erase(customer_id).json()["error"]
    decided = {"decision": "looked_at", "note": f"Called {NAME}, who knows"}
    assert guest.ask("POST", f"/payments/reviews/{held}/decision", json=decided).is_success

    dispute = question(db, order["_id"])
    refused = guest.erase(customer_id)
    assert (refused.status_code, "bank" in refused.json()["error"]) == (409, True)
    won = sa.update(Dispute).where(Dispute.id == dispute).values(status="won")
    db.write(lambda session: session.execute(won))
    assert guest.erase(customer_id).status_code == 200
    assert places_with(db) == set()


def pay_another_amount(guest, sandbox):
    """A payment that fits no checkout, and so is held; its review."""
    intent = guest.open_checkout()
    more = sa.update(Checkout).where(Checkout.payment_intent_id == intent).values(total_cents=99_900)
    guest.db.write(lambda session: session.execute(more))
    sandbox.pay(intent, CARD)
    guest.client.post("/api/verify-payment", json={"payment_intent_id": intent})
    with guest.db.reading() as session:
        return session.scalars(sa.select(PaymentReview.id)).one()


def test_a_payment_that_was_held_stops_nobody_once_it_is_decided(guest, db, sandbox, clock):
    guest.finish(guest.buy()["_id"])
    held = pay_another_amount(guest, sandbox)
    assert guest.erase(guest.customer_id()).status_code == 409
    decided = {"decision": "looked_at", "note": "Known"}
    assert guest.ask("POST", f"/payments/reviews/{held}/decision", json=decided).is_success
    clock.advance(timedelta(hours=5))
    guest.worker.run_once()
    with db.reading() as session:
        assert set(session.scalars(sa.select(Checkout.status))) == {"paid", "cancelled"}
    assert guest.erase(guest.customer_id()).status_code == 200
    assert places_with(db) == set()


def hold(db, order_id):
    def add(session):
        order = session.get_one(Order, order_id)
        review = PaymentReview(
            id=new_id(), payment_intent_id="pi_second", checkout_id=order.checkout_id, reason="paid twice",
            details={"amountReceivedCents": 500, "currency": "usd"}, created_at=order.created_at,
        )  # fmt: skip
        session.add(review)
        return review.id

    return db.write(add)


def question(db, order_id, dispute_id="dp_1"):
    def add(session):
        at = session.get_one(Order, order_id).created_at
        session.add(Dispute(
            id=dispute_id, order_id=order_id, amount_cents=500, reason="fraudulent", status="needs_response",
            created_at=at, read_at=at,
        ))  # fmt: skip
        return dispute_id

    return db.write(add)


@pytest.mark.dialect
def test_again_is_harmless_and_a_key_gives_the_first_answer(guest, db):
    guest.leave_traces()
    customer_id = guest.customer_id()
    first = guest.erase(customer_id, **{"Idempotency-Key": "once"}).json()
    guest.sandbox.wait_until_told()
    before = every_row(db)
    assert guest.erase(customer_id, **{"Idempotency-Key": "once"}).json() == first
    assert guest.erase(customer_id).json() == first
    assert every_row(db) == before
    other = guest.erase("0" * 24, **{"Idempotency-Key": "once"})
    assert other.status_code == 422


@pytest.mark.parametrize("role", [None, *ROLES[:-1]])
def test_nobody_but_the_superadmin_erases_or_takes_home(guest, db, role):
    guest.leave_traces()
    guest.cast.headers(role)  # signed in before anybody counts the rows
    customer_id, before = guest.customer_id(), every_row(db)
    for answer in (
        guest.erase(customer_id, role),
        guest.ask("GET", f"/customers/{customer_id}/export", role),
    ):
        assert answer.status_code == (401 if role is None else 403)
        assert NAME not in answer.text
    assert every_row(db) == before


@pytest.mark.dialect
@pytest.mark.parametrize("customer_id", ["0" * 24, "x", "%00"])
def test_whoever_does_not_exist_is_404(guest, customer_id):
    assert guest.erase(customer_id).status_code == 404
    assert guest.ask("GET", f"/customers/{customer_id}/export").status_code == 404


@pytest.mark.dialect
def test_who_comes_back_is_a_new_customer(guest, db):
    guest.finish(guest.buy()["_id"])
    old = guest.customer_id()
    assert guest.erase(old).status_code == 200
    order = guest.buy()
    new = guest.customer_id()
    assert new not in ("", old)
    assert guest.ask("GET", f"/customers/{new}").json()["orderCount"] == 1
    guest.finish(order["_id"])
    assert guest.erase(new).status_code == 200
    assert places_with(db) == set()


@pytest.mark.dialect
def test_other_guests_keep_everything(guest, db):
    guest.leave_traces()
    other = add_order(db, truck_id=guest.cast.truck.id, customer_phone="+13105550199", customer_name="Bob")
    kept = {"orders": other.id, "customers": other.customer_id}
    rows = {name: [row for row in every_row(db)[name] if one in row] for name, one in kept.items()}
    guest.erase(guest.customer_id())
    for name, one in kept.items():
        assert [row for row in every_row(db)[name] if one in row] == rows[name]


@pytest.mark.dialect
def test_an_order_that_is_placed_meanwhile_is_whole_or_in_the_way(guest, db):
    """Whichever comes first, no open order loses its person, and no erased person is half there."""
    for _ in range(6):
        guest.finish(guest.buy()["_id"])
        customer_id = guest.customer_id()
        answers = {}
        together = threading.Barrier(2)

        def erase(customer_id=customer_id, answers=answers, together=together):
            together.wait()
            answers["erasure"] = guest.erase(customer_id).status_code

        def order(answers=answers, together=together):
            together.wait()
            line = {"menuItemId": guest.taco.id, "quantity": 1, "optionIds": []}
            body = {
                "truckId": guest.cast.truck.id, "customerName": NAME, "customerPhone": TYPED,
                "items": [line], "payment": "cash",
            }  # fmt: skip
            answers["order"] = guest.ask("POST", "/orders", "truck_admin", json=body)

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
        guest.finish(placed["_id"])
        assert guest.erase(made.customer_id).status_code == 200
        assert places_with(db) == set()
