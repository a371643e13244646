"""Inserts trucks and menu items, and builds the checkout that a browser sends. Prices in whole cents."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.money import compute_tax_cents
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.trucks.models import Truck

GroupSpec = tuple[str, int, int, list[tuple[str, int]]]


def make_truck(db: Database, name: str = "Spice Route", **fields: Any) -> Truck:
    """Insert an active truck; its slug is made from its name."""
    fields.setdefault("slug", name.lower().replace(" ", "-"))

    def add(session: Any) -> Truck:
        truck = Truck(name=name, **fields)
        session.add(truck)
        session.flush()
        return truck

    return db.write(add)


def make_item(
    db: Database,
    truck: Truck,
    name: str = "Taco",
    price: int = 450,
    groups: list[GroupSpec] | None = None,
    **fields: Any,
) -> MenuItem:
    """Insert a menu item. `groups` are (name, min_select, max_select, [(option, surcharge in cents)])."""

    def add(session: Any) -> MenuItem:
        item = MenuItem(truck_id=truck.id, name=name, base_price_cents=price, **fields)
        item.option_groups = [_group(place, group) for place, group in enumerate(groups or [])]
        session.add(item)
        session.flush()
        return item

    return db.write(add)


def _group(place: int, group: GroupSpec) -> OptionGroup:
    name, least, most, options = group
    made = OptionGroup(name=name, min_select=least, max_select=most, position=place)
    made.options = [
        Option(name=option, additional_price_cents=cents, position=position)
        for position, (option, cents) in enumerate(options)
    ]
    return made


def checkout_body(
    truck: Truck,
    *lines: tuple[MenuItem, int],
    totals: tuple[float, float, float] | None = None,
    tip_cents: int = 0,
    offer: tuple[str, int] | None = None,
) -> dict[str, Any]:
    """The body of POST /create-payment-intent, with the totals that a browser shows for items without options.

    `offer` is a code, and the discount in cents that the browser has computed.
    """
    return {
        "cart": {
            "items": [_line(item, quantity) for item, quantity in lines],
            **_totals(truck, lines, totals, tip_cents, offer),
        },
        "customerInfo": {
            "name": "Ada Lovelace",
            "phone": "(213) 373-4253",
            "email": "ada@example.com",
            "pickupTime": pickup_time(truck),
        },
        "truckInfo": {"_id": truck.id, "name": truck.name, "slug": truck.slug},
    }


def pickup_time(truck: Truck, minutes: int = 60) -> str:
    """The time of day so many minutes from now, in the truck's time zone."""
    return (clock.now() + timedelta(minutes=minutes)).astimezone(ZoneInfo(truck.timezone)).strftime("%H:%M")


def _line(item: MenuItem, quantity: int) -> dict[str, Any]:
    return {
        "id": f"{item.id}-1",
        "menuItemId": item.id,
        "name": item.name,
        "basePrice": item.base_price_cents / 100,
        "quantity": quantity,
        "totalPrice": item.base_price_cents * quantity / 100,
        "truckId": item.truck_id,
        "customization": {"selectedOptions": [], "optionChoices": [], "specialInstructions": ""},
    }


def _totals(
    truck: Truck,
    lines: tuple[tuple[MenuItem, int], ...],
    totals: tuple[float, float, float] | None,
    tip_cents: int,
    offer: tuple[str, int] | None,
) -> dict[str, Any]:
    if totals is None:
        subtotal = sum(item.base_price_cents * quantity for item, quantity in lines)
        discounted = subtotal - (offer[1] if offer else 0)
        tax = compute_tax_cents(discounted, truck.tax_rate_units)
        totals = (subtotal / 100, tax / 100, (discounted + tax + tip_cents) / 100)
    tip = {"tip": tip_cents / 100} if tip_cents else {}
    code = {"offerCode": offer[0]} if offer else {}
    return dict(zip(("subtotal", "tax", "total"), totals, strict=True)) | tip | code
