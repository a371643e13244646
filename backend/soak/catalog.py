"""Reads the public menus and fills carts from them, with the bill that a customer computes."""

import random
from collections import Counter
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from soak.client import ProductClient
from soak.offers import CODE, discount_cents
from soak.recorder import Bill

TRUCKS = 4
LEAD = timedelta(hours=2)


class Catalog:
    """The trucks and their menus, read once before the load starts."""

    def __init__(self, product: ProductClient) -> None:
        trucks = product.ask("GET", "/api/trucks/public").json()[:TRUCKS]
        self.truck_ids: list[str] = [truck["_id"] for truck in trucks]
        self._stalls = [(truck, self._menu_items(product, truck)) for truck in trucks]
        self._tax_classes = {one["_id"]: one.get("taxClass", "standard") for _, menu in self._stalls for one in menu}

    def _menu_items(self, product: ProductClient, truck: dict[str, Any]) -> list[dict[str, Any]]:
        answer = product.ask("GET", f"/api/menu-items/public/{truck['_id']}")
        if not answer.is_success:  # it was archived a moment ago
            return []
        return [menu_item for menu_item in answer.json() if menu_item["isAvailable"] and _is_choosable(menu_item)]

    def fill_cart(self, rng: random.Random, number: int, *, has_offer: bool = False) -> tuple[dict[str, Any], Bill]:
        """Return a request body without the customer's name and phone, and its bill.

        All carts of one purchase are of one truck, which its number decides.
        """
        truck, menu_items = self._stalls[number % len(self._stalls)]
        lines = [_line(rng, menu_item) for menu_item in rng.sample(menu_items, rng.randint(1, 3))]
        subtotal = sum(cents for _, cents in lines)
        cart = {
            "items": [item for item, _ in lines],
            "specialInstructions": f"Soak {number}",
            "subtotal": subtotal / 100,
        }
        pickup = (datetime.now(ZoneInfo(truck["timezone"])) + LEAD).strftime("%H:%M")
        body = {
            "cart": cart,
            "truckInfo": {"_id": truck["_id"]},
            "customerInfo": {"pickupTime": pickup},
        }
        return body, self.price_cart(body, has_offer=has_offer)

    def price_cart(self, body: dict[str, Any], *, has_offer: bool) -> Bill:
        """Put the totals, with or without the offer, into the cart of a request body, and return them."""
        cart, truck_id = body["cart"], body["truckInfo"]["_id"]
        truck = next(truck for truck, _ in self._stalls if truck["_id"] == truck_id)
        subtotal = _cents(cart["subtotal"])
        discount = discount_cents(subtotal) if has_offer else 0
        lines = [(_cents(item["totalPrice"]), self._tax_classes[item["menuItemId"]]) for item in cart["items"]]
        bill = Bill(subtotal, _tax_of_lines(lines, discount, truck), discount)
        cart |= {"tax": bill.tax_cents / 100, "total": bill.total_cents / 100, "offerCode": CODE if has_offer else None}
        return bill


def _is_choosable(menu_item: dict[str, Any]) -> bool:
    return all(len(_open_options(group)) >= group["minSelect"] for group in menu_item["optionGroups"])


def _open_options(group: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in group["options"] if option["isAvailable"]]


def _line(rng: random.Random, menu_item: dict[str, Any]) -> tuple[dict[str, Any], int]:
    chosen = [option for group in menu_item["optionGroups"] for option in _choose(rng, group)]
    quantity = rng.randint(1, 3)
    unit = _cents(menu_item["basePrice"]) + sum(_cents(option["additionalPrice"]) for option in chosen)
    options = [{"optionId": option["_id"], "name": option["name"]} for option in chosen]
    item = {
        "menuItemId": menu_item["_id"],
        "quantity": quantity,
        "totalPrice": unit * quantity / 100,
        "customization": {"selectedOptions": options},
    }
    return item, unit * quantity


def _choose(rng: random.Random, group: dict[str, Any]) -> list[dict[str, Any]]:
    options = _open_options(group)
    most = min(group["maxSelect"], len(options))
    return rng.sample(options, rng.randint(group["minSelect"], max(most, group["minSelect"])))


def _cents(dollars: float) -> int:
    return round(dollars * 100)


def _tax_of_lines(lines: list[tuple[int, str]], discount: int, truck: dict[str, Any]) -> int:
    """Tax in cents of (price, tax class) of lines less their part of the discount, rounded for each rate."""
    reduced = truck.get("reducedTaxRate")
    rates = {"standard": truck["taxRate"], "reduced": truck["taxRate"] if reduced is None else reduced}
    taxable: Counter[float] = Counter()
    for (cents, tax_class), part in zip(lines, _divide(discount, [cents for cents, _ in lines]), strict=True):
        if tax_class in rates:
            taxable[rates[tax_class]] += cents - part
    return sum(_tax(cents, rate) for rate, cents in taxable.items())


def _divide(cents: int, prices: list[int]) -> list[int]:
    """Parts of a discount in proportion to the prices; the cents that are left go to the largest remainders."""
    exact = [Fraction(cents * price, sum(prices) or 1) for price in prices]
    parts = [int(one) for one in exact]
    for _ in range(cents - sum(parts)):
        index = max(range(len(prices)), key=lambda one: (exact[one] - parts[one], -one))
        parts[index] += 1
    return parts


def _tax(subtotal_cents: int, percent: float) -> int:
    """Tax of the subtotal in cents, rounded half up. Does not use the product's function, to find its errors."""
    units = round(percent * 10_000)
    whole, rest = divmod(subtotal_cents * units, 1_000_000)
    return whole + (1 if rest * 2 >= 1_000_000 else 0)
