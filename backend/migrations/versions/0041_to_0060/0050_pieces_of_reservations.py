"""Reservations list the pieces of everything that was ordered, so that a count may begin after the orders.

Until now they listed what was counted when the order came, so that a later count was oversold by what was ordered
before. Those of stops that are not long over get the other pieces of their orders and checkouts, and the counts of
these stops what that makes. A count may then be above what there is; `chuckwagon doctor` names it.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

LONG_OVER, PAGE_SIZE = timedelta(days=7), 500

stops = sa.table("stops", sa.column("id"), sa.column("ends_at", sa.DateTime(timezone=True)))
reservations = sa.table(
    "reservations", sa.column("id"), sa.column("calendar_id"), sa.column("status"), sa.column("stock", sa.JSON)
)
checkouts = sa.table("checkouts", sa.column("id"), sa.column("lines", sa.JSON))
orders = sa.table("orders", sa.column("id"), sa.column("checkout_id"))
lines = sa.table(
    "order_lines", sa.column("id"), sa.column("order_id"), sa.column("menu_item_id"), sa.column("quantity")
)
modifiers = sa.table("line_modifiers", sa.column("line_id"), sa.column("option_id"))
stock = sa.table("stop_stock", sa.column("stop_id"), sa.column("subject_id"), sa.column("initial"), sa.column("taken"))


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":  # orders that commit meanwhile would be missing from the sums
        connection.execute(sa.text("LOCK TABLE reservations, stop_stock IN SHARE ROW EXCLUSIVE MODE"))
    since = datetime.now(UTC) - LONG_OVER
    for stop_id in connection.scalars(sa.select(stops.c.id).where(stops.c.ends_at > since)).all():
        active = (reservations.c.calendar_id == stop_id, reservations.c.status != "released")
        rows = connection.execute(sa.select(reservations.c.id, reservations.c.stock).where(*active)).all()
        taken: Counter[str] = Counter()
        for start in range(0, len(rows), PAGE_SIZE):
            page = {row.id: row.stock for row in rows[start : start + PAGE_SIZE]}
            pieces = _list_pieces(connection, list(page))
            for reservation_id, known in page.items():
                # What was counted stays as it is, so that it is given back as it was taken.
                every = dict(pieces.get(reservation_id, {})) | {subject_id: count for subject_id, count in known}
                taken.update(every)
                found = sa.update(reservations).where(reservations.c.id == reservation_id)
                connection.execute(found.values(stock=[list(one) for one in sorted(every.items())]))
        counted = sa.select(stock.c.subject_id).where(stock.c.stop_id == stop_id, stock.c.initial.is_not(None))
        for subject_id in connection.scalars(counted).all():
            row = sa.update(stock).where(stock.c.stop_id == stop_id, stock.c.subject_id == subject_id)
            connection.execute(row.values(taken=taken[subject_id]))


def _list_pieces(connection: sa.Connection, ids: list[str]) -> dict[str, Counter[str]]:
    """The pieces of each checkout or, at the counter, order, by the ID of the item or option."""
    pieces: dict[str, Counter[str]] = {}
    for checkout_id, cart in connection.execute(sa.select(checkouts).where(checkouts.c.id.in_(ids))):
        for line in cart:
            chosen = [one.get("option_id") for one in line.get("modifiers", ())]
            _add(pieces.setdefault(checkout_id, Counter()), line.get("menu_item_id"), chosen, line["quantity"])
    of_order = sa.func.coalesce(orders.c.checkout_id, orders.c.id).label("reservation_id")
    joined = sa.join(orders, lines, lines.c.order_id == orders.c.id).outerjoin(
        modifiers, modifiers.c.line_id == lines.c.id
    )
    at_counter = sa.select(of_order, lines, modifiers.c.option_id).select_from(joined).where(orders.c.id.in_(ids))
    found: dict[str, tuple[Any, list[Any]]] = {}
    for row in connection.execute(at_counter):
        found.setdefault(row.id, (row, []))[1].append(row.option_id)
    for row, chosen in found.values():
        _add(pieces.setdefault(row.reservation_id, Counter()), row.menu_item_id, chosen, row.quantity)
    return pieces


def _add(pieces: Counter[str], item_id: str | None, chosen: list[Any], quantity: int) -> None:
    for subject_id in {item_id, *chosen} - {None, ""}:
        pieces[str(subject_id)] += quantity


def downgrade() -> None:
    """Nothing to take back: what is not counted is not read."""
