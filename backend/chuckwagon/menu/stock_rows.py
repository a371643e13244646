"""Rows of counted stock, which say how many pieces of an item or option a stop has: taken, given back, and read.

Pieces are taken and given back with one conditional statement for each row. A caller that changes several makes one
call, which goes through the rows in ascending order, so that two orders cannot wait for each other.

Staff read all of it; customers read how many are left, once there are few.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.menu.models import MenuItem, Option, OptionGroup, StopStock
from chuckwagon.menu.schemas import EarlierStock, MenuEntry, MenuOption, OrderedPieces, StockCount, StopStockAnswer
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import SCHEDULED, Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.trucks.models import STOPS, Truck

SHOWN_UP_TO = 5  # customers read how many are left from here down

_stock = table_of(StopStock)
_COUNT = sa.bindparam("count", type_=sa.BigInteger)
# What is not counted any more keeps what was taken when its count ended.
_IS_COUNTED = _stock.c.initial.is_not(None)
_ROW = (_stock.c.stop_id == sa.bindparam("stop"), _stock.c.subject_id == sa.bindparam("subject"), _IS_COUNTED)


def _build_change(*conditions: sa.ColumnElement[bool], **more: sa.ColumnElement[int]) -> CompiledStatement:
    changed = sa.update(_stock).where(*_ROW, *conditions).values(taken=_stock.c.taken + _COUNT, **more)
    return CompiledStatement(changed.returning(_stock.c.initial, _stock.c.taken, _stock.c.is_option))


_COUNTED = CompiledStatement(
    sa.select(_stock.c.subject_id).where(_stock.c.stop_id == sa.bindparam("stop"), _IS_COUNTED)
)
_RESERVE = _build_change(_stock.c.taken + _COUNT <= _stock.c.initial)
_CHANGE_ANYWAY = _build_change()
_CHANGE_IN_ALL = _build_change(
    initial=sa.case((_stock.c.initial + _COUNT < 0, 0), else_=_stock.c.initial + _COUNT)  # below 0 after an oversale
)


class SoldOut(Exception):
    """Another order was faster: so many pieces are not left any more. The transaction has to be rolled back."""


class StockChange(Struct, frozen=True, order=True):
    """So many pieces of an item or option more (or fewer, if negative) that are taken."""

    stop_id: str
    subject_id: str
    count: int


def list_changes(stop_id: str, stock: Iterable[tuple[str, int]], sign: int) -> list[StockChange]:
    """The changes that take these pieces (`sign` 1) or give them back (-1)."""
    return [StockChange(stop_id, subject_id, sign * count) for subject_id, count in stock]


def apply_changes(
    session: Session, truck_id: str, changes: Iterable[StockChange], *, is_forced: bool = False
) -> dict[str, int]:
    """Take and give back the pieces of what is counted, and publish what customers read of them.

    Returns how many are left of what was taken, by ID of the item or option. The caller has locked the stop or the
    reservation, so that no count begins meanwhile. Raises SoldOut when too few are left, unless `is_forced`.
    """
    left_of: dict[str, int] = {}
    merged = _merge_changes(changes)
    counted = {stop_id: _list_counted(session, stop_id) for stop_id in {change.stop_id for change in merged}}
    for change in merged:
        if change.subject_id not in counted[change.stop_id]:
            continue
        statement = _RESERVE if change.count > 0 and not is_forced else _CHANGE_ANYWAY
        params = {"stop": change.stop_id, "subject": change.subject_id, "count": change.count}
        row = statement.first(session, params)
        if row is None and statement is _RESERVE:
            raise SoldOut
        if row is not None:
            initial, taken, is_option = row
            left = (initial - taken + change.count, initial - taken)
            publish_remaining(session, truck_id, change.subject_id, left, is_option=is_option)
            if change.count > 0:
                left_of[change.subject_id] = initial - taken
    return left_of


def change_in_all(session: Session, changes: Iterable[StockChange]) -> None:
    """Change how many pieces there are in all with how many are taken, so that as many are left as before.

    What is not counted stays as it is. The caller has locked the reservation that has the pieces.
    """
    for change in _merge_changes(changes):
        params = {"stop": change.stop_id, "subject": change.subject_id, "count": change.count}
        _CHANGE_IN_ALL.run(session, params)


def publish_remaining(
    session: Session, truck_id: str, subject_id: str, left: tuple[int | None, int | None], *, is_option: bool
) -> None:
    """Publish a change of the menu item if what customers read differs; they read a count only up to SHOWN_UP_TO.

    `left` is (before, after), None where nothing is counted.
    """
    shown = [None if count is None or count > SHOWN_UP_TO else max(0, count) for count in left]
    if shown[0] == shown[1]:
        return
    item_id = _find_item_of(session, subject_id) if is_option else subject_id
    if item_id is not None:
        change_log.publish_change(session, truck_id, change_log.MENU, item_id)


def _list_counted(session: Session, stop_id: str) -> set[str]:
    return {row[0] for row in _COUNTED.all(session, {"stop": stop_id})}


def _find_item_of(session: Session, option_id: str) -> str | None:
    query = sa.select(OptionGroup.menu_item_id).join(Option, Option.group_id == OptionGroup.id)
    return session.scalar(query.where(Option.id == option_id))


def _merge_changes(changes: Iterable[StockChange]) -> list[StockChange]:
    """One change for each row, in ascending order, without those that change nothing."""
    sums: dict[tuple[str, str], int] = {}
    for one in changes:
        sums[one.stop_id, one.subject_id] = sums.get((one.stop_id, one.subject_id), 0) + one.count
    return [StockChange(*key, count) for key, count in sorted(sums.items()) if count]


class StockSubject(Struct, frozen=True):
    """A menu item, or an option of it, of which pieces can be counted."""

    id: str
    item_id: str
    name: str
    is_option: bool


def get_stock_stop_for(session: Session, actor: Actor, stop_id: str, *, lock: bool = False) -> Stop:
    """The stop in any status, for users who may manage its stock. With `lock`, other changes of its counts wait.

    Raises NotFound, and NotAllowed for another truck's stop.
    """
    options = {"with_for_update": {"key_share": True}} if lock else {}
    stop = session.get(Stop, stop_id, **options) if is_id(stop_id) else None  # type: ignore[arg-type]
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.MANAGE_STOCK, stop.truck_id)
    return stop


def list_subjects(session: Session, truck_id: str) -> dict[str, StockSubject]:
    """Everything on the truck's menu that can be counted, keyed by ID: the items by position, then their options.

    Archived items are left out.
    """
    items = sa.select(MenuItem.id, MenuItem.name).where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    found: dict[str, StockSubject] = {}
    for item_id, name in session.execute(items.order_by(MenuItem.position, MenuItem.name, MenuItem.id)):
        found[item_id] = StockSubject(item_id, item_id, name, is_option=False)
    options = (
        sa.select(Option.id, Option.name, OptionGroup.menu_item_id)
        .join(OptionGroup, OptionGroup.id == Option.group_id)
        .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
        .where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
        .order_by(OptionGroup.position, Option.position, Option.id)
    )
    for option_id, name, item_id in session.execute(options):
        found[option_id] = StockSubject(option_id, item_id, f"{found[item_id].name}: {name}", is_option=True)
    return found


def read_stock(session: Session, usage: StopUsage, stop: Stop) -> StopStockAnswer:
    """The counts of a stop, those of the last stop before it at the same place that had any, and what is ordered."""
    subjects = list_subjects(session, stop.truck_id)
    pieces = usage.sum_pieces(session, stop.id)
    ordered = [
        OrderedPieces(one.item_id, one.id if one.is_option else None, one.name, pieces[one.id])
        for one in subjects.values()
        if pieces.get(one.id)
    ]
    earlier = _find_earlier(session, stop, subjects)
    return StopStockAnswer(stop.id, _list_counts(session, stop.id, subjects), earlier, ordered)


def _list_counts(session: Session, stop_id: str, subjects: dict[str, StockSubject]) -> list[StockCount]:
    counted = (StopStock.stop_id == stop_id, StopStock.initial.is_not(None))
    rows = {row.subject_id: row for row in session.scalars(sa.select(StopStock).where(*counted))}
    return [_to_count(one, rows[one.id]) for one in subjects.values() if one.id in rows]


def _to_count(subject: StockSubject, row: StopStock) -> StockCount:
    initial = row.initial or 0
    option_id = subject.id if subject.is_option else None
    return StockCount(subject.item_id, option_id, subject.name, initial, max(0, initial - row.taken))


def _find_earlier(session: Session, stop: Stop, subjects: dict[str, StockSubject]) -> EarlierStock | None:
    has_counts = sa.exists().where(StopStock.stop_id == Stop.id, StopStock.initial.is_not(None))
    same = (Stop.place_id == stop.place_id, Stop.starts_at < stop.starts_at, has_counts)
    earlier = session.scalars(sa.select(Stop).where(*same).order_by(Stop.starts_at.desc()).limit(1)).first()
    if earlier is None:
        return None
    return EarlierStock(earlier.id, earlier.starts_at, _list_counts(session, earlier.id, subjects))


Remaining = Mapping[str, int]
"""The pieces that are left, by the ID of the counted item or option."""
CLOSES_AT = sa.func.coalesce(Stop.ended_early_at, Stop.ends_at)


def select_coming_stop(truck_id: str, *columns: Any) -> sa.Select[Any]:
    """Select the columns of the stop at which the truck is, else of the next one.

    No row for a truck that is always open, or without a coming stop.
    """
    coming = (
        Stop.truck_id == truck_id,
        Stop.status == SCHEDULED,
        clock.now() < CLOSES_AT,
        Truck.schedule_mode == STOPS,
    )
    query = sa.select(*columns).join_from(Stop, Truck, Truck.id == Stop.truck_id).where(*coming)
    return query.order_by(Stop.starts_at, Stop.id).limit(1)


def find_stock_end(session: Session, truck_id: str) -> datetime | None:
    """When the stop ends whose stock the menu shows. None without one, and without any counts of the truck's stops."""
    has_counts = sa.exists().where(StopStock.stop_id == Stop.id, Stop.truck_id == truck_id)
    if not session.scalar(sa.select(has_counts)):
        return None
    end: datetime | None = session.scalar(select_coming_stop(truck_id, sa.type_coerce(CLOSES_AT, Stop.ends_at.type)))
    return end


def list_remaining(session: Session, truck_id: str, stop_id: str | None = None) -> Remaining:
    """The pieces left of what is counted at a stop, by ID of the item or option.

    Without `stop_id`, of the present or next stop of the truck. Whose stop it is, is not checked.
    """
    left = StopStock.initial - StopStock.taken
    stop = stop_id if stop_id is not None else select_coming_stop(truck_id, Stop.id).scalar_subquery()
    counted = (StopStock.stop_id == stop, StopStock.initial.is_not(None))
    rows = session.execute(sa.select(StopStock.subject_id, left).where(*counted))
    return {subject_id: max(0, count) for subject_id, count in rows if count is not None}


def apply_remaining(entries: Iterable[MenuEntry], remaining: Remaining) -> None:
    """Change the entries in place: `remaining` where at most SHOWN_UP_TO are left, and unavailable where none is."""
    if not remaining:
        return
    for entry in entries:
        _apply(entry, remaining)
        for group in entry.option_groups:
            for option in group.options:
                _apply(option, remaining)


def _apply(shown: MenuEntry | MenuOption, remaining: Remaining) -> None:
    left = remaining.get(shown.id)
    if left is not None and left <= SHOWN_UP_TO:
        shown.remaining = left
        shown.is_available = shown.is_available and left > 0
