"""Reconciliation with Stripe: after a restore every paid order exists again, exactly once."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.cli import backup
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.jobs import outbox
from chuckwagon.offers.models import Offer, OfferUse
from chuckwagon.orders.models import Order, OrderSms, Refund
from chuckwagon.orders.reservations.usage_check import check_offers
from chuckwagon.payments.models import PaymentReview
from chuckwagon.payments.reconciliation.checkout_from_metadata import read_billing_phone
from chuckwagon.worker.loop import Worker
from tests.databases import every_row
from tests.factories import make_item
from tests.offers.factories import make_offer, read_uses
from tests.payments.paid_orders import take_tips
from tests.payments.reconciliation.records import contents, empty, forget, quiet, results, rows


@pytest.mark.dialect
def test_every_paid_order_is_listed_again_after_a_restore(
    buy, db, client, truck, sandbox, settings, elsewhere, reconcile, tmp_path, worker
):
    """Compare with Stripe's ledger payments from before, during and after the backup, some with a new menu item."""
    kept = [buy(number) for number in (1, 2)]
    open_one = buy(4, verify=False)
    backup.create_backup(settings, tmp_path / "saved.zip", quiet)
    soup = make_item(db, truck, "Soup", 700)
    billing = {"phone": "+1 (213) 373-4299", "email": "ada@example.com", "name": "Ada"}
    lost = [buy(5), buy(6, billing=billing), buy(2, item=soup), buy(7, verify=False)]
    worker.run_once()
    told = {text["sid"] for text in sandbox.messages()}

    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    migrate(elsewhere.database)
    assert results(reconcile(elsewhere, dry_run=True)) == {
        **dict.fromkeys(kept, "matches"),
        open_one: "order missing",
        **dict.fromkeys(lost, "order and checkout missing"),
    }
    assert len(rows(elsewhere, Order)) == 2
    found = results(reconcile(elsewhere))
    assert found == {
        **dict.fromkeys(kept, "matches"), open_one: "order created", **dict.fromkeys(lost, "order recovered")
    }  # fmt: skip

    orders = {order.payment_intent_id: order for order in rows(elsewhere, Order)}
    paid = {one["id"]: one for one in sandbox.ledger()["payment_intents"] if one["status"] == "succeeded"}
    assert {intent: order.total_cents for intent, order in orders.items()} == {
        intent: one["amount_received"] for intent, one in paid.items()
    }
    for order in orders.values():
        assert sum(line.total_cents for line in order.lines) == order.subtotal_cents
    [line] = orders[lost[0]].lines
    assert (line.name, line.quantity, line.unit_price_cents) == ("Taco", 5, 450)
    assert orders[lost[2]].lines[0].name == "An item that is no longer known"
    rebuilt = orders[lost[1]]
    assert (rebuilt.customer_name, rebuilt.customer_phone) == ("Guest", "+12133734299")
    assert rebuilt.customer_email == "ada@example.com"
    assert f"Rebuilt from the payment {lost[1]}" in rebuilt.special_instructions
    assert orders[lost[0]].customer_phone is None

    before = contents(elsewhere)
    assert set(results(reconcile(elsewhere)).values()) == {"matches"}
    assert contents(elsewhere) == before
    there = Database(elsewhere.database)
    Worker(there, elsewhere, periodic_tasks=[]).run_once()
    there.close()
    told_again = [text["to"] for text in sandbox.messages() if text["sid"] not in told]
    assert told_again == ["+12133734254"], "who was rebuilt is not told a second time"


def test_an_oversize_cart_comes_back_with_its_totals(buy, db, reconcile, settings, sandbox):
    intent = buy(3)
    forget(db)
    found = next(one for one in sandbox.ledger()["payment_intents"] if one["id"] == intent)
    without = {name: "" for name in found["metadata"] if name.startswith("cart")}
    body = {f"metadata[{name}]": "" for name in without}
    sandbox.post(f"/v1/payment_intents/{intent}", form=body)
    assert without, "the cart was there"
    states_found = results(reconcile())
    assert states_found[intent] == "order recovered"
    [order] = rows(settings, Order)
    assert (order.subtotal_cents, order.tax_cents, order.total_cents) == (1350, 118, 1468)


def test_an_order_comes_back_with_its_tip(buy, db, truck, reconcile, settings):
    take_tips(db, truck)
    intent = buy(3, tip_cents=270)
    assert results(reconcile()) == {intent: "matches"}
    forget(db)
    assert results(reconcile()) == {intent: "order recovered"}
    [order] = rows(settings, Order)
    assert (order.subtotal_cents, order.tax_cents, order.tip_cents, order.total_cents) == (1350, 118, 270, 1738)
    assert [line.name for line in order.lines] == ["Taco"]


@pytest.mark.parametrize("forgets_offer", [False, True])
def test_an_order_comes_back_with_its_discount_and_counts_again(buy, db, truck, reconcile, settings, forgets_offer):
    """Of an offer that was made after the backup, the order keeps code and discount, and nothing is counted."""
    offer = make_offer(db, truck.id, max_uses=5)
    intent = buy(3, offer=("TACO10", 135))
    forget(db)
    gone = [sa.delete(OfferUse), sa.delete(Offer) if forgets_offer else sa.update(Offer).values(uses=0)]
    db.write(lambda session: [session.execute(statement) for statement in gone])
    assert results(reconcile()) == {intent: "order recovered"}
    [order] = rows(settings, Order)
    assert (order.subtotal_cents, order.discount_cents, order.offer_code) == (1350, 135, "TACO10")
    assert (order.tax_cents, order.total_cents) == (106, 1321)
    assert forgets_offer or (read_uses(db, offer), check_offers(db).is_consistent) == (1, True)


def test_refunds_made_meanwhile_are_in_the_books_again(buy, db, reconcile, settings, sandbox):
    whole, part = buy(2), buy(3)
    sandbox.post("/v1/refunds", form={"payment_intent": whole})
    sandbox.post("/v1/refunds", form={"payment_intent": part, "amount": "100"})
    assert set(results(reconcile(dry_run=True)).values()) == {"refunds missing"}
    assert set(results(reconcile()).values()) == {"refunds recorded"}
    status = {order.payment_intent_id: order.payment_status for order in rows(settings, Order)}
    assert status == {whole: "refunded", part: "partially_refunded"}
    assert sorted(refund.amount_cents for refund in rows(settings, Refund)) == [100, 979]
    forget(db)
    assert set(results(reconcile()).values()) == {"order recovered"}
    assert sorted(refund.amount_cents for refund in rows(settings, Refund)) == [100, 979]
    before = every_row(db)
    assert set(results(reconcile()).values()) == {"matches"}
    assert every_row(db) == before


def test_a_payment_whose_truck_is_nobodys_is_held(buy, db, reconcile, settings):
    intent = buy()
    forget(db)
    empty(db)
    assert results(reconcile(dry_run=True)) == {intent: "unknown checkout"}
    assert results(reconcile()) == results(reconcile()) == {intent: "held for review"}
    assert [review.reason for review in rows(settings, PaymentReview)] == ["unknown checkout"]


def test_old_payments_are_placed_when_they_were_paid_and_nobody_is_told(buy, reconcile, settings, clock, db):
    intent = buy(verify=False)
    paid_at = clock.now()
    clock.advance(timedelta(hours=3))
    assert results(reconcile())[intent] == "order created"
    [order] = rows(settings, Order)
    assert abs(order.created_at - paid_at) < timedelta(minutes=1)
    assert order.flags == ["pickup_passed"]
    with db.reading() as session:
        left = outbox.find_message(session, f"order:{order.id}:confirmed_sms")
    assert left.status == outbox.SKIPPED
    assert rows(settings, OrderSms) == []


@pytest.mark.parametrize(
    ("text", "phone"),
    [
        ("+1 (213) 373-4253", "+12133734253"),
        ("213.373.4253", "+12133734253"),
        ("+44 20 7183 8750", None),
        ("8765551234", None),
        ("", None),
        (None, None),
    ],
)
def test_only_american_phones_of_the_billing_details_are_taken(text, phone):
    assert read_billing_phone(text) == phone
