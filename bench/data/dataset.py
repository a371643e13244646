"""The street that everything is measured on: fifty trucks, thirty menu items each with options, one owner.

Its texts are about as long as real ones, so that the list of trucks comes to 25 kB.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.passwords import make_hash
from chuckwagon.db.database import Database
from chuckwagon.kit.ids import new_id
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.trucks.models import Truck

TRUCKS, MENU_ITEMS = 50, 30
OWNER_EMAIL, OWNER_PASSWORD = "owner@bench.example", "fifty-trucks-at-noon-17"
SECTIONS = ("Starters", "Mains", "Sides", "Sweets", "Drinks")
CUISINES = ("Tacos", "Burgers", "Noodles", "Curries", "Pizza")
SIZES = (("Regular", 0), ("Large", 150), ("Family", 450))
EXTRAS = (("Extra sauce", 50), ("Cheese", 100), ("Avocado", 175))
Row = dict[str, Any]
STORY = "Made to order at the window, from what the market had this morning."


def lay(db: Database) -> None:
    """Put the street into an empty, migrated database."""
    secret = make_hash(OWNER_PASSWORD)
    trucks = [_truck(number) for number in range(TRUCKS)]
    menu_items = [_menu_item(truck["id"], place) for truck in trucks for place in range(MENU_ITEMS)]
    groups = [group for menu_item in menu_items for group in _groups(menu_item["id"])]
    options = [option for group in groups for option in _options(group)]

    def write(session: Session) -> None:
        session.add(User(email=OWNER_EMAIL, name="Owner", password_hash=secret, role=SUPERADMIN))
        for model, rows in ((Truck, trucks), (MenuItem, menu_items), (OptionGroup, groups), (Option, options)):
            session.execute(sa.insert(model), rows)

    db.write(write)


def _truck(number: int) -> Row:
    cuisine = CUISINES[number % len(CUISINES)]
    return {
        "id": new_id(),
        "name": f"{number + 1:02d} {cuisine} on the Corner",
        "slug": f"{cuisine.lower()}-{number + 1:02d}",
        "short_description": f"{cuisine} from a truck of 1968",
        "description": "Made to order at the window.",
        "cuisine": [cuisine, "Street food"],
        "city": "Los Angeles",
        "state": "CA",
        "phone": "(213) 373-4253",
        "email": f"truck{number + 1:02d}@bench.example",
    }


def _menu_item(truck_id: str, place: int) -> Row:
    section = SECTIONS[place * len(SECTIONS) // MENU_ITEMS]
    return {
        "id": new_id(),
        "truck_id": truck_id,
        "name": f"{section} number {place + 1}",
        "description": STORY,
        "category": section,
        "section": section,
        "base_price_cents": 450 + 25 * place,
        "position": place,
    }


def _groups(menu_item_id: str) -> list[Row]:
    return [
        {
            "id": new_id(),
            "menu_item_id": menu_item_id,
            "name": name,
            "position": place,
            "min_select": 0,
            "max_select": most,
        }
        for place, (name, most) in enumerate((("Size", 1), ("Extras", 3)))
    ]


def _options(group: Row) -> list[Row]:
    choices = SIZES if group["name"] == "Size" else EXTRAS
    return [
        {
            "id": new_id(),
            "group_id": group["id"],
            "name": name,
            "additional_price_cents": cents,
            "position": place,
        }
        for place, (name, cents) in enumerate(choices)
    ]
