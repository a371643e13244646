"""CSV for spreadsheet programs: UTF-8 with a byte order mark, and no cell that would run as a formula.

Analytics have a row for each total, day, hour and menu item; the numbers by stop one for each stop, place or weekday.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from litestar import Response

from chuckwagon.kit.validation import escape_formulas
from chuckwagon.reporting.analytics import Analytics, Totals
from chuckwagon.reporting.stop_queries import StopAnalytics, StopFigures, StopGroup

BYTE_ORDER_MARK = "\ufeff"


def build_csv_response(header: Sequence[str], rows: Iterable[Sequence[object]], file_name: str) -> Response[str]:
    """Build the response that downloads the rows as a file."""
    disposition = f'attachment; filename="{file_name}"'
    return Response(render_csv(header, rows), media_type="text/csv", headers={"Content-Disposition": disposition})


def render_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Render the table; None is an empty cell."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([_escape_formula(value) for value in row] for row in rows)
    return text.getvalue()


def _escape_formula(value: object) -> object:
    """Put an apostrophe before a sign that starts a formula. Numbers stay, because they are our own."""
    return escape_formulas(value) if isinstance(value, str) else value


ANALYTICS_COLUMNS = (
    "section",
    "label",
    "revenue",
    "orders",
    "items",
    "averageOrder",
    "cancelledShare",
    "refundedShare",
    "medianMinutesToReady",
    "tips",
    "discounts",
)


def analytics_csv_rows(found: Analytics) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of ANALYTICS_COLUMNS. A column that a section does not have is empty."""
    yield _totals_row("totals", f"{found.first} to {found.last}", found.totals)
    yield _totals_row("previous", "as many days before", found.previous)
    for day in found.by_day:
        yield _row("day", day.date, day.revenue, day.orders)
    for hour in found.by_hour:
        yield _row("hour", f"{hour.hour:02d}:00", hour.revenue, hour.orders)
    for item in found.top_items:
        yield _row("item", item.name, item.revenue, None, item.quantity)


def _totals_row(section: str, label: str, totals: Totals) -> tuple[object, ...]:
    return _row(
        section,
        label,
        totals.revenue,
        totals.orders,
        totals.items_sold,
        f"{totals.average_order:.2f}",
        f"{totals.cancelled_share:.4f}",
        f"{totals.refunded_share:.4f}",
        totals.median_minutes_to_ready,
        f"{totals.tips:.2f}",
        f"{totals.discounts:.2f}",
    )


def _row(section: str, label: str, revenue: float, orders: int | None, *more: object) -> tuple[object, ...]:
    row = (section, label, f"{revenue:.2f}", orders, *more)
    return row + (None,) * (len(ANALYTICS_COLUMNS) - len(row))


STOP_COLUMNS = (
    "section", "truck", "place", "weekday", "date", "start", "end", "state", "stops", "cancelledStops", "orders",
    "revenue", "averageOrder", "items", "refunds", "unitsUsedShare", "medianMinutesToReady", "hours", "ordersPerHour",
    "revenuePerHour", "placeAverageRevenue", "revenueChange", "slotFull", "soldOut", "unpaid", "closedViews",
)  # fmt: skip
ABOUT_COLUMNS = 8


def stop_csv_rows(found: StopAnalytics) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of STOP_COLUMNS. The row of totals has all lost demand, also that at no stop."""
    for group in found.groups:
        yield (*_about(group), *_figures(group), *_compared(group), *_lost(group))
    other = found.without_stop
    sales = (None, None, other.orders, f"{other.revenue:.2f}", f"{other.average_order:.2f}", other.items)
    without = ("without stop", *[None] * (ABOUT_COLUMNS - 1), *sales)
    yield without + (None,) * (len(STOP_COLUMNS) - len(without))
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
