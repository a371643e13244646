"""Compares the sales of all trucks for some days, and whether each is open now."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.row_to_struct import copy_fields
from chuckwagon.reporting.periods import Period
from chuckwagon.reporting.trucks import rows
from chuckwagon.reporting.trucks.schemas import ComparedFigures, ComparedTruck, StopChanges, TruckComparison
from chuckwagon.schedule.schemas import TruckSchedule
from chuckwagon.schedule.truck_queries import read_schedules

MAX_TRUCKS = 100
NO_CHANGES = StopChanges(cancelled=0, late=0, moved=0, ended_early=0)


def compare_trucks(session: Session, period: Period) -> TruckComparison:
    """Compare the first MAX_TRUCKS trucks by name, active ones first. The period is in each truck's own time zone."""
    instant = clock.now()
    trucks, more = rows.list_truck_rows(session, MAX_TRUCKS, instant)
    figures = _read_figures(session, trucks, period, instant) if trucks else {}
    schedules = read_schedules(session, trucks, instant)
    return TruckComparison(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        trucks=[_to_truck(truck, figures[truck.id], schedules[truck.id]) for truck in trucks],
        totals=ComparedFigures(**_to_fields(_sum_up(figures.values()))),
        more_trucks=more,
    )


class _Figures(Struct, frozen=True):
    """The figures of one truck or of several, in cents."""

    orders: int
    cents: int
    late: int
    changes: StopChanges


def _read_figures(
    session: Session, trucks: Sequence[rows.TruckRow], period: Period, instant: datetime
) -> dict[str, _Figures]:
    ids = [truck.id for truck in trucks]
    sales = rows.read_sales(session, trucks, period)
    late = rows.count_late_orders(session, ids, instant)
    changes = rows.count_stop_changes(session, trucks, period)
    return {
        truck_id: _Figures(*sales.get(truck_id, (0, 0)), late.get(truck_id, 0), changes.get(truck_id, NO_CHANGES))
        for truck_id in ids
    }


def _sum_up(figures: Collection[_Figures]) -> _Figures:
    names = StopChanges.__struct_fields__
    changes = {name: sum(getattr(one.changes, name) for one in figures) for name in names}
    return _Figures(
        orders=sum(one.orders for one in figures),
        cents=sum(one.cents for one in figures),
        late=sum(one.late for one in figures),
        changes=StopChanges(**changes),
    )


def _to_truck(truck: rows.TruckRow, figures: _Figures, schedule: TruckSchedule) -> ComparedTruck:
    return copy_fields(ComparedTruck, truck, truck_id=truck.id, schedule=schedule, **_to_fields(figures))


def _to_fields(figures: _Figures) -> dict[str, Any]:
    return {
        "orders": figures.orders,
        "revenue": to_dollars(figures.cents),
        "late_orders": figures.late,
        "stop_changes": figures.changes,
    }
