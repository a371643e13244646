"""Stock commands of staff: set the counts of a stop, and correct one during service.

A count never goes below what is taken; one that begins starts with what is ordered and held at the stop by then. The
stop's row is the lock between members of staff; orders, which only share it, take pieces with a conditional statement,
and so does a correction. The rows: `stock_rows.py`.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import audit_events, stock_rows
from chuckwagon.menu.models import StopStock
from chuckwagon.menu.schemas import MAX_COUNT, AdjustRequest, StockCountRequest, StockRequest, StopStockAnswer
from chuckwagon.menu.stock_rows import StockSubject, publish_remaining
from chuckwagon.schedule.models import Stop
from chuckwagon.schedule.usage import StopUsage

SUBJECT_REQUIRED = Sentence("Choose a menu item or an option.", "stock_subject_required")
SUBJECT_UNKNOWN = Sentence("This is not on the menu.", "stock_subject_unknown")
SUBJECT_TWICE = Sentence("This is counted twice.", "stock_subject_twice")
UNCOUNTED = Sentence("This is not counted at this stop. Set how many are left.", "stock_uncounted")
REQUIRED = Sentence("Please fill this in.", "required")
OUT_OF_RANGE = Sentence(f"Use a whole number from 0 to {MAX_COUNT:,}.", "number_out_of_range", min=0, max=MAX_COUNT)


class StockBelowTaken(Conflict):
    """So many pieces are ordered already that the count cannot be as low as asked."""

    code = "stock_taken"
    reason = "stock_below_taken"


def get_stock(db: Database, usage: StopUsage, actor: Actor, stop_id: str) -> StopStockAnswer:
    """The counts of a stop. Raises NotFound, and NotAllowed for another truck's stop."""
    with db.reading() as session:
        return stock_rows.read_stock(session, usage, stock_rows.get_stock_stop_for(session, actor, stop_id))


def set_stock(db: Database, usage: StopUsage, actor: Actor, stop_id: str, request: StockRequest) -> StopStockAnswer:
    """Set all counts of a stop and return them; what the request leaves out is no longer counted.

    Raises NotFound, NotAllowed for another truck's stop, InvalidInput, also for a count below what is taken, and
    StockBelowTaken when an order took pieces meanwhile.
    """

    def change(session: Session) -> StopStockAnswer:
        stop = stock_rows.get_stock_stop_for(session, actor, stop_id, lock=True)
        before = stock_rows.read_stock(session, usage, stop)
        wanted = _read_counts(session, stop, request)
        _begin_counts(session, usage, stop, [subject for _index, subject, _count in wanted.values()])
        # In ascending order, as cancelled orders give back, so that two changes cannot wait for each other.
        for subject_id in sorted({*wanted, *_list_counted(session, stop)}):
            if subject_id in wanted:
                index, subject, count = wanted[subject_id]
                _set_count(session, stop, subject, count, f"counts.{index}")
            else:  # no longer counted
                _store(session, stop, session.get_one(StopStock, (stop.id, subject_id)), None)
        after = stock_rows.read_stock(session, usage, stop)
        audit_events.record_stock_changes(session, actor, stop, before.counts, after.counts)
        return after

    return db.write(change)


def adjust_stock(
    db: Database, usage: StopUsage, actor: Actor, stop_id: str, request: AdjustRequest, key: str | None
) -> StopStockAnswer:
    """Correct one count, once for each idempotency key, and return all counts of the stop.

    Raises NotFound, NotAllowed for another truck's stop, InvalidInput, also for adding to what is not counted,
    StockBelowTaken for a count below what is taken, and IdempotencyKeyReused.
    """
    repeat = parse_idempotency_key(actor.user_id, key, "adjust_stock", stop_id, request)

    def change(session: Session) -> StopStockAnswer:
        stop = stock_rows.get_stock_stop_for(session, actor, stop_id, lock=True)
        before = stock_rows.read_stock(session, usage, stop)
        subject = _find_subject(stock_rows.list_subjects(session, stop.truck_id), request, "")
        if isinstance(request.remaining, int):
            _begin_counts(session, usage, stop, [subject])
            _set_count(session, stop, subject, StockCountRequest(remaining=_check(request.remaining, "remaining")), "")
        else:
            _add_to_count(session, stop, subject, request.by)
        after = stock_rows.read_stock(session, usage, stop)
        audit_events.record_stock_changes(session, actor, stop, before.counts, after.counts)
        return after

    return write_once(db, repeat, StopStockAnswer, change)


def _read_counts(
    session: Session, stop: Stop, request: StockRequest
) -> dict[str, tuple[int, StockSubject, StockCountRequest]]:
    """Return (index in the request, subject, count), keyed by the subject's ID. Raises InvalidInput."""
    subjects = stock_rows.list_subjects(session, stop.truck_id)
    wanted: dict[str, tuple[int, StockSubject, StockCountRequest]] = {}
    for index, count in enumerate(request.counts):
        path = f"counts.{index}."
        subject = _find_subject(subjects, count, path)
        if subject.id in wanted:
            raise _invalid(f"{path}{_subject_field(count)}", SUBJECT_TWICE)
        name = "initial" if isinstance(count.initial, int) else "remaining"
        _check(getattr(count, name), f"{path}{name}")
        wanted[subject.id] = (index, subject, count)
    return wanted


def _find_subject(
    subjects: dict[str, StockSubject], request: StockCountRequest | AdjustRequest, path: str
) -> StockSubject:
    wanted = request.option_id or request.menu_item_id
    field = f"{path}{_subject_field(request)}"
    if not wanted:
        raise _invalid(field, SUBJECT_REQUIRED)
    subject = subjects.get(wanted)
    if subject is None or subject.is_option != bool(request.option_id):
        raise _invalid(field, SUBJECT_UNKNOWN)
    return subject


def _subject_field(request: StockCountRequest | AdjustRequest) -> str:
    return "optionId" if request.option_id else "menuItemId"


def _check(value: Any, path: str) -> int:
    if not isinstance(value, int):
        raise _invalid(path, REQUIRED)
    if not 0 <= value <= MAX_COUNT:
        raise _invalid(path, OUT_OF_RANGE)
    return value


def _invalid(path: str, sentence: Sentence) -> InvalidInput:
    return InvalidInput(sentence, fields={path: sentence})


def _list_counted(session: Session, stop: Stop) -> Sequence[str]:
    """The IDs of what is counted at the stop now."""
    counted = (StopStock.stop_id == stop.id, StopStock.initial.is_not(None))
    return session.scalars(sa.select(StopStock.subject_id).where(*counted)).all()


def _begin_counts(session: Session, usage: StopUsage, stop: Stop, subjects: Sequence[StockSubject]) -> None:
    """Store what is taken by now of those of the subjects that are not counted yet."""
    counted = set(_list_counted(session, stop))
    new = sorted((subject for subject in subjects if subject.id not in counted), key=lambda subject: subject.id)
    if not new:
        return
    pieces = usage.lock_pieces(session, stop.id)
    for subject in new:
        _lock_row(session, stop, subject).taken = pieces.get(subject.id, 0)
    session.flush()


def _set_count(session: Session, stop: Stop, subject: StockSubject, count: StockCountRequest, path: str) -> None:
    """Set how many there are in all, or how many are left. Raises InvalidInput below what is taken."""
    row = _lock_row(session, stop, subject)
    initial = count.initial if isinstance(count.initial, int) else row.taken + int(count.remaining or 0)
    if initial < row.taken:
        raise _invalid(f"{path}.initial", _below_taken(row.taken))
    _store(session, stop, row, initial)


def _add_to_count(session: Session, stop: Stop, subject: StockSubject, by: Any) -> None:
    """Add pieces, or remove some. Raises InvalidInput for what is not counted, StockBelowTaken below what is taken."""
    if not isinstance(by, int) or not -MAX_COUNT <= by <= MAX_COUNT:
        raise _invalid("by", REQUIRED if not isinstance(by, int) else OUT_OF_RANGE)
    row = _lock_row(session, stop, subject)
    if row.initial is None:
        raise _invalid(_subject_field(AdjustRequest(option_id=subject.id if subject.is_option else None)), UNCOUNTED)
    _store(session, stop, row, min(row.initial + by, MAX_COUNT + row.taken))


def _below_taken(taken: int) -> Sentence:
    verb = "is" if taken == 1 else "are"
    return Sentence(f"{taken} {verb} ordered already. Use {taken} or more in all.", "stock_below_taken", taken=taken)


def _lock_row(session: Session, stop: Stop, subject: StockSubject) -> StopStock:
    """The row of the count, locked until the commit. Where there is none, it is inserted without a count."""
    identity = {"stop_id": stop.id, "subject_id": subject.id}
    row = session.get(StopStock, identity, with_for_update=True, populate_existing=True)
    if row is None:
        row = StopStock(**identity, is_option=subject.is_option, initial=None, taken=0)
        session.add(row)
        session.flush()
    return row


def _store(session: Session, stop: Stop, row: StopStock, initial: int | None) -> None:
    before = None if row.initial is None else row.initial - row.taken
    changed = sa.update(StopStock).where(StopStock.stop_id == stop.id, StopStock.subject_id == row.subject_id)
    fits = sa.true() if initial is None else StopStock.taken <= initial
    if not try_update_one(session, changed.where(fits).values(initial=initial)):
        raise StockBelowTaken(_below_taken(row.taken))
    session.refresh(row)
    after = None if initial is None else initial - row.taken
    publish_remaining(session, stop.truck_id, row.subject_id, (before, after), is_option=row.is_option)
