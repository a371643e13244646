"""JSON of orders for staff. Amounts are dollars here and cents everywhere else."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.clock import to_iso, to_optional_iso
from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import STANDARD, TaxClass, to_dollars, to_rate_percent
from chuckwagon.kit.sentences import ENGLISH, Language, Sentence, choose_one_of
from chuckwagon.menu.translations import TranslatedLine, show_translations
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late.models import OfflineSale, to_offline_sale
from chuckwagon.orders.messages import CustomerReply, OrderSmsStatuses, OrderText
from chuckwagon.orders.models import (
    Dispute,
    Order,
    OrderEvent,
    OrderLine,
    OrderRow,
    PickupChange,
    Refund,
    cancellation_key,
    make_view_token,
)
from chuckwagon.orders.pickup_schemas import OrderPlanChange, PickupPlace, to_pickup_place, to_plan_change
from chuckwagon.orders.purchase import OrderTax, describe_taxes
from chuckwagon.trucks.models import DEFAULT_TIMEZONE

Status = Literal["pending", "confirmed", "preparing", "ready", "completed", "cancelled"]
Tender = Literal["online", "reader", "cash", "card", "unpaid"]
PaymentStatus = Literal["paid", "partially_refunded", "refunded", "disputed", "unpaid"]
CounterPaymentMethod = Literal["cash", "card"]
COUNTER_PAYMENT_METHODS: tuple[CounterPaymentMethod, ...] = ("cash", "card")


class StaffModifier(Struct, rename="camel"):
    """A chosen option: what its `quantity` pieces, some of them free, added to the price of one item, in dollars."""

    group: str
    name: str
    additional_price: float
    quantity: int = 1
    free_quantity: int = 0


class StaffOrderItem(TranslatedLine, rename="camel"):
    """A line item as it was ordered. `refunded_quantity` of it was refunded or is about to be: not to be made."""

    menu_item_id: str | None
    name: str
    quantity: int
    unit_price: float
    total_price: float
    customizations: list[StaffModifier]
    special_instructions: str | None
    refunded_quantity: int = 0
    tax_class: TaxClass = STANDARD


class StaffOrderTruck(Struct):
    """The truck's name and slug, and the IANA time zone in which the times of the order are shown."""

    name: str
    slug: str
    timezone: str = DEFAULT_TIMEZONE


class OrderStep(Struct):
    """One step of the status history, when it was made, and the name of the user who made it."""

    status: Status
    at: str
    by: str


class RefundedLine(Struct):
    """A line item, by its index in the order (from 0), and the quantity to refund."""

    index: int
    quantity: int


ESTIMATE_INVALID = Sentence("Send an instant such as 2026-07-01T19:30:00Z, or null.", "instant_invalid")


class PaidOut(Struct):
    """When a refund at the counter was paid out, and the name of the user who did."""

    at: str
    by: str


RefundReason = Literal["sold_out", "mistake", "late", "quality", "other"]


class OrderRefund(Struct, rename="camel"):
    """A refund. `failure` tells staff why it failed.

    `reason_code` is the reason that staff chose, which each reader is told in their language; `reason` is text for
    people, empty where the code says all. `cause` is a code: whether cancelling the order requested it, or staff did.
    One of a payment at the counter is `due` until it is paid out; `paid_out` is null before.
    """

    id: str = field(name="_id")
    amount: float
    items: list[RefundedLine] | None
    reason: str
    by: str
    method: Literal["card", "window"]
    status: Literal["pending", "succeeded", "failed", "due"]
    failure: str | None
    created_at: str
    cause: Literal["cancellation", "staff"] = "staff"
    paid_out: PaidOut | None = None
    reason_code: RefundReason | None = None


class WindowPayment(Struct):
    """A payment at the counter: the method, the time, and the name of the user who took it."""

    method: CounterPaymentMethod
    at: str
    by: str


class OrderDispute(Struct, rename="camel"):
    """A dispute of the payment; `status` is Stripe's, `answerBy` the last moment to answer it."""

    id: str = field(name="_id")
    amount: float
    reason: str
    status: str
    answer_by: str | None
    created_at: str


class OrderReader(Struct, rename="camel"):
    """The reader on which the order was paid, and the card. All but the label is null until Stripe has told it.

    `applicationName`, `aid`, `accountType` and `responseCode` are what card networks require on a receipt.
    """

    label: str
    brand: str | None = None
    last4: str | None = None
    read_method: str | None = None
    application_name: str | None = None
    aid: str | None = None
    account_type: str | None = None
    response_code: str | None = None


def to_order_reader(order: Order) -> OrderReader | None:
    """The reader of an order that was paid on one, with the card's fields as far as they are known."""
    return convert(order.reader, OrderReader) if order.reader else None


class StaffOrder(Struct, rename="camel"):
    """The whole order, with the statuses it may change to and the amount that can still be refunded.

    `trackingPath` is the path of what the customer sees, which only shows: the link that moves or cancels the order is
    the customer's. `language` is the one in which the customer ordered. `place` is where the order is picked up; null
    at a truck that is always open. `slotAt` is the start of its slot. `changes` are those of its plan: by a disruption
    of the stop, or by the customer. `replies` are the customer's answers to SMS. `tender` is how the order was paid:
    `card` on a device that is not the truck's reader. `offlineNumber` is what the customer of a late order was told,
    and `offline` how it was sold.
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
    # The defaults are for idempotent responses that were stored before these fields existed.
    language: Language = ENGLISH
    stop_id: str | None = None
    place: PickupPlace | None = None
    slot_at: str | None = None
    changes: list[OrderPlanChange] = field(default_factory=list)
    tip: float = 0
    discount: float = 0
    offer_code: str | None = None
    replies: list[CustomerReply] = field(default_factory=list)
    tender: Tender = "online"
    reader: OrderReader | None = None
    taxes: list[OrderTax] = field(default_factory=list)
    exempt: float = 0
    prices_include_tax: bool = False
    offline_number: str | None = None
    offline: OfflineSale | None = None


class OrderPage(Struct, rename="camel"):
    """One page of orders, the total, a lower bound if it is not exact, and the cursor of the next page."""

    orders: list[StaffOrder]
    total: int
    total_is_exact: bool
    next_cursor: str | None


class OrderCounts(Struct):
    """Number of orders in each status."""

    pending: int = 0
    confirmed: int = 0
    preparing: int = 0
    ready: int = 0
    completed: int = 0
    cancelled: int = 0


class OrderChangeCommand(Struct, frozen=True):
    """A change of an order. A status of None and an estimate of UNSET stay as they are.

    `through` lists the statuses between the current and the new one.
    """

    status: str | None
    estimated_pickup_at: datetime | UnsetType | None
    through: tuple[str, ...] = ()


class ChangeRequest(Struct, rename="camel"):
    """The body of PATCH /orders/{id}. Unknown fields are ignored.

    `through` lists the statuses before `status`, to change the order by several steps at once: all or none. Steps that
    were made already are skipped. Each has its row in `history`, and the customer is told of the last one only.
    `{"status": "ready", "through": ["preparing"]}` makes a confirmed order ready.
    """

    status: Annotated[str, Meta(max_length=40)] | None = None
    through: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=5)] | None = None
    estimated_pickup_time: Annotated[str, Meta(max_length=40)] | UnsetType | None = UNSET

    def check(self) -> OrderChangeCommand:
        """The checked change. Raises InvalidInput for an unknown status and a malformed instant."""
        for name, values in (("status", [self.status]), ("through", self.through or [])):
            if any(status is not None and status not in statuses.NEXT_STATUSES for status in values):
                sentence = choose_one_of(tuple(statuses.NEXT_STATUSES))
                raise InvalidInput(sentence, fields={name: sentence})
        through = tuple(self.through or ()) if self.status is not None else ()
        estimate = self.estimated_pickup_time
        if estimate is UNSET or estimate is None:
            return OrderChangeCommand(self.status, estimate, through)
        instant = parse_instant(estimate)
        if instant is None:
            raise InvalidInput(ESTIMATE_INVALID, fields={"estimatedPickupTime": ESTIMATE_INVALID})
        return OrderChangeCommand(self.status, instant, through)


def parse_instant(text: str) -> datetime | None:
    """Parse an ISO 8601 instant with an offset, in the years 2000 to 2099, to UTC; None for any other text."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    is_instant = instant.tzinfo is not None and "T" in text and 2000 <= instant.year < 2100
    return instant.astimezone(UTC) if is_instant else None


def to_staff_order(
    order: Order | OrderRow,
    truck: StaffOrderTruck,
    items: list[StaffOrderItem],
    history: list[OrderEvent],
    refunds: list[Refund],
    disputes: list[Dispute],
    sms: OrderSmsStatuses,
    changes: list[PickupChange],
) -> StaffOrder:
    """The order's JSON for staff, from its rows."""
    return copy_fields(
        StaffOrder,
        order,
        order_number=str(order.order_number),
        created_at=to_iso(order.created_at),
        updated_at=to_iso(order.updated_at),
        truck=truck,
        reader=to_order_reader(order),
        offline=to_offline_sale(order.offline),
        items=items,
        subtotal=to_dollars(order.subtotal_cents),
        tax=to_dollars(order.tax_cents),
        tip=to_dollars(order.tip_cents),
        discount=to_dollars(order.discount_cents),
        total=to_dollars(order.total_cents),
        tax_rate=to_rate_percent(order.tax_rate_units),
        pickup_time=to_optional_iso(order.pickup_at),
        estimated_pickup_time=to_optional_iso(order.estimated_pickup_at),
        next_statuses=list(statuses.NEXT_STATUSES[order.status]),
        history=[OrderStep(step.status, to_iso(step.at), step.by) for step in history],  # type: ignore[arg-type]
        refunds=[_refund(refund) for refund in refunds],
        refundable=to_dollars(_refundable_cents(order, refunds)),
        disputes=[_dispute(dispute) for dispute in disputes],
        messages=sms.messages,
        sms_opted_out=sms.has_opted_out,
        replies=sms.replies,
        flags=list(order.flags),
        window_payment=_window_payment(order),
        tracking_path=tracking_url("", truck.slug, make_view_token(order.id, order.tracking_token)),
        place=to_pickup_place(order),
        slot_at=to_optional_iso(order.slot_at),
        changes=[to_plan_change(change) for change in changes],
        **describe_taxes(order),
    )


def tracking_url(origin: str, slug: str, token: str) -> str:
    """The URL of the order's tracking page."""
    return f"{origin}/{slug}/order/{token}"


def to_staff_item(line: OrderLine, options: list[StaffModifier], refunded_quantity: int) -> StaffOrderItem:
    """The JSON of a line item with its options, as staff see it; prices in dollars."""
    return copy_fields(
        StaffOrderItem,
        line,
        unit_price=to_dollars(line.unit_price_cents),
        total_price=to_dollars(line.total_cents),
        customizations=options,
        allergens_not_stated=line.allergens_not_stated or [],
        translations=show_translations(line.translations),
        refunded_quantity=refunded_quantity,
    )


def _refundable_cents(order: Order | OrderRow, refunds: list[Refund]) -> int:
    if order.payment_status not in statuses.HOLDS_MONEY:
        return 0
    return order.total_cents - sum(refund.amount_cents for refund in refunds if refund.status != "failed")


def _refund(refund: Refund) -> OrderRefund:
    is_of_cancellation = refund.key.startswith(cancellation_key(refund.order_id or "-"))
    return copy_fields(
        OrderRefund,
        refund,
        amount=to_dollars(refund.amount_cents),
        items=[RefundedLine(**line) for line in refund.lines] if refund.lines else None,
        by=refund.asked_by,
        created_at=to_iso(refund.created_at),
        cause="cancellation" if is_of_cancellation else "staff",
        paid_out=PaidOut(to_iso(refund.paid_out_at), refund.paid_out_by or "") if refund.paid_out_at else None,
    )


def _window_payment(order: Order | OrderRow) -> WindowPayment | None:
    if order.window_method is None or order.window_paid_at is None:
        return None
    paid_at, paid_to = to_iso(order.window_paid_at), order.window_paid_to or ""
    return WindowPayment(method=order.window_method, at=paid_at, by=paid_to)  # type: ignore[arg-type]


def _dispute(dispute: Dispute) -> OrderDispute:
    return copy_fields(
        OrderDispute,
        dispute,
        amount=to_dollars(dispute.amount_cents),
        answer_by=to_optional_iso(dispute.answer_by),
        created_at=to_iso(dispute.created_at),
    )
