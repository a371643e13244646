"""Why a code is refused. The customer may pay without it, or choose another one."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chuckwagon.kit.clock import format_time, to_iso
from chuckwagon.kit.errors import Conflict, TooManyRequests
from chuckwagon.kit.money import format_usd
from chuckwagon.kit.sentences import Sentence


class OfferRefused(Conflict):
    """Base class of the refusals of a code."""


class OfferUnknown(OfferRefused):
    code = "offer_unknown"
    sentence = "We don't know this code. Please check it, or go on without it."


class OfferExpired(OfferRefused):
    """The offer is over, has not begun, or is paused; the reason tells which."""

    code = "offer_expired"
    sentence = "This code is no longer valid. Please go on without it."


class OfferUsedUp(OfferRefused):
    code = "offer_used_up"
    sentence = "This code has been used as often as it can be. Please go on without it."


class OfferUsed(OfferRefused):
    code = "offer_used"
    sentence = "This code was already used with this phone number. Please go on without it."
    is_about_phone = True


class OfferUnchecked(TooManyRequests):
    """The network has named too many phones that had used a code, so it is told of none whether it has."""

    code = "offer_unchecked"
    sentence = "This code cannot be used from your network right now. Please go on without it, or try again in an hour."


class OfferHeld(OfferRefused):
    """Unpaid checkouts hold the uses that are left, or the one of this phone; the reason tells which.

    Not final, as `offer_used_up` and `offer_used` are: what is not paid is given back.
    """

    code = "offer_held"
    is_about_phone = False  # whether it tells of another network's customer


class OfferMinimum(OfferRefused):
    """The subtotal is too small; `minSubtotal` in the response is in dollars."""

    code = "offer_minimum"


class OfferTotalTooSmall(OfferRefused):
    """So little is left to pay that no card can pay it."""

    code = "offer_total_too_small"


class OfferChanged(OfferRefused):
    """The terms changed between the price and the use; the checkout is tried again with the new ones."""

    code = "offer_changed"
    sentence = "This offer has just changed. Please check the new total, and continue."


PHONE_REQUIRED = Sentence("This code works once per phone number. Enter the customer's.", "offer_phone_required")
NOT_BEGUN = Sentence("This code is not valid yet. Please go on without it.", "offer_not_begun")
PAUSED = Sentence("This code cannot be used right now. Please go on without it.", "offer_paused")


def refuse_held(until: datetime, timezone: str, *, by_phone: bool) -> OfferHeld:
    """Return the error for a code that is held until an instant, said to the whole minute after it."""
    local = datetime.fromtimestamp(-(-until.timestamp() // 60) * 60, ZoneInfo(timezone))
    if by_phone:
        text = f"Another checkout with this phone number holds this code until {format_time(local)}. "
        reason, ways = "offer_held_by_phone", "Pay there, or try again then."
    else:
        text = f"Other customers hold the last uses of this code until {format_time(local)}. "
        reason, ways = "offer_held", "Try again then, or go on without it."
    return OfferHeld(Sentence(text + ways, reason, until=to_iso(local), timezone=timezone))


def refuse_small_subtotal(min_cents: int) -> OfferMinimum:
    """Return the error for a subtotal below the offer's minimum."""
    text = f"This code is for orders of {format_usd(min_cents)} or more, before tax."
    return OfferMinimum(Sentence(text, "offer_minimum", cents=min_cents), minSubtotal=min_cents / 100)


def refuse_small_total(min_cents: int) -> OfferTotalTooSmall:
    """Return the error for a discount that leaves less to pay than a card payment may be."""
    left = f"With this code less than {format_usd(min_cents)} is left to pay, which no card can pay."
    text = f"{left} Add something, or go on without it."
    return OfferTotalTooSmall(Sentence(text, "offer_total_too_small", cents=min_cents))
