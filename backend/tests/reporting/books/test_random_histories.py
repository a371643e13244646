"""Random histories over the end of a month: lines, orders, payments, receipts, ledger, books and tax report agree.

What happens after a month is closed leaves the bytes of its files alone.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import EXEMPT, REDUCED, STANDARD
from chuckwagon.orders.models import Order, OrderLine
from chuckwagon.orders.placement.pricing import sum_lines
from chuckwagon.orders.purchase import describe_taxes, find_line_rate, list_tax_parts
from chuckwagon.orders.refund_amount import compute_refund_cents, read_taxed_order
from chuckwagon.payments.models import PAID, Checkout
from chuckwagon.reporting.books.day_book import build_day_book, list_entries
from chuckwagon.reporting.books.jobs import keep_closed_days, list_wrong_days
from chuckwagon.reporting.periods import Period
from tests.reporting.books.conftest import FORMATS, LOS_ANGELES, OCTOBER, utc

pytestmark = pytest.mark.dialect
FIRST, CLOSED_AT, LOOKED_AT = utc("2026-10-29T20:00"), utc("2026-11-01T05:00"), utc("2026-11-01T12:00")
WHOLE = {"from": "2026-10-20", "to": "2026-11-30"}
EMPTIED = ("closed_days", "day_events", "day_closes", "drawer_sessions", "refunds", "order_lines", "order_events",
           "orders", "checkouts")  # fmt: skip
LINES = st.lists(st.tuples(st.sampled_from((STANDARD, REDUCED, EXEMPT)), st.integers(0, 3000), st.integers(1, 3)),
                 min_size=1, max_size=3)  # fmt: skip
# Hours after the order, and what goes back: cents, a piece of the first line, or all that is left.
REFUNDS = st.lists(st.tuples(st.integers(0, 200), st.integers(1, 3000) | st.sampled_from(["piece", "all"])), max_size=3)
SALES = st.lists(
    st.tuples(
        st.integers(0, 110), st.sampled_from([0, 0, 1, 40, 90]), st.sampled_from(["online", "cash", "card"]), LINES,
        st.integers(0, 100), st.integers(0, 500), st.sampled_from([None, 0, 20_000]), st.booleans(), REFUNDS,
    ),
    min_size=1, max_size=6,
)  # fmt: skip


class History:
    """Sales and their refunds as steps in the order in which they are recorded."""

    def __init__(self, db, sell, give_back, add_event) -> None:
        self._db, self._sell, self._give_back, self._add_event = db, sell, give_back, add_event
        self.steps: list[tuple[datetime, int, Callable[[], None]]] = []
        self.sums: Counter[str] = Counter()

    def plan(self, hours, late, tender, lines, off, tip, reduced, includes, refunds) -> None:
        paid_at = FIRST + timedelta(hours=hours)
        recorded_at = paid_at + timedelta(hours=0 if tender == "online" else late)
        cents = [price * quantity for _, price, quantity in lines]
        totals = sum_lines(
            cents, LOS_ANGELES, tip, sum(cents) * off // 100, classes=[line[0] for line in lines],
            reduced_rate_units=reduced, prices_include_tax=includes,
        )  # fmt: skip
        made: list[Order] = []

        def sell() -> None:
            made.append(self._sale(paid_at, recorded_at, tender, lines, totals))

        self._add(recorded_at, sell)
        returned: list[tuple[dict | None, int]] = []
        for wait, wanted in sorted(refunds, key=lambda one: one[0]):
            at = recorded_at + timedelta(hours=wait)
            self._add(at, lambda at=at, wanted=wanted: self._refund(made[0], at, wanted, returned))

    def _add(self, at, step) -> None:
        self.steps.append((at, len(self.steps), step))

    def _sale(self, paid_at, recorded_at, tender, lines, totals) -> Order:
        columns = msgspec.structs.asdict(totals)
        order = self._sell(
            paid_at, 0, tender=tender, lines=[("Food", quantity, price) for _, price, quantity in lines], **columns
        )
        for position, (tax_class, _, _) in enumerate(lines):
            line = sa.update(OrderLine).where(OrderLine.order_id == order.id, OrderLine.position == position)
            self._db.write(lambda session, line=line, name=tax_class: session.execute(line.values(tax_class=name)))
            order.lines[position].tax_class = tax_class
        if tender == "online":
            self._pay(order, columns)
        if recorded_at > paid_at:
            self._add_event("sale", recorded_at, order.total_cents, tender=tender, order_id=order.id, taken_at=paid_at)
        inner = totals.tax_cents if totals.prices_include_tax else 0
        self.sums += Counter(
            gross=totals.subtotal_cents - inner, discounts=totals.discount_cents, exempt=totals.exempt_cents,
            tax=totals.tax_cents, tips=totals.tip_cents, total=totals.total_cents,
        )  # fmt: skip
        self.sums[tender] += totals.total_cents
        return order

    def _pay(self, order, columns) -> None:
        """The order's checkout and payment, of which the truck's account receives all but a fee."""
        at = order.created_at
        checkout = Checkout(
            id=new_id(), truck_id=order.truck_id, sequence=1, request_hash=order.id, status=PAID, lines=[],
            tax_rate_units=LOS_ANGELES, destination_account="acct_1", application_fee_cents=7, customer_name="Ada",
            customer_phone="", pickup_at=at, expires_at=at, created_at=at, **columns,
        )  # fmt: skip
        paid = {"checkout_id": checkout.id, "payment_intent_id": f"pi_{order.id}"}

        def write(session) -> None:
            session.add(checkout)
            session.flush()
            session.execute(sa.update(Order).where(Order.id == order.id).values(paid))

        self._db.write(write)

    def _refund(self, order, at, wanted, returned) -> None:
        left = order.total_cents - sum(cents for _, cents in returned)
        chosen, cents = None, wanted
        if wanted == "piece":
            if returned:
                return
            chosen = {0: 1}
            cents = compute_refund_cents(read_taxed_order(order).to_paid_order(), chosen, [])
        if wanted == "all":
            cents = left
        if 0 < cents <= left:
            lines = [{"index": index, "quantity": pieces} for index, pieces in (chosen or {}).items()] or None
            self._give_back(order, at, cents, lines)
            returned.append((chosen, cents))
            self.sums["refunds"] += cents
            if cents == left:
                self.sums["tax of full refunds"] += order.tax_cents

    def run(self, *, until: datetime | None = None) -> None:
        """Do the steps that are recorded before the instant, or all that are left, in their order."""
        due = sorted(step for step in self.steps if until is None or step[0] < until)
        self.steps = [step for step in self.steps if step not in due]
        for _, _, do in due:
            do()


@given(sales=SALES)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_orders_ledger_books_and_tax_report_agree(db, call, sell, give_back, add_event, close_day, sales):
    db.write(lambda session: [session.execute(Order.metadata.tables[name].delete()) for name in EMPTIED])
    history = History(db, sell, give_back, add_event)
    for sale in sales:
        history.plan(*sale)
    history.run(until=LOOKED_AT)
    close_day(CLOSED_AT)
    closed = read_files(call)
    keep_closed_days(db)
    assert read_files(call) == closed
    history.run()
    assert read_files(call) == closed
    with db.reading() as session:
        assert list_wrong_days(session) == []
    check_orders(db)
    check_reports(db, call, history.sums)


def read_files(call):
    """The files of the closed month."""
    files = {name: call("/books/export", format=name, **OCTOBER) for name in FORMATS}
    files["tax"] = call("/tax-report/export", **OCTOBER)
    assert {answer.status_code for answer in files.values()} == {200}
    return {name: answer.content for name, answer in files.items()}


def check_orders(db) -> None:
    """An order is the sum of its lines, and its taxes as receipts show them are the tax of the lines of each rate."""
    with db.reading() as session:
        for order in session.scalars(sa.select(Order)):
            assert sum(line.total_cents for line in order.lines) == order.subtotal_cents
            parts = list_tax_parts(order)
            shown = describe_taxes(order)
            assert [(one.taxable, one.tax) for one in shown["taxes"]] == [
                (part.taxable_cents / 100, part.tax_cents / 100) for part in parts
            ]
            net = sum(part.taxable_cents for part in parts) + order.exempt_cents
            assert net + order.tax_cents + order.tip_cents == order.total_cents
            assert {part.rate_units for part in parts} <= {find_line_rate(order, one.tax_class) for one in order.lines}


def check_reports(db, call, sums) -> None:
    report = call("/tax-report", "superadmin", **WHOLE).json()
    total, cents = report["totals"], lambda dollars: round(dollars * 100)
    for name in ("gross", "discounts", "exempt", "tax", "tips", "refunds"):
        assert cents(total[name]) == sums[name], name
    assert {name: cents(total["tenders"][name]) for name in ("online", "cash", "card")} == {
        name: sums[name] for name in ("online", "cash", "card")
    }
    assert sums["tax of full refunds"] <= cents(total["refundedTax"]) <= sums["tax"]
    months = [call("/tax-report", "superadmin", **days).json()["totals"] for days in halves()]
    for name in ("gross", "tax", "refunds", "refundedTax", "netTax"):
        assert sum(cents(month[name]) for month in months) == cents(total[name])
    ledger = call("/ledger", "superadmin", **WHOLE).json()["totals"]
    assert (cents(ledger["total"]), cents(ledger["transfer"])) == (sums["online"], sums["online"])
    with db.reading() as session:
        period = Period(utc("2026-10-20T00:00").date(), utc("2026-11-30T00:00").date(), "America/Los_Angeles")
        book, entries = build_day_book(session, None, period), list_entries(session, None, period)
    assert all(sum(of.postings.values()) == 0 for of in book.values())
    tax = sum(moved for of in book.values() for posting, moved in of.postings.items() if posting.account == "tax")
    assert -tax == cents(total["netTax"]) == sum(entry.tax for entry in entries)
    by_day: Counter[object] = Counter()
    for at, of in book.items():
        by_day[at.day] += of.sums.total
    for entry in entries:
        by_day[entry.day] -= entry.total
        assert entry.gross - entry.discount == entry.taxable + entry.exempt
        assert entry.gross - entry.discount + entry.tax + entry.tip == entry.total
    assert not any(by_day.values())
    assert sum(entry.total for entry in entries if entry.kind == "sale") == sums["total"]


def halves():
    return {"from": WHOLE["from"], "to": "2026-10-31"}, {"from": "2026-11-01", "to": WHOLE["to"]}
