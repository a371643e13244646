"""Counts the drawer and closes the day: one transaction, under the truck's locks of the drawer and of its numbers."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.day_closes import queries
from chuckwagon.day_closes.queries import compute_figures, read_last_number
from chuckwagon.day_closes.schemas import DayClose
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.drawer import models
from chuckwagon.drawer.models import DayEvent, DrawerSession
from chuckwagon.drawer.queries import (
    DENOMINATIONS,
    MAX_DOLLARS,
    MAX_NOTE_LENGTH,
    MAX_PIECES,
    CloseRequest,
    expected_cents,
    get_session_for,
    load_drawers,
)
from chuckwagon.drawer.service import lock_open_session, read_cents, read_text
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, raise_if_any
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import REQUIRED_FIELDS, Sentence, choose_one_of
from chuckwagon.orders.counts import lock_order_numbers
from chuckwagon.payments.counter.states import refuse_while_running
from chuckwagon.printers.enqueue import print_day_close
from chuckwagon.realtime import change_log
from chuckwagon.trucks.models import Truck

CLOSED = "drawer.closed"
FORMATS = {to_cents(float(name)): name for name in DENOMINATIONS}
COUNT_REQUIRED = Sentence("Send either the sum that was counted or the bills and coins.", "count_required")
PIECES_INVALID = Sentence(
    f"Name bills and coins by their value, such as 20 or 0.25, with 0 to {MAX_PIECES} pieces of each.",
    "pieces_invalid",
    max=MAX_PIECES,
)


class DrawerChanged(Conflict):
    """Cash was recorded since the drawer was read; `expected` is the new sum, `version` the new version."""

    code, reason = "version_conflict", "drawer_changed"
    sentence = "Something was sold or moved while you were counting. Please check the new sum."


class Count(msgspec.Struct, frozen=True):
    """What was counted, in cents, with the pieces by denomination where they were counted one by one."""

    cents: int
    pieces: dict[str, int] | None
    note: str | None


def close_drawer(db: Database, actor: Actor, session_id: str, request: CloseRequest, key: str | None) -> DayClose:
    """Count the open drawer, and write the sheet of all that was recorded for the truck since the close before.

    Raises NotFound, NotAllowed, InvalidInput, DrawerIsClosed, DrawerChanged, IdempotencyKeyReused.
    """
    with db.reading() as session:
        truck_id = get_session_for(session, actor, session_id).truck_id
    count = check_count(request)
    repeat = parse_idempotency_key(actor.user_id, key, "close_drawer", session_id, count)
    return write_once(
        db, repeat, DayClose, lambda session: _close(session, actor, truck_id, session_id, count, request.version)
    )


def _close(
    session: Session, actor: Actor, truck_id: str, session_id: str, count: Count, version: int | None
) -> DayClose:
    refuse_while_running(session, truck_id)
    drawer = lock_open_session(session, truck_id, session_id)
    expected = expected_cents(session, drawer)
    if drawer.version != version:
        shown = load_drawers(session, [drawer])[0]
        raise DrawerChanged(expected=shown.expected, version=shown.version, drawer=msgspec.to_builtins(shown))
    lock_order_numbers(session, truck_id)  # no order is half placed while the events are taken
    truck = session.get_one(Truck, truck_id)
    before = queries.find_last_close(session, truck_id)
    drawer.closed_at, drawer.closed_by = clock.now(), session.get_one(User, actor.user_id).name
    drawer.expected_cents, drawer.counted_cents = expected, count.cents
    drawer.denominations, drawer.note = count.pieces, count.note
    drawer.version += 1
    close = models.DayClose(
        id=new_id(),
        truck_id=truck_id,
        number=before.number + 1 if before else 1,
        session_id=drawer.id,
        from_at=before.closed_at if before else queries.find_first_instant(session, drawer),
        closed_at=drawer.closed_at,
        last_order_number=read_last_number(session, truck_id),
        truck_name=truck.name,
        timezone=truck.timezone,
        figures={},
    )
    session.add(close)
    session.flush()
    unclosed = sa.update(DayEvent).where(DayEvent.truck_id == truck_id, DayEvent.close_id.is_(None))
    session.execute(unclosed.values(close_id=close.id), execution_options={"synchronize_session": False})
    last_number = before.last_order_number if before else queries.find_number_before(session, close)
    numbers = last_number, close.last_order_number
    close.figures = msgspec.to_builtins(compute_figures(session, truck_id, close.id, numbers))
    session.flush()
    print_day_close(session, truck_id, close.id)
    _record(session, actor, drawer, close.number)
    return queries.load_close(session, close)


def _record(session: Session, actor: Actor, drawer: DrawerSession, number: int) -> None:
    change_log.publish_change(session, drawer.truck_id, change_log.DRAWER, drawer.id)
    expected, counted = drawer.expected_cents or 0, drawer.counted_cents or 0
    details = {
        "number": number,
        "expected": format_usd(expected),
        "counted": format_usd(counted),
        "difference": format_usd(counted - expected),
    }
    record(session, actor.author, CLOSED, drawer.id, truck_id=drawer.truck_id, details=details)


def check_count(request: CloseRequest) -> Count:
    """Check the request. Raises InvalidInput with a sentence for every invalid field."""
    problems: dict[str, Sentence] = {}
    note = read_text(problems, "note", request.note, MAX_NOTE_LENGTH) or None
    if request.version is None:
        problems["version"] = REQUIRED_FIELDS
    cents, pieces = 0, None
    if (request.counted is None) == (request.denominations is None):
        problems["counted"] = COUNT_REQUIRED
    elif request.denominations is None:
        cents = read_cents(problems, "counted", request.counted, 0)
    else:
        pieces = _read_pieces(problems, request.denominations)
        cents = sum(to_cents(float(name)) * number for name, number in pieces.items())
        read_cents(problems, "denominations", to_dollars(min(cents, MAX_DOLLARS * 100 + 1)), 0)
    raise_if_any(problems)
    return Count(cents, pieces, note)


def _read_pieces(problems: dict[str, Sentence], sent: dict[str, float]) -> dict[str, int]:
    """The pieces by denomination, the largest first, without those of which there are none."""
    pieces: dict[int, int] = {}
    for name, number in sent.items():
        value = _read_value(name)
        if value is None:
            problems[f"denominations.{name[:20]}"] = choose_one_of(DENOMINATIONS)
        elif not 0 <= number <= MAX_PIECES or number != int(number) or value in pieces:
            problems[f"denominations.{name}"] = PIECES_INVALID
        else:
            pieces[value] = int(number)
    return {FORMATS[value]: pieces[value] for value in sorted(pieces, reverse=True) if pieces[value]}


def _read_value(name: str) -> int | None:
    """The value of a denomination in cents: `0.5` and `0.50` are the same; None for any other text."""
    for value, format_name in FORMATS.items():
        if name in (format_name, format_name.removesuffix("0") if "." in format_name else format_name):
            return value
    return None
