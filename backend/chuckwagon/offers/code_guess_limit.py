"""Limits how often an address may name codes that do not exist, so that codes cannot be guessed.

Codes that exist are not counted: a festival's customers behind one address all use the same one. The checkout refuses
them for the guesses of others only when these come by the hundred.
"""

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.settings import Settings

WINDOW_SECONDS = 600
FLOOD_FACTOR = 10  # so many times the limit of one truck, at all trucks together, is a program that guesses


def refuse_guessing(session: Session, settings: Settings, address: str, truck_id: str) -> None:
    """Raise TooManyRequests when the address has named too many unknown codes at this truck."""
    _refuse(session, _key(address, truck_id), settings.limit_offer_guesses_per_address)


def refuse_flood(session: Session, settings: Settings, address: str) -> None:
    """Raise TooManyRequests when the address has named unknown codes by the hundred, at whatever truck."""
    _refuse(session, _key(address), _flood_limit(settings))


def count_guess(session: Session, settings: Settings, address: str, truck_id: str) -> None:
    """Count an unknown code against the address, at the truck and in all."""
    limit = settings.limit_offer_guesses_per_address
    rate_limits.try_consume(session, _key(address), limit=_flood_limit(settings), seconds=WINDOW_SECONDS)
    rate_limits.try_consume(session, _key(address, truck_id), limit=limit, seconds=WINDOW_SECONDS)


def _refuse(session: Session, key: str, limit: int) -> None:
    seconds = rate_limits.get_retry_after_seconds(session, key, limit=limit, seconds=WINDOW_SECONDS)
    if seconds:
        raise TooManyRequests(seconds)


def _flood_limit(settings: Settings) -> int:
    return settings.limit_offer_guesses_per_address * FLOOD_FACTOR


def _key(address: str, truck_id: str = "*") -> str:
    return f"offer-guess:{truck_id}:{address}"
