"""Counts the demand that a checkout lost: its slot was full, something was sold out, or it was not paid in time."""

from sqlalchemy.orm import Session

from chuckwagon.demand.models import SLOT_FULL, SOLD_OUT, UNPAID
from chuckwagon.demand.service import count_lost, try_count_refusal
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict
from chuckwagon.orders.reservations.refusals import SlotFull
from chuckwagon.payments.checkout import schemas, service
from chuckwagon.payments.checkout.stop_choice import choose_stop, get_truck
from chuckwagon.payments.models import Checkout
from chuckwagon.settings import Settings

SOLD_OUT_CODES = ("item_sold_out", "option_sold_out")


def find_kind(refused: Conflict) -> str | None:
    """The kind of demand that was lost by a refusal; None if none was."""
    if isinstance(refused, SlotFull):
        return SLOT_FULL
    is_sold_out = any(problem["code"] in SOLD_OUT_CODES for problem in refused.extra.get("problems", ()))
    return SOLD_OUT if is_sold_out else None


def count_refusal(
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
