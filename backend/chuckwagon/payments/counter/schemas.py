"""JSON of readers and counter payments."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from chuckwagon.orders.placement.counter_orders import CounterOrderRequest
from chuckwagon.orders.placement.counter_slot import CounterTerms

State = Literal[
    "waiting",
    "processing",
    "paid",
    "declined",
    "timed_out",
    "reader_offline",
    "reader_busy",
    "cash",
    "cancelled",
    "expired",
]


class ReaderRequest(Struct, rename="camel"):
    """The body of POST /readers. `registrationCode` is shown by the reader; `simulated-wpe` is one of the sandbox."""

    registration_code: Annotated[str, Meta(max_length=100)]
    label: Annotated[str, Meta(max_length=200)]
    truck_id: Annotated[str, Meta(max_length=64)] | None = None


class ReaderChange(Struct):
    """The body of PATCH /readers/{id}."""

    label: Annotated[str, Meta(max_length=200)]


class Reader(Struct, rename="camel"):
    """A card reader of a truck. Neither status keeps anyone from trying."""

    id: str = field(name="_id")
    truck_id: str
    label: str
    device_type: str
    status: Literal["online", "offline"]
    last_seen_at: str | None
    created_at: str


class ReaderList(Struct):
    """The readers of a truck, oldest first."""

    readers: list[Reader]


class CounterPaymentRequest(CounterOrderRequest, rename="camel"):
    """The body of POST /counter-payments: a counter order without `payment`, and the reader that asks for the card.

    With `orderId` an unpaid order that was placed before is paid; then nothing else but the reader counts.
    """

    reader_id: Annotated[str, Meta(max_length=64)] | None = None
    order_id: Annotated[str, Meta(max_length=64)] | None = None


class RetryRequest(Struct, rename="camel"):
    """The body of POST /counter-payments/{id}/retry: another reader, or the same."""

    reader_id: Annotated[str, Meta(max_length=64)] | None = None


class CounterPayment(Struct, rename="camel"):
    """One try to collect a counter order on a reader. `total` and `tip` are in dollars, with the tip of the reader
    once it is paid. `paysOrderId` is the unpaid order that was placed before, `orderId` the order once it is paid.
    `reason` is `cancelled_on_reader`, `reader_timeout`, or the words of the payment service, and `declineCode` its code
    for these words, such as `insufficient_funds`.
    """

    id: str = field(name="_id")
    truck_id: str
    state: State
    reason: str | None
    decline_code: str | None
    total: float
    tip: float
    reader_id: str
    reader_label: str
    asks_for_tip: bool
    draft_id: str | None
    order_id: str | None
    pays_order_id: str | None
    created_at: str
    updated_at: str
    expires_at: str


class CounterDevice(Struct):
    """The letter of the device's order numbers without network; null without the header `X-Device-Id`."""

    letter: str | None


class Counter(CounterTerms, rename="camel", kw_only=True):
    """What the counter needs in one read: what orders are priced by, and the readers that take their cards."""

    readers: list[Reader]
    device: CounterDevice


class CounterPayments(Struct, rename="camel"):
    """The truck's payments that are not final."""

    counter_payments: list[CounterPayment]
