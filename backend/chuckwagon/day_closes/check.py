"""Checks that no cash is lost or counted twice: orders, events, sessions and sheets agree. For `chuckwagon doctor`."""

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.day_closes.schemas import DayFigures, TenderFigures
from chuckwagon.db.database import Database, check_twice, table_of
from chuckwagon.drawer.models import (
    CANCELLED,
    IS_CASH,
    REFUND,
    REFUND_FAILED,
    SALE,
    SIGNED_CENTS,
    DayClose,
    DayEvent,
    DrawerSession,
)
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.money import to_cents
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import COUNTER, ONLINE, SUCCEEDED, Order, Refund

_events, _sessions, _closes = table_of(DayEvent), table_of(DrawerSession), table_of(DayClose)
_orders, _refunds = table_of(Order), table_of(Refund)
_OF_SESSION = (
    sa.select(sa.func.coalesce(sa.func.sum(SIGNED_CENTS), 0))
    .where(_events.c.session_id == _sessions.c.id, _events.c.is_before_opening.is_(False))
    .scalar_subquery()
)
_HAS_SALE = sa.exists().where(_events.c.order_id == _orders.c.id, _events.c.kind == SALE)
_HAS_REFUND = sa.exists().where(_events.c.refund_id == _refunds.c.id, _events.c.kind == REFUND)
_IS_OPEN_AT_TRUCK = sa.exists().where(_sessions.c.truck_id == _events.c.truck_id, _sessions.c.closed_at.is_(None))
# Of before the first event there are none: those sales were made with an earlier release.
_SINCE = sa.select(sa.func.min(_events.c.at)).scalar_subquery()


def _count(source: Any, *conditions: Any) -> sa.Select[Any]:
    return sa.select(sa.func.count()).select_from(source).where(*conditions)


_COUNTS = {
    "paid orders are missing among the events": _count(
        _orders, _orders.c.payment_status != statuses.UNPAID, _orders.c.created_at >= _SINCE, ~_HAS_SALE
    ),
    "pay-outs of refunds are missing among the events": _count(
        _refunds, _refunds.c.method == COUNTER, _refunds.c.status == SUCCEEDED, _refunds.c.paid_out_at > _SINCE,
        ~_HAS_REFUND,
    ),
    "sales differ from their orders": _count(
        _events.join(_orders, _orders.c.id == _events.c.order_id),
        _events.c.kind == SALE,
        sa.or_(_events.c.amount_cents != _orders.c.total_cents, _events.c.tender != _orders.c.tender),
    ),
    "refunds differ from their events": _count(
        _events.join(_refunds, _refunds.c.id == _events.c.refund_id), _events.c.amount_cents != _refunds.c.amount_cents
    ),
    "orders of the counter say that they were paid online": _count(
        _orders, _orders.c.source == "counter", _orders.c.tender == ONLINE
    ),
    "cash events are in no drawer although one is open": _count(
        _events, IS_CASH, _events.c.session_id.is_(None), _IS_OPEN_AT_TRUCK
    ),
    "cash events are in a close without a drawer": _count(
        _events, IS_CASH, _events.c.session_id.is_(None), _events.c.close_id.is_not(None)
    ),
    "cash events are in the drawer of one day and the close of another": _count(
        _events.join(_sessions, _sessions.c.id == _events.c.session_id).outerjoin(
            _closes, _closes.c.session_id == _sessions.c.id
        ),
        sa.or_(_events.c.close_id.is_distinct_from(_closes.c.id), _events.c.truck_id != _sessions.c.truck_id),
    ),
    "counted drawers differ from their events": _count(
        _sessions, _sessions.c.closed_at.is_not(None),
        _sessions.c.expected_cents != _sessions.c.float_cents + _OF_SESSION,
    ),
    "counted drawers have no close": _count(
        _sessions.outerjoin(_closes, _closes.c.session_id == _sessions.c.id),
        _sessions.c.closed_at.is_not(None), _closes.c.id.is_(None),
    ),
}  # fmt: skip


class CashFindings(Struct, frozen=True):
    """What does not agree, as sentences without their full stops."""

    problems: list[str]

    @property
    def is_consistent(self) -> bool:
        return not self.problems


def check_cash(db: Database) -> CashFindings:
    """Compare orders, events, drawers and sheets; if something differs, again with the tables locked."""
    return check_twice(db, find_problems, "orders", "refunds", "drawer_sessions", "day_closes", "day_events")


def find_problems(session: Session) -> CashFindings:
    """Compare orders, events, drawers and sheets, as they are in this transaction."""
    counts = {words: session.scalar(query) or 0 for words, query in _COUNTS.items()}
    counts["trucks have gaps among the numbers of their closes"] = _count_gaps(session)
    counts["closes differ from their events"] = _count_wrong_sheets(session)
    return CashFindings([f"{count} {words}" for words, count in counts.items() if count])


def _count_gaps(session: Session) -> int:
    numbers = (sa.func.count(), sa.func.min(_closes.c.number), sa.func.max(_closes.c.number))
    by_truck = session.execute(sa.select(_closes.c.truck_id, *numbers).group_by(_closes.c.truck_id))
    return sum((first, last) != (1, count) for _truck, count, first, last in by_truck)


def _count_wrong_sheets(session: Session) -> int:
    """Compare what each sheet says it sold, gave back and cancelled with its events. Movements are in its drawer."""
    columns = (_events.c.close_id, _events.c.tender, _events.c.kind)
    sums = sa.select(*columns, sa.func.sum(_events.c.amount_cents), sa.func.count()).group_by(*columns)
    recorded: dict[str, dict[tuple[str | None, str], tuple[int, int]]] = defaultdict(dict)
    for close_id, tender, kind, cents, count in session.execute(sums.where(_events.c.close_id.is_not(None))):
        recorded[close_id][tender, kind] = (int(cents), count)
    closes = session.execute(sa.select(_closes.c.id, _closes.c.figures))
    return sum(not _is_sheet_right(convert(figures, DayFigures), recorded[close_id]) for close_id, figures in closes)


def _is_sheet_right(sheet: DayFigures, recorded: dict[tuple[str | None, str], tuple[int, int]]) -> bool:
    def cents(tender: str | None, kind: str) -> int:
        return recorded.get((tender, kind), (0, 0))[0]

    names = sheet.tenders.__struct_fields__
    back = {name: cents(name, REFUND) - cents(name, REFUND_FAILED) for name in names}
    tenders: list[tuple[str, TenderFigures]] = [(name, getattr(sheet.tenders, name)) for name in names]
    return (
        all((to_cents(of.total), of.orders) == recorded.get((name, SALE), (0, 0)) for name, of in tenders)
        and all(to_cents(of.refunds) == back[name] for name, of in tenders)
        and (to_cents(sheet.cancelled.total), sheet.cancelled.orders) == recorded.get((None, CANCELLED), (0, 0))
    )
