"""What push messages say, in each language. No input or output.

Anyone near can read a lock screen, so it never contains a name, a phone or an amount of money.
"""

import msgspec

from chuckwagon.kit.languages import ENGLISH, SPANISH, Language
from chuckwagon.orders.messages.pushes import CANCELLED, READY
from chuckwagon.orders.pickup_changes.models import ENDS_EARLY, LATE, MOVED, STOP_CANCELLED, TIME_CHANGED


class PushWords(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one language: patterns with named values in braces. `one_item` and `items` count pieces."""

    new_order: str
    unconfirmed: str
    one_item: str
    items: str
    pickup: str
    dispute: str
    answer_by: str
    of_customer: dict[str, str]


_EN = PushWords(
    new_order="New order #{number}",
    unconfirmed="Order #{number} is not confirmed",
    one_item="1 item",
    items="{count} items",
    pickup="pickup {when}",
    dispute="Disputed payment: order #{number}",
    answer_by="The last day to answer is {day}.",
    of_customer={
        READY: "Your order #{number} is ready.",
        CANCELLED: "Your order #{number} was cancelled.",
        LATE: "Running {minutes} minutes late. Your order #{number} will be ready later.",
        MOVED: "The truck has moved to {place}. Pick up order #{number} there.",
        ENDS_EARLY: "The truck closes early. Sorry, your order #{number} is cancelled.",
        TIME_CHANGED: "Your order #{number} has a new pickup time.",
        STOP_CANCELLED: "The truck cannot come. Sorry, your order #{number} is cancelled.",
    },
)
_ES = PushWords(
    new_order="Nueva orden #{number}",
    unconfirmed="Falta confirmar la orden #{number}",
    one_item="1 artículo",
    items="{count} artículos",
    pickup="recogen {when}",
    dispute="Pago en disputa: orden #{number}",
    answer_by="El último día para responder es el {day}.",
    of_customer={
        READY: "Tu orden #{number} está lista.",
        CANCELLED: "Se canceló tu orden #{number}.",
        LATE: "Vamos {minutes} minutos tarde. Tu orden #{number} va a estar lista más tarde.",
        MOVED: "El camión se cambió a {place}. Recoge ahí tu orden #{number}.",
        ENDS_EARLY: "El camión cierra antes. Disculpa, cancelamos tu orden #{number}.",
        TIME_CHANGED: "Tu orden #{number} tiene nueva hora para recoger.",
        STOP_CANCELLED: "El camión no puede ir. Disculpa, cancelamos tu orden #{number}.",
    },
)
WORDS: dict[Language, PushWords] = {ENGLISH: _EN, SPANISH: _ES}


def word_for_staff(
    language: Language, number: int, pieces: int, when: str, about: str = "new_order"
) -> tuple[str, str]:
    """Return (title, body) for the staff. `when` is the time of pickup, empty if the order has none.

    `about` says what the title says: that the order is new, or still unconfirmed.
    """
    words = WORDS[language]
    count = words.one_item if pieces == 1 else words.items.format(count=pieces)
    body = ", ".join(part for part in (count, words.pickup.format(when=when) if when else "") if part)
    title = words.unconfirmed if about == "unconfirmed" else words.new_order
    return title.format(number=number), body


def word_dispute(language: Language, number: int, day: str) -> tuple[str, str]:
    """Return (title, body) for the staff. `day` is the last one to answer, empty if it is not known."""
    words = WORDS[language]
    return words.dispute.format(number=number), words.answer_by.format(day=day) if day else ""


def word_for_customer(language: Language, kind: str, number: int, minutes: int = 0, place: str = "") -> str:
    """The body for the customer. `kind` is ready, cancelled, or the kind of a change of plan.

    `place` is the new one of a truck that has moved, with its address.
    """
    return WORDS[language].of_customer[kind].format(number=number, minutes=minutes, place=place)
