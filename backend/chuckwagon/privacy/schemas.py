"""What an erasure answers, and the file with all that is kept of a person. Dollars here, cents elsewhere."""

from msgspec import Struct, field


class ErasedPerson(Struct, rename="camel"):
    """The customer without the person; the figures of the orders are what they were."""

    id: str = field(name="_id")
    erased_at: str
    orders: int


class ExportedLine(Struct, rename="camel"):
    """A line of an order, with the options that were chosen."""

    name: str
    quantity: int
    options: list[str]
    total: float
    special_instructions: str | None


class ExportedText(Struct, rename="camel"):
    """A text to the person; the words are gone when their time is over."""

    kind: str
    to: str | None
    words: str
    status: str
    at: str


class ExportedRefund(Struct, rename="camel"):
    """Money that went back."""

    amount: float
    reason: str
    status: str
    at: str


class ExportedStep(Struct, rename="camel"):
    """A step of an order."""

    status: str
    at: str


class ExportedOrder(Struct, rename="camel"):
    """One order with all that the person said and paid."""

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
    total: float
    pickup_at: str | None
    payment_intent_id: str | None
    created_at: str
    steps: list[ExportedStep]
    refunds: list[ExportedRefund]
    disputes: list[ExportedRefund]
    texts: list[ExportedText]


class ExportedCheckout(Struct, rename="camel"):
    """A cart that was taken to the payment, and paid or not."""

    truck: str
    status: str
    name: str
    phone: str
    email: str | None
    special_instructions: str | None
    lines: list[ExportedLine]
    total: float
    pickup_at: str
    payment_intent_id: str | None
    held_for_review: str | None
    created_at: str


class PersonFile(Struct, rename="camel"):
    """Everything that is kept of one person, without what is only about the staff."""

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
