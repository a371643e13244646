"""Bodies of all SMS, in the customer's language. They contain facts of the order, never what the customer typed."""

import unicodedata
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from chuckwagon.kit.sentences import ENGLISH, Language
from chuckwagon.notifications.catalogs import CATALOGS, SmsCatalog
from chuckwagon.orders.pickup_schemas import name_with_address
from chuckwagon.trucks.slugs import LATIN_LETTERS

CONFIRMED, PREPARING, READY = "confirmed", "preparing", "ready"
CANCELLED, REFUNDED = "cancelled", "refunded"
LATE, MOVED, ENDS_EARLY, STOP_CANCELLED = "late", "moved", "ends_early", "stop_cancelled"
TIME_CHANGED = "time_changed"
KINDS = (CONFIRMED, PREPARING, READY, CANCELLED, REFUNDED)
MAX_SEGMENTS = 2
PaidWith = Literal["online", "cash", "card"]

# GSM 7-bit: 160 characters per SMS. Any other character limits the whole SMS to 70.
_GSM_CHARACTERS = frozenset(
    "@£$¥èéùìòÇØøÅå_ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
    "¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_PLAIN_PUNCTUATION = str.maketrans(
    dict.fromkeys("\u2019\u2018\u02bb\u02bc\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2013\u2014\u2212", "-")
)


class PlanChangeFacts(msgspec.Struct, frozen=True):
    """Facts of a change of plan. `sentence` holds the words of the staff."""

    kind: str
    minutes: int = 0
    sentence: str = ""


class RefundFacts(msgspec.Struct, frozen=True):
    """What goes back to the customer, and with the refunds before it `sum_cents`.

    `order_stands`: the order is still made, because only a part of what was paid goes back. `paid_with` is `online` for
    what Stripe pays back; staff pay out `cash`, or the `card` that they took at the counter.
    """

    cents: int
    sum_cents: int
    order_stands: bool = False
    paid_with: PaidWith = "online"


class SmsFacts(msgspec.Struct, frozen=True):
    """Facts that an SMS may contain. The total is in cents; `zone` is the IANA time zone of the pickup.

    `place` is the name of the place at which the truck will be, empty for a truck that is always open; `place_address`
    is its address, which only an SMS about a move says.
    `language` is the one in which the customer ordered. `refund` is what the SMS says about money, if it goes back.
    """

    order_number: int | str
    truck_name: str
    total_cents: int
    zone: str
    ordered_at: datetime
    pickup_at: datetime | None = None
    is_paid: bool = True
    is_disputed: bool = False
    signature: str = ""
    place: str = ""
    link: str = ""
    language: Language = ENGLISH
    change: PlanChangeFacts | None = None
    refund: RefundFacts | None = None
    place_address: str = ""


def render_sms(kind: str, facts: SmsFacts) -> str:
    """Render the SMS of this kind, with the truck's signature.

    The confirmation comes first, so it contains the opt-out notice and the tracking link. If it gets too long, what
    the tracking page shows anyway is left out.
    """
    if facts.change is not None and facts.change.kind != TIME_CHANGED:
        return _render_change(facts, facts.change)
    # Several refunds and new times of an order are stored under kinds of their own.
    kind = TIME_CHANGED if facts.change is not None else kind.partition("_")[0]
    text = _compose(kind, facts)
    for omitted in ({"signature": ""}, {"pickup_at": None}, {"place": ""}):
        if count_segments(text) <= MAX_SEGMENTS:
            break
        facts = msgspec.structs.replace(facts, **omitted)
        text = _compose(kind, facts)
    return text


def _compose(kind: str, facts: SmsFacts) -> str:
    catalog = CATALOGS[facts.language]
    is_first = kind == CONFIRMED
    parts = (
        f"{to_gsm_text(facts.truck_name)}:",
        _word(kind, facts, catalog),
        _money_back(facts, catalog) if kind == CANCELLED else "",
        _ready_about(facts, catalog) if kind in (CONFIRMED, PREPARING) else "",
        catalog.pickup_at.format(place=to_gsm_text(facts.place)) if kind in (CONFIRMED, READY) and facts.place else "",
        catalog.follow.format(link=facts.link) if is_first and facts.link else "",
        to_gsm_text(facts.signature),
        catalog.opt_out if is_first else "",
    )
    return " ".join(part for part in parts if part)


def _render_change(facts: SmsFacts, change: PlanChangeFacts) -> str:
    """Render the one SMS about a change of plan. The tracking page shows the words of the staff if they do not fit."""
    text = _compose_change(facts, change)
    unsigned, wordless = msgspec.structs.replace(facts, signature=""), msgspec.structs.replace(change, sentence="")
    unaddressed = msgspec.structs.replace(unsigned, place_address="")
    for less, shorter in ((unsigned, change), (unsigned, wordless), (unaddressed, wordless)):
        if count_segments(text) <= MAX_SEGMENTS:
            break
        text = _compose_change(less, shorter)
    return text


def _compose_change(facts: SmsFacts, change: PlanChangeFacts) -> str:
    catalog = CATALOGS[facts.language]
    is_cancelled = change.kind in (ENDS_EARLY, STOP_CANCELLED)
    order = {
        LATE: catalog.late_order,
        MOVED: catalog.moved_order,
        ENDS_EARLY: catalog.cancelled_order,
        STOP_CANCELLED: catalog.cancelled_order,
    }[change.kind]
    when = _pickup_time(facts, catalog)
    about_order = order.format(number=facts.order_number, when=when) if change.kind != LATE or when else ""
    parts = (
        announce_change(facts.truck_name, facts.place, facts.place_address, change, facts.language),
        about_order,
        _money_back(facts, catalog) if is_cancelled else "",
        (catalog.see if is_cancelled else catalog.choose).format(link=facts.link),
        to_gsm_text(facts.signature),
    )
    return " ".join(part for part in parts if part)


def announce_change(truck_name: str, place: str, address: str, change: PlanChangeFacts, language: Language) -> str:
    """The first words of the SMS about a change, the same for all customers. Staff see them as a preview.

    A move names the address too, because customers wait at the old place.
    """
    pattern: str = getattr(CATALOGS[language], change.kind)
    where = name_with_address(place, address) if change.kind == MOVED else place
    sentence = pattern.format(minutes=change.minutes, place=to_gsm_text(where))
    parts = (f"{to_gsm_text(truck_name)}:", sentence, to_gsm_text(change.sentence) if change.sentence else "")
    return " ".join(part for part in parts if part)


def count_segments(text: str) -> int:
    """Return how many segments Twilio sends and bills for the body."""
    is_plain = set(text) <= _GSM_CHARACTERS
    size = len(text) if is_plain else len(text.encode("utf-16-le")) // 2
    single_limit, part_limit = (160, 153) if is_plain else (70, 67)
    return 1 if size <= single_limit else -(-size // part_limit)


def render_help(truck_name: str, phone: str, language: Language) -> str:
    """Render the answer to HELP: the sender, the truck's phone, and the opt-out notice."""
    catalog = CATALOGS[language]
    call = catalog.help_call.format(phone=phone) if phone else ""
    parts = (f"{to_gsm_text(truck_name)}:", catalog.help, call, catalog.opt_out)
    return " ".join(part for part in parts if part)


def render_reply(truck_name: str, phone: str, order_number: int | str, language: Language) -> str:
    """Render the answer to what a customer replied: it may be read too late, so call."""
    catalog = CATALOGS[language]
    instead = (catalog.reply_call if phone else catalog.reply_ask).format(phone=phone, number=order_number)
    return f"{to_gsm_text(truck_name)}: {catalog.reply} {instead}"


def to_gsm_text(text: str) -> str:
    """Reduce a text to GSM 7-bit: plain quotes and dashes, Latin letters without accents, the rest left out.

    Repeated spaces become one. A text of which nothing would be left keeps its letters.
    """
    replaced = text.translate(_PLAIN_PUNCTUATION)
    letters = [char if char in _GSM_CHARACTERS else _to_plain_letters(char) for char in replaced]
    return " ".join("".join(letters).split()) or replaced


def _to_plain_letters(char: str) -> str:
    parts = (_to_latin(part) for part in unicodedata.normalize("NFKD", char))
    return "".join(letter for part in parts for letter in part if letter in _GSM_CHARACTERS)


def _to_latin(char: str) -> str:
    latin = char.lower().translate(LATIN_LETTERS)
    return latin if char == char.lower() else latin.capitalize()


def _word(kind: str, facts: SmsFacts, catalog: SmsCatalog) -> str:
    sentence = _sentence(kind, facts, catalog)
    refund = facts.refund or RefundFacts(0, 0)
    amount, in_all, total = map(catalog.format_money, (refund.cents, refund.sum_cents, facts.total_cents))
    when = _pickup_time(facts, catalog)
    return sentence.format(number=facts.order_number, total=total, amount=amount, sum=in_all, when=when)


def _money_back(facts: SmsFacts, catalog: SmsCatalog) -> str:
    """How the money of a cancelled order goes back; empty when none does."""
    if facts.refund is None:
        return ""
    patterns = {"cash": catalog.money_back_cash, "card": catalog.money_back_counter_card}
    pattern = patterns.get(facts.refund.paid_with, catalog.money_back)
    return pattern.format(total=catalog.format_money(facts.refund.cents))


def _sentence(kind: str, facts: SmsFacts, catalog: SmsCatalog) -> str:
    if kind == CONFIRMED:
        return catalog.confirmed_paid if facts.is_paid else catalog.confirmed_unpaid
    if kind == CANCELLED and facts.is_disputed:
        return catalog.cancelled_disputed
    if kind == REFUNDED and facts.refund and facts.refund.paid_with != "online":
        return catalog.refunded_cash if facts.refund.paid_with == "cash" else catalog.refunded_counter_card
    if kind == REFUNDED and facts.refund:
        stands = facts.refund.order_stands
        if facts.refund.sum_cents > facts.refund.cents:
            return catalog.refunded_more_part if stands else catalog.refunded_more
        return catalog.refunded_part if stands else catalog.refunded_amount
    sentence: str = getattr(catalog, kind)
    return sentence


def _ready_about(facts: SmsFacts, catalog: SmsCatalog) -> str:
    when = _pickup_time(facts, catalog)
    return catalog.ready_about.format(when=when) if when else ""


def _pickup_time(facts: SmsFacts, catalog: SmsCatalog) -> str:
    """The pickup time in the time zone of the place; empty without one.

    The weekday is added on another day than the order's.
    """
    if facts.pickup_at is None:
        return ""
    zone = ZoneInfo(facts.zone)
    local = facts.pickup_at.astimezone(zone)
    time = catalog.format_time(local)
    is_same_day = local.date() == facts.ordered_at.astimezone(zone).date()
    return time if is_same_day else f"{catalog.weekdays[local.weekday()]} {time}"
