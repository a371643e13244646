"""JSON of day closes. Amounts are in dollars."""

from datetime import datetime

from msgspec import Struct, field

from chuckwagon.drawer.queries import Movement


class TenderFigures(Struct, rename="camel"):
    """What was sold and refunded with one tender.

    `gross` is without tax and before discounts. `total` is what was paid: gross − discounts + tax + tip.
    """

    orders: int = 0
    gross: float = 0
    discounts: float = 0
    tax: float = 0
    tip: float = 0
    total: float = 0
    refunds: float = 0


class TenderTable(Struct):
    """The figures by tender: card on the page, on a reader of the truck, cash, card on another device."""

    online: TenderFigures = field(default_factory=TenderFigures)
    reader: TenderFigures = field(default_factory=TenderFigures)
    cash: TenderFigures = field(default_factory=TenderFigures)
    card: TenderFigures = field(default_factory=TenderFigures)


class PlaceTax(Struct, rename="camel"):
    """Tax of the sales at one place and rate (percent). The place is null for sales between stops."""

    place_name: str | None
    rate: float
    taxable: float
    tax: float


class OrderSum(Struct):
    """How many orders, and their total."""

    orders: int = 0
    total: float = 0


class CashEvent(Struct, rename="camel"):
    """Cash of an order: `sale` or `refund`, when it was recorded, and when it was taken where that was earlier.

    `offlineNumber` is what its customer was told without network, such as A-12.
    """

    kind: str
    order_number: str
    offline_number: str | None
    amount: float
    at: datetime
    taken_at: datetime | None


class DayFigures(Struct, rename="camel"):
    """What a close says of the orders. It is stored as it is shown."""

    tenders: TenderTable
    taxes: list[PlaceTax]
    tips: float
    discounts: float
    refunds: float
    cancelled: OrderSum
    first_order_number: str | None
    last_order_number: str | None
    open: OrderSum


class DayClose(DayFigures, rename="camel"):
    """The sheet of a day close. `number`s of a truck have no gaps, and no sheet changes.

    It has all that was recorded since the close before. `expected` is float + cash sales − cash refunds + pay-ins −
    pay-outs; `beforeOpening` lists the cash that is not part of it, because it was recorded before the drawer was
    opened. `late` lists sales that were made earlier than they were recorded. `open` are the orders that were still
    open or unpaid.
    """

    id: str = field(name="_id")
    close_number: int
    truck_id: str
    truck_name: str
    timezone: str
    since: datetime = field(name="from")
    until: datetime = field(name="to")
    opened_at: datetime
    opened_by: str
    closed_by: str
    float_dollars: float = field(name="float")
    cash_sales: float
    cash_refunds: float
    pay_ins: float
    pay_outs: float
    expected: float
    counted: float
    difference: float
    denominations: dict[str, int] | None
    note: str | None
    movements: list[Movement]
    before_opening: list[CashEvent]
    late: list[CashEvent]


class DayCloseRow(Struct, rename="camel"):
    """A close in the list."""

    id: str = field(name="_id")
    close_number: int
    since: datetime = field(name="from")
    until: datetime = field(name="to")
    closed_by: str
    expected: float
    counted: float
    difference: float
    total: float


class DayClosePage(Struct, rename="camel"):
    """Closes of a truck, newest first."""

    closes: list[DayCloseRow]
    timezone: str
    next_cursor: str | None
