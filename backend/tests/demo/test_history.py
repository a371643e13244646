"""The history agrees with the domain: as if the product had written it, at any hour, on both databases."""

import io
import itertools
import json
from collections import Counter, defaultdict
from datetime import timedelta
from urllib.error import URLError

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.audit.hash_chain import append_pending
from chuckwagon.demo import buffers
from chuckwagon.demo.buffers import ProviderPayments
from chuckwagon.demo.history import load_history
from chuckwagon.demo.seed import seed
from chuckwagon.disruptions import queries
from chuckwagon.kit import clock as product_clock
from chuckwagon.kit.money import TAX_CLASSES
from chuckwagon.orders.counts import find_inconsistent_customers, repair_counters
from chuckwagon.orders.models import Dispute, LineModifier, Order, OrderEvent, OrderLine, OrderSms, Refund
from chuckwagon.orders.reservations import usage_check
from chuckwagon.orders.reservations.usage_check import check_offers
from chuckwagon.orders.service import _payment_status
from chuckwagon.orders.status import NEXT_STATUSES
from chuckwagon.payments.models import PaymentReview
from chuckwagon.payments.reconciliation.period import HELD, MATCHED
from chuckwagon.trucks.models import Truck
from chuckwagon.worker.loop import Worker
from tests.factories import make_truck
from tests.orders.factories import add_order
from tests.orders.reservations.invariant import require_slot_invariant
from tests.payments.reconciliation.conftest import reconcile  # noqa: F401

INSTANTS = [
    f"{day}T{hour:02}:07:00Z" for day in ("2026-07-02", "2026-10-31", "2026-11-01", "2027-03-14") for hour in (3, 9, 20)
]
USUAL = INSTANTS[8]
OTHERS = [pytest.param(one, marks=pytest.mark.proof) for one in INSTANTS if one != USUAL]
STATES_OF_OPEN_ORDERS = {"pending", "confirmed", "preparing", "ready"}


def read(db, query):
    with db.reading() as session:
        return session.execute(query).all()


def require_agreement(db):
    """Everything that is kept beside the orders equals what the orders say."""
    require_slot_invariant(db)
    assert usage_check.check_usage(db).is_consistent
    assert check_offers(db).is_consistent
    with db.reading() as session:
        assert find_inconsistent_customers(session) == []
        assert queries.find_problems(session) == []
        for order in session.scalars(sa.select(Order)):
            assert order.payment_status == _payment_status(session, order), order.order_number
    assert db.write(repair_counters) == []


def require_sound_steps(db):
    """Every order went only from a status to one that may follow it, never backwards in time or into the future."""
    steps = defaultdict(list)
    history = sa.select(OrderEvent.order_id, OrderEvent.status, OrderEvent.at).order_by(OrderEvent.id)
    for order_id, status, at in read(db, history):
        steps[order_id].append((status, at))
    orders = sa.select(Order.id, Order.status, Order.created_at, Order.updated_at)
    for order_id, status, created_at, updated_at in read(db, orders):
        path = steps[order_id]
        assert (path[0], path[-1][0]) == (("pending", created_at), status)
        assert updated_at <= product_clock.now()
        for (before, earlier), (after, later) in itertools.pairwise(path):
            assert after in NEXT_STATUSES[before]
            assert earlier <= later <= product_clock.now()


def require_numbers_without_gaps(db):
    numbers = defaultdict(list)
    for truck_id, number in read(db, sa.select(Order.truck_id, Order.order_number).order_by(Order.created_at)):
        numbers[truck_id].append(number)
    assert all(given == list(range(101, 101 + len(given))) for given in numbers.values())


@pytest.mark.parametrize("instant", [USUAL, *OTHERS])
def test_at_any_hour_the_history_agrees_with_the_domain(db, load, clock, instant):
    clock.set(instant)
    load()
    require_agreement(db)
    require_sound_steps(db)
    require_numbers_without_gaps(db)
    slugs = {one.id: one.slug for one in read(db, sa.select(Truck.id, Truck.slug))}
    states = defaultdict(set)
    for truck_id, status in read(
        db, sa.select(Order.truck_id, Order.status).where(Order.created_at > clock.now() - timedelta(hours=2))
    ):
        states[slugs[truck_id]].add(status)
    for slug in ("spicy-burritos", "bao-and-broth", "leilas-falafel", "seoul-fire"):
        assert states[slug] >= STATES_OF_OPEN_ORDERS, slug


def test_there_is_something_of_everything(db, load):
    load(14)
    [(disputes,)] = read(db, sa.select(sa.func.count(Dispute.id)))
    [(held,)] = read(db, sa.select(sa.func.count(PaymentReview.id)).where(PaymentReview.decision.is_(None)))
    assert (disputes, held) == (1, 1)
    refunds = Counter(status for (status,) in read(db, sa.select(Order.payment_status)))
    assert refunds["refunded"] > 5
    assert refunds["partially_refunded"] > 5
    texts = Counter(status for (status,) in read(db, sa.select(OrderSms.status)))
    assert texts["undelivered"] > 5
    assert texts["delivered"] > 20 * texts["undelivered"]
    classes = Counter(tax_class for (tax_class,) in read(db, sa.select(OrderLine.tax_class)))
    assert min(classes[one] for one in TAX_CLASSES) > 5
    taken = read(db, sa.select(LineModifier.quantity, LineModifier.free_quantity).distinct())
    assert {(1, 0), (1, 1), (2, 2), (3, 2)} <= set(map(tuple, taken))
    extras = read(db, sa.select(Order.tip_cents, Order.discount_cents, Order.offer_code))
    assert sum(row.tip_cents > 0 for row in extras) > 5
    assert sum(row.discount_cents > 0 for row in extras) > 5
    assert all((row.discount_cents > 0) == (row.offer_code is not None) for row in extras)
    orders = Counter(customer for (customer,) in read(db, sa.select(Order.customer_id)) if customer)
    assert orders.most_common(50)[-1][1] >= 4  # customers return


def test_the_same_seed_makes_the_same_history(db, demo_settings, clock):
    clock.set("2026-07-02T19:07:00Z")
    seed(db, demo_settings)
    sent = []

    def refuse(provider_payments):
        sent.append(provider_payments)
        raise OSError("the sandbox is gone")

    for _ in range(2):
        with pytest.raises(OSError, match="gone"):
            load_history(db, demo_settings, refuse, 2)
    assert read(db, sa.select(Order.id)) == []
    first, second = (provider_payments._payments for provider_payments in sent)
    assert first == second
    assert len(first) > 50


def test_a_demo_with_an_order_gets_no_history(db, demo_settings):
    truck = make_truck(db, "Spice Route")
    add_order(db, truck_id=truck.id)
    assert load_history(db, demo_settings, lambda _provider_payments: pytest.fail("told the provider")) is False
    [(orders,)] = read(db, sa.select(sa.func.count(Order.id)))
    assert orders == 1


def test_real_money_gets_no_history(db, demo_settings):
    live = msgspec.structs.replace(demo_settings, sandbox=False)
    with pytest.raises(ValueError, match="belongs to the demo"):
        load_history(db, live, lambda _provider_payments: None)


def test_the_worker_finds_nothing_left_to_do(db, load, settings, sandbox):
    load(2)
    before = read(db, sa.select(Order.id, Order.version, Order.status).order_by(Order.id))
    Worker(db, settings).run_once()
    append_pending(db)
    assert read(db, sa.select(Order.id, Order.version, Order.status).order_by(Order.id)) == before
    assert sandbox.messages() == []


def test_the_sandbox_has_every_payment_of_it(db, load, settings, sandbox, reconcile):  # noqa: F811
    provider_payments = load(1)
    for _ in range(2):  # a second try changes nothing
        provider_payments.send(settings.sandbox_origin)
    found = reconcile(hours=24 * 5)
    results = Counter(finding.result for finding in found.values())
    assert set(results) == {MATCHED, HELD}
    assert results[HELD] == 1
    ledger = sandbox.ledger()
    assert len(ledger["payment_intents"]) == len(found)
    [(refunded,)] = read(db, sa.select(sa.func.sum(Refund.amount_cents)).where(Refund.provider_id.is_not(None)))
    assert sum(refund["amount"] for refund in ledger["refunds"]) == refunded
    assert ledger["events"] == []


class SlowSandbox:
    """Times out for the first calls of each batch. The clock goes on by the length of each call."""

    def __init__(self, monkeypatch, slow_calls, problem=TimeoutError):
        self.batches, self.now = [], 0.0
        self._slow_calls, self._problem, self._left = slow_calls, problem, slow_calls
        monkeypatch.setattr(buffers.urllib.request, "urlopen", self._open)
        monkeypatch.setattr(buffers, "monotonic", lambda: self.now)

    def _open(self, call, timeout):
        if self._left:
            self._left -= 1
            self.now += timeout
            raise self._problem
        self._left = self._slow_calls
        self.batches.append([payment["id"] for payment in json.loads(call.data)["payments"]])
        return io.BytesIO(b"{}")


def make_payments(number):
    provider_payments = ProviderPayments("installation")
    made = ({"id": f"pi_{at:04}", "created": at} for at in range(number))
    provider_payments._payments = {payment["id"]: payment for payment in made}
    return provider_payments


@pytest.mark.parametrize("problem", [TimeoutError(), URLError(TimeoutError())])
def test_a_slow_sandbox_gets_every_payment_once_and_progress_is_told(monkeypatch, problem):
    monkeypatch.setattr(buffers, "PAYMENTS_PER_CALL", 2)
    sandbox, told = SlowSandbox(monkeypatch, slow_calls=4, problem=problem), []
    make_payments(5).send("http://sandbox", lambda *progress: told.append(progress))
    assert sandbox.batches == [["pi_0000", "pi_0001"], ["pi_0002", "pi_0003"], ["pi_0004"]]
    assert told == [(2, 5), (4, 5), (5, 5)]


def test_a_sandbox_that_takes_nothing_for_long_is_given_up(monkeypatch):
    sandbox = SlowSandbox(monkeypatch, slow_calls=1000)
    with pytest.raises(TimeoutError):
        make_payments(5).send("http://sandbox")
    assert (sandbox.batches, sandbox.now) == ([], buffers.PATIENCE_SECONDS)


def test_a_sandbox_that_is_gone_is_not_waited_for(monkeypatch):
    sandbox = SlowSandbox(monkeypatch, slow_calls=1000, problem=URLError(ConnectionRefusedError()))
    with pytest.raises(URLError):
        make_payments(5).send("http://sandbox")
    assert sandbox.now == buffers.CALL_SECONDS
