"""Conflicts that refuse a checkout, and the sentences of refusals that carry values."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chuckwagon.kit.clock import format_time, to_iso
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.money import format_usd
from chuckwagon.kit.sentences import Sentence
from chuckwagon.trucks.queries import CheckoutTruck

CHECKOUT_EXPIRED = Sentence("This checkout is over. Please check your order and try again.", "checkout_expired")


class CheckoutReplaced(Conflict):
    code = "checkout_replaced"
    sentence = "This checkout was replaced by a newer one. Please go on in the newest page."


class TruckClosed(Conflict):
    code = "truck_closed"
    sentence = "This truck is not taking orders right now."


def describe_closed(truck: CheckoutTruck, instant: datetime) -> Sentence:
    """Build the sentence with the staff's reason, and when a pause ends by itself.

    The staff's words have no translation.
    """
    words, resumes_at = truck.not_accepting_reason, truck.resumes_at(instant)
    values = {"words": words} if words else {}
    text = words or TruckClosed.sentence
    if resumes_at is None:
        return Sentence(text, "truck_closed_because" if words else TruckClosed.code, **values)
    text = ordering_resumes_sentence(text, resumes_at, truck.timezone, instant)
    reason = "truck_closed_because_until" if words else "truck_closed_until"
    return Sentence(text, reason, **values, resumesAt=to_iso(resumes_at), timezone=truck.timezone)


def total_out_of_range(min_cents: int, max_cents: int) -> Sentence:
    """Build the sentence for a cart that costs less or more than an order may."""
    text = f"An order must come to between {format_usd(min_cents)} and {format_usd(max_cents)}."
    return Sentence(text, "total_out_of_range", minCents=min_cents, maxCents=max_cents)


def ordering_resumes_sentence(reason: str, resumes_at: datetime, zone: str, now: datetime) -> str:
    """The reason, and when ordering resumes, in the truck's time zone."""
    ending = "" if reason.endswith((".", "!", "?", "…")) else "."
    return f"{reason}{ending} Ordering resumes {_describe_time(resumes_at, now, ZoneInfo(zone))}."


def _describe_time(instant: datetime, now: datetime, tz: ZoneInfo) -> str:
    """A time such as "at 6:00 PM", rounded up to the minute, with the day unless it is today.

    In the hour that repeats when the clocks go back, the abbreviation of the time zone tells which one is meant.
    """
    minutes = -(-instant.timestamp() // 60)
    local = datetime.fromtimestamp(minutes * 60, tz)
    is_repeated = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    text = f"at {format_time(local)}" + (f" {local:%Z}" if is_repeated else "")
    today = now.astimezone(tz)
    if local.date() == today.date():
        return text
    year = "" if local.year == today.year else f", {local.year}"
    return f"on {local:%A, %B} {local.day}{year} {text}"
