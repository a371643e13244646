"""Queries of day closes: the access check, the list, a sheet, and what a new sheet says of the orders."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.day_closes import schemas
from chuckwagon.day_closes.schemas import (
    CashEvent,
    DayClosePage,
    DayCloseRow,
    DayFigures,
    OrderSum,
    PlaceTax,
    TenderFigures,
    TenderTable,
)
from chuckwagon.db.database import fetch_named_rows, table_of
from chuckwagon.drawer.models import (
    CANCELLED,
    PAY_IN,
    PAY_OUT,
    REFUND,
    REFUND_FAILED,
    SALE,
    DayClose,
    DayEvent,
    DrawerSession,
)
from chuckwagon.drawer.queries import load_drawers, to_movement
from chuckwagon.kit.clock import format_time
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_cents, to_dollars, to_rate_percent
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.models import Order, OrderCounter
from chuckwagon.orders.purchase import list_tax_parts
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination

CLOSE_NOT_FOUND = Sentence("We couldn't find this close.", "close_not_found")
MAX_LISTED_EVENTS = 1000
_ORDER = "closedAt"


def get_close_for(session: Session, actor: Actor, close_id: str) -> DayClose:
    """A day close. Raises NotFound, and NotAllowed for one of another truck."""
    close = session.get(DayClose, close_id) if is_id(close_id) else None
    if close is None:
        raise NotFound(CLOSE_NOT_FOUND)
    authorize(actor, Action.MANAGE_DRAWER, close.truck_id)
    return close


def find_last_close(session: Session, truck_id: str) -> DayClose | None:
    """The newest close of the truck, or None. The caller has locked the drawer where another one may be written."""
    query = sa.select(DayClose).where(DayClose.truck_id == truck_id).order_by(DayClose.number.desc()).limit(1)
    return session.scalars(query).one_or_none()


def find_first_instant(session: Session, drawer: DrawerSession) -> datetime:
    """When the first close of a truck begins: with its first event, or the opening of the drawer."""
    first = sa.select(DayEvent.at).where(DayEvent.truck_id == drawer.truck_id, DayEvent.close_id.is_(None))
    found = session.scalar(first.order_by(DayEvent.at).limit(1))
    return min(found, drawer.opened_at) if found else drawer.opened_at


def find_number_before(session: Session, close: DayClose) -> int:
    """The number before the first order of a truck's first close: of those it has, and those placed since it began."""
    in_close = sa.select(sa.func.min(Order.order_number)).join(DayEvent, DayEvent.order_id == Order.id)
    placed = sa.select(sa.func.min(Order.order_number)).where(
        Order.truck_id == close.truck_id, Order.created_at >= close.from_at
    )
    found = session.scalar(in_close.where(DayEvent.close_id == close.id, DayEvent.kind == SALE)), session.scalar(placed)
    known = [number for number in found if number is not None]
    return min(known) - 1 if known else close.last_order_number


def list_closes(
    session: Session, truck: Truck, period: tuple[datetime, datetime] | None, limit: int | None, cursor: str | None
) -> DayClosePage:
    """One page of the truck's closes, newest first: all, or those that were made in the period, its end excluded."""
    size, after = pagination.clamp_limit(limit), pagination.decode_cursor(cursor, _ORDER)
    query = sa.select(DayClose).where(DayClose.truck_id == truck.id)
    if period is not None:
        query = query.where(DayClose.closed_at >= period[0], DayClose.closed_at < period[1])
    if after is not None:
        query = query.where(DayClose.number < after.sort_key)
    rows = list(session.scalars(query.order_by(DayClose.number.desc()).limit(size + 1)))
    shown, next_cursor = rows[:size], None
    if len(rows) > size:
        last = shown[-1]
        next_cursor = pagination.encode_cursor(pagination.KeysetCursor(_ORDER, last.number, last.id))
    return DayClosePage(_to_rows(session, shown), truck.timezone, next_cursor)


def _to_rows(session: Session, closes: Sequence[DayClose]) -> list[DayCloseRow]:
    ids = [close.session_id for close in closes]
    drawers = {one.id: one for one in session.scalars(sa.select(DrawerSession).where(DrawerSession.id.in_(ids)))}
    return [_to_row(close, drawers[close.session_id]) for close in closes]


def _to_row(close: DayClose, drawer: DrawerSession) -> DayCloseRow:
    expected, counted = drawer.expected_cents or 0, drawer.counted_cents or 0
    tenders = convert(close.figures, DayFigures).tenders
    totals = (tenders.online.total, tenders.reader.total, tenders.cash.total, tenders.card.total)
    return DayCloseRow(
        id=close.id,
        close_number=close.number,
        since=close.from_at,
        until=close.closed_at,
        closed_by=drawer.closed_by or "",
        expected=to_dollars(expected),
        counted=to_dollars(counted),
        difference=to_dollars(counted - expected),
        total=to_dollars(sum(map(to_cents, totals))),
    )


def load_close(session: Session, close: DayClose) -> schemas.DayClose:
    """The sheet of a close. Access is not checked."""
    truck = session.get_one(Truck, close.truck_id)
    row = session.get_one(DrawerSession, close.session_id)
    drawer = load_drawers(session, [row])[0]
    figures = convert(close.figures, DayFigures)
    shown = {name: getattr(figures, name) for name in DayFigures.__struct_fields__}
    moves = sa.select(DayEvent).where(DayEvent.close_id == close.id, DayEvent.kind.in_((PAY_IN, PAY_OUT)))
    return schemas.DayClose(
        **shown,
        id=close.id,
        close_number=close.number,
        truck_id=truck.id,
        truck_name=close.truck_name or truck.name,
        timezone=close.timezone or truck.timezone,
        since=close.from_at,
        until=close.closed_at,
        opened_at=drawer.opened_at,
        opened_by=drawer.opened_by,
        closed_by=drawer.closed_by or "",
        float_dollars=drawer.float_dollars,
        cash_sales=drawer.cash_sales,
        cash_refunds=drawer.cash_refunds,
        pay_ins=drawer.pay_ins,
        pay_outs=drawer.pay_outs,
        expected=drawer.expected,
        counted=drawer.counted or 0,
        difference=drawer.difference or 0,
        denominations=row.denominations,
        note=row.note,
        movements=[to_movement(event) for event in session.scalars(moves.order_by(DayEvent.id))],
        before_opening=_list_events(session, close, DayEvent.is_before_opening.is_(True)),
        late=_list_events(session, close, DayEvent.taken_at.is_not(None)),
    )


def _list_events(session: Session, close: DayClose, condition: sa.ColumnElement[bool]) -> list[CashEvent]:
    """The newest sales and refunds of the close that fulfill the condition, oldest first."""
    query = (
        sa.select(DayEvent, Order.order_number, Order.offline_number)
        .join(Order, Order.id == DayEvent.order_id)
        .where(DayEvent.close_id == close.id, DayEvent.kind.in_((SALE, REFUND)), condition)
        .order_by(DayEvent.id.desc())
        .limit(MAX_LISTED_EVENTS)
    )
    return [
        CashEvent(event.kind, str(number), offline_number, to_dollars(event.amount_cents), event.at, event.taken_at)
        for event, number, offline_number in reversed(session.execute(query).all())
    ]


def sheet_rows(sheet: schemas.DayClose) -> list[tuple[object, ...]]:
    """The lines of a sheet as a table: section, label, and up to seven values. Times are on the truck's clock."""
    rows: list[tuple[object, ...]] = [
        ("close", "number", sheet.close_number),
        ("close", "truck", sheet.truck_name),
        ("close", "from", _local(sheet.since, sheet)),
        ("close", "to", _local(sheet.until, sheet)),
        ("close", "opened by", sheet.opened_by),
        ("close", "closed by", sheet.closed_by),
        ("drawer", "float", _usd(sheet.float_dollars)),
        ("drawer", "cash sales", _usd(sheet.cash_sales)),
        ("drawer", "cash refunds", _usd(-sheet.cash_refunds)),
        ("drawer", "pay-ins", _usd(sheet.pay_ins)),
        ("drawer", "pay-outs", _usd(-sheet.pay_outs)),
        ("drawer", "expected", _usd(sheet.expected)),
        ("drawer", "counted", _usd(sheet.counted)),
        ("drawer", "difference", _usd(sheet.difference)),
        ("drawer", "note", sheet.note),
    ]
    rows += [("pieces", name, number) for name, number in (sheet.denominations or {}).items()]
    rows += [(one.kind, one.reason, _usd(one.amount), _local(one.at, sheet), one.by) for one in sheet.movements]
    rows.append(("tender", "name", "orders", "gross", "discounts", "tax", "tip", "total", "refunds"))
    for name in schemas.TenderTable.__struct_fields__:
        of: schemas.TenderFigures = getattr(sheet.tenders, name)
        money = map(_usd, (of.gross, of.discounts, of.tax, of.tip, of.total, of.refunds))
        rows.append(("tender", name, of.orders, *money))
    rows.append(("tax", "place", "rate", "taxable", "tax"))
    rows += [("tax", one.place_name, f"{one.rate:g}", _usd(one.taxable), _usd(one.tax)) for one in sheet.taxes]
    rows += [("orders", "tips", _usd(sheet.tips)), ("orders", "discounts", _usd(sheet.discounts))]
    rows.append(("orders", "cancelled", sheet.cancelled.orders, _usd(sheet.cancelled.total)))
    rows.append(("orders", "still open or unpaid", sheet.open.orders, _usd(sheet.open.total)))
    rows.append(("orders", "first and last number", sheet.first_order_number, sheet.last_order_number))
    for section, events in (("before opening", sheet.before_opening), ("late", sheet.late)):
        for one in events:
            taken = _local(one.taken_at, sheet) if one.taken_at else None
            label = f"{one.kind} {say_number(one.order_number, one.offline_number)}"
            rows.append((section, label, _usd(one.amount), _local(one.at, sheet), taken))
    width = max(map(len, rows))
    return [(*row, *[None] * (width - len(row))) for row in rows]


def _usd(dollars: float) -> Decimal:
    """A number and no text, because a text that starts with a minus would be taken for a formula."""
    return Decimal(f"{dollars:.2f}")


def _local(instant: datetime, sheet: schemas.DayClose) -> str:
    local = to_local(instant, sheet.timezone)
    return f"{local:%Y-%m-%d} {format_time(local)}"


_NOT_OVER = (statuses.PENDING, statuses.CONFIRMED, statuses.PREPARING, statuses.READY)
_events, _orders = table_of(DayEvent), table_of(Order)
_SALES = (
    sa.select(
        _events.c.tender, _events.c.amount_cents, _orders.c.subtotal_cents, _orders.c.tax_cents, _orders.c.tip_cents,
        sa.func.coalesce(_orders.c.sold_place_name, _orders.c.place_name).label("place_name"),
        _orders.c.discount_cents, _orders.c.tax_rate_units, _orders.c.exempt_cents,
        _orders.c.reduced_tax_rate_units, _orders.c.reduced_taxable_cents, _orders.c.reduced_tax_cents,
        _orders.c.prices_include_tax,
    )
    .join(_orders, _orders.c.id == _events.c.order_id)
    .where(_events.c.close_id == sa.bindparam("close"), _events.c.kind == SALE)
)  # fmt: skip


def read_last_number(session: Session, truck_id: str) -> int:
    """The number of the truck's newest order; 0 before the first."""
    query = sa.select(OrderCounter.last_number).where(OrderCounter.truck_id == truck_id)
    return session.scalar(query) or 0


def compute_figures(session: Session, truck_id: str, close_id: str, numbers: tuple[int, int]) -> DayFigures:
    """The figures of a close. `numbers` are those of the last order of the close before, and of the newest order."""
    cents: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    taxes: dict[tuple[str | None, int], list[int]] = defaultdict(lambda: [0, 0])
    for sale in fetch_named_rows(session.execute(_SALES, {"close": close_id})):
        _add_sale(cents[sale.tender], sale)
        for part in list_tax_parts(sale):
            sums = taxes[sale.place_name, part.rate_units]
            sums[0] += part.taxable_cents
            sums[1] += part.tax_cents
    _add_refunds(session, close_id, cents)
    tenders = {name: _to_tender(cents[name]) for name in TenderTable.__struct_fields__}
    first, last = numbers
    return DayFigures(
        tenders=TenderTable(**tenders),
        taxes=[
            PlaceTax(place, to_rate_percent(rate), to_dollars(taxable), to_dollars(tax))
            for (place, rate), (taxable, tax) in sorted(taxes.items(), key=lambda one: (one[0][0] or "", -one[0][1]))
        ],
        tips=to_dollars(sum(of["tip"] for of in cents.values())),
        discounts=to_dollars(sum(of["discounts"] for of in cents.values())),
        refunds=to_dollars(sum(of["refunds"] for of in cents.values())),
        cancelled=_sum_cancelled(session, close_id),
        first_order_number=str(first + 1) if last > first else None,
        last_order_number=str(last) if last > first else None,
        open=_sum_open(session, truck_id),
    )


def _add_sale(cents: dict[str, int], sale: Any) -> None:
    cents["orders"] += 1
    cents["tax"] += sale.tax_cents
    cents["tip"] += sale.tip_cents
    cents["discounts"] += sale.discount_cents
    cents["total"] += sale.amount_cents
    # Also where prices include the tax, which is a part of the subtotal there.
    cents["gross"] += sale.amount_cents - sale.tip_cents - sale.tax_cents + sale.discount_cents


def _add_refunds(session: Session, close_id: str, cents: dict[str, dict[str, int]]) -> None:
    columns = (_events.c.tender, _events.c.kind)
    sums = sa.select(*columns, sa.func.sum(_events.c.amount_cents)).group_by(*columns)
    is_refund = (_events.c.close_id == close_id, _events.c.kind.in_((REFUND, REFUND_FAILED)))
    for tender, kind, amount in session.execute(sums.where(*is_refund)):
        cents[tender]["refunds"] += int(amount) * (1 if kind == REFUND else -1)


def _to_tender(cents: dict[str, int]) -> TenderFigures:
    money = {name: to_dollars(cents[name]) for name in TenderFigures.__struct_fields__ if name != "orders"}
    return TenderFigures(orders=cents["orders"], **money)


def _sum_cancelled(session: Session, close_id: str) -> OrderSum:
    is_cancelled = (_events.c.close_id == close_id, _events.c.kind == CANCELLED)
    query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_events.c.amount_cents), 0))
    count, cents = session.execute(query.where(*is_cancelled)).one()
    return OrderSum(count, to_dollars(int(cents)))


def _sum_open(session: Session, truck_id: str) -> OrderSum:
    is_unpaid = sa.and_(_orders.c.payment_status == statuses.UNPAID, _orders.c.status == statuses.COMPLETED)
    count, total = 0, 0
    for condition in (_orders.c.status.in_(_NOT_OVER), is_unpaid):  # one index each
        query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_orders.c.total_cents), 0))
        found, cents = session.execute(query.where(_orders.c.truck_id == truck_id, condition)).one()
        count, total = count + found, total + int(cents)
    return OrderSum(count, to_dollars(total))
