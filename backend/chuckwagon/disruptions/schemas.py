"""JSON of disruptions."""

import datetime as dt
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from chuckwagon.kit.languages import Language
from chuckwagon.orders.schemas import CounterPaymentMethod
from chuckwagon.schedule.schemas import PlaceRequest, Stop

Kind = Literal["late", "moved", "ends_early", "cancelled"]
State = Literal["scheduled", "running", "done", "withdrawn"]
Text = Annotated[str, Meta(max_length=1000)]


class DisruptionRequest(Struct, rename="camel"):
    """A change of plan. What does not belong to the kind is ignored; `digest` is that of the preview.

    `minutes` and `extend_end` belong to `late`, `place_id` to `moved`, `ends_at` to `ends_early`. `new_place` is sent
    with `moved` in place of `place_id`; it is saved when the change of plan is scheduled, not by the preview. Customers
    read `sentence` after the product's own words.
    """

    kind: Annotated[str, Meta(max_length=40)] | None = None
    minutes: int | None = None
    extend_end: bool | None = None
    place_id: Annotated[str, Meta(max_length=64)] | None = None
    new_place: PlaceRequest | None = None
    ends_at: Annotated[dt.datetime, Meta(tz=True)] | None = None
    sentence: Text | None = None
    digest: Annotated[str, Meta(max_length=100)] | None = None


class AffectedOrders(Struct, rename="camel"):
    """How many open orders of the stop get a new time or a new place, are refunded, or stay as they are."""

    new_time: int = 0
    new_place: int = 0
    refunded: int = 0
    unchanged: int = 0


class DisruptionPreview(Struct, rename="camel"):
    """What a disruption would do now. `refund_total` is in dollars, `checkouts` are released.

    `pay_outs` of the refunded orders were paid at the counter: staff pay `pay_out_total` of the total back themselves.
    `sentence` are the words with which every SMS begins, in the language of the member of staff; `sentences` has them
    in all languages.
    """

    kind: Kind
    orders: AffectedOrders
    messages: int
    refund_total: float
    pay_outs: int
    pay_out_total: float
    checkouts: int
    sentence: str
    sentences: dict[Language, str]
    digest: str
    stop: Stop


class FailedStep(Struct, rename="camel"):
    """An order that needs attention: it could not be changed, its refund was refused, or its SMS did not arrive.

    `problem` says which of them, `reason` why, in English.
    """

    order_id: str
    order_number: str
    customer_name: str
    phone: str | None
    problem: Literal["order", "refund", "text"]
    reason: str


class DuePayOut(Struct, rename="camel"):
    """A refund of a cancelled order that staff have to pay out: it was paid at the counter, by `method`."""

    order_id: str
    order_number: str
    customer_name: str
    phone: str | None
    refund_id: str
    amount: float
    method: CounterPaymentMethod


class DisruptionAnswer(Struct, rename="camel"):
    """A disruption and its progress. An order counts as `done` once it is changed and its SMS, if any, is sent.

    `total` is 0 until the start. `by` is the name of the member of staff. `seconds_left` says how long
    it can still be taken back, by the clock of the server. `allows_next` is true once all orders are
    changed: another disruption of the stop may be started, although texts may still be on the way. `pay_outs` are the
    refunds of its orders that are not paid out yet.
    """

    id: str = field(name="_id")
    stop_id: str
    kind: Kind
    minutes: int | None
    extend_end: bool
    place_id: str | None
    ends_at: dt.datetime | None
    sentence: str
    state: State
    starts_at: dt.datetime
    seconds_left: float
    created_at: dt.datetime
    by: str
    done: int
    total: int
    allows_next: bool
    failed: list[FailedStep]
    # The default is for idempotent responses that were stored before this field existed.
    pay_outs: list[DuePayOut] = field(default_factory=list)
