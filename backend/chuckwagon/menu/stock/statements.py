"""Takes pieces of counted items and options and gives them back, with one conditional statement for each row.

A caller that changes several makes one call, which goes through the rows in ascending order, so that two orders cannot
wait for each other.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.menu.models import Option, OptionGroup, StopStock
from chuckwagon.realtime import change_log

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
