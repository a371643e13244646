"""Recovery of lost checkouts from the metadata of their payments."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import insert_if_absent
from chuckwagon.integrations.stripe.charges import CardPayment
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.validation import is_email, us_e164
from chuckwagon.menu.availability import ON_SALE
from chuckwagon.menu.cart_items import MenuItemState, OptionState, load_cart_items
from chuckwagon.menu.diets import state_line
from chuckwagon.orders.erasure import ERASED_NAME
from chuckwagon.orders.placement.options import PricedModifier
from chuckwagon.orders.placement.pricing import PricedLine, pick_line_translations
from chuckwagon.payments import erasure
from chuckwagon.payments.checkout.intent_metadata import CheckoutMetadata, MetadataLine, list_checkout_columns
from chuckwagon.payments.checkout.pickup import stop_columns
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.schedule.checkout_stop import find_checkout_stop
from chuckwagon.schedule.models import Stop

UNKNOWN_CUSTOMER_NAME = "Guest"
UNKNOWN_ITEM, UNKNOWN_OPTION = "An item that is no longer known", "An option that is no longer known"
WHOLE_CART = "The whole order (its lines were too many to be kept with the payment)"


def recover_checkout(session: Session, payment: CardPayment, copy: CheckoutMetadata) -> None:
    """Insert a lost checkout again, as far as the payment's metadata allows. An existing one stays as it is.

    It has no name, notes or attempt. The customer's phone and e-mail come from the card's billing details, or are left
    out once the payer is erased.
    """
    lines = _recover_lines(session, copy)
    is_forgotten = erasure.is_payer_erased(session, payment.intent)
    values: dict[str, Any] = {
        **list_checkout_columns(copy),
        "sequence": 1,
        "request_hash": "",
        "status": OPEN,
        "payment_intent_id": payment.intent.id,
        "client_secret_hash": hash_secret(payment.intent.client_secret),
        "intent_try": 1,
        "lines": [msgspec.to_builtins(line) for line in lines],
        "currency": payment.intent.currency,
        "destination_account": payment.destination,
        "application_fee_cents": payment.fee_cents,
        **_customer_values(payment, is_forgotten=is_forgotten),
        **_find_stop_columns(session, copy, payment.paid_at),
        "special_instructions": f"Rebuilt from the payment {payment.intent.id}: name and notes were lost.",
        "created_at": payment.paid_at,
        "expires_at": payment.paid_at + timedelta(hours=2),
    }
    insert_if_absent(session, Checkout, values)


def _find_stop_columns(session: Session, copy: CheckoutMetadata, paid_at: datetime) -> dict[str, Any]:
    """The columns of the pickup and of the stop with its place as it is now, unless that is gone or another truck's.

    The version of the plan is the one that the customer agreed to. It is None when the stop was disrupted after the
    payment, because versions of a restored stop begin again; then the order follows every disruption since.
    """
    pickup_at = datetime.fromtimestamp(copy.pickup_minutes * 60, tz=UTC)
    stop = find_checkout_stop(session, copy.stop_id) if copy.stop_id else None
    if stop is None or stop.truck_id != copy.truck_id:
        return {"pickup_at": pickup_at}
    changed_at = session.scalar(sa.select(Stop.change_at).where(Stop.id == stop.id))
    version = stop.plan_version if copy.stop_plan_version is None else copy.stop_plan_version
    agreed = {"stop_plan_version": None if changed_at is not None and changed_at >= paid_at else version}
    return {"pickup_at": pickup_at, "slot_at": pickup_at, **stop_columns(stop), **agreed}


def _customer_values(payment: CardPayment, *, is_forgotten: bool) -> dict[str, str | None]:
    if is_forgotten:
        return {"customer_name": ERASED_NAME, "customer_phone": "", "customer_email": None}
    return {
        "customer_name": UNKNOWN_CUSTOMER_NAME,
        "customer_phone": read_billing_phone(payment.phone) or "",
        "customer_email": payment.email if is_email(payment.email or "") else None,
    }


def read_billing_phone(text: str | None) -> str | None:
    """Return the phone of the billing details in E.164, or None if it is not a US number."""
    return us_e164(text or "")


def _recover_lines(session: Session, copy: CheckoutMetadata) -> list[PricedLine]:
    """Build the line items at the prices paid, with the names and the statements of the current menu."""
    if not copy.lines:
        whole = copy.subtotal_cents
        return [PricedLine("", WHOLE_CART, 1, whole, whole, whole)]
    items = load_cart_items(session, [line.menu_item_id for line in copy.lines])
    return [_recover_line(line, items.get(line.menu_item_id)) for line in copy.lines]


def _recover_line(copied: MetadataLine, item: MenuItemState | None) -> PricedLine:
    groups = item.option_groups if item else []
    known = {option.id: (group, option) for group in groups for option in group.options}
    modifiers, chosen = [], []
    for one in copied.options:
        group, option = known.get(one.option_id, (None, None))
        chosen.append(option or OptionState("", UNKNOWN_OPTION, 0, ON_SALE))
        modifiers.append(
            PricedModifier(
                option_id=one.option_id,
                group_name=group.name if group else "",
                name=option.name if option else UNKNOWN_OPTION,
                additional_price_cents=one.cents,
                single=group is not None and group.max_select == 1,
                quantity=one.quantity,
            )
        )
    name = item.name if item else UNKNOWN_ITEM
    said = state_line(name, item.diets if item else None, item.allergens if item else None, chosen)
    unit = copied.base_price_cents + sum(one.cents for one in copied.options)
    return PricedLine(
        menu_item_id=copied.menu_item_id,
        name=name,
        quantity=copied.quantity,
        base_price_cents=copied.base_price_cents,
        unit_price_cents=unit,
        total_cents=unit * copied.quantity,
        modifiers=tuple(modifiers),
        tax_class=copied.tax_class,
        diets=said.diets,
        allergens=said.allergens,
        allergens_not_stated=said.not_stated,
        translations=pick_line_translations(item, modifiers) if item else None,
    )
