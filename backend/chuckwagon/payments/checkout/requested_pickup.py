"""When the customer wants to pick the order up: a slot, as soon as possible, or a time of day."""

from datetime import datetime

import msgspec

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders.placement.pickup_time import AS_SOON_AS_POSSIBLE, resolve_pickup
from chuckwagon.orders.schemas import parse_instant
from chuckwagon.payments.checkout.schemas import CustomerInfoIn
from chuckwagon.payments.checkout.stop_choice import resolve_stop_pickup
from chuckwagon.schedule.checkout_view import CheckoutStop
from chuckwagon.trucks.checkout_view import CheckoutTruck

SLOT_INVALID = Sentence("Choose one of the pickup times.", "slot_invalid")


class RequestedPickup(msgspec.Struct, frozen=True):
    """What was asked for: a slot by its start, the first that takes the order, or the slot of a time of day.

    `pickup_at` is that time of day in UTC; for `asap` without slots it is the first possible minute.
    """

    slot_at: datetime | None = None
    pickup_at: datetime | None = None
    is_asap: bool = False


def read_requested_pickup(
    customer: CustomerInfoIn, truck: CheckoutTruck, stop: CheckoutStop | None, instant: datetime, lead_minutes: int
) -> RequestedPickup:
    """Read the slot, else the pickup time, which pages without slots send. Whether the slot is free is not checked.

    Raises InvalidInput for a malformed or impossible time, PickupTooSoon, and StopClosed when `asap` is after the
    stop's end.
    """
    slot_at, wanted = customer.slot_at, (customer.pickup_time or "").strip()
    has_slots = stop is not None or truck.units_per_ten_minutes is not None
    if has_slots and isinstance(slot_at, str) and slot_at:
        return (
            RequestedPickup(is_asap=True)
            if slot_at == AS_SOON_AS_POSSIBLE
            else RequestedPickup(_parse_instant(slot_at))
        )
    is_asap = wanted == AS_SOON_AS_POSSIBLE
    if stop is None:
        return RequestedPickup(None, resolve_pickup(wanted, truck.timezone, instant, lead_minutes), is_asap)
    if is_asap:
        return RequestedPickup(is_asap=True)
    return RequestedPickup(None, resolve_stop_pickup(wanted, stop, instant, lead_minutes))


def _parse_instant(text: str) -> datetime:
    instant = parse_instant(text)
    if instant is None:
        raise InvalidInput(SLOT_INVALID, fields={"customerInfo.slotAt": SLOT_INVALID})
    return instant
