"""Times in the formats of Stripe and Twilio."""

import time
from datetime import UTC, datetime
from email.utils import format_datetime


def unix_now() -> int:
    return int(time.time())


def iso(unix: float) -> str:
    return datetime.fromtimestamp(unix, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def rfc2822(unix: float) -> str:
    return format_datetime(datetime.fromtimestamp(unix, UTC))
