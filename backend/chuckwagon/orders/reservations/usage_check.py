"""Checks that what is taken of slots, stock and offers is the sum of what took it, and repairs it where it is not.

Slots and stock are compared with the reservations, the count of each offer with its uses.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, check_twice, lock_tables
from chuckwagon.menu.models import MenuItem, Option, StopStock
from chuckwagon.offers.models import RELEASED as USE_RELEASED
from chuckwagon.offers.models import Offer, OfferUse
from chuckwagon.orders.reservations.models import RELEASED, Reservation
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import SlotRow, Stop

PAGE_SIZE = 1000
TABLES = ("reservations", "slots", "stop_stock")  # in which orders take and give
# The slots of a stop are deleted with it; only cancelled orders are left of such a stop.
HAS_SLOTS = sa.or_(Reservation.stop_id.is_(None), sa.exists().where(Stop.id == Reservation.stop_id))
SlotKey = tuple[str, int]
StockKey = tuple[str, str]


class UsageProblems(msgspec.Struct, frozen=True):
    """The slots and counts that differ from their reservations, and those that hold more than they have room for.

    `oversold_stock` is (stop ID, subject ID): (pieces taken, pieces there are in all).
    """

    slots: list[SlotKey]
    stock: list[StockKey]
    oversold_slots: int
    oversold_stock: dict[StockKey, tuple[int, int]]

    @property
    def is_consistent(self) -> bool:
        """Whether every slot and count equals its reservations and nothing is oversold."""
        return not (self.slots or self.stock or self.oversold_slots or self.oversold_stock)


class _Sums(msgspec.Struct, frozen=True):
    """What the reservations have taken, and where one of them was taken although it did not fit."""

    used: Counter[SlotKey]
    online: Counter[SlotKey]
    stock: Counter[StockKey]
    flagged_slots: set[SlotKey]
    flagged_stock: Counter[StockKey]


def check_usage(db: Database) -> UsageProblems:
    """Compare every slot and count with its reservations. Changes nothing."""
    return check_twice(db, _find_problems, *TABLES)


def _find_problems(session: Session) -> UsageProblems:
    """Compare every slot and every count with the reservations that are held or kept."""
    stock = _read_counts(session)
    sums = _sum_reservations(session, stock.keys())
    slots = {(row.calendar_id, row.position): row for row in session.scalars(sa.select(SlotRow))}
    wrong_slots = [
        key
        for key in sorted(slots.keys() | sums.used.keys())
        if _read_units(slots.get(key)) != (sums.used[key], sums.online[key])
    ]
    wrong_stock = [key for key, (taken, _initial) in sorted(stock.items()) if taken != sums.stock[key]]
    oversold_stock = {
        key: (sums.stock[key], initial)
        for key, (_taken, initial) in sorted(stock.items())
        if sums.stock[key] - sums.flagged_stock[key] > initial
    }
    return UsageProblems(wrong_slots, wrong_stock, _count_oversold_slots(session, slots, sums), oversold_stock)


def describe_oversold(session: Session, oversold: Mapping[StockKey, tuple[int, int]]) -> list[str]:
    """A sentence for each count that is oversold, such as "35 of 20 Brisket at the stop of 2026-07-02 11:00 UTC"."""
    starts = dict(
        session.execute(sa.select(Stop.id, Stop.starts_at).where(Stop.id.in_({key[0] for key in oversold}))).all()
    )
    ids = {subject_id for _stop_id, subject_id in oversold}
    names: dict[str, str] = {}
    for subject in (MenuItem, Option):
        names |= dict(session.execute(sa.select(subject.id, subject.name).where(subject.id.in_(ids))).all())
    return [
        f"{taken} of {initial} {names.get(subject_id, subject_id)} at the stop of {starts[stop_id]:%Y-%m-%d %H:%M} UTC"
        for (stop_id, subject_id), (taken, initial) in oversold.items()
    ]


def recompute_usage(db: Database) -> UsageProblems:
    """Set every slot and count that differs to the sum of its reservations; returns what differed before.

    Nothing is oversold by it: an order that has its slot keeps it.
    """

    def repair(session: Session) -> UsageProblems:
        lock_tables(session, *TABLES)
        problems = _find_problems(session)
        sums = _sum_reservations(session, _read_counts(session).keys())
        for key in problems.slots:
            _set_units(session, key, sums.used[key], sums.online[key])
        for stop_id, subject_id in problems.stock:
            row = session.get(StopStock, (stop_id, subject_id), with_for_update=True, populate_existing=True)
            if row is not None:
                row.taken = sums.stock[stop_id, subject_id]
        session.flush()
        _publish(session, {calendar_id for calendar_id, _position in problems.slots})
        return problems

    return db.write(repair)


def _read_counts(session: Session) -> dict[StockKey, tuple[int, int]]:
    """(pieces taken, pieces in all) of what is counted."""
    counted = sa.select(StopStock.stop_id, StopStock.subject_id, StopStock.taken, StopStock.initial)
    rows = session.execute(counted.where(StopStock.initial.is_not(None)))
    return {(stop_id, subject_id): (taken, initial or 0) for stop_id, subject_id, taken, initial in rows}


def _sum_reservations(session: Session, counted: Set[StockKey]) -> _Sums:
    """Add up slots, and the pieces of what is counted."""
    sums = _Sums(Counter(), Counter(), Counter(), set(), Counter())
    last_id = ""
    while page := _read_page(session, last_id):
        for one in page:
            _add(sums, one, counted)
        last_id = page[-1].id
    return sums


def _read_page(session: Session, after_id: str) -> Sequence[Any]:
    columns = (Reservation.id, Reservation.calendar_id, Reservation.slots, Reservation.stock)
    flags = (Reservation.is_online, Reservation.is_over_capacity)
    active = sa.select(*columns, *flags).where(Reservation.status != RELEASED, Reservation.id > after_id, HAS_SLOTS)
    return session.execute(active.order_by(Reservation.id).limit(PAGE_SIZE)).all()


def _add(sums: _Sums, one: Any, counted: Set[StockKey]) -> None:
    for position, units in one.slots:
        sums.used[one.calendar_id, position] += units
        sums.online[one.calendar_id, position] += units if one.is_online else 0
        if one.is_over_capacity:
            sums.flagged_slots.add((one.calendar_id, position))
    for subject_id, count in one.stock:
        key = (one.calendar_id, str(subject_id))
        if key in counted:
            sums.stock[key] += int(count)
            sums.flagged_stock[key] += int(count) if one.is_over_capacity else 0


def _read_units(row: SlotRow | None) -> tuple[int, int]:
    return (0, 0) if row is None else (row.used_units, row.online_units)


def _count_oversold_slots(session: Session, slots: dict[SlotKey, SlotRow], sums: _Sums) -> int:
    """The slots of stops that hold more than their capacity without an order that is flagged for it."""
    limited = sa.select(Stop.id, Stop.slot_capacity).where(Stop.slot_capacity.is_not(None))
    capacities: dict[str, int] = {stop_id: capacity or 0 for stop_id, capacity in session.execute(limited)}
    return sum(
        row.used_units > capacities[row.calendar_id] and key not in sums.flagged_slots
        for key, row in slots.items()
        if row.calendar_id in capacities
    )


def _set_units(session: Session, key: SlotKey, used: int, online: int) -> None:
    row = session.get(SlotRow, key, with_for_update=True, populate_existing=True)
    if row is None:
        session.add(SlotRow(calendar_id=key[0], position=key[1], used_units=used, online_units=online))
    else:
        row.used_units, row.online_units = used, online


def _publish(session: Session, calendar_ids: Iterable[str]) -> None:
    stops = session.execute(sa.select(Stop.id, Stop.truck_id).where(Stop.id.in_(list(calendar_ids))))
    for stop_id, truck_id in stops:
        change_log.publish_change(session, truck_id, change_log.STOP, stop_id)


# Only the offers are locked: every transaction that changes a use changes its count too, and a lock on the uses first
# could wait for one that waits for the offers.
OFFERS = Offer.__tablename__


class OfferProblems(msgspec.Struct, frozen=True):
    """The offers whose count differs from their uses, and how many hold more than they may without a late payment."""

    counts: dict[str, int]
    over_limit: int

    @property
    def is_consistent(self) -> bool:
        """Whether every count is right and no offer was used too often."""
        return not (self.counts or self.over_limit)


def check_offers(db: Database) -> OfferProblems:
    """Compare every offer with its uses. Changes nothing."""
    return check_twice(db, _find_offer_problems, OFFERS)


def recompute_offers(db: Database) -> OfferProblems:
    """Set every count that differs to the number of the offer's uses; returns what differed before."""

    def repair(session: Session) -> OfferProblems:
        lock_tables(session, OFFERS)
        problems = _find_offer_problems(session)
        for offer_id, uses in problems.counts.items():
            session.execute(sa.update(Offer).where(Offer.id == offer_id).values(uses=uses))
        return problems

    return db.write(repair)


def _find_offer_problems(session: Session) -> OfferProblems:
    is_active = OfferUse.status != USE_RELEASED
    late = sa.func.sum(sa.case((OfferUse.over_limit, 1), else_=0))
    counted = sa.select(OfferUse.offer_id, sa.func.count(), late).where(is_active).group_by(OfferUse.offer_id)
    used = {offer_id: (int(uses), int(over)) for offer_id, uses, over in session.execute(counted)}
    wrong: dict[str, int] = {}
    over_limit = 0
    for offer_id, uses, max_uses in session.execute(sa.select(Offer.id, Offer.uses, Offer.max_uses)):
        real, over = used.get(offer_id, (0, 0))
        if uses != real:
            wrong[offer_id] = real
        over_limit += max_uses is not None and real - over > max_uses
    return OfferProblems(wrong, over_limit)
