"""Opens the drawer, puts cash in and takes it out, and records the events of a truck's day in the transactions of them.

The rule for cash: a transaction that records a cash event, or opens or counts the drawer, holds the truck's lock of
the drawer from before it reads which session is open until it ends. So an event belongs to the session that is open
when it is committed, and to no other.

Why: docs/decisions/0063-drawer-lock.md
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, lock_transaction, table_of
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.drawer import queries
from chuckwagon.drawer.models import (
    CANCELLED,
    CASH,
    IS_CASH,
    PAY_IN,
    PAY_OUT,
    REFUND,
    REFUND_FAILED,
    SALE,
    DayEvent,
    DrawerSession,
)
from chuckwagon.drawer.queries import (
    MAX_DOLLARS,
    MAX_MOVEMENTS,
    MAX_REASON_LENGTH,
    Drawer,
    DrawerRequest,
    MovementRequest,
)
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, NotFound, raise_if_any
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import REQUIRED_FIELDS, UNPRINTABLE, Sentence, choose_one_of, too_long
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters
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


OPENED, MOVED = "drawer.opened", "drawer.moved"


class DrawerIsOpen(Conflict):
    """The truck's drawer is open already; `drawer` is its session."""

    code = "drawer_open"
    sentence = "The drawer is open already."


class DrawerIsClosed(Conflict):
    """The drawer was counted already; `drawer` is its session."""

    code = "drawer_closed"
    sentence = "This drawer was counted and closed already."


class TooManyMovements(Conflict):
    code = "drawer_full"
    sentence = "This drawer has too many movements. Close the day and open the drawer again."


def open_drawer(db: Database, actor: Actor, request: DrawerRequest, key: str | None) -> Drawer:
    """Open the truck's drawer with a float. Cash of before that has no session becomes part of it as before opening.

    Raises NotAllowed, NotFound, InvalidInput, DrawerIsOpen, IdempotencyKeyReused.
    """
    with db.reading() as session:
        truck = queries.get_truck_for(session, actor, request.truck_id)
    if truck.archived_at is not None:
        raise NotFound(queries.TRUCK_NOT_FOUND)
    problems: dict[str, Sentence] = {}
    cents = read_cents(problems, "float", request.float_dollars, 0)
    raise_if_any(problems)
    repeat = parse_idempotency_key(actor.user_id, key, "open_drawer", truck.id, cents)

    def write(session: Session) -> Drawer:
        lock_drawer(session, truck.id)
        if (found := queries.find_open_drawer(session, truck.id)) is not None:
            raise DrawerIsOpen(drawer=msgspec.to_builtins(found))
        name = session.get_one(User, actor.user_id).name
        opened = DrawerSession(
            id=new_id(), truck_id=truck.id, float_cents=cents, opened_at=clock.now(), opened_by=name
        )  # fmt: skip
        session.add(opened)
        session.flush()
        waiting = (DayEvent.truck_id == truck.id, DayEvent.close_id.is_(None), DayEvent.session_id.is_(None))
        take = sa.update(DayEvent).where(*waiting, IS_CASH)
        session.execute(take.values(session_id=opened.id, is_before_opening=True))
        details = {"float": format_usd(cents)}
        record(session, actor.author, OPENED, opened.id, truck_id=truck.id, details=details)
        return _show(session, opened)

    return write_once(db, repeat, Drawer, write)


def move_cash(db: Database, actor: Actor, session_id: str, request: MovementRequest, key: str | None) -> Drawer:
    """Record cash that was put into the open drawer or taken out of it.

    Raises NotFound, NotAllowed, InvalidInput, DrawerIsClosed, TooManyMovements, IdempotencyKeyReused.
    """
    with db.reading() as session:
        truck_id = queries.get_session_for(session, actor, session_id).truck_id
    problems: dict[str, Sentence] = {}
    kind = request.kind or ""
    if kind not in (PAY_IN, PAY_OUT):
        problems["kind"] = choose_one_of((PAY_IN, PAY_OUT))
    cents = read_cents(problems, "amount", request.amount, 1)
    reason = read_text(problems, "reason", request.reason, MAX_REASON_LENGTH)
    if not reason:
        problems.setdefault("reason", REQUIRED_FIELDS)
    raise_if_any(problems)
    repeat = parse_idempotency_key(actor.user_id, key, "move_cash", session_id, kind, cents, reason)

    def write(session: Session) -> Drawer:
        drawer = lock_open_session(session, truck_id, session_id)
        count = sa.select(sa.func.count()).where(DayEvent.session_id == drawer.id, DayEvent.kind.in_((PAY_IN, PAY_OUT)))
        if (session.scalar(count) or 0) >= MAX_MOVEMENTS:
            raise TooManyMovements
        drawer.version += 1
        record_movement(session, drawer, kind, cents, reason, session.get_one(User, actor.user_id).name)
        details = {"kind": kind, "amount": format_usd(cents)}
        record(session, actor.author, MOVED, drawer.id, truck_id=truck_id, details=details)
        return _show(session, drawer)

    return write_once(db, repeat, Drawer, write)


def lock_open_session(session: Session, truck_id: str, session_id: str) -> DrawerSession:
    """Lock the truck's drawer, and return its session. Raises DrawerIsClosed unless it is open."""
    lock_drawer(session, truck_id)
    drawer = session.get_one(DrawerSession, session_id, populate_existing=True)
    if drawer.closed_at is not None:
        raise DrawerIsClosed(drawer=msgspec.to_builtins(queries.load_drawers(session, [drawer])[0]))
    return drawer


def _show(session: Session, drawer: DrawerSession) -> Drawer:
    session.flush()
    change_log.publish_change(session, drawer.truck_id, change_log.DRAWER, drawer.id)
    return queries.load_drawers(session, [drawer])[0]


def read_cents(problems: dict[str, Sentence], path: str, dollars: float | None, min_cents: int) -> int:
    """The amount in cents; 0, with a sentence in `problems`, for one that is missing, out of bounds or finer."""
    max_cents = MAX_DOLLARS * 100
    if dollars is None or not min_cents <= dollars * 100 <= max_cents or to_dollars(to_cents(dollars)) != dollars:
        text = f"Enter an amount from {format_usd(min_cents)} to {format_usd(max_cents)}, with at most two decimals."
        problems[path] = Sentence(text, "amount_between", minCents=min_cents, maxCents=max_cents)
        return 0
    return to_cents(dollars)


def read_text(problems: dict[str, Sentence], path: str, text: str | None, max_length: int) -> str:
    """The text without repeated spaces; a sentence in `problems` for one that is too long or unprintable."""
    cleaned = collapse_whitespace(text or "")
    if len(cleaned) > max_length:
        problems[path] = too_long(max_length)
    elif has_control_characters(cleaned):
        problems[path] = UNPRINTABLE
    return cleaned
