"""Limits how often an address may name codes that do not exist, so that codes cannot be guessed.

Codes that exist are not counted: a festival's customers behind one address all use the same one.
"""

from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.settings import Settings

WINDOW_SECONDS = 600


def refuse_guessing(session: Session, settings: Settings, address: str) -> None:
    """Raise TooManyRequests when the address has named too many unknown codes."""
    limit = settings.limit_offer_guesses_per_address
    seconds = rate_limits.get_retry_after_seconds(session, _key(address), limit=limit, seconds=WINDOW_SECONDS)
    if seconds:
        raise TooManyRequests(seconds)


def count_guess(session: Session, settings: Settings, address: str) -> None:
    """Count an unknown code against the address."""
    limit = settings.limit_offer_guesses_per_address
    rate_limits.try_consume(session, _key(address), limit=limit, seconds=WINDOW_SECONDS)


def _key(address: str) -> str:
    return f"offer-guess:{address}"
