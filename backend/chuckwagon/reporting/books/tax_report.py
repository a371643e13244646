"""The tax report: what was sold at each place and rate, the tax on it, and what refunds gave back.

Of an order with two rates, what is not taxed and the tip are in the row of the standard rate.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec import to_builtins as builtins
from msgspec.structs import asdict, astuple
from sqlalchemy.orm import Session

from chuckwagon.kit.money import to_dollars, to_rate_percent
from chuckwagon.orders.models import CASH, ONLINE, OTHER_CARD, READER
from chuckwagon.reporting.books import book_days
from chuckwagon.reporting.books.facts import SaleSums, SoldAt, sum_sales
from chuckwagon.reporting.books.refund_facts import RefundFact, list_refunds
from chuckwagon.reporting.periods import Period
from chuckwagon.trucks.models import Truck

PAID_TENDERS = (ONLINE, READER, CASH, OTHER_CARD)
MONEY = ("gross", "discounts", "exempt", "taxable", "tax", "refunds", "refundedTax", "netTaxable", "netTax", "tips")
COLUMNS = ("truck", "place", "rate", *MONEY, *PAID_TENDERS)


class TaxTenders(Struct):
    """What was taken by tender, in dollars, with tax and tips, before refunds."""

    online: float
    reader: float
    cash: float
    card: float


class TaxFigures(Struct, rename="camel", kw_only=True):
    """Sums in dollars. `gross` is without tax: gross − discounts = exempt + taxable, and `tax` is the tax on it.

    `refunds` is all that was given back in these days, whenever it was sold, and `refundedTax` the tax in it.
    `netTaxable` and `netTax` are what is left for the return: without what refunds gave back of it.
    """

    gross: float
    discounts: float
    exempt: float
    taxable: float
    tax: float
    refunds: float
    refunded_tax: float
    net_taxable: float
    net_tax: float
    tips: float
    tenders: TaxTenders


class TaxRow(TaxFigures, rename="camel", kw_only=True):
    """One place and rate (percent). `placeId` and `placeName` are null for what was sold at no saved place."""

    truck_id: str
    truck_name: str
    place_id: str | None
    place_name: str | None
    rate: float


class TaxReport(Struct, rename="camel", kw_only=True):
    """The report of the days from `from` to `to`, both inclusive, on the clocks of the places."""

    first: str = field(name="from")
    last: str = field(name="to")
    timezone: str
    rows: list[TaxRow]
    totals: TaxFigures


class TaxSums(Struct):
    """The cents of a row."""

    gross: int = 0
    discounts: int = 0
    exempt: int = 0
    taxable: int = 0
    tax: int = 0
    refunds: int = 0
    refunded_tax: int = 0
    refunded_taxable: int = 0
    tips: int = 0
    online: int = 0
    reader: int = 0
    cash: int = 0
    card: int = 0

    def add(self, **cents: int) -> None:
        for name, value in cents.items():
            setattr(self, name, getattr(self, name) + value)

    def add_cents(self, cents: Sequence[int]) -> None:
        """Add the cents in the order of the fields."""
        self.add(**dict(zip(self.__struct_fields__, cents, strict=True)))


class TaxKey(NamedTuple):
    """What a row is about; the rate in units."""

    truck_id: str
    truck_name: str
    place_id: str | None
    place_name: str | None
    rate: int


def sum_taxes(sales: Mapping[SoldAt, SaleSums], refunds: Iterable[RefundFact]) -> dict[TaxKey, TaxSums]:
    """The rows of these sales and refunds."""
    found: dict[TaxKey, TaxSums] = defaultdict(TaxSums)
    for sold, sums in sales.items():
        _add_sales(found, sold, sums)
    _add_refunds(found, refunds)
    return found


def build_tax_report(session: Session, truck: Truck | None, period: Period) -> TaxReport:
    """Build the report of the truck (None: all trucks)."""
    kept, rest = book_days.read(session, truck, period)
    found: dict[TaxKey, TaxSums] = defaultdict(TaxSums)
    if rest is not None:
        found |= sum_taxes(sum_sales(session, truck, rest, by_day=False), list_refunds(session, truck, rest))
    for day in kept:
        for place_id, place_name, rate, cents in day.figures["taxes"]:
            found[TaxKey(day.truck.id, day.truck.name, place_id, place_name, rate)].add_cents(cents)
    filled = {key: sums for key, sums in found.items() if any(astuple(sums))}
    ordered = sorted(filled, key=lambda key: (key[1], key[0], key[3] is None, key[3] or "", key[2] or "", -key[4]))
    total = TaxSums()
    for sums in filled.values():
        total.add(**asdict(sums))
    return TaxReport(
        first=period.first.isoformat(),
        last=period.last.isoformat(),
        timezone=period.zone,
        rows=[_to_row(key, filled[key]) for key in ordered],
        totals=TaxFigures(**_figures(total)),
    )


def _key(sold: SoldAt, rate: int) -> TaxKey:
    return TaxKey(sold.truck_id, sold.truck_name, sold.place_id, sold.place_name, rate)


def _add_sales(found: dict[TaxKey, TaxSums], sold: SoldAt, sums: SaleSums) -> None:
    reduced_discount = sums.reduced_gross - sums.reduced_taxable
    reduced_total = sums.reduced_taxable + sums.reduced_tax
    taxable = sums.gross - sums.discount - sums.exempt - sums.reduced_taxable
    found[_key(sold, sold.rate)].add(
        gross=sums.gross - sums.reduced_gross,
        discounts=sums.discount - reduced_discount,
        exempt=sums.exempt,
        taxable=taxable,
        tax=sums.tax - sums.reduced_tax,
        tips=sums.tip,
        **{sold.tender: sums.total - reduced_total},
    )
    if sold.reduced_rate is not None:
        found[_key(sold, sold.reduced_rate)].add(
            gross=sums.reduced_gross,
            discounts=reduced_discount,
            taxable=sums.reduced_taxable,
            tax=sums.reduced_tax,
            **{sold.tender: reduced_total},
        )


def _add_refunds(found: dict[TaxKey, TaxSums], refunds: Iterable[RefundFact]) -> None:
    for refund in refunds:
        sign = refund.sign
        for rate, part in refund.parts.rates.items():
            found[_key(refund.sold, rate)].add(
                refunds=sign * (part.net + part.tax), refunded_tax=sign * part.tax, refunded_taxable=sign * part.net
            )
        found[_key(refund.sold, refund.sold.rate)].add(refunds=sign * (refund.parts.exempt + refund.parts.tip))


def _figures(sums: TaxSums) -> dict[str, Any]:
    cents = asdict(sums)
    tenders = TaxTenders(**{name: to_dollars(cents.pop(name)) for name in PAID_TENDERS})
    net = {
        "net_taxable": to_dollars(sums.taxable - cents.pop("refunded_taxable")),
        "net_tax": to_dollars(sums.tax - sums.refunded_tax),
    }
    return {name: to_dollars(value) for name, value in cents.items()} | net | {"tenders": tenders}


def _to_row(key: TaxKey, sums: TaxSums) -> TaxRow:
    truck_id, truck_name, place_id, place_name, rate = key
    return TaxRow(
        truck_id=truck_id,
        truck_name=truck_name,
        place_id=place_id,
        place_name=place_name,
        rate=to_rate_percent(rate),
        **_figures(sums),
    )


def tax_csv_rows(report: TaxReport) -> Iterator[tuple[object, ...]]:
    """Yield the rows, in the order of COLUMNS, and the totals last."""
    for row in report.rows:
        yield (row.truck_name, row.place_name, f"{row.rate:g}", *_money(row))
    yield ("total", None, None, *_money(report.totals))


def _money(figures: TaxFigures) -> list[Decimal]:
    cells = builtins(figures)
    return [Decimal(f"{value:.2f}") for value in (*(cells[name] for name in MONEY), *cells["tenders"].values())]
