"""The prices that the counters of a truck have read, kept by their version, and what a late order has charged besides.

A device sells by what it knew last. So its order is compared with that, and not with the menu of the day on which it
arrives. A version is kept for `KEPT_FOR` after a counter has read it last.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.money import TAX_CLASSES, TaxClass, charge_options, to_dollars
from chuckwagon.menu.cart_items import MenuItemState
from chuckwagon.menu.queries import MenuPrices
from chuckwagon.orders.late.models import PriceDifference, PublishedPrices
from chuckwagon.orders.late.schemas import LateOrder, LateSums
from chuckwagon.orders.placement.pricing import PricedLine, TaxTerms, total_lines
from chuckwagon.schedule.checkout_stop import CheckoutStop
from chuckwagon.trucks.models import Truck

KEPT_FOR = timedelta(days=14)
NOTED_EVERY = timedelta(hours=1)
OF_TRUCK = ""  # in place of a stop, for orders without one


class Terms(Struct, frozen=True):
    """The tax of a stop or a truck; rates in units. The reduced one is None where it is the standard one."""

    tax_rate_units: int
    reduced_tax_rate_units: int | None
    prices_include_tax: bool


class KnownPrices(Struct, frozen=True):
    """The prices by which a late order was sold, in cents: base prices and tax classes of items, prices of options.

    `free` has for each option of a group of which pieces are free: (how many, the options in the order of the menu).
    """

    items: Mapping[str, tuple[int, TaxClass]]
    options: Mapping[str, int]
    terms: TaxTerms
    free: Mapping[str, tuple[int, Sequence[str]]] = {}

    def class_of(self, item_id: str) -> TaxClass:
        """The tax class of an item."""
        return self.items[item_id][1]


def list_terms(truck: Truck, stops: Sequence[CheckoutStop]) -> dict[str, list[Any]]:
    """The tax of the truck and of each stop, by the stop's ID, as it is stored with the prices."""
    return {OF_TRUCK: _to_list(truck)} | {stop.id: _to_list(stop) for stop in stops}


def _to_list(terms: TaxTerms) -> list[Any]:
    return [terms.tax_rate_units, terms.reduced_tax_rate_units, terms.prices_include_tax]


def is_publishing_due(session: Session, truck_id: str, version: str) -> bool:
    """Whether the version is unknown, or was noted as read too long ago. Takes no write lock."""
    read_at = session.scalar(
        sa.select(PublishedPrices.last_read_at).where(
            PublishedPrices.truck_id == truck_id, PublishedPrices.version == version
        )
    )
    return read_at is None or read_at <= clock.now() - NOTED_EVERY


def publish_prices(
    session: Session, truck_id: str, version: str, menu: MenuPrices, terms: Mapping[str, list[Any]]
) -> None:
    """Keep the prices by their version, or note that a counter has read them again."""
    prices = {
        "items": {item_id: [cents, tax_class] for item_id, cents, tax_class in menu.items},
        "options": dict(menu.options),
        "terms": dict(terms),
        "free": [[count, ids] for count, ids in menu.free],
    }
    now = clock.now()
    row = {"truck_id": truck_id, "version": version, "prices": prices, "last_read_at": now}
    if not insert_if_absent(session, PublishedPrices, row):
        is_row = (PublishedPrices.truck_id == truck_id, PublishedPrices.version == version)
        session.execute(sa.update(PublishedPrices).where(*is_row).values(last_read_at=now))


def delete_old_prices(session: Session) -> None:
    """Delete the versions by which no late order can have been sold."""
    session.execute(sa.delete(PublishedPrices).where(PublishedPrices.last_read_at < clock.now() - KEPT_FOR))


def find_prices(
    session: Session,
    truck: Truck,
    stop: CheckoutStop | None,
    late: LateOrder,
    items: Mapping[str, MenuItemState],
) -> KnownPrices:
    """The published prices of the order's version, completed by the present ones of what it does not have.

    Without such a version all are the present ones. A stop that was deleted meanwhile has the tax that was published.
    """
    present: TaxTerms = stop or truck
    classes = {item.id: (item.base_price_cents, item.tax_class) for item in items.values()}
    options = {
        option.id: option.additional_price_cents
        for item in items.values()
        for group in item.option_groups
        for option in group.options
    }
    groups = (group for item in items.values() for group in item.option_groups)
    free = [(group.free_count, [option.id for option in group.options]) for group in groups if group.free_count]
    found = session.get(PublishedPrices, (truck.id, late.prices_version)) if late.prices_version else None
    if found is None or found.last_read_at < clock.now() - KEPT_FOR:
        return KnownPrices(classes, options, present, _by_option(free))
    stored = found.prices
    known = {one: (int(cents), _to_class(name)) for one, (cents, name) in stored["items"].items()}
    terms = stored["terms"].get(late.stop_id or OF_TRUCK)
    # A version of a release without free ones had none. Groups that it does not have are as they are now.
    then = _by_option([(count, ids) for count, ids in stored.get("free", [])])
    now = {one: group for one, group in _by_option(free).items() if one not in stored["options"]}
    return KnownPrices(classes | known, options | stored["options"], Terms(*terms) if terms else present, now | then)


def _by_option(groups: Sequence[tuple[int, Sequence[str]]]) -> dict[str, tuple[int, Sequence[str]]]:
    return {option_id: group for group in groups for option_id in group[1]}


def _to_class(name: str) -> TaxClass:
    return next(one for one in TAX_CLASSES if one == name)


def list_differences(lines: Sequence[PricedLine], sums: LateSums, known: KnownPrices) -> list[PriceDifference]:
    """The lines whose price is not that of the known prices, and the tax if it is not theirs."""
    found = []
    for index, line in enumerate(lines):
        told = _sum_published(line, known)
        if told != line.unit_price_cents or _has_other_options(line, known):
            published = None if told is None else to_dollars(told)
            found.append(PriceDifference("line", to_dollars(line.unit_price_cents), published, index, line.name))
    totals = total_lines(lines, known.terms, sums.tip_cents)
    if (totals.tax_cents, totals.total_cents) != (sums.tax_cents, sums.total_cents) or _has_other_rates(sums, known):
        found.append(PriceDifference("tax", to_dollars(sums.tax_cents), to_dollars(totals.tax_cents)))
    return found


def _sum_published(line: PricedLine, known: KnownPrices) -> int | None:
    """The price of one with its options; None when an option has no known price."""
    if any(one.option_id not in known.options for one in line.modifiers):
        return None
    return known.items[line.menu_item_id or ""][0] + sum(_charge_published(line, known).values())


def _charge_published(line: PricedLine, known: KnownPrices) -> dict[str, int]:
    """What each option of a known price adds, by ID: the cheapest pieces of a group are free."""
    quantities = {one.option_id: one.quantity for one in line.modifiers if one.option_id in known.options}
    charged = {one: known.options[one] * quantity for one, quantity in quantities.items()}
    for count, ids in {id(group): group for one in quantities if (group := known.free.get(one))}.values():
        taken = [one for one in ids if one in quantities]
        pieces = [(known.options[one], quantities[one]) for one in taken]
        charged |= zip(taken, charge_options(pieces, count), strict=True)
    return charged


def _has_other_options(line: PricedLine, known: KnownPrices) -> bool:
    charged = _charge_published(line, known)
    return any(charged.get(one.option_id) != one.additional_price_cents for one in line.modifiers)


def _has_other_rates(sums: LateSums, known: KnownPrices) -> bool:
    rates = {known.terms.tax_rate_units, known.terms.reduced_tax_rate_units}
    return any(tax.rate_units not in rates for tax in sums.taxes)
