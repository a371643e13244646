"""What customers read of counted stock: how many a stop has left, once there are few."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.menu.models import StopStock
from chuckwagon.menu.schemas import MenuEntry, MenuOption
from chuckwagon.menu.stock.rows import SHOWN_UP_TO
from chuckwagon.schedule.models import SCHEDULED, Stop
from chuckwagon.trucks.models import STOPS, Truck

Remaining = Mapping[str, int]
"""The pieces that are left, by the ID of the counted item or option."""

_CLOSES_AT = sa.func.coalesce(Stop.ended_early_at, Stop.ends_at)


def _select_coming_stop(truck_id: str, *columns: Any) -> sa.Select[Any]:
    """Select the columns of the stop at which the truck is, else of the next one.

    No row for a truck that is always open, or without a coming stop.
    """
    coming = (
        Stop.truck_id == truck_id,
        Stop.status == SCHEDULED,
        clock.now() < _CLOSES_AT,
        Truck.schedule_mode == STOPS,
    )
    query = sa.select(*columns).join_from(Stop, Truck, Truck.id == Stop.truck_id).where(*coming)
    return query.order_by(Stop.starts_at, Stop.id).limit(1)


def find_stock_end(session: Session, truck_id: str) -> datetime | None:
    """When the stop ends whose stock the menu shows. None without one, and without any counts of the truck's stops."""
    has_counts = sa.exists().where(StopStock.stop_id == Stop.id, Stop.truck_id == truck_id)
    if not session.scalar(sa.select(has_counts)):
        return None
    end: datetime | None = session.scalar(_select_coming_stop(truck_id, sa.type_coerce(_CLOSES_AT, Stop.ends_at.type)))
    return end


def list_remaining(session: Session, truck_id: str, stop_id: str | None = None) -> Remaining:
    """The pieces left of what is counted at a stop, by ID of the item or option.

    Without `stop_id`, of the present or next stop of the truck. Whose stop it is, is not checked.
    """
    left = StopStock.initial - StopStock.taken
    stop = stop_id if stop_id is not None else _select_coming_stop(truck_id, Stop.id).scalar_subquery()
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
