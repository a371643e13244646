"""Lost checkouts, written down again from the copy that travels with their payment."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.core.addresses import is_email
from chuckwagon.core.db import insert_if_absent
from chuckwagon.core.ids import digest
from chuckwagon.gateways.stripe_history import Payment
from chuckwagon.menu.cart_items import CartItem, items_for_cart
from chuckwagon.orders.forgetting import ERASED_NAME
from chuckwagon.orders.phones import us_e164
from chuckwagon.orders.pricing import Line, Modifier
from chuckwagon.payments import forgetting
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.payments.provider_copy import CheckoutCopy, CopiedLine

GUEST = "Guest"
UNKNOWN_ITEM, UNKNOWN_OPTION = "An item that is no longer known", "An option that is no longer known"
WHOLE_CART = "The whole order (its lines were too many to be kept with the payment)"


def rebuild_checkout(session: Session, payment: Payment, copy: CheckoutCopy) -> None:
    """Write a lost checkout down again, as far as the payment tells; one that is there stays as it is.

    Who ordered is only known as far as the card's billing details say, and not at all once the payer was
    forgotten.
    """
    lines = _lines(session, copy)
    is_forgotten = forgetting.is_forgotten(session, payment.intent)
    values: dict[str, Any] = {
        "id": copy.checkout_id,
        "truck_id": copy.truck_id,
        "sequence": 1,
        "request_hash": "",
        "status": OPEN,
        "payment_intent_id": payment.intent.id,
        "client_secret_hash": digest(payment.intent.client_secret),
        "intent_try": 1,
        "lines": [msgspec.to_builtins(line) for line in lines],
        "subtotal_cents": copy.subtotal_cents,
        "tax_cents": copy.tax_cents,
        "total_cents": copy.total_cents,
        "tax_rate_units": copy.tax_rate_units,
        "currency": payment.intent.currency,
        "destination_account": payment.destination,
        "application_fee_cents": payment.fee_cents,
        **_payer(payment, is_forgotten=is_forgotten),
        "pickup_at": datetime.fromtimestamp(copy.pickup_minutes * 60, tz=UTC),
        "special_instructions": f"Rebuilt from the payment {payment.intent.id}: name and notes were lost.",
        "created_at": payment.paid_at,
        "expires_at": payment.paid_at + timedelta(hours=2),
    }
    insert_if_absent(session, Checkout, values)


def _payer(payment: Payment, *, is_forgotten: bool) -> dict[str, str | None]:
    if is_forgotten:
        return {"customer_name": ERASED_NAME, "customer_phone": "", "customer_email": None}
    return {
        "customer_name": GUEST,
        "customer_phone": read_phone(payment.phone) or "",
        "customer_email": payment.email if is_email(payment.email or "") else None,
    }


def read_phone(text: str | None) -> str | None:
    """A phone of the billing details as ours are written, if it is one of the United States."""
    return us_e164(text or "")


def _lines(session: Session, copy: CheckoutCopy) -> list[Line]:
    """The lines at the prices that were paid, with the names of today's menu."""
    if not copy.lines:
        whole = copy.subtotal_cents
        return [Line("", WHOLE_CART, 1, whole, whole, whole)]
    items = items_for_cart(session, [line.menu_item_id for line in copy.lines])
    return [_line(line, items.get(line.menu_item_id)) for line in copy.lines]


def _line(copied: CopiedLine, item: CartItem | None) -> Line:
    groups = item.option_groups if item else []
    known = {option.id: (group, option) for group in groups for option in group.options}
    modifiers = []
    for one in copied.options:
        group, option = known.get(one.option_id, (None, None))
        modifiers.append(
            Modifier(
                option_id=one.option_id,
                group_name=group.name if group else "",
                name=option.name if option else UNKNOWN_OPTION,
                additional_price_cents=one.cents,
                single=group is not None and group.max_select == 1,
            )
        )
    unit = copied.base_price_cents + sum(one.cents for one in copied.options)
    return Line(
        menu_item_id=copied.menu_item_id,
        name=item.name if item else UNKNOWN_ITEM,
        quantity=copied.quantity,
        base_price_cents=copied.base_price_cents,
        unit_price_cents=unit,
        total_cents=unit * copied.quantity,
        modifiers=tuple(modifiers),
    )
