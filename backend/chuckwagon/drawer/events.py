"""Records the events of a truck's day, each in the transaction of what it records.

The rule for cash: a transaction that records a cash event, or opens or counts the drawer, holds the truck's lock of
the drawer from before it reads which session is open until it ends. So an event belongs to the session that is open
when it is committed, and to no other.

Why: docs/decisions/0063-drawer-lock.md
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import lock_transaction, table_of
from chuckwagon.drawer.models import CANCELLED, CASH, REFUND, REFUND_FAILED, SALE, DayEvent, DrawerSession
from chuckwagon.kit import clock
from chuckwagon.realtime import change_log

_sessions, _events = table_of(DrawerSession), table_of(DayEvent)
_COLUMNS = [name for name in _events.c.keys() if name != "id"]  # noqa: SIM118 - a collection of columns
_INSERT = CompiledStatement(sa.insert(_events), _COLUMNS)
_MOVE_OPEN = CompiledStatement(
    sa.update(_sessions)
    .where(_sessions.c.truck_id == sa.bindparam("truck"), _sessions.c.closed_at.is_(None))
    .values(version=_sessions.c.version + 1)
    .returning(_sessions.c.id)
)


def lock_drawer(session: Session, truck_id: str) -> None:
    """Keep all others from recording cash at the truck, and from opening or counting its drawer, until the end."""
    lock_transaction(session, f"drawer of {truck_id}")


def find_cash_session(session: Session, truck_id: str, tender: str) -> str | None:
    """Lock the drawer for a cash event, and return the ID of the open session with its version moved on.

    None without one, and for other tenders, which lock nothing.
    """
    if tender != CASH:
        return None
    lock_drawer(session, truck_id)
    row = _MOVE_OPEN.first(session, {"truck": truck_id})
    if row is None:
        return None
    change_log.publish_change(session, truck_id, change_log.DRAWER, row[0])
    return str(row[0])


def record_sale(
    session: Session,
    truck_id: str,
    order_id: str,
    tender: str,
    cents: int,
    session_id: str | None,
    *,
    taken_at: datetime | None = None,
) -> None:
    """Record that an order was paid; `session_id` is from `find_cash_session`. Runs later in the transaction."""
    _insert(
        session, truck_id, kind=SALE, tender=tender, amount_cents=cents, order_id=order_id, session_id=session_id,
        taken_at=taken_at,
    )  # fmt: skip


def record_cancellation(session: Session, truck_id: str, order_id: str, cents: int) -> None:
    """Record that an order was cancelled, which moves no money."""
    _insert(session, truck_id, kind=CANCELLED, amount_cents=cents, order_id=order_id)


def record_refund(
    session: Session,
    truck_id: str,
    ids: tuple[str, str],
    tender: str,
    cents: int,
    session_id: str | None = None,
    *,
    has_failed: bool = False,
) -> None:
    """Record that money went back, or that it did not after all. `ids` are those of order and refund.

    `session_id` is from `find_cash_session`.
    """
    kind = REFUND_FAILED if has_failed else REFUND
    of_refund = sa.select(_events.c.kind).where(_events.c.refund_id == ids[1])
    recorded: Sequence[str] = session.scalars(of_refund).all()
    if kind in recorded or (has_failed and REFUND not in recorded):
        return
    _insert(
        session, truck_id, kind=kind, tender=tender, amount_cents=cents, order_id=ids[0], refund_id=ids[1],
        session_id=session_id,
    )  # fmt: skip


def record_movement(session: Session, drawer: DrawerSession, kind: str, cents: int, reason: str, by: str) -> None:
    """Record cash that was put into the drawer or taken out of it. The caller has locked the drawer."""
    _insert(
        session, drawer.truck_id, kind=kind, tender=CASH, amount_cents=cents, session_id=drawer.id, reason=reason, by=by
    )


def _insert(session: Session, truck_id: str, **given: Any) -> None:
    values = dict.fromkeys(_COLUMNS) | {"truck_id": truck_id, "is_before_opening": False, "at": clock.now()} | given
    _INSERT.run_later(session, values)
