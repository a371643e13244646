"""Counts checkouts that were refused because a slot was full, something was sold out or a code does not exist.

Those that ran out are counted too.
"""

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import TooManyUnpaid
from chuckwagon.demand.models import SLOT_FULL, SOLD_OUT, UNPAID
from chuckwagon.demand.service import count_lost, try_count_refusal
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.offers import code_guess_limit
from chuckwagon.offers.refusals import OfferUnknown
from chuckwagon.orders.reservations.refusals import SlotFull
from chuckwagon.payments.checkout import responses, schemas, service
from chuckwagon.payments.checkout.cart_prices import CartInvalid, PricesChanged
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.stop_choice import choose_stop, get_truck
from chuckwagon.payments.metrics import UNPAID_REFUSED
from chuckwagon.payments.models import Checkout
from chuckwagon.settings import Settings

REFUSED_FACTOR = 4  # a booked-out stop refuses many customers of a festival's address
SOLD_OUT_CODES = ("item_sold_out", "option_sold_out")


def refuse_remembered(address: str) -> None:
    """Raise TooManyRequests for an address that was refused a moment ago: on the event loop, without a thread."""
    rate_limits.refuse_remembered(f"checkout:{address}", _refused_key(address))


def open_checkout_counting_refusals(
    db: Database,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: CheckoutRequestContext,
) -> responses.PaymentIntentAnswer:
    """Open the checkout. When its slot is full, something is sold out or its code is unknown, count the refusal.

    The count is a transaction of its own. An address whose carts are refused too often is refused by
    `refuse_remembered`. A code that exists is refused for unknown ones only when these come by the hundred, because
    many customers may share an address. Returns the response and raises the errors of `service.open_checkout`.
    """
    if request.cart.code is not None:
        with db.reading() as session:
            code_guess_limit.refuse_flood(session, settings, caller.address)
    try:
        return service.open_checkout(db, settings, request, caller)
    except TooManyUnpaid:
        UNPAID_REFUSED.add()
        raise
    except OfferUnknown:
        db.write(lambda session: _count_guess(session, settings, request, caller.address))
        raise
    except (SlotFull, CartInvalid, PricesChanged) as refused:
        kind = _find_kind(refused)
        # Its prices cost as much as a checkout. The only writer must not be entered for them.
        limit = settings.limit_checkouts_per_address * REFUSED_FACTOR
        rate_limits.count_here(_refused_key(caller.address), limit=limit, seconds=60)
        if kind is not None:
            db.write(lambda session: _count(session, settings, request, caller.address, kind))
        raise


def _refused_key(address: str) -> str:
    return f"refused-cart:{address}"


def _count_guess(session: Session, settings: Settings, request: schemas.PaymentIntentRequest, address: str) -> None:
    """Count an unknown code. Raises TooManyRequests after too many at the truck; the customer can pay without it."""
    truck = get_truck(session, request.truck_info)
    code_guess_limit.refuse_guessing(session, settings, address, truck.id)
    code_guess_limit.count_guess(session, settings, address, truck.id)


def _find_kind(refused: Conflict) -> str | None:
    if isinstance(refused, SlotFull):
        return SLOT_FULL
    is_sold_out = any(problem["code"] in SOLD_OUT_CODES for problem in refused.extra.get("problems", ()))
    return SOLD_OUT if is_sold_out else None


def _count(
    session: Session, settings: Settings, request: schemas.PaymentIntentRequest, address: str, kind: str
) -> None:
    """Count the refusal at the stop that was asked for.

    The refusal proves that the truck exists, and its stop if it has one.
    """
    truck = get_truck(session, request.truck_info)
    try:
        stop = choose_stop(session, truck, request.customer_info, clock.now())
    except AppError:  # the stop has closed in this instant
        stop = None
    try_count_refusal(session, settings, address, truck.id, stop.id if stop else None, kind)


def close_unpaid(session: Session, checkout_id: str) -> None:
    """Close the checkout of a payment that Stripe has cancelled, in the caller's transaction.

    One that has expired counts as lost demand. The worker and Stripe's webhook both call it: only the first call
    counts.
    """
    checkout = session.get(Checkout, checkout_id)
    if checkout is not None and service.close_checkout(session, checkout.id) and checkout.expires_at <= clock.now():
        count_lost(session, checkout.truck_id, checkout.stop_id, UNPAID)
