"""Requests and responses of SMS, and Twilio's delivery reports."""

import re
from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence

Reference = Annotated[str, Meta(max_length=255)]
ORDER_NOT_NAMED = Sentence("Name the order by paymentIntentId or orderId.", "order_not_named")


class OrderSmsRequest(Struct):
    """Names the order; other fields of the body are ignored."""

    payment_intent_id: Reference | None = field(name="paymentIntentId", default=None)
    same_in_snake_case: Reference | None = field(name="payment_intent_id", default=None)
    order_id: Reference | None = field(name="orderId", default=None)

    @property
    def intent_id(self) -> str | None:
        """The payment intent's ID, in camel or snake case."""
        return self.payment_intent_id or self.same_in_snake_case or None

    def check(self) -> None:
        """Raise InvalidInput when the body names no order."""
        if not (self.intent_id or self.order_id):
            raise InvalidInput(ORDER_NOT_NAMED, fields={"paymentIntentId": ORDER_NOT_NAMED})


class NotificationRequest(Struct, rename="camel"):
    """The body of POST /send-notification. Validated after the permission check."""

    phone_number: Annotated[str, Meta(max_length=40)] | None = None
    message: Annotated[str, Meta(max_length=4000)] | None = None


class NotificationAnswer(Struct, rename={"message_sid": "messageSid"}):
    """Twilio's ID of the SMS, and the body that was sent."""

    message_sid: str
    message: str


class DeliveryReport(Struct, frozen=True):
    """A delivery report. `message_id` is our ID from the callback URL."""

    sid: str
    reported: str
    error_code: int | None = None
    message_id: str | None = None


class OrderSmsAnswer(Struct, rename="camel", omit_defaults=True):
    """Status of the confirmation: pending, sent, failed or skipped. Twilio's ID once there is one."""

    status: str
    message_sid: str | None = None


def read_delivery_report(form: Mapping[str, str], message_id: str | None) -> DeliveryReport:
    """Convert Twilio's form. An error code that is no number counts as none."""
    code = form.get("ErrorCode", "")
    return DeliveryReport(
        sid=form.get("MessageSid", ""),
        reported=form.get("MessageStatus", ""),
        error_code=int(code) if re.fullmatch("[0-9]{1,9}", code) else None,
        message_id=message_id,
    )
