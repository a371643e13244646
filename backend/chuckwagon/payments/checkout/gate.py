"""The gate of all checkouts: refuses floods and guessed codes before they cost anything, and counts what is refused."""

from http import HTTPStatus

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import TooManyUnpaid
from chuckwagon.kit.errors import AppError
from chuckwagon.offers import code_guess_limit
from chuckwagon.offers.errors import OfferHeld, OfferUnknown, OfferUsed
from chuckwagon.orders.reservations.errors import SlotFull
from chuckwagon.payments.checkout import schemas, service
from chuckwagon.payments.checkout.pickup import get_truck
from chuckwagon.payments.checkout.pricing import CartInvalid, PricesChanged
from chuckwagon.payments.checkout.save import CheckoutRequestContext, phone_key
from chuckwagon.payments.metrics import UNPAID_REFUSED
from chuckwagon.settings import Settings

# A booked-out stop refuses many customers of a festival's address: four times the checkouts, half a minute's at once.
REFUSED_FACTOR, REFUSED_SECONDS = 4, 30


async def pause_refused_checkout(address: str) -> None:
    """Wait before a refusal is answered, if more than a few of the address came in this second: it may be a flood."""
    await rate_limits.pause_flood(_address_keys(address)[0])


async def refuse_remembered_checkout(address: str) -> None:
    """Raise TooManyRequests for an address that was refused a moment ago: on the event loop, without a thread."""
    await rate_limits.refuse_remembered_slowly(*_address_keys(address))


def open_checkout_counting_refusals(
    db: Database,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestContext,
) -> schemas.PaymentIntentAnswer:
    """Open the checkout. When its slot is full, something is sold out or its code is unknown, count the refusal.

    The count is a transaction of its own. An address whose checkouts are refused too often, for whatever reason, is
    refused by `refuse_remembered_checkout`, also if it waits for a thread then. A code that exists is refused for
    unknown ones only when these come by the hundred, because many customers may share an address. Returns the response
    and raises the errors of `service.open_checkout`.
    """
    rate_limits.refuse_remembered(*_address_keys(caller.address))
    try:
        contact = schemas.validate_contact(request.customer_info)
        # Before the cart is priced in the only writer.
        rate_limits.refuse_remembered(phone_key(contact.phone, caller.address))
        return _open_checkout(db, settings, request, msgspec.structs.replace(caller, contact=contact))
    except AppError as refused:
        if refused.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            # It cost as much as a checkout. Further ones must not enter the threads and the only writer.
            limit = settings.limit_checkouts_per_address * REFUSED_FACTOR * REFUSED_SECONDS // 60
            rate_limits.count_here(_refused_key(caller.address), limit=limit, seconds=REFUSED_SECONDS)
        raise


def _open_checkout(
    db: Database, settings: Settings, request: schemas.PaymentIntentRequest, caller: CheckoutRequestContext
) -> schemas.PaymentIntentAnswer:
    if request.cart.code is not None:
        with db.reading() as session:
            code_guess_limit.refuse_mass_guessing(session, settings, caller.address)
    try:
        return service.open_checkout(db, settings, request, caller)
    except TooManyUnpaid:
        UNPAID_REFUSED.inc()
        raise
    except (OfferUsed, OfferHeld) as refused:
        if refused.is_about_phone:
            db.write(lambda session: _count_used_phone(session, request, caller.address))
        raise
    except OfferUnknown:
        db.write(lambda session: _count_guess(session, settings, request, caller.address))
        raise
    except (SlotFull, CartInvalid, PricesChanged) as refused:
        kind = service.find_kind(refused)
        if kind is not None:
            db.write(lambda session: service.count_refusal(session, settings, request, caller.address, kind))
        raise


def _address_keys(address: str) -> tuple[str, str]:
    return f"checkout:{address}", _refused_key(address)


def _refused_key(address: str) -> str:
    return f"refused-cart:{address}"


def _count_guess(session: Session, settings: Settings, request: schemas.PaymentIntentRequest, address: str) -> None:
    """Count an unknown code. Raises TooManyRequests after too many at the truck; the customer can pay without it."""
    truck = get_truck(session, request.truck_info)
    code_guess_limit.refuse_guessing(session, settings, address, truck.id)
    code_guess_limit.count_guess(session, settings, address, truck.id)


def _count_used_phone(session: Session, request: schemas.PaymentIntentRequest, address: str) -> None:
    phone = schemas.validate_contact(request.customer_info).phone
    code_guess_limit.count_used_phone(session, rate_limits.client_network_key(address), phone)
