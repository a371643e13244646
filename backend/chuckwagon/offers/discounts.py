"""What an offer takes off a subtotal, in whole cents, and when it may be used. Values in, values out.

The browser uses the same formula to show the price; both are tested with one table of cases.
"""

import re
from datetime import datetime

from msgspec import Struct

from chuckwagon.kit.money import MIN_TOTAL_CENTS, compute_percent_cents
from chuckwagon.offers import errors

CODE_PATTERN = "[A-Z0-9]{3,20}"
MAX_SENT_CODE_LENGTH = 60
_CODE = re.compile(CODE_PATTERN)


class OfferTerms(Struct, frozen=True, kw_only=True):
    """The columns of an offer that decide about its price and its use."""

    id: str
    code: str
    percent: int | None
    amount_cents: int | None
    min_subtotal_cents: int
    starts_at: datetime | None
    ends_at: datetime | None
    max_uses: int | None
    once_per_phone: bool
    is_paused: bool
    ended_at: datetime | None
    version: int


def normalize_code(text: str | None) -> str | None:
    """The code in capital letters, or None for an empty text. What cannot be a code is returned as it is."""
    cleaned = (text or "").strip()
    return (cleaned.upper() if cleaned.isascii() else cleaned) or None


def is_code(text: str) -> bool:
    """Whether the text has the form of a code: 3 to 20 capital letters and digits."""
    return _CODE.fullmatch(text) is not None


def compute_discount_cents(terms: OfferTerms, subtotal_cents: int) -> int:
    """The discount on a subtotal in cents: rounded half up, and never more than the subtotal."""
    if terms.percent is not None:
        return compute_percent_cents(subtotal_cents, terms.percent)
    return min(terms.amount_cents or 0, subtotal_cents)


def check_terms(terms: OfferTerms, subtotal_cents: int, now: datetime) -> None:
    """Raise OfferExpired outside of the offer's time or during a pause, and OfferMinimum below its minimum.

    Whether a use is left is decided when it is taken.
    """
    if terms.ended_at is not None or (terms.ends_at is not None and terms.ends_at <= now):
        raise errors.OfferExpired
    if terms.is_paused:
        raise errors.OfferExpired(errors.PAUSED)
    if terms.starts_at is not None and now < terms.starts_at:
        raise errors.OfferExpired(errors.NOT_BEGUN)
    if subtotal_cents < terms.min_subtotal_cents:
        raise errors.refuse_small_subtotal(terms.min_subtotal_cents)


def check_total(subtotal_cents: int, discount_cents: int, total_cents: int) -> None:
    """Raise OfferTotalTooSmall when the discount leaves less to pay, without the tip, than a card can pay."""
    if discount_cents and total_cents < MIN_TOTAL_CENTS <= subtotal_cents:
        raise errors.refuse_small_total(MIN_TOTAL_CENTS)
