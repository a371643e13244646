"""Requests and responses of erasures, and the export of a customer. Amounts are in dollars here, in cents elsewhere."""

from typing import Annotated

from msgspec import Struct, field

from chuckwagon.accounts.schemas import Text
from chuckwagon.kit.validation import trimmed
from chuckwagon.orders.purchase import OrderTax
from chuckwagon.orders.schemas import OrderReader

MAX_REASON_LENGTH = 200


class ErasedPerson(Struct, rename="camel"):
    """The erased customer; the numbers of the orders do not change."""

    id: str = field(name="_id")
    erased_at: str
    orders: int


class ExportedLine(Struct, rename="camel"):
    """A line item, with the chosen options."""

    name: str
    quantity: int
    options: list[str]
    total: float
    special_instructions: str | None


class ExportedText(Struct, rename="camel"):
    """An SMS to the customer; the body is empty once its retention has ended."""

    kind: str
    to: str | None
    words: str
    status: str
    at: str


class ExportedEmail(Struct, rename="camel"):
    """An e-mail to the customer. Its words are not stored."""

    kind: str
    status: str
    at: str


class ExportedDevice(Struct, rename="camel"):
    """A browser that is told about an order. `service` is the host of its maker's push service."""

    added_at: str
    instead_of_sms: bool
    service: str


class ExportedRefund(Struct, rename="camel"):
    """A refund or a dispute."""

    amount: float
    reason: str
    status: str
    at: str


class ExportedStep(Struct, rename="camel"):
    """A status of an order."""

    status: str
    at: str


class ExportedOrder(Struct, rename="camel"):
    """An order with all that the customer entered and paid."""

    truck: str
    order_number: int
    status: str
    payment_status: str
    source: str
    name: str
    phone: str | None
    email: str | None
    special_instructions: str | None
    lines: list[ExportedLine]
    subtotal: float
    tax: float
    taxes: list[OrderTax]
    exempt: float
    prices_include_tax: bool
    tip: float
    discount: float
    offer_code: str | None
    total: float
    pickup_at: str | None
    payment_intent_id: str | None
    reader: OrderReader | None
    created_at: str
    steps: list[ExportedStep]
    refunds: list[ExportedRefund]
    disputes: list[ExportedRefund]
    texts: list[ExportedText]
    emails: list[ExportedEmail]
    devices: list[ExportedDevice]


class ExportedCheckout(Struct, rename="camel"):
    """A checkout, paid or not."""

    truck: str
    status: str
    name: str
    phone: str
    email: str | None
    special_instructions: str | None
    lines: list[ExportedLine]
    tip: float
    discount: float
    offer_code: str | None
    total: float
    pickup_at: str
    payment_intent_id: str | None
    held_for_review: str | None
    disputes: list[ExportedRefund]
    created_at: str


class PersonFile(Struct, rename="camel"):
    """All data of one customer, without internal notes of the staff."""

    exported_at: str
    customer_id: str | None
    phone: str
    name: str | None
    email: str | None
    known_since: str | None
    erased_at: str | None
    asked_for_no_texts_at: str | None
    orders: list[ExportedOrder]
    checkouts: list[ExportedCheckout]
    texts_by_staff: list[ExportedText]


class StaffErasureRequest(Struct):
    """Why a staff account is erased. It stays in the audit log."""

    reason: Annotated[Text, trimmed(MAX_REASON_LENGTH, min_length=1)]


class ErasedStaff(Struct, rename="camel"):
    """An erased staff account, and the name that stands for the person now."""

    id: str = field(name="_id")
    name: str
    erased_at: str
