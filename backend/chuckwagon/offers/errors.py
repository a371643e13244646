"""Why a code is refused, and how often an address may name codes that do not exist, so that codes cannot be guessed.

The customer may pay without a code, or choose another one.

Codes that exist are not counted: a festival's customers behind one address all use the same one. The checkout refuses
them for the guesses of others only when these come by the hundred.

A code that works once per phone tells of a phone whether its owner has bought with it. The customer must hear that
before the charge, and the server's last answer before it is the one to the checkout, so the answer stays and is limited
instead: a network learns it of five phones in an hour, and after that such codes get one answer, whatever the phone.
"""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.kit import clock
from chuckwagon.kit.clock import format_time, to_iso
from chuckwagon.kit.errors import Conflict, TooManyRequests
from chuckwagon.kit.money import format_usd
from chuckwagon.kit.sentences import Sentence
from chuckwagon.settings import Settings


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


WINDOW_SECONDS = 600
MAX_USED_PHONES = 5
FLOOD_FACTOR = 10  # so many times the limit of one truck, at all trucks together, is a program that guesses


def refuse_guessing(session: Session, settings: Settings, address: str, truck_id: str) -> None:
    """Raise TooManyRequests when the address has named too many unknown codes at this truck."""
    _refuse(session, _key(address, truck_id), settings.limit_offer_guesses_per_address)


def refuse_mass_guessing(session: Session, settings: Settings, address: str) -> None:
    """Raise TooManyRequests when the address has named unknown codes by the hundred, at whatever truck."""
    _refuse(session, _key(address), _flood_limit(settings))


def count_guess(session: Session, settings: Settings, address: str, truck_id: str) -> None:
    """Count an unknown code against the address, at the truck and in all."""
    limit = settings.limit_offer_guesses_per_address
    rate_limits.try_consume(session, _key(address), limit=_flood_limit(settings), seconds=WINDOW_SECONDS)
    rate_limits.try_consume(session, _key(address, truck_id), limit=limit, seconds=WINDOW_SECONDS)


def refuse_phones(session: Session, network: str) -> None:
    """Raise OfferUnchecked when the network was told of too many phones that they had used a code."""
    key, seconds = _used_phones_key(network), rate_limits.HOUR_SECONDS
    left = rate_limits.get_retry_after_seconds(session, key, limit=MAX_USED_PHONES, seconds=seconds)
    if left:
        raise OfferUnchecked(left)


def count_used_phone(session: Session, network: str, phone: str) -> None:
    """Count a phone that had used a code, once in an hour. Raises OfferUnchecked if the network must not hear of it."""
    hour = rate_limits.HOUR_SECONDS
    if not rate_limits.try_consume(session, f"offer-used:{phone}@{network}", limit=1, seconds=hour):
        return
    if not rate_limits.try_consume(session, _used_phones_key(network), limit=MAX_USED_PHONES, seconds=hour):
        raise OfferUnchecked(hour - int(clock.now().timestamp()) % hour)


def _used_phones_key(network: str) -> str:
    return f"offer-used-phones:{network}"


def _refuse(session: Session, key: str, limit: int) -> None:
    rate_limits.refuse_used_up(session, key, limit=limit, seconds=WINDOW_SECONDS)


def _flood_limit(settings: Settings) -> int:
    return settings.limit_offer_guesses_per_address * FLOOD_FACTOR


def _key(address: str, truck_id: str = "*") -> str:
    return f"offer-guess:{truck_id}:{address}"
