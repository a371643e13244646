"""Bodies of all SMS. They contain facts of the order, never what the customer typed."""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from chuckwagon.kit.clock import format_time
from chuckwagon.kit.money import format_usd

CONFIRMED, PREPARING, READY = "confirmed", "preparing", "ready"
CANCELLED, REFUNDED = "cancelled", "refunded"
OPT_OUT_NOTICE = "Reply STOP to opt out."
MAX_SEGMENTS = 2

# GSM 7-bit: 160 characters per SMS. Any other character limits the whole SMS to 70.
_GSM_CHARACTERS = frozenset(
    "@£$¥èéùìòÇØøÅå_ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_PLAIN_PUNCTUATION = str.maketrans(
    {"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)


class SmsFacts(msgspec.Struct, frozen=True):
    """Facts that an SMS may contain. The total is in cents; `zone` is the truck's IANA time zone."""

    order_number: int
    truck_name: str
    total_cents: int
    zone: str
    ordered_at: datetime
    pickup_at: datetime | None = None
    is_paid: bool = True
    signature: str = ""
    link: str = ""


def render_sms(kind: str, facts: SmsFacts) -> str:
    """Render the SMS of this kind, with the truck's signature.

    The confirmation comes first, so it contains the opt-out notice and the tracking link. If it gets too long, what
    the tracking page shows anyway is left out.
    """
    text = _compose(kind, facts)
    for omitted in ({"signature": ""}, {"pickup_at": None}):
        if count_segments(text) <= MAX_SEGMENTS:
            break
        facts = msgspec.structs.replace(facts, **omitted)
        text = _compose(kind, facts)
    return text


def _compose(kind: str, facts: SmsFacts) -> str:
    is_first = kind == CONFIRMED
    link = f"Follow it: {facts.link}" if is_first and facts.link else ""
    parts = [_RENDERERS[kind](facts), link, to_gsm_text(facts.signature), OPT_OUT_NOTICE if is_first else ""]
    return f"{to_gsm_text(facts.truck_name)}: {' '.join(part for part in parts if part)}"


def count_segments(text: str) -> int:
    """Return how many segments Twilio sends and bills for the body."""
    is_plain = set(text) <= _GSM_CHARACTERS
    size = len(text) if is_plain else len(text.encode("utf-16-le")) // 2
    single_limit, part_limit = (160, 153) if is_plain else (70, 67)
    return 1 if size <= single_limit else -(-size // part_limit)


def render_help(truck_name: str, phone: str) -> str:
    """Render the answer to HELP: the sender, the truck's phone, and the opt-out notice."""
    ask = f" Questions? Call {phone}." if phone else ""
    return f"{to_gsm_text(truck_name)}: we text you about your orders.{ask} {OPT_OUT_NOTICE}"


def to_gsm_text(text: str) -> str:
    """Replace characters outside of GSM 7-bit. A name without any GSM character stays as it is."""
    replaced = text.translate(_PLAIN_PUNCTUATION)
    letters = [char if char in _GSM_CHARACTERS else _without_accent(char) for char in replaced]
    return " ".join("".join(letters).split()) or replaced


def _without_accent(char: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFKD", char) if part in _GSM_CHARACTERS)


def _pickup_time(facts: SmsFacts) -> str:
    """Format the time as `6:05 PM` on the truck's clock, with the weekday on another day."""
    if facts.pickup_at is None:
        return ""
    zone = ZoneInfo(facts.zone)
    local = facts.pickup_at.astimezone(zone)
    text = format_time(local)
    is_same_day = local.date() == facts.ordered_at.astimezone(zone).date()
    return text if is_same_day else f"{local:%a} {text}"


def _ready_about(facts: SmsFacts) -> str:
    when = _pickup_time(facts)
    return f" Ready about {when}." if when else ""


def _confirmed(facts: SmsFacts) -> str:
    total = f"{format_usd(facts.total_cents)} {'paid' if facts.is_paid else 'to pay at the window'}"
    return f"order #{facts.order_number} is confirmed, {total}.{_ready_about(facts)}"


def _preparing(facts: SmsFacts) -> str:
    return f"we are preparing order #{facts.order_number}.{_ready_about(facts)}"


def _ready(facts: SmsFacts) -> str:
    return f"order #{facts.order_number} is ready. See you at the window!"


def _cancelled(facts: SmsFacts) -> str:
    return f"order #{facts.order_number} was cancelled. A card payment goes back to the same card."


def _refunded(facts: SmsFacts) -> str:
    return f"the refund for order #{facts.order_number} is on its way. Banks may take 5 to 10 days to show it."


_RENDERERS: dict[str, Callable[[SmsFacts], str]] = {
    CONFIRMED: _confirmed,
    PREPARING: _preparing,
    READY: _ready,
    CANCELLED: _cancelled,
    REFUNDED: _refunded,
}
KINDS = tuple(_RENDERERS)
