"""Reads of the drawer: the access check, the sessions of a truck, what should be in the drawer, and their JSON.

Amounts are dollars here and cents everywhere else. `CloseRequest` is what `day_closes` counts the drawer by.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

import sqlalchemy as sa
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.drawer.models import (
    IS_CASH,
    PAY_IN,
    PAY_OUT,
    REFUND,
    SALE,
    SIGNED_CENTS,
    TAKES_OUT,
    DayClose,
    DayEvent,
    DrawerSession,
)
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import between, limited, trimmed
from chuckwagon.trucks.models import Truck
from chuckwagon.web import pagination

MAX_DOLLARS, MAX_PIECES, MAX_REASON_LENGTH, MAX_NOTE_LENGTH, MAX_MOVEMENTS = 100_000, 100_000, 200, 500, 200
DENOMINATIONS = ("100", "50", "20", "10", "5", "2", "1", "0.50", "0.25", "0.10", "0.05", "0.01")
Text = Annotated[str, Meta(max_length=1000)]
DENOMINATION_NAMES = limited(property_names={"enum": list(DENOMINATIONS)})
MovementKind = Literal["pay_in", "pay_out"]


class DrawerRequest(Struct, rename="camel"):
    """The body of POST /drawer-sessions: the `float`, in dollars, with which the drawer starts."""

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    float_dollars: Annotated[float | None, between((0, MAX_DOLLARS))] = field(name="float", default=None)


class MovementRequest(Struct, rename="camel"):
    """Cash that is put into the drawer (`pay_in`) or taken out of it (`pay_out`), and why."""

    kind: Annotated[str, Meta(max_length=20)] | None = None
    amount: Annotated[float | None, between((0.01, MAX_DOLLARS))] = None
    reason: Annotated[Text, trimmed(MAX_REASON_LENGTH, min_length=1)] | None = None


class CloseRequest(Struct, rename="camel"):
    """The body of POST /drawer-sessions/{id}/close: the sum that was `counted`, or the pieces by `denominations`.

    `denominations` names bills and coins by their value in dollars, each with a whole number of pieces:
    `{"20": 7, "0.25": 12}`. `version` is that of the session whose `expected` the count was compared with.
    """

    counted: Annotated[float | None, between((0, MAX_DOLLARS))] = None
    # Not `int`: the check of the count names the denomination of a fraction, which decoding cannot.
    denominations: Annotated[Annotated[dict[str, float], Meta(max_length=24)] | None, DENOMINATION_NAMES] = None
    note: Annotated[Text, trimmed(MAX_NOTE_LENGTH)] | None = None
    version: int | None = None


class Movement(Struct):
    """Cash that was put into the drawer or taken out of it: dollars, why, when, and the name of the user."""

    kind: MovementKind
    amount: float
    reason: str
    at: datetime
    by: str


class Drawer(Struct, rename="camel"):
    """A drawer session. `expected` is float + cash sales − refunds paid out + pay-ins − pay-outs, as of `version`.

    `beforeOpening` is the cash that was recorded before the opening, which is not part of `expected`, because the float
    was counted with it. `counted`, `difference` (counted − expected) and `closeId` are null while the drawer is open.
    """

    id: str = field(name="_id")
    truck_id: str
    opened_at: datetime
    opened_by: str
    float_dollars: float = field(name="float")
    cash_sales: float
    cash_refunds: float
    pay_ins: float
    pay_outs: float
    before_opening: float
    expected: float
    movements: list[Movement]
    version: int
    closed_at: datetime | None = None
    closed_by: str | None = None
    counted: float | None = None
    difference: float | None = None
    close_id: str | None = None
    close_number: int | None = None


class DrawerPage(Struct, rename="camel"):
    """Sessions, newest first; `open` is the one that is open, which is the first of them then.

    `waitingCash` was recorded while none was open, and becomes part of the next one, as before its opening.
    """

    sessions: list[Drawer]
    open: Drawer | None
    waiting_cash: float
    next_cursor: str | None = None


TRUCK_REQUIRED = Sentence("Choose a truck.", "truck_required")
TRUCK_NOT_FOUND = Sentence("This truck does not exist.", "truck_unknown")
DRAWER_NOT_FOUND = Sentence("We couldn't find this drawer.", "drawer_not_found")
_ORDER = "openedAt"


def get_truck_for(session: Session, actor: Actor, truck_id: str | None) -> Truck:
    """The truck whose drawer is meant: the one named, else an admin's own; also an archived one.

    Raises NotAllowed, NotFound, and InvalidInput when a superadmin names none.
    """
    wanted = truck_id or actor.truck_id
    if wanted is None and actor.is_superadmin:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    authorize(actor, Action.MANAGE_DRAWER, wanted)
    truck = session.get(Truck, wanted) if wanted and is_id(wanted) else None
    if truck is None:
        raise NotFound(TRUCK_NOT_FOUND)
    return truck


def get_session_for(session: Session, actor: Actor, session_id: str) -> DrawerSession:
    """A drawer session, read again from the database. Raises NotFound, and NotAllowed for one of another truck."""
    drawer = session.get(DrawerSession, session_id, populate_existing=True) if is_id(session_id) else None
    if drawer is None:
        raise NotFound(DRAWER_NOT_FOUND)
    authorize(actor, Action.MANAGE_DRAWER, drawer.truck_id)
    return drawer


def find_open_session(session: Session, truck_id: str) -> DrawerSession | None:
    """The session that is open at the truck, or None."""
    query = sa.select(DrawerSession).where(DrawerSession.truck_id == truck_id, DrawerSession.closed_at.is_(None))
    return session.scalars(query, execution_options={"populate_existing": True}).one_or_none()


def find_open_drawer(session: Session, truck_id: str) -> Drawer | None:
    """The open drawer of the truck as staff see it, or None. Access is not checked."""
    found = find_open_session(session, truck_id)
    return None if found is None else load_drawers(session, [found])[0]


def list_drawers(session: Session, truck: Truck, limit: int | None, cursor: str | None) -> DrawerPage:
    """One page of the truck's sessions, newest first. Raises InvalidInput for the cursor of another list."""
    size, after = pagination.clamp_limit(limit), pagination.decode_cursor(cursor, _ORDER)
    query = sa.select(DrawerSession).where(DrawerSession.truck_id == truck.id)
    if after is not None:
        key = sa.tuple_(DrawerSession.opened_at, DrawerSession.id)
        last = sa.tuple_(sa.literal(pagination.from_sort_key(after.sort_key), DrawerSession.opened_at.type), after.id)
        query = query.where(key < last)
    rows = list(
        session.scalars(query.order_by(DrawerSession.opened_at.desc(), DrawerSession.id.desc()).limit(size + 1))
    )
    shown, next_cursor = rows[:size], None
    if len(rows) > size:
        last_row = shown[-1]
        sort_key = pagination.to_sort_key(last_row.opened_at)
        next_cursor = pagination.encode_cursor(pagination.KeysetCursor(_ORDER, sort_key, last_row.id))
    waiting = to_dollars(_sum_waiting(session, truck.id))
    return DrawerPage(load_drawers(session, shown), find_open_drawer(session, truck.id), waiting, next_cursor)


def _sum_waiting(session: Session, truck_id: str) -> int:
    """The cash of the truck that no session has yet, in cents."""
    is_waiting = (DayEvent.truck_id == truck_id, DayEvent.close_id.is_(None), DayEvent.session_id.is_(None), IS_CASH)
    return int(session.scalar(sa.select(sa.func.sum(SIGNED_CENTS)).where(*is_waiting)) or 0)


def load_drawers(session: Session, sessions: Sequence[DrawerSession]) -> list[Drawer]:
    """The sessions as staff see them, in the same sequence. The number of selects is constant."""
    ids = [drawer.id for drawer in sessions]
    columns = (DayEvent.session_id, DayEvent.kind, DayEvent.is_before_opening)
    sums = sa.select(*columns, sa.func.sum(DayEvent.amount_cents)).where(DayEvent.session_id.in_(ids))
    cents: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for named_id, kind, is_before, amount in session.execute(sums.group_by(*columns)):
        session_id = named_id or ""
        sign = -1 if kind in TAKES_OUT else 1
        if is_before:
            cents[session_id]["before"] += sign * int(amount)
        else:
            cents[session_id][kind] = int(amount)
            cents[session_id]["moved"] += sign * int(amount)
    moves = sa.select(DayEvent).where(DayEvent.session_id.in_(ids), DayEvent.kind.in_((PAY_IN, PAY_OUT)))
    movements: dict[str, list[Movement]] = defaultdict(list)
    for event in session.scalars(moves.order_by(DayEvent.id)):
        movements[event.session_id or ""].append(to_movement(event))
    closes = {
        close.session_id: close for close in session.scalars(sa.select(DayClose).where(DayClose.session_id.in_(ids)))
    }
    return [_to_drawer(one, cents[one.id], movements[one.id], closes.get(one.id)) for one in sessions]


def to_movement(event: DayEvent) -> Movement:
    """The JSON of a movement."""
    kind: MovementKind = "pay_in" if event.kind == PAY_IN else "pay_out"
    return Movement(kind, to_dollars(event.amount_cents), event.reason or "", event.at, event.by or "")


def expected_cents(session: Session, drawer: DrawerSession) -> int:
    """What should be in the drawer: the float and the session's events, without those from before its opening."""
    of_session = (DayEvent.session_id == drawer.id, DayEvent.is_before_opening.is_(False))
    moved = session.scalar(sa.select(sa.func.sum(SIGNED_CENTS)).where(*of_session))
    return drawer.float_cents + int(moved or 0)


def _to_drawer(one: DrawerSession, cents: dict[str, int], movements: list[Movement], close: DayClose | None) -> Drawer:
    expected = one.float_cents + cents["moved"]
    counted = one.counted_cents
    return Drawer(
        id=one.id,
        truck_id=one.truck_id,
        opened_at=one.opened_at,
        opened_by=one.opened_by,
        float_dollars=to_dollars(one.float_cents),
        cash_sales=to_dollars(cents[SALE]),
        cash_refunds=to_dollars(cents[REFUND]),
        pay_ins=to_dollars(cents[PAY_IN]),
        pay_outs=to_dollars(cents[PAY_OUT]),
        before_opening=to_dollars(cents["before"]),
        expected=to_dollars(expected),
        movements=movements,
        version=one.version,
        closed_at=one.closed_at,
        closed_by=one.closed_by,
        counted=None if counted is None else to_dollars(counted),
        difference=None if counted is None else to_dollars(counted - expected),
        close_id=close.id if close else None,
        close_number=close.number if close else None,
    )
