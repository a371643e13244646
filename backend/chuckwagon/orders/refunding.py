"""Refunds that staff ask for: an amount, or pieces of lines with their tax, until all that was paid is back.

The order's row is held while the sum is reserved, so that two people never give the same money back twice.
The money itself is sent by the worker; what was paid at the window is only written down.
"""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.errors import Conflict, InvalidInput
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.money import format_usd, to_cents, to_dollars
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.orders import audited, queries
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.refund_share import Back, Paid, share_cents
from chuckwagon.orders.schemas import RefundedLine, StaffOrder
from chuckwagon.orders.service import add_refund, list_alive_refunds

LONGEST_REASON, MOST_DOLLARS, MOST_LINES = 200, 1_000_000, 50


class NothingToRefund(Conflict):
    """Nothing was paid, or all of it is back already."""

    code = "nothing_to_refund"
    sentence = "All of this payment has been given back already."


class PaymentDisputed(Conflict):
    code = "payment_disputed"
    sentence = "The customer's bank has taken this payment back. It cannot be refunded as well."


class RefundTooLarge(Conflict):
    """More than is left; `refundable` is what can still be given back, in dollars."""

    code = "refund_too_large"


class RefundRequest(Struct, rename="camel"):
    """The body of POST /orders/{id}/refunds: either an amount in dollars, or lines."""

    amount: float | None = None
    items: list[RefundedLine] | None = None
    reason: Annotated[str, Meta(max_length=1000)] | None = None


class Wanted(Struct, frozen=True):
    """The request after the rules of the form: cents, or pieces by line."""

    amount_cents: int | None
    quantities: dict[int, int]
    reason: str


def refund_order(
    db: Database, actor: Actor, order_id: str, request: RefundRequest, idempotency_key: str | None
) -> StaffOrder:
    """Reserve the sum and leave the refund to the worker, once per key.

    Raises NotFound, NotAllowed, InvalidInput, NothingToRefund, PaymentDisputed, RefundTooLarge,
    IdempotencyKeyReused.
    """
    with db.reading() as session:
        order = queries.get_order_for(session, actor, order_id)
    wanted = check_request(request, len(order.lines))
    repeat = read_repeat(actor.user_id, idempotency_key, "refund_order", order.id, request)

    def give_back(session: Session) -> StaffOrder:
        return once(session, repeat, StaffOrder, lambda: _give_back(session, actor, order.id, wanted))

    return db.write(give_back)


def check_request(given: RefundRequest, line_count: int) -> Wanted:
    """The rules of the form. Raises InvalidInput naming every field that breaks one."""
    wrong: dict[str, str] = {}
    reason = one_line(given.reason or "")
    if not reason:
        wrong["reason"] = "Say why the money goes back."
    elif len(reason) > LONGEST_REASON:
        wrong["reason"] = f"Use at most {LONGEST_REASON} characters."
    elif has_control_characters(reason):
        wrong["reason"] = "This text holds characters that cannot be printed."
    if (given.amount is None) == (given.items is None):
        wrong["amount"] = "Send either an amount or items."
    elif given.amount is not None and not _is_amount(given.amount):
        wrong["amount"] = "Enter an amount above zero, with at most two decimals."
    _check_items(wrong, given.items, line_count)
    if wrong:
        raise InvalidInput(next(iter(wrong.values())), fields=wrong)
    amount = None if given.amount is None else to_cents(given.amount)
    return Wanted(amount, {line.index: line.quantity for line in given.items or ()}, reason)


def _is_amount(dollars: float) -> bool:
    return 0 < dollars <= MOST_DOLLARS and to_cents(dollars) > 0 and to_dollars(to_cents(dollars)) == dollars


def _check_items(wrong: dict[str, str], items: list[RefundedLine] | None, line_count: int) -> None:
    if items is None:
        return
    if not 1 <= len(items) <= MOST_LINES:
        wrong["items"] = "Choose at least one line."
    seen: set[int] = set()
    for place, line in enumerate(items[:MOST_LINES]):
        if not 0 <= line.index < line_count or line.index in seen:
            wrong[f"items.{place}.index"] = "Name each line of the order once, by its place from 0."
        if line.quantity < 1:
            wrong[f"items.{place}.quantity"] = "Choose at least one piece."
        seen.add(line.index)


def _give_back(session: Session, actor: Actor, order_id: str, wanted: Wanted) -> StaffOrder:
    order = session.get_one(Order, order_id, with_for_update=True, populate_existing=True)
    if order.payment_status == statuses.UNPAID:
        raise NothingToRefund("This order was not paid, so there is nothing to give back.")
    if order.payment_status == statuses.DISPUTED:
        raise PaymentDisputed
    earlier = list_alive_refunds(session, order.id)
    left = order.total_cents - sum(refund.amount_cents for refund in earlier)
    if left <= 0:
        raise NothingToRefund
    amount = wanted.amount_cents or _price_lines(order, wanted.quantities, earlier)
    if amount > left:
        sentence = f"Only {format_usd(left)} of this order can still be given back."
        raise RefundTooLarge(sentence, fields={"amount": sentence}, refundable=to_dollars(left))
    lines = [RefundedLine(index, count) for index, count in wanted.quantities.items()]
    name = queries.get_staff_name(session, actor.user_id)
    add_refund(
        session,
        order,
        amount,
        reason=wanted.reason,
        asked_by=name,
        lines=msgspec.to_builtins(lines) or None,
    )
    audited.note_refund(session, actor, order, amount)
    return queries.get_staff_order(session, order.id)


def _price_lines(order: Order, quantities: dict[int, int], earlier: list[Refund]) -> int:
    """Raises RefundTooLarge for more pieces than are left of a line, InvalidInput for what was free."""
    backs = [
        Back({line["index"]: line["quantity"] for line in refund.lines}, refund.amount_cents)
        for refund in earlier
        if refund.lines
    ]
    gone = Counter[int]()
    for back in backs:
        gone.update(back.quantities)
    for index, quantity in quantities.items():
        line = order.lines[index]
        if quantity > line.quantity - gone[index]:
            sentence = f"Only {line.quantity - gone[index]} × {line.name} can still be given back."
            raise RefundTooLarge(sentence, fields={"items": sentence})
    prices = [line.unit_price_cents for line in order.lines]
    amount = share_cents(Paid(order.subtotal_cents, order.tax_cents, prices), quantities, backs)
    if amount == 0:
        sentence = "Nothing was paid for these items."
        raise InvalidInput(sentence, fields={"items": sentence})
    return amount
