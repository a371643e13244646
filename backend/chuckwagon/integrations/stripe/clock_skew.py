"""How far this machine's clock is from the payment provider's: signed webhooks are only good for minutes."""

import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime

from chuckwagon.core import clock

PROVIDER = "https://api.stripe.com"
PATIENCE_SECONDS = 3.0


def find_skew_seconds(base: str) -> float | None:
    """Seconds that our clock is ahead of the answer's date (negative: behind), or None without one."""
    request = urllib.request.Request(base or PROVIDER, method="HEAD")  # noqa: S310 - the provider's address
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            dated = answer.headers["Date"]
    except urllib.error.HTTPError as refusal:  # without a key it refuses, and says the time all the same
        dated = refusal.headers["Date"]
    except (OSError, ValueError):
        return None
    try:
        return (clock.now() - parsedate_to_datetime(dated)).total_seconds() if dated else None
    except (TypeError, ValueError):
        return None
