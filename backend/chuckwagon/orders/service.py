"""Places orders, and keeps their payment status, refunds and customer SMS up to date.

An order is a copy of what was bought at the price that was paid, so later menu edits do not change it. Domain
functions: they take a session, never commit, and never call a provider.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.service import OrderContribution, upsert_customer, upsert_truck_customer
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.drawer import service as day_events
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.ids import new_id, new_secret
from chuckwagon.orders import messages, status
from chuckwagon.orders.counts import allocate_order_number, rebuild_customer_totals, update_spent
from chuckwagon.orders.messages import (
    SMS_REASONS,
    enqueue_receipt,
    enqueue_refund_notice,
    refund_sms_kind,
    sms_key,
    suppress_refund_notice,
)
from chuckwagon.orders.models import (
    AUTOMATIC,
    CARD,
    CASH,
    COUNTER,
    DUE,
    Dispute,
    Order,
    OrderEvent,
    OrderLine,
    Refund,
)
from chuckwagon.orders.placement.order_insert import NewOrder, PlacedOrder, insert_order, to_placed_lines
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.reservations.service import follow_refund
from chuckwagon.orders.status import TRANSITIONS
from chuckwagon.printers.enqueue import TruckPrinter, follow_change, list_truck_printers, open_drawers, print_new_order
from chuckwagon.realtime import change_log

DUPLICATE_WINDOW = timedelta(minutes=10)
MAX_REFUND_NOTICES = 5
TOLD_OFTEN = SMS_REASONS["told_refunds"]

_orders, _lines = table_of(Order), table_of(OrderLine)
_INSERT_EVENT = CompiledStatement(sa.insert(table_of(OrderEvent)), ("order_id", "status", "at", "by"))
_TRUCK_ID = CompiledStatement(sa.select(_orders.c.truck_id).where(_orders.c.id == sa.bindparam("order_id")))
_RECENT_LINES = CompiledStatement(
    sa.select(_lines.c.order_id, _lines.c.name, _lines.c.quantity, _lines.c.unit_price_cents)
    .join(_orders, _orders.c.id == _lines.c.order_id)
    .where(
        _orders.c.truck_id == sa.bindparam("truck_id"),
        _orders.c.customer_phone == sa.bindparam("phone"),
        _orders.c.created_at >= sa.bindparam("since"),
        _orders.c.total_cents == sa.bindparam("total_cents"),
    )
)


class OrderDraft(NewOrder, frozen=True, kw_only=True):
    """The content of a new order; the phone in E.164. Without an `id` it gets one.

    With `confirms_itself` it is confirmed at once, if nothing about it needs a person.
    `placed_at` is set only for an order recovered from an older payment, and a late one, otherwise it is now. With
    `sms_suppressed_reason` the customer gets no confirmation SMS, otherwise one in `language`. `typed_by` is the user
    who typed the phone. One that was taken without network (`offline`) arrives quietly: in the status `arrives_as`
    where that is given, and without a text, a drawer that opens, or a ticket if it has one (`has_ticket`) or is not to
    be made.
    """

    id: str | None = None
    placed_by: str
    lines: Sequence[PricedLine]
    flags: Sequence[str] = ()
    confirms_itself: bool = False
    placed_at: datetime | None = None
    sms_suppressed_reason: str | None = None
    typed_by: str | None = None
    arrives_as: str | None = None
    has_ticket: bool = False


def place_order(session: Session, draft: OrderDraft) -> PlacedOrder:
    """Insert the order, its line items and first history rows, and enqueue the confirmation SMS and the receipt.

    Also counts it for the customer and publishes it; most rows are written later in the transaction (`run_later`). The
    order number is allocated with the commit, or with the caller's next query, because the allocation blocks all other
    orders of the truck until the commit. It is known after that.
    """
    instant, drawer_id = draft.placed_at or clock.now(), _find_drawer(session, draft)
    contribution = _contribution_of(draft, instant)
    customer_id, is_newest = upsert_customer(session, contribution) if contribution else (None, False)
    if contribution and customer_id and is_newest:
        upsert_truck_customer(session, customer_id, contribution)
    flags = [*draft.flags, *(["possible_duplicate"] if _is_possible_duplicate(session, draft) else [])]
    order_id = draft.id or new_id()
    first_status = draft.arrives_as or (status.CONFIRMED if _is_confirmed_at_once(draft, flags) else status.PENDING)
    if draft.source == "online" and draft.sms_suppressed_reason is None:  # an order at the counter is no news
        messages.enqueue_new_order_pushes(session, order_id, draft.truck_id)
    printers = list_truck_printers(session, draft.truck_id)  # before the number, as the devices for the pushes
    order = copy_fields(
        PlacedOrder,
        draft,
        id=order_id,
        allocated=allocate_order_number(session, draft.truck_id, first_status),
        customer_id=customer_id,
        status=first_status,
        tracking_token=new_secret(),
        flags=flags,
        created_at=instant,
        updated_at=clock.now(),
        version=1,
        pieces=sum(line.quantity for line in draft.lines),
        seconds_to_ready=None,
        lines=to_placed_lines(order_id, draft.lines),
    )
    insert_order(session, order)
    _record_sale(session, order, drawer_id, draft.placed_at)
    _print(session, order, printers, has_ticket=draft.has_ticket or draft.arrives_as is not None)
    if customer_id and not is_newest:
        # An order older than the customer's newest one must not replace their name and e-mail address.
        rebuild_customer_totals(session, customer_id)
    _record_first_steps(session, order, draft.placed_by)
    _tell_customer(session, order, draft)
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)
    return order


def _tell_customer(session: Session, order: PlacedOrder, draft: OrderDraft) -> None:
    """Enqueue the confirmation SMS and the receipt. The customer of a late order has heard it at the window."""
    if draft.offline is not None:
        return
    if draft.sms_suppressed_reason is None:
        enqueue_sms(session, order, "confirmed", is_new=True, typed_by=draft.typed_by)
        if order.customer_email is not None:
            enqueue_receipt(session, order.id)
    else:
        suppress_sms(session, order, "confirmed", draft.sms_suppressed_reason)


def _find_drawer(session: Session, draft: OrderDraft) -> str | None:
    """Lock the drawer that takes the cash of the order, before the customer is locked; None for other tenders."""
    is_paid = draft.payment_status == status.PAID
    return day_events.find_cash_session(session, draft.truck_id, draft.tender) if is_paid else None


def _record_sale(session: Session, order: PlacedOrder, drawer_id: str | None, taken_at: datetime | None) -> None:
    if order.payment_status == status.PAID:
        sold = (order.truck_id, order.id, order.tender, order.total_cents, drawer_id)
        day_events.record_sale(session, *sold, taken_at=taken_at)


def _print(session: Session, order: PlacedOrder, printers: Sequence[TruckPrinter], *, has_ticket: bool) -> None:
    if not has_ticket:
        is_confirmed = order.status == status.CONFIRMED
        print_new_order(session, printers, order.truck_id, order.id, is_confirmed=is_confirmed)
    if order.tender == CASH and order.payment_status == status.PAID and order.offline is None:
        open_drawers(session, printers, order.truck_id, order.id)


def _record_first_steps(session: Session, order: PlacedOrder, placed_by: str) -> None:
    steps = [(status.PENDING, placed_by)]
    if order.status != status.PENDING:
        steps.append((order.status, AUTOMATIC if order.status == status.CONFIRMED else placed_by))
    rows = [{"order_id": order.id, "status": reached, "at": order.created_at, "by": by} for reached, by in steps]
    _INSERT_EVENT.run_each_later(session, rows)
    for before, after in pairwise(["new", *(reached for reached, _ in steps)]):
        after_commit(session, TRANSITIONS.labels(before, after).inc)


def _is_confirmed_at_once(draft: OrderDraft, flags: Sequence[str]) -> bool:
    """Whether the truck's setting confirms the new order. Staff have seen what they take at the counter.

    What arrived late, and an online order with flags, waits for a person.
    """
    is_new = (draft.placed_at is None or draft.offline is not None) and draft.sms_suppressed_reason is None
    return draft.confirms_itself and is_new and (draft.source == "counter" or not flags)


def publish_order_change(session: Session, order_id: str) -> None:
    """Publish a change of the order to the live screens of its truck; nothing if there is no such order."""
    row = _TRUCK_ID.first(session, {"order_id": order_id})
    if row is not None:
        change_log.publish_change(session, row[0], change_log.ORDER, order_id)


def enqueue_sms(
    session: Session, order: Order | PlacedOrder, kind: str, *, is_new: bool = False, typed_by: str | None = None
) -> None:
    """Enqueue an SMS to the customer, once for each order and kind. Counter orders without a phone get none.

    The devices on which the customer wants to hear of this kind are told too, with or without a phone. With `is_new`
    the order was inserted in this transaction, and the row is written later in it (`run_later`). `typed_by` is the user
    who typed the phone, whose SMS to new numbers are limited.
    """
    key, delay = sms_key(order.id, kind), messages.NO_HOLD
    if kind == messages.READY:
        delay = messages.enqueue_order_pushes(session, order.id, kind, key)
    elif kind == messages.CANCELLED:
        messages.enqueue_order_pushes(session, order.id, kind, key)
    if order.source == "online" or order.customer_phone is not None:
        enqueue = outbox.enqueue_new if is_new else outbox.enqueue
        payload = {"orderId": order.id} | ({"typedBy": typed_by} if typed_by else {})
        enqueue(session, f"order_{kind}_sms", key, payload, delay=delay)


def suppress_sms(session: Session, order: Order | PlacedOrder, kind: str, reason: str) -> None:
    """Record that the SMS of this kind is never sent, and why. Does nothing when it was enqueued before."""
    outbox.enqueue_skipped(session, f"order_{kind}_sms", sms_key(order.id, kind), {"orderId": order.id}, reason)


def announce_refund(
    session: Session, order: Order, refund: Refund, withheld: str | None = None, *, later: Sequence[str] = ()
) -> None:
    """Enqueue the SMS and the e-mail about a refund that Stripe has accepted, once for each refund.

    After `MAX_REFUND_NOTICES` refunds of an order, and with a reason in `withheld`, record that none is sent. `later`
    are the IDs of refunds that are announced after it.
    """
    kind = refund_sms_kind(order.id, refund.id, refund.key)
    if kind != "refunded" and _was_told_by_older_release(session, order.id, refund):
        return
    others = (Refund.order_id == order.id, Refund.id.not_in([refund.id, *later]), Refund.provider_id.is_not(None))
    count = session.scalar(sa.select(sa.func.count()).where(*others)) or 0
    withheld = withheld or (TOLD_OFTEN if count >= MAX_REFUND_NOTICES else None)
    key, payload = sms_key(order.id, kind), {"orderId": order.id, "refundId": refund.id, "kind": kind}
    if withheld is not None:
        outbox.enqueue_skipped(session, "order_refunded_sms", key, payload, withheld)
        suppress_refund_notice(session, order.id, refund, withheld)
        return
    if order.source == "online" or order.customer_phone is not None:
        outbox.enqueue(session, "order_refunded_sms", key, payload)
    enqueue_refund_notice(session, order, refund)


def announce_counter_refund(session: Session, order: Order, refund: Refund) -> None:
    """Enqueue the SMS about a refund that staff pay out, for the first `MAX_REFUND_NOTICES` of an order."""
    others = (Refund.order_id == order.id, Refund.id != refund.id, Refund.method == COUNTER)
    count = session.scalar(sa.select(sa.func.count()).where(*others)) or 0
    if order.customer_phone is not None and count < MAX_REFUND_NOTICES:
        kind = refund_sms_kind(order.id, refund.id, refund.key)
        payload = {"orderId": order.id, "refundId": refund.id, "kind": kind}
        outbox.enqueue(session, "order_refunded_sms", sms_key(order.id, kind), payload)


def _was_told_by_older_release(session: Session, order_id: str, refund: Refund) -> bool:
    """Whether the one notice of refunds that an order had in older releases, which named none, came after this one."""
    told = outbox.find_message(session, sms_key(order_id, "refunded"))
    if told is None or told.status == outbox.SKIPPED or "refundId" in told.payload:
        return False
    return refund.created_at <= told.created_at


def add_refund(
    session: Session,
    order: Order,
    amount_cents: int,
    *,
    reason: str,
    reason_code: str | None = None,
    asked_by: str,
    key: str | None = None,
    lines: list[dict[str, int]] | None = None,
    is_back_in_stock: bool | None = None,
) -> Refund:
    """Insert a refund, take its pieces from stock, update the order's payment status. The worker sends a card refund.

    A refund of a counter payment is due until staff have paid it out (`refunds.service.pay_out`). The caller has locked
    the order's row and checked that the amount is still refundable.
    """
    refund_id, instant = new_id(), clock.now()
    is_card = order.payment_intent_id is not None
    refund = Refund(
        id=refund_id,
        order_id=order.id,
        payment_intent_id=order.payment_intent_id,
        key=key or f"refund:{refund_id}",
        method=CARD if is_card else COUNTER,
        amount_cents=amount_cents,
        lines=lines,
        is_back_in_stock=is_back_in_stock,
        reason_code=reason_code,
        reason=reason,
        asked_by=asked_by,
        status="pending" if is_card else DUE,
        created_at=instant,
        updated_at=instant,
    )
    session.add(refund)
    session.flush()
    if is_card:
        outbox.enqueue(session, "refund_payment", refund.key, {"refundId": refund.id})
    follow_refund(session, order, refund)
    if lines and order.status in (*status.NOT_STARTED, status.PREPARING):
        follow_change(session, order.id, refund.id)
    update_payment_status(session, order.id)
    return refund


def update_payment_status(session: Session, order_id: str) -> None:
    """Lock the order, recompute its payment status from its refunds and disputes, and publish the order.

    Also recomputes what the customer spent, whose row it locks: what changes slots or stock comes before. An unpaid
    order stays unpaid, and its version grows in any case.
    """
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    new_status = _payment_status(session, order)
    order.version += 1
    order.updated_at = clock.now()
    order.payment_status = new_status
    session.flush()
    update_spent(session, order.truck_id, order.customer_id)
    change_log.publish_change(session, order.truck_id, change_log.ORDER, order.id)


def _payment_status(session: Session, order: Order) -> str:
    if order.payment_status == status.UNPAID:
        return status.UNPAID
    withdrawn = sa.select(sa.literal(1)).where(Dispute.order_id == order.id, Dispute.status.in_(status.FUNDS_WITHDRAWN))
    if session.scalar(withdrawn.limit(1)) is not None:
        return status.DISPUTED
    is_sent = sa.or_(Refund.provider_id.is_not(None), sa.and_(Refund.method == COUNTER, Refund.status != DUE))
    sent_cents = sa.select(sa.func.sum(Refund.amount_cents)).where(Refund.order_id == order.id, is_sent)
    cents = session.scalar(sent_cents.where(Refund.status != "failed")) or 0
    if not cents:
        return status.PAID
    return status.REFUNDED if cents >= order.total_cents else status.PARTIALLY_REFUNDED


def _contribution_of(draft: OrderDraft, instant: datetime) -> OrderContribution | None:
    """The order's part of the customer's totals; None for an order without a phone."""
    if not draft.customer_phone:
        return None
    return OrderContribution(
        truck_id=draft.truck_id,
        phone=draft.customer_phone,
        name=draft.customer_name,
        email=draft.customer_email or None,
        at=instant,
        cents=draft.total_cents if draft.payment_status == status.PAID else 0,
    )


def _is_possible_duplicate(session: Session, draft: OrderDraft) -> bool:
    """True when the same phone ordered the same line items at this truck within `DUPLICATE_WINDOW`."""
    if draft.customer_phone is None:
        return False
    values = {
        "truck_id": draft.truck_id,
        "phone": draft.customer_phone,
        "since": clock.now() - DUPLICATE_WINDOW,
        "total_cents": draft.total_cents,
    }
    ordered = sorted((line.name, line.quantity, line.unit_price_cents) for line in draft.lines)
    recent: dict[str, list[tuple[str, int, int]]] = defaultdict(list)
    for order_id, *line in _RECENT_LINES.all(session, values):
        recent[order_id].append((line[0], line[1], line[2]))
    return any(sorted(lines) == ordered for lines in recent.values())
