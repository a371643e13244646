"""Analytics as a CSV table: a row for each total, day, hour and menu item."""

from collections.abc import Iterator

from chuckwagon.reporting.analytics import Analytics, Totals

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
    "tips",
    "discounts",
)


def analytics_csv_rows(found: Analytics) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of COLUMNS. A column that a section does not have is empty."""
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
    return row + (None,) * (len(COLUMNS) - len(row))
