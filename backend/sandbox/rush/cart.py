"""What a simulated customer orders: items and options by chance, within what the menu demands."""

import random
from typing import Any

Json = dict[str, Any]
FIRST_NAMES = ("Ana", "Ben", "Carla", "Dev", "Emi", "Frank", "Gia", "Hugo", "Ines", "Jack", "Kira", "Liam", "Mona")
LAST_NAMES = ("Adams", "Bell", "Cruz", "Diaz", "Evans", "Flores", "Gupta", "Hale", "Ito", "Jones", "Khan", "Lee")
NOTES = ("", "", "", "", "Extra hot, please.", "No cilantro.", "Two forks, please.")
AREA_CODES = (213, 303, 415, 512, 602, 718)
LINES, QUANTITIES = (1, 1, 2, 2, 3), (1, 1, 1, 2)
OPTION_SHARE = 0.5


def make_customer(chance: random.Random) -> Json:
    """Name and phone of a new customer. No subscriber has a number with 555-01."""
    name = f"{chance.choice(FIRST_NAMES)} {chance.choice(LAST_NAMES)}"
    return {"name": name, "phone": f"({chance.choice(AREA_CODES)}) 555-01{chance.randint(0, 99):02d}"}


def make_cart(chance: random.Random, menu: list[Json]) -> Json:
    """A cart without prices, which the server sets."""
    items = chance.sample(menu, min(chance.choice(LINES), len(menu)))
    return {"items": [_make_line(chance, item) for item in items]}


def _make_line(chance: random.Random, item: Json) -> Json:
    options = [option for group in item["optionGroups"] for option in _choose(chance, group)]
    chosen = {"selectedOptions": options, "specialInstructions": chance.choice(NOTES)}
    return {"menuItemId": item["_id"], "quantity": chance.choice(QUANTITIES), "customization": chosen}


def _choose(chance: random.Random, group: Json) -> list[Json]:
    offered = [option for option in group["options"] if option["isAvailable"] and option.get("remaining", 1) > 0]
    wanted = group["minSelect"] or int(chance.random() < OPTION_SHARE)
    count = min(wanted, group["maxSelect"], len(offered))
    return [{"optionId": option["_id"], "name": option["name"]} for option in chance.sample(offered, count)]
