"""Orders that are paid while a disruption starts, customers who cannot be told, and processes that die in between."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Barrier, BrokenBarrierError
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.disruptions import start, steps
from chuckwagon.disruptions.models import DisruptionStep
from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations import statements as reservation_rows
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.payments.fulfillment import service as fulfillment
from chuckwagon.payments.models import Checkout
from chuckwagon.payments.reconciliation.period import PeriodReconciliation
from chuckwagon.schedule.models import SlotRow
from chuckwagon.worker.loop import Worker
from tests.api_calls import call_as
from tests.disruptions.conftest import CARD, TAKE_BACK, at, check_slots
from tests.payments.simulation import ProcessKilled
from tests.payments.test_kill_points import Failpoint
from tests.suites import SAME_ON_BOTH, first_on_both

pytestmark = pytest.mark.dialect
RECONCILED = timedelta(seconds=21)


def test_open_checkouts_are_released_at_once_after_their_payment_is_cancelled(customers, disrupt, sandbox, db):
    checkout = customers.check_out("12:00", count=4)
    disrupt("late", minutes=20)
    [intent] = sandbox.ledger()["payment_intents"]
    assert (intent["id"], intent["status"]) == (checkout["paymentIntentId"], "canceled")
    with db.reading() as session:
        assert session.scalars(sa.select(Reservation.status)).all() == ["released"]
    check_slots(db)


@pytest.mark.parametrize(
    ("kind", "status", "slot"), first_on_both([("cancelled", "cancelled", "12:00"), ("late", "pending", "12:20")])
)
def test_an_order_that_is_paid_after_the_start_follows_it(
    customers, schedule, staff_order, worker, now, sandbox, ask, db, texts, kind, status, slot
):
    checkout = customers.check_out("12:00")
    made = schedule(kind, **({"minutes": 20} if kind == "late" else {}))
    now.advance(TAKE_BACK)
    worker.run_once()
    sandbox.pay(checkout["paymentIntentId"], CARD, webhooks=False).raise_for_status()
    for _ in range(3):  # the reconciler wants to cancel the payment, and learns that it has succeeded
        now.advance(RECONCILED)
        worker.run_once()
    [order] = ask("GET", "/orders").json()["orders"]
    assert (order["status"], order["slotAt"]) == (status, at(slot))
    assert "stop_changed" in order["flags"]
    assert len(sandbox.ledger()["refunds"]) == (1 if kind == "cancelled" else 0)
    assert len(texts()) == 1
    done = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (done["state"], done["done"], done["total"]) == ("done", 1, 1)


@pytest.mark.parametrize("is_of_older_server", [False, True])
def test_orders_keep_where_they_were_sold_when_they_move(
    customers, schedule, worker, now, sandbox, add_place, stop, db, is_of_older_server
):
    """One that is there before the move, and one whose customer pays at its instant."""
    customers.order()
    if is_of_older_server:
        unknown = sa.update(Order).values(sold_place_name=None, sold_place_id=None, sold_timezone=None)
        db.write(lambda session: session.execute(unknown))
    checkout, square = customers.check_out("12:10"), add_place("Main Square", timezone="America/Denver")
    schedule("moved", placeId=square["_id"])
    now.advance(TAKE_BACK)
    worker.run_once()
    sandbox.pay(checkout["paymentIntentId"], CARD, webhooks=False).raise_for_status()
    for _ in range(3):
        now.advance(RECONCILED)
        worker.run_once()
    columns = (Order.place_name, Order.sold_place_name, Order.sold_place_id, Order.sold_timezone)
    with db.reading() as session:
        stored = session.execute(sa.select(*columns)).all()
    assert stored == [("Main Square", "Pier 7", stop["place"]["_id"], "America/Los_Angeles")] * 2


@SAME_ON_BOTH
@pytest.mark.parametrize(
    ("kind", "status", "slot"),
    [("cancelled", "cancelled", "11:10"), ("late", "pending", "11:50"), (None, "pending", "11:10")],
)
def test_an_order_that_is_recovered_after_a_restore_follows_its_stop(
    customers, disrupt, ask, sandbox, db, settings, worker, now, monkeypatch, kind, status, slot
):
    """The restored database is from before the checkout, and knows it only by its payment."""
    checkout = customers.check_out("11:10")
    sandbox.pay(checkout["paymentIntentId"], CARD, webhooks=False).raise_for_status()
    for model in (Reservation, Checkout):
        db.write(lambda session, model=model: session.execute(sa.delete(model)))
    db.write(lambda session: session.execute(sa.update(SlotRow).values(used_units=0, online_units=0)))
    if kind:
        disrupt(kind, **({"minutes": 40} if kind == "late" else {}))
    paid_at = datetime.now(UTC)  # the sandbox's clock is that of the machine
    recovery = PeriodReconciliation(db, settings, stripe_period_gateway(settings), dry_run=False, progress=print)
    assert list(recovery.run(paid_at - timedelta(hours=1), paid_at + timedelta(minutes=1)))
    former = {"slots": [(3, 9)], "stock": [("f" * 24, 9)]}
    stale = lambda *given: msgspec.structs.replace(reservation_rows.find_reservation(*given), **former)  # noqa: E731
    flag = lambda *given: msgspec.structs.replace(reservation_rows.try_release(*given), is_over_capacity=True)  # noqa: E731
    changed = {"find_reservation": stale, "try_release": flag}  # it has changed since it was read
    rows = SimpleNamespace(**vars(reservation_rows) | changed)
    monkeypatch.setattr(start, "reservation_rows", rows)
    for _ in range(3):
        now.advance(RECONCILED)
        worker.run_once()
    [order] = ask("GET", "/orders").json()["orders"]
    assert (order["status"], order["slotAt"]) == (status, at(slot))
    assert ("stop_changed" in order["flags"]) is bool(kind)
    assert len(sandbox.ledger()["refunds"]) == (1 if kind == "cancelled" else 0)
    check_slots(db)
    with db.reading() as session:
        assert all("f" * 24 not in dict(stock) for stock in session.scalars(sa.select(Reservation.stock)))
        is_flagged = session.scalars(sa.select(Reservation.is_over_capacity)).all()
        assert is_flagged == [kind == "late"]  # only that one moves


@SAME_ON_BOTH
def test_an_order_that_missed_two_disruptions_follows_both(customers, disrupt, ask, sandbox, worker, monkeypatch):
    checkout = customers.check_out("12:00")
    monkeypatch.setattr("chuckwagon.payments.queries.list_overdue_checkouts", lambda *_given, **_more: [])
    disrupt("late", minutes=20)
    disrupt("ends_early", endsAt=at("12:15"))
    order = customers.pay(checkout)
    for _ in range(3):
        worker.run_once()
    shown = ask("GET", f"/orders/{order['_id']}").json()
    assert [change["kind"] for change in shown["changes"]] == ["late", "ends_early"]  # 12:20 is after the new end
    assert (shown["status"], len(sandbox.ledger()["refunds"])) == ("cancelled", 1)


def test_an_order_that_is_paid_at_the_instant_of_the_start_is_not_lost(
    customers, schedule, worker, now, sandbox, staff_order, monkeypatch, ask
):
    checkout = customers.check_out("12:00")
    sandbox.pay(checkout["paymentIntentId"], CARD, webhooks=False).raise_for_status()
    monkeypatch.setattr("chuckwagon.payments.reconciliation.scheduled.reconcile", lambda *_given: None)
    made = schedule("cancelled")
    now.advance(TAKE_BACK)
    meeting = Barrier(2)

    def meet(real):
        """Without the lock the start misses the order and the order misses the start. With it one of them waits."""

        def wait(*given, **more):
            found = real(*given, **more)
            with suppress(BrokenBarrierError):
                meeting.wait(2)
            return found

        return wait

    monkeypatch.setattr(start.queries, "list_open_orders", meet(start.queries.list_open_orders))
    monkeypatch.setattr(
        fulfillment.checkout_statements, "claim_checkout", meet(fulfillment.checkout_statements.claim_checkout)
    )
    with ThreadPoolExecutor(2) as pool:
        paid = pool.submit(customers.verify, checkout)
        pool.submit(worker.run_once).result()
        order = paid.result()
    monkeypatch.undo()
    for _ in range(3):
        worker.run_once()
    assert staff_order(order)["status"] == "cancelled"
    assert len(sandbox.ledger()["refunds"]) == 1
    assert ask("GET", f"/disruptions/{made['_id']}").json()["total"] == 1


@SAME_ON_BOTH
def test_a_customer_waits_for_the_step_of_the_order(customers, schedule, now, db, client, worker, staff_order):
    order = customers.order("12:00")
    made = schedule("late", minutes=20)
    now.advance(TAKE_BACK)
    db.write(lambda session: start.start(session, made["_id"]))
    path = f"/api/track/{order['trackingToken']}/slot"
    refused = client.post(path, json={"slotAt": at("12:40")})
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_changed")
    worker.run_once()
    assert staff_order(order)["slotAt"] == at("12:20")
    assert client.post(path, json={"slotAt": at("12:40")}).status_code == 200
    check_slots(db)


def test_an_order_that_is_handed_out_before_its_step_stays_so(
    customers, schedule, now, db, ask, worker, sandbox, texts
):
    order = customers.order("12:00")
    made = schedule("cancelled")
    now.advance(TAKE_BACK)
    db.write(lambda session: start.start(session, made["_id"]))
    through = {"status": "completed", "through": ["confirmed", "preparing", "ready"]}
    assert ask("PATCH", f"/orders/{order['_id']}", json=through).status_code == 200
    worker.run_once()
    done = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (done["state"], done["done"], done["total"]) == ("done", 1, 1)
    assert (ask("GET", f"/orders/{order['_id']}").json()["status"], sandbox.ledger()["refunds"]) == ("completed", [])
    assert not any("cannot come" in text for text in texts())


@SAME_ON_BOTH
def test_a_truck_that_is_deleted_before_the_start_refunds_and_tells_its_customers_once(
    customers, schedule, now, worker, client, cast, sandbox, texts, db
):
    orders = [customers.order("12:00"), customers.order("13:00")]
    made = schedule("cancelled")
    superadmin = call_as(client, cast, "superadmin")
    assert superadmin("DELETE", f"/trucks/{cast.truck.id}").status_code == 200
    now.advance(TAKE_BACK)
    for _ in range(3):
        worker.run_once()
        now.advance(timedelta(seconds=1))
    done = superadmin("GET", f"/disruptions/{made['_id']}").json()
    assert (done["state"], done["failed"]) == ("done", [])
    shown = [superadmin("GET", f"/orders/{order['_id']}").json() for order in orders]
    assert [(order["status"], order["paymentStatus"]) for order in shown] == [("cancelled", "refunded")] * 2
    assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [1088, 1088]
    assert sum("cancel" in text for text in texts()) == 2
    check_slots(db)


@SAME_ON_BOTH
def test_a_step_that_is_due_again_changes_nothing_twice(customers, disrupt, staff_order, db, worker, texts):
    order = customers.order()
    disrupt("late", minutes=20)
    with db.reading() as session:
        [step_id] = session.scalars(sa.select(DisruptionStep.id))
    key = steps.step_key(step_id)
    db.write(lambda session: outbox.reopen(session, steps.APPLY_STEP, key, {"stepId": step_id}))
    worker.run_once()
    assert staff_order(order)["slotAt"] == at("12:20")
    assert (len(staff_order(order)["changes"]), len(texts())) == (1, 1)


def test_a_start_that_is_due_again_delays_once(customers, disrupt, db, worker, ask):
    customers.order()
    done = disrupt("late", minutes=20)
    key = f"disruption:{done['_id']}:start"
    db.write(lambda session: outbox.reopen(session, steps.START, key, {"disruptionId": done["_id"]}))
    worker.run_once()
    assert ask("GET", "/stops").json()[0]["delayMinutes"] == 20


@SAME_ON_BOTH
def test_who_was_not_told_is_listed_to_be_called_and_can_be_told_again(
    customers, schedule, now, worker, sandbox, ask, texts
):
    order = customers.order()
    worker.run_once()
    sandbox.fault("twilio", "error")
    made = schedule("late", minutes=20)
    for _ in range(7):
        now.advance(timedelta(seconds=60))
        worker.run_once()
    shown = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (shown["state"], shown["done"], shown["total"]) == ("done", 0, 1)
    [failed] = shown["failed"]
    assert failed == {
        "orderId": order["_id"], "orderNumber": "101", "customerName": "Ada Lovelace", "phone": "+12133734200",
        "problem": "text",
        "reason": "The text provider did not answer in time.",
    }  # fmt: skip
    sandbox.clear_faults()
    again = ask("POST", f"/disruptions/{made['_id']}/retry").json()
    assert (again["state"], again["failed"]) == ("running", [])
    worker.run_once()
    assert ask("GET", f"/disruptions/{made['_id']}").json()["done"] == 1
    assert len(texts()) == 1


@SAME_ON_BOTH
def test_a_customer_who_has_opted_out_is_listed(customers, disrupt, sandbox, ask):
    customers.order()
    sandbox.post("/_sandbox/messages/inbound", json={"from": "+12133734200", "body": "STOP"}).raise_for_status()
    [failed] = disrupt("late", minutes=20)["failed"]
    assert failed["reason"] == "The customer asked for no texts (STOP)."


@SAME_ON_BOTH
def test_a_step_that_fails_five_times_is_listed_and_can_be_tried_again(
    customers, schedule, now, worker, ask, staff_order, monkeypatch
):
    order, other = customers.order(), customers.order()
    real = steps.add_change

    def stumble(session, order_id, change):
        if order_id == order["_id"]:
            raise RuntimeError
        return real(session, order_id, change)

    monkeypatch.setattr(steps, "add_change", stumble)
    made = schedule("cancelled")
    for _ in range(7):
        now.advance(timedelta(seconds=60))
        worker.run_once()
    shown = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (shown["state"], shown["done"], shown["total"]) == ("done", 1, 2)
    assert [(failed["orderId"], failed["problem"]) for failed in shown["failed"]] == [(order["_id"], "order")]
    assert [staff_order(one)["status"] for one in (order, other)] == ["pending", "cancelled"]
    monkeypatch.undo()
    ask("POST", f"/disruptions/{made['_id']}/retry")
    for _ in range(2):
        worker.run_once()
    assert staff_order(order)["status"] == "cancelled"
    assert ask("GET", f"/disruptions/{made['_id']}").json()["done"] == 2


# Some deaths run with every change; the proof suite runs all of them.
OF_EVERY_CHANGE = {("cancelled", 2): [SAME_ON_BOTH], ("cancelled", 5): [], ("late", 5): [SAME_ON_BOTH]}


@pytest.mark.parametrize(
    ("kind", "dies_at"),
    [
        pytest.param(*death, marks=OF_EVERY_CHANGE.get(death, [pytest.mark.proof]))
        for death in itertools.product(("cancelled", "late"), range(1, 15))
    ],
)
def test_a_process_that_dies_at_any_step_loses_and_doubles_nothing(
    customers, schedule, now, db, settings, sandbox, staff_order, texts, kind, dies_at, monkeypatch, ask
):
    orders = [customers.order("12:00"), customers.order("13:50")]
    Worker(db, settings).run_once()
    made = schedule(kind, **({"minutes": 20} if kind == "late" else {}))
    now.advance(TAKE_BACK)
    failpoint = Failpoint(monkeypatch)
    failpoint.left = dies_at
    with suppress(ProcessKilled):
        Worker(db, settings).run_once()
    assert failpoint.left == 0 or dies_at > 12, "the process lived on"
    failpoint.left = 0
    for _ in range(3):
        now.advance(outbox.LEASE_DURATION + timedelta(seconds=1))
        Worker(db, settings).run_once()
    done = ask("GET", f"/disruptions/{made['_id']}").json()
    assert (done["state"], done["done"], done["failed"]) == ("done", 2, [])
    shown = [staff_order(order) for order in orders]
    assert [len(order["changes"]) for order in shown] == [1, 1]
    assert len(texts()) == 2
    if kind == "cancelled":
        assert {order["status"] for order in shown} == {"cancelled"}
        assert [one["amount"] for one in sandbox.ledger()["refunds"]] == [1088, 1088]
    else:
        assert [order["slotAt"] for order in shown] == [at("12:20"), at("14:10")]
        assert ask("GET", "/stops").json()[0]["delayMinutes"] == 20
    with db.reading() as session:
        waiting = sa.select(sa.func.count()).where(OutboxMessage.status == outbox.WAITING)
        assert session.scalar(waiting) == 0
    check_slots(db)
