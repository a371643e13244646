"""Clock skew between this machine and Stripe. Signed webhooks are valid for only five minutes."""

import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime

from chuckwagon.kit import clock

STRIPE_API = "https://api.stripe.com"
TIMEOUT_SECONDS = 3.0


def find_skew_seconds(base: str) -> float | None:
    """Return the seconds that our clock is ahead of Stripe's (negative: behind), or None without an answer."""
    request = urllib.request.Request(base or STRIPE_API, method="HEAD")  # noqa: S310 - the provider's address
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            dated = answer.headers["Date"]
    except urllib.error.HTTPError as refusal:  # a 401 without a key has a date too
        dated = refusal.headers["Date"]
    except (OSError, ValueError):
        return None
    try:
        return (clock.now() - parsedate_to_datetime(dated)).total_seconds() if dated else None
    except (TypeError, ValueError):
        return None
