"""What the confirmation page sends and reads about its text."""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from chuckwagon.core.errors import InvalidInput

Reference = Annotated[str, Meta(max_length=255)]


class OrderSmsRequest(Struct):
    """Which order; a phone or a text in the body means nothing."""

    payment_intent_id: Reference | None = field(name="paymentIntentId", default=None)
    same_in_snake_case: Reference | None = field(name="payment_intent_id", default=None)
    order_id: Reference | None = field(name="orderId", default=None)

    @property
    def intent_id(self) -> str | None:
        """The payment intent, under either of its names."""
        return self.payment_intent_id or self.same_in_snake_case or None

    def check(self) -> None:
        """Raises InvalidInput when the body names no order."""
        if not (self.intent_id or self.order_id):
            sentence = "Name the order by paymentIntentId or orderId."
            raise InvalidInput(sentence, fields={"paymentIntentId": sentence})


class NotificationRequest(Struct, rename="camel"):
    """The body of POST /send-notification. What is missing is said after it is known who may ask."""

    phone_number: Annotated[str, Meta(max_length=40)] | None = None
    message: Annotated[str, Meta(max_length=4000)] | None = None


class NotificationAnswer(Struct, rename={"message_sid": "messageSid"}):
    """The provider's id of the text, and the words that were sent."""

    message_sid: str
    message: str


class Report(Struct, frozen=True):
    """A delivery report; `message_id` is ours, from the address that we gave for it."""

    sid: str
    reported: str
    error_code: int | None = None
    message_id: str | None = None


class OrderSmsAnswer(Struct, rename="camel", omit_defaults=True):
    """Where the confirmation is: pending, sent, failed or skipped; the provider's id once it has one."""

    status: str
    message_sid: str | None = None


def delivery_report(form: Mapping[str, str], message_id: str | None) -> Report:
    """The provider's form as a report; a code that is no number counts as none."""
    code = form.get("ErrorCode", "")
    return Report(
        sid=form.get("MessageSid", ""),
        reported=form.get("MessageStatus", ""),
        error_code=int(code) if re.fullmatch("[0-9]{1,9}", code) else None,
        message_id=message_id,
    )
