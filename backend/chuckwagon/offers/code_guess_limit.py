"""Limits how often an address may name codes that do not exist, so that codes cannot be guessed.

Codes that exist are not counted: a festival's customers behind one address all use the same one. The checkout refuses
them for the guesses of others only when these come by the hundred.

A code that works once per phone tells of a phone whether its owner has bought with it. The customer must hear that
before the charge, and the server's last answer before it is the one to the checkout, so the answer stays and is limited
instead: a network learns it of five phones in an hour, and after that such codes get one answer, whatever the phone.
"""

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.kit import clock
from chuckwagon.offers.errors import OfferUnchecked
from chuckwagon.settings import Settings

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
