"""The numbers by stop as a CSV table: a row for each stop, place or weekday."""

from collections.abc import Iterator

from chuckwagon.reporting.stops.schemas import StopAnalytics, StopFigures, StopGroup

COLUMNS = (
    "section", "truck", "place", "weekday", "date", "start", "end", "state", "stops", "cancelledStops", "orders",
    "revenue", "averageOrder", "items", "refunds", "unitsUsedShare", "medianMinutesToReady", "hours", "ordersPerHour",
    "revenuePerHour", "placeAverageRevenue", "revenueChange", "slotFull", "soldOut", "unpaid", "closedViews",
)  # fmt: skip
ABOUT_COLUMNS = 8


def stop_csv_rows(found: StopAnalytics) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of COLUMNS. The row of totals has all lost demand, also that at no stop."""
    for group in found.groups:
        yield (*_about(group), *_figures(group), *_compared(group), *_lost(group))
    other = found.without_stop
    sales = (None, None, other.orders, f"{other.revenue:.2f}", f"{other.average_order:.2f}", other.items)
    without = ("without stop", *[None] * (ABOUT_COLUMNS - 1), *sales)
    yield without + (None,) * (len(COLUMNS) - len(without))
    yield ("all stops", *[None] * (ABOUT_COLUMNS - 1), *_figures(found.totals), None, None, *_lost(found))


def _about(group: StopGroup) -> tuple[object, ...]:
    stop = group.stop
    times = (stop.date.isoformat(), stop.start_time, stop.end_time, stop.state) if stop else (None,) * 4
    section = "stop" if stop else "weekday" if group.weekday else "place"
    return (section, group.truck_name, group.place_name, group.weekday, *times)


def _figures(one: StopFigures) -> tuple[object, ...]:
    counts = (one.stops, one.cancelled_stops, one.orders)
    money = (f"{one.revenue:.2f}", f"{one.average_order:.2f}", one.items, f"{one.refunds:.2f}")
    rates = (one.units_used_share, one.median_minutes_to_ready, one.hours, one.orders_per_hour, one.revenue_per_hour)
    return (*counts, *money, *rates)


def _compared(group: StopGroup) -> tuple[object, ...]:
    average = group.place_average
    return (f"{average.revenue:.2f}" if average else None, group.revenue_change)


def _lost(one: StopFigures | StopAnalytics) -> tuple[object, ...]:
    lost = one.lost_demand
    return (lost.slot_full, lost.sold_out, lost.unpaid, lost.closed_views)
