"""Orders as the staff see and send them. Dollars here, cents everywhere else."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.core.clock import to_iso
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.money import rate_percent, to_dollars
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Dispute, Order, OrderEvent, OrderLine, OrderRow, Refund, cancellation_key
from chuckwagon.orders.texts import OrderText, Told
from chuckwagon.trucks.models import DEFAULT_TIMEZONE

Status = Literal["pending", "confirmed", "preparing", "ready", "completed", "cancelled"]
PaymentStatus = Literal["paid", "partially_refunded", "refunded", "disputed", "unpaid"]
WindowMethod = Literal["cash", "card"]
WINDOW_METHODS: tuple[WindowMethod, ...] = ("cash", "card")


class StaffModifier(Struct, rename="camel"):
    """A chosen option with the price of that day."""

    group: str
    name: str
    additional_price: float


class StaffOrderItem(Struct, rename="camel"):
    """A line as it was ordered."""

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[StaffModifier]
    special_instructions: str | None


class StaffOrderTruck(Struct):
    """The truck, by name, and the IANA time zone in which its times are shown."""

    name: str
    slug: str
    # The default reads answers that were stored for a repeated request before this field was there.
    timezone: str = DEFAULT_TIMEZONE


class OrderStep(Struct):
    """A status that the order reached, when, and by whom."""

    status: Status
    at: str
    by: str


class RefundedLine(Struct):
    """A line of the order, by its place from 0, and how many pieces of it."""

    index: int
    quantity: int


class OrderRefund(Struct, rename="camel"):
    """Money that goes, or went, back. `failure` says to the staff why it did not.

    `reason` is for people to read; `cause` is for programs: did cancelling the order ask for it, or staff?
    """

    id: str = field(name="_id")
    amount: float
    items: list[RefundedLine] | None
    reason: str
    by: str
    method: Literal["card", "window"]
    status: Literal["pending", "succeeded", "failed"]
    failure: str | None
    created_at: str
    # The default reads answers that were stored for a repeated request before this field was there.
    cause: Literal["cancellation", "staff"] = "staff"


class WindowPayment(Struct):
    """Money that was taken at the window: how, when, and by whom."""

    method: WindowMethod
    at: str
    by: str


class OrderDispute(Struct, rename="camel"):
    """The customer's bank has questioned the payment; `status` is the payment provider's word."""

    id: str = field(name="_id")
    amount: float
    reason: str
    status: str
    created_at: str


class StaffOrder(Struct, rename="camel"):
    """The whole order, with the statuses that it may take now and the sum that can still be given back.

    `trackingPath` is where the customer follows it; whoever may see this may see that.
    """

    id: str = field(name="_id")
    order_number: str
    status: Status
    payment_status: PaymentStatus
    source: Literal["online", "counter"]
    created_at: str
    updated_at: str
    truck_id: str
    truck: StaffOrderTruck
    customer_id: str | None
    customer_name: str
    customer_phone: str | None
    customer_email: str | None
    items: list[StaffOrderItem]
    subtotal: float
    tax: float
    total: float
    tax_rate: float
    pickup_time: str | None
    estimated_pickup_time: str | None
    special_instructions: str | None
    next_statuses: list[Status]
    history: list[OrderStep]
    refunds: list[OrderRefund]
    refundable: float
    disputes: list[OrderDispute]
    messages: list[OrderText]
    sms_opted_out: bool
    flags: list[str]
    window_payment: WindowPayment | None
    tracking_path: str
    version: int


class OrderPage(Struct, rename="camel"):
    """One page of orders, how many there are in all, and where the next page begins.

    Not exact, the total is the least that it can be.
    """

    orders: list[StaffOrder]
    total: int
    total_is_exact: bool
    next_cursor: str | None


class OrderCounts(Struct):
    """How many orders stand at each status."""

    pending: int = 0
    confirmed: int = 0
    preparing: int = 0
    ready: int = 0
    completed: int = 0
    cancelled: int = 0


class Change(Struct, frozen=True):
    """What is to change; None as status leaves it, UNSET leaves the estimate.

    `through` are the statuses on the way to the new one.
    """

    status: str | None
    estimated_pickup_at: datetime | UnsetType | None
    through: tuple[str, ...] = ()


class ChangeRequest(Struct, rename="camel"):
    """The body of PATCH /orders/{id}. Anything else in it means nothing.

    `through` names the statuses on the way to `status`, for several steps at once: all or none are taken.
    """

    status: Annotated[str, Meta(max_length=40)] | None = None
    through: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=5)] | None = None
    estimated_pickup_time: Annotated[str, Meta(max_length=40)] | UnsetType | None = UNSET

    def check(self) -> Change:
        """Raises InvalidInput for a status or an instant that is none."""
        for name, asked in (("status", [self.status]), ("through", self.through or [])):
            if any(status is not None and status not in statuses.NEXT for status in asked):
                sentence = f"Choose one of {', '.join(statuses.NEXT)}."
                raise InvalidInput(sentence, fields={name: sentence})
        through = tuple(self.through or ()) if self.status is not None else ()
        given = self.estimated_pickup_time
        if given is UNSET or given is None:
            return Change(self.status, given, through)
        instant = read_instant(given)
        if instant is None:
            sentence = "Send an instant such as 2026-07-01T19:30:00Z, or null."
            raise InvalidInput(sentence, fields={"estimatedPickupTime": sentence})
        return Change(self.status, instant, through)


def read_instant(text: str) -> datetime | None:
    """An ISO 8601 instant of this century with its offset, in UTC; None for anything else."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    is_instant = found.tzinfo is not None and "T" in text and 2000 <= found.year < 2100
    return found.astimezone(UTC) if is_instant else None


def staff_order(
    order: Order | OrderRow,
    truck: StaffOrderTruck,
    items: list[StaffOrderItem],
    history: list[OrderEvent],
    refunds: list[Refund],
    disputes: list[Dispute],
    told: Told,
) -> StaffOrder:
    """The order for its staff."""
    return StaffOrder(
        id=order.id,
        order_number=str(order.order_number),
        status=order.status,  # type: ignore[arg-type]
        payment_status=order.payment_status,  # type: ignore[arg-type]
        source=order.source,  # type: ignore[arg-type]
        created_at=to_iso(order.created_at),
        updated_at=to_iso(order.updated_at),
        truck_id=order.truck_id,
        truck=truck,
        customer_id=order.customer_id,
        customer_name=order.customer_name,
        customer_phone=order.customer_phone,
        customer_email=order.customer_email,
        items=items,
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        total=to_dollars(order.total_cents),
        tax_rate=rate_percent(order.tax_rate_units),
        pickup_time=_iso(order.pickup_at),
        estimated_pickup_time=_iso(order.estimated_pickup_at),
        special_instructions=order.special_instructions,
        next_statuses=list(statuses.NEXT[order.status]),  # type: ignore[arg-type]
        history=[OrderStep(step.status, to_iso(step.at), step.by) for step in history],  # type: ignore[arg-type]
        refunds=[_refund(refund) for refund in refunds],
        refundable=to_dollars(_refundable_cents(order, refunds)),
        disputes=[_dispute(dispute) for dispute in disputes],
        messages=told.texts,
        sms_opted_out=told.has_opted_out,
        flags=list(order.flags),
        window_payment=_window_payment(order),
        tracking_path=f"/{truck.slug}/order/{order.tracking_token}",
        version=order.version,
    )


def staff_item(line: OrderLine, options: list[StaffModifier]) -> StaffOrderItem:
    """A line for the staff."""
    return StaffOrderItem(
        menu_item_id=line.menu_item_id,
        name=line.name,
        quantity=line.quantity,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=options,
        special_instructions=line.special_instructions,
    )


def _refundable_cents(order: Order | OrderRow, refunds: list[Refund]) -> int:
    if order.payment_status not in statuses.HOLDS_MONEY:
        return 0
    return order.total_cents - sum(refund.amount_cents for refund in refunds if refund.status != "failed")


def _refund(refund: Refund) -> OrderRefund:
    is_of_cancellation = refund.key == cancellation_key(refund.order_id or "")
    return OrderRefund(
        id=refund.id,
        amount=to_dollars(refund.amount_cents),
        items=[RefundedLine(**line) for line in refund.lines] if refund.lines else None,
        reason=refund.reason,
        by=refund.asked_by,
        method=refund.method,  # type: ignore[arg-type]
        status=refund.status,  # type: ignore[arg-type]
        failure=refund.failure,
        created_at=to_iso(refund.created_at),
        cause="cancellation" if is_of_cancellation else "staff",
    )


def _window_payment(order: Order | OrderRow) -> WindowPayment | None:
    if order.window_method is None or order.window_paid_at is None:
        return None
    return WindowPayment(
        method=order.window_method,  # type: ignore[arg-type]
        at=to_iso(order.window_paid_at),
        by=order.window_paid_to or "",
    )


def _dispute(dispute: Dispute) -> OrderDispute:
    return OrderDispute(
        id=dispute.id,
        amount=to_dollars(dispute.amount_cents),
        reason=dispute.reason,
        status=dispute.status,
        created_at=to_iso(dispute.created_at),
    )


def _iso(instant: datetime | None) -> str | None:
    return to_iso(instant) if instant else None
