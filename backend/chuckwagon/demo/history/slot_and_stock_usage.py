"""What the orders of the history have taken of slots and counted stock, as rows."""

from collections import Counter
from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import table_of
from chuckwagon.demo.history.past_stops import Visit
from chuckwagon.demo.history.row_buffer import Row, RowBuffer
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.menu.models import StopStock
from chuckwagon.orders.models import LineModifier, Order, OrderLine
from chuckwagon.orders.reservations.models import CONFIRMED, Reservation
from chuckwagon.schedule.models import SlotRow

COUNTED_SHARE, SOLD_OUT_SHARE, MAX_LEFT = 0.4, 0.4, 8


def add_slots(buffer: RowBuffer, visits: Iterable[Visit]) -> None:
    """Add a row for every slot of which something was taken."""
    for visit in visits:
        for position, load in sorted(visit.loads.items()):
            slot = {"calendar_id": visit.stop.id, "position": position}
            buffer.add(SlotRow, **slot, used_units=load.used, online_units=load.online)


def count_stock(rng: SeededRandom, buffer: RowBuffer, visits: Iterable[Visit], item_of: dict[str, str]) -> None:
    """Add stock counts of one menu item at some of the stops, where it was sold out now and then.

    `item_of` is the item's ID, keyed by truck ID.
    """
    taken = record_stock_usage(
        buffer, {visit.stop.id: {item_of[visit.stop.truck_id]} for visit in visits if rng.happens(COUNTED_SHARE)}
    )
    for (stop_id, item_id), count in sorted(taken.items()):
        left = 0 if rng.happens(SOLD_OUT_SHARE) else rng.randint(1, MAX_LEFT)
        buffer.add(StopStock, stop_id=stop_id, subject_id=item_id, is_option=False, initial=count + left, taken=count)


def record_stock_usage(buffer: RowBuffer, counted: dict[str, set[str]]) -> Counter[tuple[str, str]]:
    """Store in the reservations what their orders took.

    `counted` has item IDs, keyed by stop ID. Returns the pieces taken of them, keyed by (stop ID, item ID);
    cancelled orders take none.
    """
    lines: dict[str, list[Row]] = {}
    for line in buffer.rows[OrderLine]:
        lines.setdefault(line["order_id"], []).append(line)
    options: dict[str, list[str]] = {}
    for modifier in buffer.rows[LineModifier]:
        options.setdefault(modifier["line_id"], []).append(modifier["option_id"])
    reservations = {one["id"]: one for one in buffer.rows[Reservation]}
    sums: Counter[tuple[str, str]] = Counter()
    for order in buffer.rows[Order]:
        reservation = reservations.get(order["checkout_id"] or order["id"])
        if reservation is None or order["stop_id"] is None:
            continue
        pieces: Counter[str] = Counter()
        for line in lines[order["id"]]:
            for subject_id in (line["menu_item_id"], *options.get(line["id"], ())):
                pieces[subject_id] += line["quantity"]
        reservation["stock"] = [list(one) for one in sorted(pieces.items())]
        if reservation["status"] == CONFIRMED:
            item_ids = counted.get(order["stop_id"], set()) & pieces.keys()
            sums.update({(order["stop_id"], item_id): pieces[item_id] for item_id in item_ids})
    return sums


def record_present_stock_usage(session: Session, taken: Counter[tuple[str, str]]) -> None:
    """Add what was taken to stock counts that exist. `initial` grows by as much, so what is left stays the same."""
    stock = table_of(StopStock)
    for (stop_id, item_id), count in sorted(taken.items()):
        row = (stock.c.stop_id == stop_id, stock.c.subject_id == item_id)
        more = {"taken": stock.c.taken + count, "initial": stock.c.initial + count}
        session.execute(sa.update(stock).where(*row).values(more))
