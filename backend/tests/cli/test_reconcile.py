"""Reconciliation with Stripe: after a restore every paid order exists again, exactly once."""

import itertools
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, example, given
from hypothesis import settings as settings_of_hypothesis

from chuckwagon.cli import backup
from chuckwagon.cli import reconcile as reconciling
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.integrations.stripe.charges import CardPayment, StripeHistory, stripe_history
from chuckwagon.integrations.stripe.payments import Intent
from chuckwagon.jobs import outbox
from chuckwagon.orders.models import Dispute, Order, OrderSms, Refund
from chuckwagon.orders.service import add_refund
from chuckwagon.payments.checkout.intent_metadata import encode_metadata
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.reconciliation import period as states
from chuckwagon.payments.reconciliation.checkout_recovery import read_billing_phone
from chuckwagon.worker.loop import Worker
from tests.accounts.matrix import every_row
from tests.factories import checkout_body, make_item, make_truck
from tests.orders.factories import add_order
from tests.payments.checkout.test_intent_metadata import COPIES, EDITS, PLAIN
from tests.payments.paid_orders import DISPUTED

CARD = "4242424242424242"
FUTURE_HOURS = -1 / 60  # a period that starts after everything has happened


def quiet(_what: str, _done: int, _total: int) -> None:
    """Progress callback that shows nothing."""


@pytest.fixture
def truck(db):
    return make_truck(db, "Spice Route")


@pytest.fixture
def taco(db, truck):
    return make_item(db, truck, "Taco", 450, [("Salsa", 0, 2, [("Verde", 50)])])


@pytest.fixture
def buy(client, truck, taco, sandbox):
    """Pay for tacos. The product is not notified of the payment."""

    def post(quantity=1, *, item=None, verify=True, billing=None):
        body = checkout_body(truck, (item or taco, quantity))
        body["customerInfo"]["phone"] = f"(213) 373-42{50 + quantity}"
        made = client.post("/api/create-payment-intent", json=body)
        intent = made.json()["paymentIntentId"]
        sandbox.fault("webhooks", "drop")
        details = {"card": CARD, "billing_details": billing} if billing else {"card": CARD}
        sandbox.post(f"/_sandbox/payment_intents/{intent}/pay", json=details).raise_for_status()
        if verify:
            assert client.post("/api/verify-payment", json={"payment_intent_id": intent}).is_success
        sandbox.wait_until_told()
        return intent

    return post


@pytest.fixture
def reconcile(settings):
    """Reconcile the last hour. Returns the results, keyed by payment."""

    def run(given=settings, *, dry_run=False, hours=1):
        database = Database(given.database)
        try:
            work = states.Reconciliation(database, given, stripe_history(given), dry_run=dry_run, progress=quiet)
            now = datetime.now(UTC)
            findings = work.run(now - timedelta(hours=hours), now + timedelta(minutes=1))
        finally:
            database.close()
        return {finding.intent_id: finding for finding in findings}

    return run


def results(found):
    return {intent: finding.result for intent, finding in found.items()}


def rows(settings, model):
    database = Database(settings.database)
    try:
        with database.reading() as session:
            return list(session.scalars(sa.select(model)))
    finally:
        database.close()


def test_books_that_fit_are_left_alone(buy, reconcile, db):
    intents = [buy(), buy(2)]
    before = every_row(db)
    assert results(reconcile()) == dict.fromkeys(intents, "matches")
    assert every_row(db) == before


@pytest.mark.dialect
def test_a_payment_that_nobody_reported_becomes_its_order(buy, reconcile, settings):
    intent = buy(3, verify=False)
    assert results(reconcile(dry_run=True)) == {intent: "order missing"}
    assert rows(settings, Order) == []
    assert results(reconcile()) == {intent: "order created"}
    [order] = rows(settings, Order)
    assert (order.payment_intent_id, order.customer_name, order.total_cents) == (intent, "Ada Lovelace", 1468)
    assert results(reconcile()) == {intent: "matches"}


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


def contents(settings):
    database = Database(settings.database)
    try:
        return every_row(database)
    finally:
        database.close()


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


def forget(db):
    """Delete every checkout and order."""

    def delete(session):
        for table in ("messages", "outbox_messages", "refunds", "order_events"):
            session.execute(sa.text(f"DELETE FROM {table}"))
        for table in ("line_modifiers", "order_lines", "orders", "checkouts"):
            session.execute(sa.text(f"DELETE FROM {table}"))

    db.write(delete)


def empty(db):
    """Delete every truck with its menu, too."""

    def delete(session):
        for table in ("customer_words", "truck_customers", "options", "option_groups", "menu_items"):
            session.execute(sa.text(f"DELETE FROM {table}"))
        for table in ("order_counters", "trucks"):
            session.execute(sa.text(f"DELETE FROM {table}"))

    db.write(delete)


@pytest.mark.dialect
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


def test_what_cannot_be_put_right_is_left_for_a_person(buy, db, truck, reconcile, settings):
    changed, fine, other = buy(), buy(2), buy(3, verify=False)
    orders, checkouts = Order.payment_intent_id, Checkout.payment_intent_id
    dearer = sa.update(Order).where(orders == changed).values(tax_cents=1, total_cents=451)
    db.write(lambda session: session.execute(dearer))
    cheaper = sa.update(Checkout).where(checkouts == other).values(total_cents=1)
    db.write(lambda session: session.execute(cheaper))
    add_order(db, truck_id=truck.id, payment_intent_id="pi_nobody")
    found = results(reconcile())
    assert found == {
        changed: "different amount", fine: "matches", other: "held for review", "pi_nobody": "no payment"
    }  # fmt: skip
    [review] = rows(settings, PaymentReview)
    assert review.reason == "different amount"
    before = every_row(db)
    assert results(reconcile()) == found
    assert every_row(db) == before


def test_a_payment_whose_truck_is_nobodys_is_held(buy, db, reconcile, settings):
    intent = buy()
    forget(db)
    empty(db)
    assert results(reconcile(dry_run=True)) == {intent: "unknown checkout"}
    assert results(reconcile()) == results(reconcile()) == {intent: "held for review"}
    assert [review.reason for review in rows(settings, PaymentReview)] == ["unknown checkout"]


@pytest.mark.dialect
def test_what_somebody_wrote_on_one_payment_keeps_no_other_from_its_order(buy, truck, reconcile, monkeypatch, db):
    """Whatever the metadata says, the run completes; each payment is an order, held or foreign."""
    real, numbers = StripeHistory.payments_between, itertools.count()
    fine = buy(verify=False)

    def with_strange(*strange):
        def pages(history, since, until):
            yield list(strange)
            yield from real(history, since, until)

        return pages

    @example(PLAIN, {"truckId": 5})
    @given(COPIES, EDITS)
    @settings_of_hypothesis(
        max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )  # fmt: skip
    def run(copy, edits):
        named = f"pi_strange_{next(numbers)}"
        metadata = {**encode_metadata(msgspec.structs.replace(copy, truck_id=truck.id)), **edits}
        cents = copy.total_cents
        intent = Intent(named, "succeeded", cents, cents, "usd", False, metadata)
        payment = CardPayment("ch_1", intent, datetime.now(UTC), 0, None, 0, None, None)
        monkeypatch.setattr(StripeHistory, "payments_between", with_strange(payment))
        found = results(reconcile())
        assert found[fine] in ("order created", "matches")
        assert found[named] in ("order recovered", "held for review", "not ours")

    run()


def test_a_payment_that_breaks_the_comparison_is_shown_and_the_others_are_compared(buy, reconcile, monkeypatch):
    broken, fine = buy(verify=False), buy(2, verify=False)
    real = states.find_payment_state

    def stumble(session, payment):
        if payment.intent.id == broken:
            raise ValueError("an unforeseen error")
        return real(session, payment)

    monkeypatch.setattr(states, "find_payment_state", stumble)
    found = reconcile()
    assert results(found) == {broken: "unreadable", fine: "order created"}
    assert not found[broken].is_resolved
    monkeypatch.undo()
    assert results(reconcile()) == {broken: "order created", fine: "matches"}


def test_a_refund_that_nobody_works_on_is_left_to_the_worker_again(
    buy, db, settings, reconcile, worker, sandbox, clock
):
    """The outbox message was closed while the refund was pending, as older releases did after five tries."""
    intent = buy()
    [order] = rows(settings, Order)
    leave = {"reason": "Cold", "asked_by": "Ana"}
    db.write(lambda session: add_refund(session, session.get_one(Order, order.id), 100, **leave))
    [refund] = rows(settings, Refund)
    message = outbox.OutboxMessage.key == refund.key
    closed = {"status": outbox.FAILED, "attempts": 5, "finished_at": clock.now()}
    db.write(lambda session: session.execute(sa.update(outbox.OutboxMessage).where(message).values(closed)))
    clock.advance(timedelta(days=30))
    worker.run_once()
    assert sandbox.ledger()["refunds"] == []
    found = reconcile(dry_run=True)[intent]
    assert (found.result, found.is_resolved, found.order_number) == (
        "refund stuck", False, order.order_number
    )  # fmt: skip
    assert results(reconcile()) == {intent: "refund queued again"}
    worker.run_once()
    assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [100]
    assert [one.status for one in rows(settings, Refund)] == ["succeeded"]
    assert results(reconcile()) == {intent: "matches"}


def test_payments_of_others_are_none_of_ours(sandbox, db, reconcile):
    form = {"amount": "500", "currency": "usd", "confirm": "true", "payment_method": "pm_card_visa"}
    sandbox.fault("webhooks", "drop")
    made = sandbox.post("/v1/payment_intents", form=form | {"return_url": "https://example.com"})
    assert made.status_code == 200, made.text
    before = every_row(db)
    assert results(reconcile()) == {made.json()["id"]: "not ours"}
    assert every_row(db) == before


@pytest.mark.dialect
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


def test_more_payments_than_fit_a_page(buy, reconcile, monkeypatch):
    monkeypatch.setattr("chuckwagon.integrations.stripe.charges.PAGE_SIZE", 2)
    intents = [buy() for _ in range(5)]
    assert results(reconcile()) == dict.fromkeys(intents, "matches")


@pytest.mark.dialect
def test_the_window_is_kept(buy, settings):
    buy()
    database = Database(settings.database)
    now = datetime.now(UTC)
    work = states.Reconciliation(database, settings, stripe_history(settings), dry_run=False, progress=quiet)
    assert work.run(now - timedelta(days=2), now - timedelta(days=1)) == []
    database.close()


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


@pytest.mark.parametrize(
    ("since", "until", "begin", "end"),
    [
        ("2026-07-01", "2026-07-01", "2026-07-01T00:00:00", "2026-07-02T00:00:00"),
        ("2026-07-01T19:30:00Z", "2026-07-03", "2026-07-01T19:30:00", "2026-07-04T00:00:00"),
        ("2026-07-01T19:30:00-07:00", "2026-07-03", "2026-07-02T02:30:00", "2026-07-04T00:00:00"),
        (None, "2026-07-09", "2026-07-03T00:00:00", "2026-07-10T00:00:00"),
    ],
)
def test_bounds_are_days_or_instants(since, until, begin, end):
    wanted = tuple(datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (begin, end))
    assert reconciling.parse_period(since, until) == wanted


@pytest.mark.parametrize(
    ("since", "until"),
    [("soon", None), ("2026-13-01", None), ("2026-07-02", "2026-07-01"), ("9999-12-31", "9999-12-31")],
)
def test_bounds_that_are_none_are_told(since, until):
    with pytest.raises(reconciling.InvalidPeriod):
        reconciling.parse_period(since, until)


def test_from_the_command_line(program, buy, settings, database_url):
    """Exits with 1 while something is unresolved, else with 0. The table contains no personal data."""
    intent = buy(verify=False)
    environment = {
        "CHUCKWAGON_SANDBOX": "1",
        "CHUCKWAGON_SANDBOX_PORT": str(settings.sandbox_port),
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
        "CHUCKWAGON_DATABASE_URL": database_url,
    }
    dry = program.call("reconcile", "--dry-run", **environment)
    assert (dry.returncode, "order missing" in dry.stdout) == (1, True)
    done = program.call("reconcile", **environment)
    assert done.returncode == 0, done.stdout
    assert intent in done.stdout
    assert "Everything is resolved." in done.stdout
    assert "Ada" not in done.stdout
    again = program.call("reconcile", **environment)
    assert (again.returncode, intent in again.stdout) == (0, False)
    wrong = program.call("reconcile", "--since", "soon", **environment)
    assert (wrong.returncode, "neither a day nor an instant" in wrong.stdout) == (1, True)
    away = program.call("reconcile", **environment | {"STRIPE_API_BASE": "http://127.0.0.1:9"})
    assert (away.returncode, "Run the command again" in away.stdout) == (1, True)
    assert "Traceback" not in away.stdout


def test_unused_checkouts_are_left_alone(client, truck, taco, reconcile, settings):
    client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 1)))
    assert reconcile() == {}
    assert [checkout.status for checkout in rows(settings, Checkout)] == ["open"]


@pytest.fixture
def disputed(buy, sandbox, client, truck, taco):
    """A disputed payment whose event was lost. Returns the intent and the outcome."""
    sandbox.fault("webhooks", "drop")
    made = client.post("/api/create-payment-intent", json=checkout_body(truck, (taco, 3)))
    intent = made.json()["paymentIntentId"]
    sandbox.pay(intent, DISPUTED).raise_for_status()
    assert client.post("/api/verify-payment", json={"payment_intent_id": intent}).is_success

    def decide(status):
        [dispute] = sandbox.ledger()["disputes"]
        sandbox.post(f"/_sandbox/disputes/{dispute['id']}", json={"status": status}).raise_for_status()

    return intent, decide


def test_a_dispute_that_nobody_told_of_is_learnt(disputed, reconcile, settings):
    intent, decide = disputed
    decide("lost")
    assert results(reconcile(dry_run=True)) == {intent: "dispute missing"}
    assert rows(settings, Dispute) == []
    assert results(reconcile()) == {intent: "dispute recorded"}
    [order] = rows(settings, Order)
    assert [(one.order_id, one.status) for one in rows(settings, Dispute)] == [(order.id, "lost")]
    assert order.payment_status == "disputed"
    assert results(reconcile()) == {intent: "matches"}


@pytest.mark.dialect
def test_the_end_of_an_older_dispute_is_learnt(disputed, reconcile, settings):
    """The dispute was opened before the period and is still open in our database."""
    intent, decide = disputed
    reconcile()
    decide("won")
    assert results(reconcile(hours=FUTURE_HOURS)) == {intent: "dispute recorded"}
    assert [one.status for one in rows(settings, Dispute)] == ["won"]
    assert [one.payment_status for one in rows(settings, Order)] == ["paid"]


def test_a_dispute_that_the_provider_does_not_know_ends_nothing(disputed, reconcile, settings, db):
    intent, _ = disputed
    reconcile()
    db.write(lambda session: session.execute(sa.update(Dispute).values(id="du_of_another_account")))
    assert results(reconcile(hours=FUTURE_HOURS)) == {}
    assert results(reconcile()) == {intent: "dispute recorded"}
    assert len(rows(settings, Dispute)) == 2
