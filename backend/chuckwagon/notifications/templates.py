"""The words of every text: facts of the order, never anything that the customer typed."""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from chuckwagon.core.money import format_usd

CONFIRMED, PREPARING, READY = "confirmed", "preparing", "ready"
CANCELLED, REFUNDED = "cancelled", "refunded"
WAY_OUT = "Reply STOP to opt out."
MOST_SEGMENTS = 2

# The letters that fit a text of 160 characters; any other makes the whole text hold 70.
_GSM = frozenset(
    "@£$¥èéùìòÇØøÅå_ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_PLAIN = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)


class OrderFacts(msgspec.Struct, frozen=True):
    """What a text may mention. The total is in cents; `zone` is the truck's."""

    order_number: int
    truck_name: str
    total_cents: int
    zone: str
    ordered_at: datetime
    pickup_at: datetime | None = None
    is_paid: bool = True
    signature: str = ""
    link: str = ""


def write_text(kind: str, facts: OrderFacts) -> str:
    """The text of this kind, with the truck's own last line. The confirmation comes first, so it names the
    way out and where to follow the order; what that page says anyway gives way when the text gets too long.
    """
    text = _compose(kind, facts)
    for spared in ({"signature": ""}, {"pickup_at": None}):
        if count_segments(text) <= MOST_SEGMENTS:
            break
        facts = msgspec.structs.replace(facts, **spared)
        text = _compose(kind, facts)
    return text


def _compose(kind: str, facts: OrderFacts) -> str:
    is_first = kind == CONFIRMED
    link = f"Follow it: {facts.link}" if is_first and facts.link else ""
    parts = [_SENTENCES[kind](facts), link, short_text(facts.signature), WAY_OUT if is_first else ""]
    return f"{short_text(facts.truck_name)}: {' '.join(part for part in parts if part)}"


def count_segments(text: str) -> int:
    """How many messages the provider makes, and bills, of the text."""
    is_plain = set(text) <= _GSM
    size = len(text) if is_plain else len(text.encode("utf-16-le")) // 2
    alone, in_row = (160, 153) if is_plain else (70, 67)
    return 1 if size <= alone else -(-size // in_row)


def write_help(truck_name: str, phone: str) -> str:
    """The answer to HELP: who writes, where to ask, and the way out."""
    ask = f" Questions? Call {phone}." if phone else ""
    return f"{short_text(truck_name)}: we text you about your orders.{ask} {WAY_OUT}"


def short_text(text: str) -> str:
    """The text in the letters of a plain text message; a name that has none of them stays as it is."""
    plain = text.translate(_PLAIN)
    letters = [char if char in _GSM else _without_accent(char) for char in plain]
    return " ".join("".join(letters).split()) or plain


def _without_accent(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", char) if part in _GSM)


def _clock_time(facts: OrderFacts) -> str:
    """`6:05 PM` as the truck's clock shows it, with the weekday when it is another day."""
    if facts.pickup_at is None:
        return ""
    zone = ZoneInfo(facts.zone)
    local = facts.pickup_at.astimezone(zone)
    text = f"{local.hour % 12 or 12}:{local.minute:02d} {'AM' if local.hour < 12 else 'PM'}"
    is_same_day = local.date() == facts.ordered_at.astimezone(zone).date()
    return text if is_same_day else f"{local:%a} {text}"


def _ready_about(facts: OrderFacts) -> str:
    when = _clock_time(facts)
    return f" Ready about {when}." if when else ""


def _confirmed(facts: OrderFacts) -> str:
    total = f"{format_usd(facts.total_cents)} {'paid' if facts.is_paid else 'to pay at the window'}"
    return f"order #{facts.order_number} is confirmed, {total}.{_ready_about(facts)}"


def _preparing(facts: OrderFacts) -> str:
    return f"we are preparing order #{facts.order_number}.{_ready_about(facts)}"


def _ready(facts: OrderFacts) -> str:
    return f"order #{facts.order_number} is ready. See you at the window!"


def _cancelled(facts: OrderFacts) -> str:
    return f"order #{facts.order_number} was cancelled. A card payment goes back to the same card."


def _refunded(facts: OrderFacts) -> str:
    return (
        f"the refund for order #{facts.order_number} is on its way. Banks may take 5 to 10 days to show it."
    )


_SENTENCES: dict[str, Callable[[OrderFacts], str]] = {
    CONFIRMED: _confirmed,
    PREPARING: _preparing,
    READY: _ready,
    CANCELLED: _cancelled,
    REFUNDED: _refunded,
}
KINDS = tuple(_SENTENCES)
