"""Refunds requested by staff: an amount, or quantities of line items with their tax, up to the amount paid.

The order's row is locked while the amount is reserved, so that two users cannot refund the same money. The
worker sends card refunds. A refund of a counter payment is due until a member of staff says that it is paid out.
"""

from typing import Annotated

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.sessions import require_proof
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.drawer import service as day_events
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound, raise_if_any
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import UNPRINTABLE, Sentence, too_long
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters, trimmed
from chuckwagon.orders import audit_events, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import COUNTER, DUE, SUCCEEDED, Order, Refund
from chuckwagon.orders.pickup_changes import find_last_disruption
from chuckwagon.orders.refund_amount import PriorRefund, compute_refund_cents, count_refunded_pieces, read_taxed_order
from chuckwagon.orders.schemas import RefundedLine, RefundReason, StaffOrder
from chuckwagon.orders.service import (
    add_refund,
    announce_counter_refund,
    update_payment_status,
)
from chuckwagon.realtime import change_log

MAX_REASON_LENGTH, MAX_DOLLARS, MAX_LINES = 200, 1_000_000, 50
REFUND_AMOUNT_INVALID = Sentence("Enter an amount above zero, with at most two decimals.", "refund_amount_invalid")
LINE_INDEX_INVALID = Sentence("Name each line item of the order once, by its index from 0.", "line_index_invalid")
ORDER_NOT_PAID = Sentence("This order was not paid, so there is nothing to give back.", "order_not_paid")
PAY_OUT_NOT_FOUND = Sentence(
    "We couldn't find this refund among those that are paid out at the counter.", "pay_out_unknown"
)
ITEMS_FREE = Sentence("Nothing was paid for these items.", "items_free")


class NothingToRefund(Conflict):
    """Nothing was paid, or everything is refunded already."""

    code = "nothing_to_refund"
    sentence = "All of this payment has been given back already."


class PaymentDisputed(Conflict):
    code = "payment_disputed"
    sentence = "The customer's bank has taken this payment back. It cannot be refunded as well."


class RefundTooLarge(Conflict):
    """The amount is more than is left; `refundable` is the amount that is left, in dollars."""

    code = "refund_too_large"


class FoodStarted(Conflict):
    """The pieces cannot go back into stock, because the kitchen has started the order."""

    code = "food_started"
    sentence = "The kitchen has started this order, so its items cannot go back into stock."


class RefundRequest(Struct, rename="camel"):
    """The body of POST /orders/{id}/refunds: an amount in dollars, line items, or everything that is left of both.

    `reasonCode` says why; with `other`, and without one, `reason` has to. With `backInStock` the pieces of the line
    items can be sold again. Without it they have run out, or were eaten: as many are left as before, also when the
    order is cancelled.
    """

    amount: float | None = None
    items: list[RefundedLine] | None = None
    reason: Annotated[str, Meta(max_length=1000), trimmed(MAX_REASON_LENGTH, min_length=1)] | None = None
    # Left out of what the idempotency key stands for where it is not sent, as in releases that did not know it.
    reason_code: RefundReason | UnsetType = UNSET
    back_in_stock: bool | UnsetType = UNSET
    everything: bool | UnsetType = UNSET


class PayOutRequest(Struct, rename="camel"):
    """The body of POST /orders/{id}/pay-outs: which refund of the order a member of staff has paid out."""

    refund_id: Annotated[str, Meta(max_length=64)]


class RefundCommand(Struct, frozen=True):
    """A checked request: an amount in cents, quantities by the index of the line item, or neither for everything."""

    amount_cents: int | None
    quantities: dict[int, int]
    reason: str
    reason_code: str | None = None
    is_back_in_stock: bool = False

    @property
    def is_everything(self) -> bool:
        return self.amount_cents is None and not self.quantities


def refund_order(
    db: Database,
    actor: Actor,
    order_id: str,
    request: RefundRequest,
    idempotency_key: str | None,
    *,
    free_cents: int | None = None,
) -> StaffOrder:
    """Insert the refund and return the order for staff, once for each idempotency key. The worker sends a card refund.

    Raises NotFound, NotAllowed for another truck's order, InvalidInput, NothingToRefund when the order is unpaid or
    fully refunded, PaymentDisputed, RefundTooLarge for more than is left, FoodStarted, IdempotencyKeyReused, and
    ReauthenticationRequired when a user with a second factor refunds more than `free_cents` of one order without a
    recent proof.
    """
    with db.reading() as session:
        order = queries.get_order_for(session, actor, order_id)
    command = check_refund_request(request, len(order.lines))
    repeat = parse_idempotency_key(actor.user_id, idempotency_key, "refund_order", order.id, request)
    return write_once(db, repeat, StaffOrder, lambda session: _refund(session, actor, order.id, command, free_cents))


def pay_out(db: Database, actor: Actor, order_id: str, refund_id: str) -> StaffOrder:
    """Mark a refund at the counter as paid out, and return the order for staff. Repeating it changes nothing.

    From now on the refund counts. Raises NotFound, also for a refund that Stripe pays, and NotAllowed for another
    truck's order.
    """
    with db.reading() as session:
        order = queries.get_order_for(session, actor, order_id)
    return db.write(lambda session: _pay_out(session, actor, order, refund_id))


def _pay_out(session: Session, actor: Actor, order: Order, refund_id: str) -> StaffOrder:
    of_order = (Refund.id == refund_id, Refund.order_id == order.id, Refund.method == COUNTER)
    cents = session.scalar(sa.select(Refund.amount_cents).where(*of_order))
    if cents is None:
        raise NotFound(PAY_OUT_NOT_FOUND)
    instant, name = clock.now(), queries.get_staff_name(session, actor.user_id)
    paid = {"status": SUCCEEDED, "paid_out_at": instant, "paid_out_by": name, "updated_at": instant}
    if not try_update_one(session, sa.update(Refund).where(*of_order, Refund.status == DUE).values(paid)):
        return queries.get_staff_order(session, order.id)
    session.get_one(Order, order.id, with_for_update=True)  # before the drawer
    drawer_id = day_events.find_cash_session(session, order.truck_id, order.tender)
    day_events.record_refund(session, order.truck_id, (order.id, refund_id), order.tender, cents, drawer_id)
    update_payment_status(session, order.id)
    shown = queries.get_staff_order(session, order.id)
    audit_events.record_pay_out(session, actor, shown, cents)
    disruption = find_last_disruption(session, order.id)
    if disruption is not None and disruption.disruption_id is not None:  # its progress lists what is due
        change_log.publish_change(session, order.truck_id, change_log.DISRUPTION, disruption.disruption_id)
    return shown


def check_refund_request(request: RefundRequest, line_count: int) -> RefundCommand:
    """Check the request. Raises InvalidInput with a sentence for every invalid field."""
    problems: dict[str, Sentence] = {}
    reason = collapse_whitespace(request.reason or "")
    code = request.reason_code or None
    if not reason and code in (None, "other"):
        problems["reason"] = Sentence("Say why the money goes back.", "refund_reason_required")
    elif len(reason) > MAX_REASON_LENGTH:
        problems["reason"] = too_long(MAX_REASON_LENGTH)
    elif has_control_characters(reason):
        problems["reason"] = UNPRINTABLE
    if (request.amount is not None) + (request.items is not None) + (request.everything is True) != 1:
        problems["amount"] = Sentence("Send either an amount or items.", "amount_or_items")
    elif request.amount is not None and not _is_amount(request.amount):
        problems["amount"] = REFUND_AMOUNT_INVALID
    _check_items(problems, request.items, line_count)
    raise_if_any(problems)
    amount = None if request.amount is None else to_cents(request.amount)
    quantities = {line.index: line.quantity for line in request.items or ()}
    return RefundCommand(amount, quantities, reason, code, request.back_in_stock is True)


def _is_amount(dollars: float) -> bool:
    return 0 < dollars <= MAX_DOLLARS and to_cents(dollars) > 0 and to_dollars(to_cents(dollars)) == dollars


def _check_items(problems: dict[str, Sentence], items: list[RefundedLine] | None, line_count: int) -> None:
    if items is None:
        return
    if not 1 <= len(items) <= MAX_LINES:
        problems["items"] = Sentence("Choose at least one item.", "items_required")
    indexes: set[int] = set()
    for position, line in enumerate(items[:MAX_LINES]):
        if not 0 <= line.index < line_count or line.index in indexes:
            problems[f"items.{position}.index"] = LINE_INDEX_INVALID
        if line.quantity < 1:
            problems[f"items.{position}.quantity"] = Sentence("Choose a quantity of at least 1.", "quantity_too_small")
        indexes.add(line.index)


def _refund(
    session: Session, actor: Actor, order_id: str, command: RefundCommand, free_cents: int | None
) -> StaffOrder:
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    if order.payment_status == statuses.UNPAID:
        raise NothingToRefund(ORDER_NOT_PAID)
    if order.payment_status == statuses.DISPUTED:
        raise PaymentDisputed
    if command.is_back_in_stock and order.status not in statuses.NOT_STARTED:
        raise FoodStarted
    earlier = queries.list_effective_refunds(session, order.id)
    remaining_cents = order.total_cents - sum(refund.amount_cents for refund in earlier)
    if remaining_cents <= 0:
        raise NothingToRefund
    quantities = command.quantities
    if command.is_everything:
        refunded = count_refunded_pieces(earlier)
        left = {index: line.quantity - refunded[index] for index, line in enumerate(order.lines)}
        quantities = {index: count for index, count in left.items() if count > 0}
        amount = remaining_cents  # a tip, and what an earlier amount has not given back, with the items
    else:
        amount = command.amount_cents or _price_lines(order, quantities, earlier)
    if amount > remaining_cents:
        text = f"Only {format_usd(remaining_cents)} of this order can still be refunded."
        sentence = Sentence(text, "refund_amount_too_large", cents=remaining_cents)
        raise RefundTooLarge(sentence, fields={"amount": sentence}, refundable=to_dollars(remaining_cents))
    if free_cents is not None and order.total_cents - remaining_cents + amount > free_cents:
        require_proof(session, actor)  # earlier ones count, so small parts do not get around it
    lines = [RefundedLine(index, count) for index, count in quantities.items()]
    name = queries.get_staff_name(session, actor.user_id)
    refund = add_refund(
        session,
        order,
        amount,
        reason=command.reason,
        reason_code=command.reason_code,
        asked_by=name,
        lines=msgspec.to_builtins(lines) or None,
        is_back_in_stock=command.is_back_in_stock if lines else None,
    )
    if order.payment_intent_id is None:  # a card refund is told of when Stripe has accepted it
        announce_counter_refund(session, order, refund)
    audit_events.record_refund(session, actor.author, order, amount)
    return queries.get_staff_order(session, order.id)


def _price_lines(order: Order, quantities: dict[int, int], earlier: list[Refund]) -> int:
    """The amount in cents of the quantities (by line index).

    Raises RefundTooLarge for more than is left of a line item, InvalidInput for free items.
    """
    prior = [
        PriorRefund({line["index"]: line["quantity"] for line in refund.lines}, refund.amount_cents)
        for refund in earlier
        if refund.lines
    ]
    refunded = count_refunded_pieces(earlier)
    for index, quantity in quantities.items():
        line = order.lines[index]
        if quantity > line.quantity - refunded[index]:
            left = line.quantity - refunded[index]
            text = f"Only {left} × {line.name} can still be refunded."
            sentence = Sentence(text, "refund_quantity_too_large", quantity=left, item=line.name)
            raise RefundTooLarge(sentence, fields={"items": sentence})
    amount = compute_refund_cents(read_taxed_order(order).to_paid_order(), quantities, prior)
    if amount == 0:
        raise InvalidInput(ITEMS_FREE, fields={"items": ITEMS_FREE})
    return amount
