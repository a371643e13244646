"""What a device sends of an order that it took without network, and whether its sums add up among themselves.

What was charged is kept, so a price or a tax that the menu does not have is no reason to refuse. Sums that contradict
each other are: it is unclear what was taken.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, raise_if_any
from chuckwagon.kit.money import to_cents, to_rate_units
from chuckwagon.kit.sentences import REQUIRED_FIELDS, Sentence, choose_one_of
from chuckwagon.kit.validation import collapse_whitespace, limited, remove_control_characters, trimmed, us_e164
from chuckwagon.menu.schemas import MAX_OPTION_QUANTITY
from chuckwagon.orders.placement.counter_drafts import SentInstant
from chuckwagon.orders.placement.counter_orders import (
    AMOUNT_INVALID,
    LINE_COUNT_INVALID,
    MAX_DOLLARS,
    MAX_INSTRUCTIONS_LENGTH,
    MAX_LINES,
    MAX_NAME_LENGTH,
    MAX_OPTIONS,
    MAX_QUANTITY,
    OPTIONS_TOO_MANY,
    PAYMENT_CHOICES,
    QUANTITY_INVALID,
    CounterOrderRequest,
)

SUM_DIFFERS = Sentence("This does not add up.", "sum_differs")
MAX_RATES = 2  # a place has a standard and a reduced rate


class LateOption(Struct, frozen=True):
    """A chosen option as it was charged."""

    option_id: str
    group_name: str
    name: str
    additional_price_cents: int
    quantity: int = 1


class LateLine(Struct, frozen=True):
    """A line item as it was charged; `unit_price_cents` includes the options."""

    menu_item_id: str
    name: str
    quantity: int
    unit_price_cents: int
    options: tuple[LateOption, ...]
    special_instructions: str | None


class LateTax(Struct, frozen=True):
    """The amount at one rate without tax, and the tax on it."""

    rate_units: int
    taxable_cents: int
    tax_cents: int


class LateSums(Struct, frozen=True):
    """What was charged in all. `taxes` are without those of which nothing was sold, higher rates first."""

    subtotal_cents: int
    taxes: tuple[LateTax, ...]
    tip_cents: int
    total_cents: int
    prices_include_tax: bool

    @property
    def tax_cents(self) -> int:
        """The tax at all rates."""
        return sum(tax.tax_cents for tax in self.taxes)

    @property
    def exempt_cents(self) -> int:
        """The part of the subtotal that is not taxed."""
        taxable = sum(tax.taxable_cents for tax in self.taxes)
        return self.subtotal_cents - taxable - (self.tax_cents if self.prices_include_tax else 0)


class OrderSumsDiffer(Conflict):
    """Lines, subtotal, taxes and total contradict each other; `fields` names what does not fit."""

    code = "order_sums_differ"
    sentence = "The sums of this order do not add up. Enter it as a sale of now, or discard it."


def check_sums(
    lines: Sequence[LateLine],
    subtotal_cents: int,
    taxes: Sequence[LateTax],
    tip_cents: int,
    total_cents: int,
    *,
    prices_include_tax: bool | None,
) -> LateSums:
    """The sums of a late order. Whether prices include tax is found from the total where it is not said.

    Raises OrderSumsDiffer.
    """
    tax, excluded = sum(one.tax_cents for one in taxes), subtotal_cents + tip_cents
    if prices_include_tax is None:
        prices_include_tax = total_cents == excluded != excluded + tax
    present = tuple(sorted((one for one in taxes if one.taxable_cents or one.tax_cents), key=lambda t: -t.rate_units))
    sums = LateSums(subtotal_cents, present, tip_cents, total_cents, prices_include_tax)
    problems = {
        f"lines.{index}.options": sum(option.additional_price_cents for option in line.options) > line.unit_price_cents
        for index, line in enumerate(lines)
    } | {
        "subtotal": subtotal_cents != sum(line.unit_price_cents * line.quantity for line in lines),
        "taxes": _contradicts(sums),
        "total": total_cents != excluded + (0 if prices_include_tax else tax),
    }
    wrong = {path: SUM_DIFFERS for path, is_wrong in problems.items() if is_wrong}
    if wrong:
        raise OrderSumsDiffer(fields=wrong)
    return sums


def _contradicts(sums: LateSums) -> bool:
    """Whether the taxes cannot be those of the subtotal: of rates, too much, or more than was sold."""
    rates = [tax.rate_units for tax in sums.taxes]
    is_odd = any(tax.tax_cents > tax.taxable_cents for tax in sums.taxes)
    return len(set(rates)) < len(rates) or len(rates) > MAX_RATES or is_odd or sums.exempt_cents < 0


FORMAT = 1  # of what a device keeps; the next one is accepted beside this one for `OLDEST`
OLDEST = timedelta(days=14)
LATE_AFTER = timedelta(hours=48)
NOTED_CLOCK_DIFFERENCE = timedelta(minutes=2)
MAX_REASON_LENGTH, MAX_LINE_NAME_LENGTH, MAX_TAXES = 200, 80, 4
FIRST_YEAR, LAST_YEAR = 1970, 2199  # a clock that has lost its power begins in 1970
INSTANT_INVALID = Sentence("Send an instant such as 2026-07-01T19:30:00Z.", "instant_invalid")
Id = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(max_length=1000)]
OfflineNumber = Annotated[str, Meta(pattern="^[A-Z]{1,3}-[1-9][0-9]{0,5}$", max_length=12)]


class SentOption(Struct, rename="camel"):
    """A chosen option as it was charged: what its `quantity` pieces added to the price of one item, in dollars.

    The names are used where the server does not know it any more.
    """

    option_id: Id
    additional_price: float
    group_name: Name | None = None
    name: Name | None = None
    quantity: Annotated[int, Meta(ge=1, le=MAX_OPTION_QUANTITY)] | UnsetType | None = UNSET


class SentLine(Struct, rename="camel"):
    """A line item as it was charged. `unitPrice` is the price of one with its options, in dollars."""

    menu_item_id: Id
    quantity: int
    unit_price: float
    name: Name | None = None
    options: Annotated[list[SentOption] | None, limited(max_items=MAX_OPTIONS)] = None
    special_instructions: Name | None = None


class SentTax(Struct, rename="camel"):
    """What an order has at one rate (percent): the amount without tax, and the tax on it, in dollars."""

    rate: float
    taxable: float
    tax: float


class SentReason(Struct):
    """Why a person has decided so: what was typed, or the code of a refusal."""

    reason: Annotated[Name, trimmed(MAX_REASON_LENGTH, min_length=1)]


class CounterSaleRequest(CounterOrderRequest, rename="camel"):
    """The body of POST /orders: an order of now, or one that was taken without network.

    An order of now has `items`. A late order has `lines` with the prices that were charged, their sums, the
    `offlineNumber` that the customer was told, and whether it was `handedOver` or is to be made. Its instants are those
    of the device's clock. `void` is an order that was given up before it was sent, and `asSaleOfNow` one that was
    refused as a late order and is entered by a person as a sale of now. `format` is the version of the record.
    """

    format: int | UnsetType | None = UNSET
    offline_number: OfflineNumber | UnsetType | None = UNSET
    lines: Annotated[list[SentLine] | UnsetType | None, limited(max_items=MAX_LINES)] = UNSET
    subtotal: float | UnsetType | None = UNSET
    taxes: Annotated[list[SentTax] | UnsetType | None, limited(max_items=MAX_TAXES)] = UNSET
    total: float | UnsetType | None = UNSET
    prices_include_tax: bool | UnsetType | None = UNSET
    prices_version: Annotated[str, Meta(max_length=64)] | UnsetType | None = UNSET
    handed_over: bool | UnsetType | None = UNSET
    ticket_printed: bool | UnsetType | None = UNSET
    void: SentReason | UnsetType | None = UNSET
    as_sale_of_now: SentReason | UnsetType | None = UNSET

    @property
    def is_late(self) -> bool:
        """Whether the order was taken without network. An order of now has none of these fields."""
        return any((self.offline_number, self.lines, self.void, isinstance(self.handed_over, bool)))


class LateOrder(Struct, frozen=True, kw_only=True):
    """A late order that was checked: amounts in cents, instants by the server's clock.

    `clock_seconds` is by how much the device's clock was slow, None unless it is worth a note. `sums` is None for a
    sale of now, and for what was voided, if they do not add up.
    """

    draft_id: str
    device_id: str
    offline_number: str | None
    taken_at: datetime
    sent_at: datetime
    clock_seconds: int | None
    name: str
    phone: str | None
    flags: tuple[str, ...]
    special_instructions: str | None
    payment: str
    lines: tuple[LateLine, ...]
    sums: LateSums | None
    tip_cents: int
    prices_version: str | None
    stop_id: str | None
    slot_at: datetime | None
    is_handed_over: bool
    is_ticket_printed: bool
    void_reason: str | None
    refusal: str | None


class OrderTooOld(Conflict):
    """A late order was taken so long ago that it is no late order any more."""

    code = "order_too_old"
    sentence = "This order is older than 14 days. Enter it as a sale of now, or discard it."


class FormatUnknown(Conflict):
    """A device has a newer version than the server, which can read its records once it is updated too."""

    code = "format_unknown"
    sentence = "This order was written by a newer version. It is sent again later."


def check_late_order(request: CounterSaleRequest) -> LateOrder:
    """Check a late order. Raises InvalidInput, OrderSumsDiffer, OrderTooOld, FormatUnknown."""
    if request.format not in (UNSET, None, FORMAT):
        raise FormatUnknown
    problems = _find_problems(request)
    raise_if_any(problems)
    now = clock.now()
    is_of_now = isinstance(request.as_sale_of_now, SentReason)
    sent_at, taken_at = _to_instant(request.sent_at), _to_instant(request.taken_at)
    ahead = now - sent_at
    taken = now if is_of_now else min(taken_at, sent_at) + ahead
    if taken < now - OLDEST:
        raise OrderTooOld
    phone = us_e164(request.customer_phone) if request.customer_phone else None
    flags = ("phone_left_out",) if request.customer_phone and phone is None else ()
    number = request.offline_number or None
    lines = tuple(map(_to_line, request.lines or ()))
    return LateOrder(
        draft_id=str(request.draft_id),
        device_id=str(request.device_id),
        offline_number=number,
        taken_at=taken,
        sent_at=sent_at,
        clock_seconds=round(ahead.total_seconds()) if abs(ahead) > NOTED_CLOCK_DIFFERENCE else None,
        name=shorten(request.customer_name, MAX_NAME_LENGTH) or number or "-",
        phone=phone,
        flags=flags,
        special_instructions=shorten(request.special_instructions, MAX_INSTRUCTIONS_LENGTH),
        payment=request.payment or "",
        lines=lines,
        sums=_check_sums(request, lines, may_differ=is_of_now or isinstance(request.void, SentReason)),
        tip_cents=_to_cents(request.tip),
        prices_version=request.prices_version or None,
        stop_id=request.stop_id or None,
        slot_at=request.slot_at if isinstance(request.slot_at, datetime) else None,
        is_handed_over=request.handed_over is True,
        is_ticket_printed=request.ticket_printed is True,
        void_reason=_read_reason(request.void),
        refusal=_read_reason(request.as_sale_of_now),
    )


def _find_problems(request: CounterSaleRequest) -> dict[str, Sentence]:
    """What is missing or cannot be read. A name or a note that is too long is shortened instead."""
    is_void, lines, taxes = isinstance(request.void, SentReason), request.lines or (), request.taxes or ()
    required: dict[str, Any] = {
        "draftId": request.draft_id,
        "deviceId": request.device_id,
        "takenAt": request.taken_at,
        "sentAt": request.sent_at,
        "subtotal": is_void or isinstance(request.subtotal, float),
        "total": is_void or isinstance(request.total, float),
        "void.reason": not is_void or _read_reason(request.void),
    }
    problems = {path: REQUIRED_FIELDS for path, value in required.items() if not value}
    instants = {"takenAt": request.taken_at, "sentAt": request.sent_at}
    problems |= {path: INSTANT_INVALID for path, sent in instants.items() if sent and not is_of_a_clock(sent)}
    if request.payment not in PAYMENT_CHOICES and not is_void:
        problems["payment"] = choose_one_of(PAYMENT_CHOICES)
    if not (0 if is_void else 1) <= len(lines) <= MAX_LINES:
        problems["lines"] = LINE_COUNT_INVALID
    amounts = {"subtotal": request.subtotal, "tip": request.tip, "total": request.total}
    for index, tax in enumerate(taxes):
        amounts |= {
            f"taxes.{index}.taxable": tax.taxable,
            f"taxes.{index}.tax": tax.tax,
            f"taxes.{index}.rate": tax.rate,
        }
    for index, line in enumerate(lines[:MAX_LINES]):
        path, options = f"lines.{index}", line.options or ()
        if not 1 <= line.quantity <= MAX_QUANTITY:
            problems[f"{path}.quantity"] = QUANTITY_INVALID
        if len(options) > MAX_OPTIONS:
            problems[f"{path}.options"] = OPTIONS_TOO_MANY
        amounts[f"{path}.unitPrice"] = line.unit_price
        for place, option in enumerate(options[:MAX_OPTIONS]):
            amounts[f"{path}.options.{place}.additionalPrice"] = option.additional_price
    for path, amount in amounts.items():
        if isinstance(amount, float) and not 0 <= amount <= MAX_DOLLARS:
            problems[path] = AMOUNT_INVALID
    return problems


def _check_sums(request: CounterSaleRequest, lines: tuple[LateLine, ...], *, may_differ: bool) -> LateSums | None:
    """The sums; None for those that do not add up if they need not. Raises OrderSumsDiffer."""
    taxes = [LateTax(to_rate_units(one.rate), to_cents(one.taxable), to_cents(one.tax)) for one in request.taxes or ()]
    subtotal, tip, total = map(_to_cents, (request.subtotal, request.tip, request.total))
    includes = request.prices_include_tax if isinstance(request.prices_include_tax, bool) else None
    try:
        return check_sums(lines, subtotal, taxes, tip, total, prices_include_tax=includes)
    except OrderSumsDiffer:
        if may_differ:
            return None
        raise


def _to_line(line: SentLine) -> LateLine:
    options: dict[str, LateOption] = {}
    for option in line.options or ():
        before = options.get(option.option_id)  # an option that is named again adds up
        options[option.option_id] = LateOption(
            option.option_id,
            shorten(option.group_name, MAX_LINE_NAME_LENGTH) or "",
            shorten(option.name, MAX_LINE_NAME_LENGTH) or "-",
            to_cents(option.additional_price) + (before.additional_price_cents if before else 0),
            (option.quantity or 1) + (before.quantity if before else 0),
        )
    name, note = shorten(line.name, MAX_LINE_NAME_LENGTH), shorten(line.special_instructions, MAX_REASON_LENGTH)
    chosen = tuple(options.values())
    return LateLine(line.menu_item_id, name or "-", line.quantity, to_cents(line.unit_price), chosen, note)


def is_of_a_clock(sent: datetime) -> bool:
    """Whether a device's clock may say so, wrong as it may be. Beyond, differences leave the calendar."""
    return FIRST_YEAR <= sent.year <= LAST_YEAR


def _to_instant(sent: SentInstant) -> datetime:
    if not isinstance(sent, datetime):
        raise InvalidInput(REQUIRED_FIELDS)
    return sent.astimezone(UTC)


def _read_reason(sent: SentReason | UnsetType | None) -> str | None:
    return shorten(sent.reason, MAX_REASON_LENGTH) if isinstance(sent, SentReason) else None


def _to_cents(dollars: float | UnsetType | None) -> int:
    return to_cents(dollars) if isinstance(dollars, float) else 0


def shorten(text: str | None, max_length: int) -> str | None:
    """The text as it is kept: without what cannot be printed, and cut; None for an empty one."""
    return collapse_whitespace(remove_control_characters(text or ""))[:max_length].strip() or None
