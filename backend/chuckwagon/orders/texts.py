"""What became of an order's texts, for its staff.

The texts themselves belong to a slice above this one; only their state is read here, by column.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core import outbox
from chuckwagon.core.clock import to_iso
from chuckwagon.core.db import Instant, table_of
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.orders.models import Order, OrderRow

KINDS = ("confirmed", "preparing", "ready", "cancelled", "refunded")
GIVEN_UP = "It could not be sent. The log says why."
TRIED = "The last try did not go through; it is tried again."

_MESSAGES = sa.table(
    "messages",
    sa.column("order_id"),
    sa.column("kind"),
    sa.column("status"),
    sa.column("reason"),
    sa.column("updated_at", Instant),
)
_OPT_OUTS = sa.table("opt_outs", sa.column("phone"))
_outbox = table_of(OutboxMessage)
_LEFT = (
    sa.select(
        _outbox.c.key, _outbox.c.status, _outbox.c.last_error, _outbox.c.created_at, _outbox.c.finished_at
    )
    .where(_outbox.c.key.in_(sa.bindparam("keys", expanding=True)))
    .order_by(_outbox.c.id)
)
_SHOWN = {
    "queued": "sent", "sent": "sent", "delivered": "delivered", "undelivered": "failed", "failed": "failed",
    "skipped": "skipped",
}  # fmt: skip


class OrderText(Struct):
    """A text to the customer and what became of it; `reason` says why it did not arrive, or not yet."""

    kind: Literal["confirmed", "preparing", "ready", "cancelled", "refunded"]
    status: Literal["pending", "sent", "delivered", "failed", "skipped"]
    at: str
    reason: str | None


class Told(Struct, frozen=True):
    """The texts of an order, and whether its customer asked for none."""

    texts: list[OrderText]
    has_opted_out: bool


def text_key(order_id: str, kind: str) -> str:
    """The outbox key of a text; it exists once per order and kind, for ever."""
    return f"order:{order_id}:{kind}_sms"


def list_told(session: Session, orders: Sequence[Order | OrderRow]) -> dict[str, Told]:
    """The texts of each order, in the order they were asked for: three selects, however many orders."""
    left = _left(session, orders)
    known = _known(session, orders)
    phones = {order.customer_phone for order in orders if order.customer_phone}
    opted_out = set(session.scalars(sa.select(_OPT_OUTS.c.phone).where(_OPT_OUTS.c.phone.in_(phones))))
    return {
        order.id: Told(
            [_show(kind, message, known.get((order.id, kind))) for kind, message in left[order.id]],
            order.customer_phone in opted_out,
        )
        for order in orders
    }


def _left(session: Session, orders: Sequence[Order | OrderRow]) -> dict[str, list[tuple[str, Any]]]:
    asked = {text_key(order.id, kind): (order.id, kind) for order in orders for kind in KINDS}
    found: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for message in session.execute(_LEFT, {"keys": list(asked)}):
        order_id, kind = asked[message.key]
        found[order_id].append((kind, message))
    return found


def _known(session: Session, orders: Sequence[Order | OrderRow]) -> dict[tuple[str, str], Any]:
    rows = session.execute(sa.select(_MESSAGES).where(_MESSAGES.c.order_id.in_([one.id for one in orders])))
    return {(row.order_id, row.kind): row for row in rows}


def _show(kind: str, left: Any, text: Any) -> OrderText:
    status, at, reason = _state(left, text)
    return OrderText(kind, status, to_iso(at), reason)  # type: ignore[arg-type]


def _state(left: Any, text: Any) -> tuple[str, datetime, str | None]:
    """The text's own state, once it has one; before that, and if it never gets there, the outbox's."""
    if text is not None and text.status in _SHOWN:
        return _SHOWN[text.status], text.updated_at, text.reason
    if left.status == outbox.FAILED:
        return "failed", left.finished_at or left.created_at, GIVEN_UP
    if left.status == outbox.SKIPPED:
        return "skipped", left.finished_at or left.created_at, left.last_error
    return "pending", left.created_at, TRIED if left.last_error else None
