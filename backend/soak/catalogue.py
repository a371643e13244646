"""The menus as a guest reads them, and carts filled from them with the bill that the guest works out."""

import random
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from soak.client import Door
from soak.recorder import Bill

TRUCKS = 4
LEAD = timedelta(hours=2)


class Street:
    """What is sold, read once before the rush."""

    def __init__(self, door: Door) -> None:
        trucks = door.ask("GET", "/api/trucks/public").json()[:TRUCKS]
        self._stalls = [(truck, self._dishes(door, truck)) for truck in trucks]

    def _dishes(self, door: Door, truck: dict[str, Any]) -> list[dict[str, Any]]:
        answer = door.ask("GET", f"/api/menu-items/public/{truck['_id']}")
        if not answer.is_success:  # it has just left the street
            return []
        return [dish for dish in answer.json() if dish["isAvailable"] and _is_choosable(dish)]

    def fill_cart(self, rng: random.Random, number: int) -> tuple[dict[str, Any], Bill]:
        """A request body without the customer's name and phone, and its bill.

        A cart belongs to one truck, however often it is changed: the purchase's number decides which.
        """
        truck, dishes = self._stalls[number % len(self._stalls)]
        lines = [_line(rng, dish) for dish in rng.sample(dishes, rng.randint(1, 3))]
        subtotal = sum(cents for _, cents in lines)
        bill = Bill(subtotal, _tax(subtotal, truck["taxRate"]))
        cart = {
            "items": [item for item, _ in lines],
            "specialInstructions": f"Soak {number}",
            "subtotal": subtotal / 100,
            "tax": bill.tax_cents / 100,
            "total": bill.total_cents / 100,
        }
        pickup = (datetime.now(ZoneInfo(truck["timezone"])) + LEAD).strftime("%H:%M")
        return {
            "cart": cart,
            "truckInfo": {"_id": truck["_id"]},
            "customerInfo": {"pickupTime": pickup},
        }, bill


def _is_choosable(dish: dict[str, Any]) -> bool:
    return all(len(_open_options(group)) >= group["minSelect"] for group in dish["optionGroups"])


def _open_options(group: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for option in group["options"] if option["isAvailable"]]


def _line(rng: random.Random, dish: dict[str, Any]) -> tuple[dict[str, Any], int]:
    chosen = [option for group in dish["optionGroups"] for option in _choose(rng, group)]
    quantity = rng.randint(1, 3)
    unit = _cents(dish["basePrice"]) + sum(_cents(option["additionalPrice"]) for option in chosen)
    options = [{"optionId": option["_id"], "name": option["name"]} for option in chosen]
    item = {
        "menuItemId": dish["_id"],
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


def _tax(subtotal_cents: int, percent: float) -> int:
    """Half up on the subtotal, worked out on its own and not by the product's routine."""
    units = round(percent * 10_000)
    whole, rest = divmod(subtotal_cents * units, 1_000_000)
    return whole + (1 if rest * 2 >= 1_000_000 else 0)
