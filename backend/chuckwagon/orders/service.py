"""Orders: placed once from a paid checkout, then moved along by the kitchen.

An order is a copy of what was bought at the price that was paid; later edits never reach it. A status
changes with its history row and its outbox message in one transaction. Nothing here waits for a provider.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import changes, clock, outbox
from chuckwagon.core.db import table_of
from chuckwagon.core.ids import new_id, new_secret
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.orders import status
from chuckwagon.orders.counts import draw_number
from chuckwagon.orders.metrics import TRANSITIONS
from chuckwagon.orders.models import (
    CARD,
    WINDOW,
    Dispute,
    Order,
    OrderEvent,
    OrderLine,
    Refund,
)
from chuckwagon.orders.placed import PlacedOrder, copy_lines, store
from chuckwagon.orders.pricing import Line
from chuckwagon.orders.regulars import Visit, greet, meet, note_spent, rebuild
from chuckwagon.orders.texts import text_key

TWIN_WINDOW = timedelta(minutes=10)

_orders, _lines = table_of(Order), table_of(OrderLine)
_INSERT_EVENT = Prepared(sa.insert(table_of(OrderEvent)), ("order_id", "status", "at", "by"))
_TRUCK_OF = Prepared(sa.select(_orders.c.truck_id).where(_orders.c.id == sa.bindparam("order_id")))
_RECENT_LINES = Prepared(
    sa.select(_lines.c.order_id, _lines.c.name, _lines.c.quantity, _lines.c.unit_price_cents)
    .join(_orders, _orders.c.id == _lines.c.order_id)
    .where(
        _orders.c.truck_id == sa.bindparam("truck_id"),
        _orders.c.customer_phone == sa.bindparam("phone"),
        _orders.c.created_at >= sa.bindparam("since"),
        _orders.c.total_cents == sa.bindparam("total_cents"),
    )
)


class OrderDraft(msgspec.Struct, frozen=True, kw_only=True):
    """All that an order is made from; amounts in cents, instants in UTC, the phone in E.164.

    `placed_at` is now unless it was long ago; `withheld` says why the customer is not told of it any more.
    The `window_` fields say how, when and to whom it was paid at the window.
    """

    truck_id: str
    checkout_id: str | None
    payment_intent_id: str | None
    payment_status: str
    source: str
    placed_by: str
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    lines: Sequence[Line]
    subtotal_cents: int
    tax_cents: int
    total_cents: int
    tax_rate_units: int
    pickup_at: datetime | None
    estimated_pickup_at: datetime | None
    special_instructions: str | None
    flags: Sequence[str] = ()
    placed_at: datetime | None = None
    withheld: str | None = None
    window_method: str | None = None
    window_paid_at: datetime | None = None
    window_paid_to: str | None = None


def place_order(session: Session, draft: OrderDraft) -> PlacedOrder:
    """Write the order, its lines, its first history row and the customer's text message, all or nothing.

    Whoever has drawn a number keeps all the truck's other buyers waiting: what can be done before that is.
    """
    instant = draft.placed_at or clock.now()
    visit = _visit(draft, instant)
    customer_id, is_newest = meet(session, visit) if visit else (None, False)
    if visit and customer_id and is_newest:
        greet(session, customer_id, visit)
    flags = [*draft.flags, *(["possible_duplicate"] if _has_twin(session, draft) else [])]
    copied = msgspec.structs.asdict(draft)
    for name in ("lines", "placed_by", "flags", "placed_at", "withheld"):
        del copied[name]
    order_id = new_id()
    order = PlacedOrder(
        id=order_id,
        order_number=draw_number(session, draft.truck_id),
        customer_id=customer_id,
        status=status.PENDING,
        tracking_token=new_secret(),
        flags=flags,
        created_at=instant,
        updated_at=clock.now(),
        version=1,
        lines=copy_lines(order_id, draft.lines),
        **copied,
    )
    store(session, order)
    if customer_id and not is_newest:
        # What an order of long ago says of its customer is weighed with the others.
        rebuild(session, customer_id)
    step = {"order_id": order.id, "status": order.status, "at": instant, "by": draft.placed_by}
    _INSERT_EVENT.write(session, step)
    if draft.withheld is None:
        leave_text(session, order, "confirmed", is_new=True)
    else:
        withhold_text(session, order, "confirmed", draft.withheld)
    changes.announce(session, order.truck_id, changes.ORDER, order.id)
    after_commit(session, lambda: TRANSITIONS.add("new", status.PENDING))
    return order


def announce_order(session: Session, order_id: str) -> None:
    """Tell whoever watches the truck of the order that something of it has changed."""
    found = _TRUCK_OF.first(session, {"order_id": order_id})
    if found is not None:
        changes.announce(session, found[0], changes.ORDER, order_id)


def confirmation_key(order_id: str) -> str:
    """The outbox key of the confirmation text; it exists once per order, for ever."""
    return text_key(order_id, "confirmed")


def leave_text(session: Session, order: Order | PlacedOrder, kind: str, *, is_new: bool = False) -> None:
    """Have the customer told, once per order and kind; one who left no phone is told at the window."""
    if order.source == "online" or order.customer_phone is not None:
        leave = outbox.leave_first if is_new else outbox.leave
        leave(session, f"order_{kind}_sms", text_key(order.id, kind), {"orderId": order.id})


def withhold_text(session: Session, order: Order | PlacedOrder, kind: str, reason: str) -> None:
    """Have the customer never told of this any more, unless the text has been left already."""
    key = text_key(order.id, kind)
    if outbox.leave(session, f"order_{kind}_sms", key, {"orderId": order.id}):
        left = outbox.find(session, key)
        if left is not None:
            outbox.finish(session, left.id, outbox.SKIPPED, reason)


def list_alive_refunds(session: Session, order_id: str) -> list[Refund]:
    """What has gone back, or is on its way; the caller holds the order's row."""
    alive = sa.select(Refund).where(Refund.order_id == order_id, Refund.status != "failed")
    return list(session.scalars(alive.execution_options(populate_existing=True)))


def refunded_cents(session: Session, order_id: str) -> int:
    """How much has gone back, or is on its way."""
    return sum(refund.amount_cents for refund in list_alive_refunds(session, order_id))


def add_refund(
    session: Session,
    order: Order,
    amount_cents: int,
    *,
    reason: str,
    asked_by: str,
    key: str | None = None,
    lines: list[dict[str, int]] | None = None,
) -> Refund:
    """Write a refund down. By card the worker sends it; what was paid at the window is given back there.

    The caller holds the order's row and has made sure that so much is left.
    """
    refund_id, instant = new_id(), clock.now()
    is_card = order.payment_intent_id is not None
    refund = Refund(
        id=refund_id,
        order_id=order.id,
        payment_intent_id=order.payment_intent_id,
        key=key or f"refund:{refund_id}",
        method=CARD if is_card else WINDOW,
        amount_cents=amount_cents,
        lines=lines,
        reason=reason,
        asked_by=asked_by,
        status="pending" if is_card else "succeeded",
        created_at=instant,
        updated_at=instant,
    )
    session.add(refund)
    session.flush()
    if is_card:
        outbox.leave(session, "refund_payment", refund.key, {"refundId": refund.id})
    note_money(session, order.id)
    return refund


def note_money(session: Session, order_id: str) -> None:
    """Bring the money's status in line with what was given back and what the bank has taken."""
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    wanted = _money_status(session, order)
    order.version += 1
    order.updated_at = clock.now()
    order.payment_status = wanted
    session.flush()
    note_spent(session, order.truck_id, order.customer_id)
    changes.announce(session, order.truck_id, changes.ORDER, order.id)


def _money_status(session: Session, order: Order) -> str:
    if order.payment_status == status.UNPAID:
        return status.UNPAID
    taken = sa.select(sa.literal(1)).where(
        Dispute.order_id == order.id, Dispute.status.in_(status.TAKEN_BY_BANK)
    )
    if session.scalar(taken.limit(1)) is not None:
        return status.DISPUTED
    is_sent = sa.or_(Refund.provider_id.is_not(None), Refund.method == WINDOW)
    sent = sa.select(sa.func.sum(Refund.amount_cents)).where(Refund.order_id == order.id, is_sent)
    cents = session.scalar(sent.where(Refund.status != "failed")) or 0
    if not cents:
        return status.PAID
    return status.REFUNDED if cents >= order.total_cents else status.PARTIALLY_REFUNDED


def _visit(draft: OrderDraft, instant: datetime) -> Visit | None:
    """What the order tells of its customer; None of one who left no phone."""
    if not draft.customer_phone:
        return None
    return Visit(
        truck_id=draft.truck_id,
        phone=draft.customer_phone,
        name=draft.customer_name,
        email=draft.customer_email or None,
        at=instant,
        cents=draft.total_cents if draft.payment_status == status.PAID else 0,
    )


def _has_twin(session: Session, draft: OrderDraft) -> bool:
    """Whether the same phone paid for the same lines at this truck within ten minutes."""
    if draft.customer_phone is None:
        return False
    alike = {
        "truck_id": draft.truck_id,
        "phone": draft.customer_phone,
        "since": clock.now() - TWIN_WINDOW,
        "total_cents": draft.total_cents,
    }
    wanted = sorted((line.name, line.quantity, line.unit_price_cents) for line in draft.lines)
    bought: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for order_id, *line in _RECENT_LINES.all(session, alike):
        bought[order_id].append((line[0], line[1], line[2]))
    return any(sorted(lines) == wanted for lines in bought.values())
