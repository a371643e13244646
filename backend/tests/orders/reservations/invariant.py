"""The invariant of slots and stock: what is taken is the sum of the reservations, and fits unless flagged."""

from collections import Counter
from typing import Any

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.menu.models import StopStock
from chuckwagon.orders.reservations.models import ACTIVE, HELD, Reservation
from chuckwagon.orders.reservations.usage_check import HAS_SLOTS
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.schedule.models import SlotRow, Stop


def require_slot_invariant(db: Database) -> None:
    """Fail unless every slot and every count agrees with its reservations, and none is oversold without a flag.

    What is held belongs to a checkout that may still be paid.
    """
    with db.reading() as session:
        active = list(session.scalars(sa.select(Reservation).where(Reservation.status.in_(ACTIVE), HAS_SLOTS)))
        used = {(one.calendar_id, one.position): one.used_units for one in session.scalars(sa.select(SlotRow))}
        online = {(one.calendar_id, one.position): one.online_units for one in session.scalars(sa.select(SlotRow))}
        stops = {stop.id: stop for stop in session.scalars(sa.select(Stop))}
        stock = list(session.scalars(sa.select(StopStock).where(StopStock.initial.is_not(None))))
        held = {one.id for one in active if one.status == HELD}
        unpaid = set(session.scalars(sa.select(Checkout.id).where(Checkout.id.in_(held), Checkout.status == OPEN)))
    assert held == unpaid
    assert _without_zeros(used) == _sum_slots(active)
    assert _without_zeros(online) == _sum_slots([one for one in active if one.is_online])
    flagged = [one for one in active if one.is_over_capacity]
    for (calendar_id, position), units in used.items():
        stop, forced = stops.get(calendar_id), _sum_slots(flagged)[calendar_id, position]
        if stop is not None and stop.slot_capacity is not None and not forced:
            assert units <= stop.slot_capacity, (calendar_id, position)
            share = stop.slot_capacity * (100 - stop.walk_up_share) // 100
            assert online[calendar_id, position] <= share, (calendar_id, position)
    taken = {(one.stop_id, one.subject_id): one.taken for one in stock}
    assert _without_zeros(taken) == {key: count for key, count in _sum_stock(active).items() if key in taken}
    for one in stock:
        forced = _sum_stock(flagged)[one.stop_id, one.subject_id]
        assert forced or one.initial is None or one.taken <= one.initial, one.subject_id


def _sum_slots(reservations: list[Reservation]) -> Counter[Any]:
    sums: Counter[Any] = Counter()
    for one in reservations:
        for position, units in one.slots:
            sums[one.calendar_id, position] += units
    return sums


def _sum_stock(reservations: list[Reservation]) -> Counter[Any]:
    sums: Counter[Any] = Counter()
    for one in reservations:
        for subject_id, count in one.stock:
            sums[one.stop_id, subject_id] += count
    return sums


def _without_zeros(counts: dict[Any, int]) -> dict[Any, int]:
    return {key: count for key, count in counts.items() if count}
