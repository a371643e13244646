"""The figures of a period as one table for a spreadsheet: a row for each total, day, hour and dish."""

from collections.abc import Iterator

from chuckwagon.insights.analytics import Analytics, Totals

COLUMNS = (
    "section",
    "label",
    "revenue",
    "orders",
    "items",
    "averageOrder",
    "cancelledShare",
    "refundedShare",
    "medianMinutesToReady",
)


def file_rows(found: Analytics) -> Iterator[tuple[object, ...]]:
    """The rows, in the order of COLUMNS; what a section does not know stays empty."""
    yield _totals("totals", f"{found.first} to {found.last}", found.totals)
    yield _totals("previous", "as many days before", found.previous)
    for day in found.by_day:
        yield _row("day", day.date, day.revenue, day.orders)
    for hour in found.by_hour:
        yield _row("hour", f"{hour.hour:02d}:00", hour.revenue, hour.orders)
    for item in found.top_items:
        yield _row("item", item.name, item.revenue, None, item.quantity)


def _totals(section: str, label: str, totals: Totals) -> tuple[object, ...]:
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
    )


def _row(section: str, label: str, revenue: float, orders: int | None, *more: object) -> tuple[object, ...]:
    row = (section, label, f"{revenue:.2f}", orders, *more)
    return row + (None,) * (len(COLUMNS) - len(row))
