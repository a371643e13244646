"""What the history knows of a demo truck: its menu, a name of its staff, and the carts that are ordered."""

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import ADMIN, User
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.pricing_query import MenuItemState, OptionGroupState, load_cart_items
from chuckwagon.orders.placement.pricing import CartChoice, CartLine, PricedLine, price_cart
from chuckwagon.trucks.models import STOPS, Truck

STAFF_NAME = "Sam Rivera"  # of a truck without an account of its own
LINES = (1, 1, 1, 2, 2, 3)
QUANTITIES = (1, 1, 1, 1, 2, 2, 3)
OPTION_SHARE = 0.5
NOTES = ("No onions, please.", "Extra napkins.", "Salsa on the side.", "Please cut it in half.")
NOTE_SHARE = 0.06


class Shop(Struct, frozen=True):
    """A demo truck with its menu, and the name of one of its staff.

    `items` is keyed by item ID. `menu` lists the IDs, the most popular first.
    """

    truck: Truck
    items: dict[str, MenuItemState]
    menu: list[str]
    staff: str

    @property
    def moves(self) -> bool:
        """Whether the truck serves at stops."""
        return self.truck.schedule_mode == STOPS


def load_shops(session: Session) -> list[Shop]:
    """List the active trucks of the database, sorted by slug, each with its available menu items."""
    trucks = session.scalars(sa.select(Truck).where(Truck.is_active.is_(True)).order_by(Truck.slug)).all()
    admins = sa.select(User.truck_id, User.name).where(User.role == ADMIN, User.truck_id.is_not(None))
    staff = {truck_id: name for truck_id, name in session.execute(admins) if truck_id}
    return [_load_shop(session, truck, staff.get(truck.id, STAFF_NAME)) for truck in trucks]


def _load_shop(session: Session, truck: Truck, staff: str) -> Shop:
    on_menu = (MenuItem.truck_id == truck.id, MenuItem.archived_at.is_(None), MenuItem.is_available.is_(True))
    ids = list(session.scalars(sa.select(MenuItem.id).where(*on_menu).order_by(MenuItem.position, MenuItem.id)))
    return Shop(truck, load_cart_items(session, ids), ids, staff)


def make_cart(rng: SeededRandom, shop: Shop, excluded: Sequence[str] = ()) -> list[PricedLine]:
    """Choose and price lines of the menu, items at its top more often, without the `excluded` item IDs.

    Raises ValueError when the cart cannot be priced, which is a defect of the demo's menu.
    """
    menu = [item_id for item_id in shop.menu if item_id not in excluded]
    chosen = {menu[min(int(rng.expovariate(1) * len(menu) / 3), len(menu) - 1)] for _ in range(rng.choice(LINES))}
    cart = [_make_line(rng, shop.items[item_id]) for item_id in menu if item_id in chosen]
    lines, problems = price_cart(shop.truck.id, cart, shop.items)
    if problems:
        raise ValueError(f"The demo's cart is wrong: {problems[0].message}")
    return lines


def _make_line(rng: SeededRandom, item: MenuItemState) -> CartLine:
    choices = tuple(choice for group in item.option_groups for choice in _choose_options(rng, group))
    note = rng.choice(NOTES) if rng.happens(NOTE_SHARE) else None
    return CartLine(item.id, rng.choice(QUANTITIES), choices, note)


def _choose_options(rng: SeededRandom, group: OptionGroupState) -> list[CartChoice]:
    offered = [option for option in group.options if option.availability.is_available]
    wanted = group.min_select or int(rng.happens(OPTION_SHARE))
    count = min(wanted, group.max_select, len(offered))
    return [CartChoice(option_id=option.id) for option in rng.sample(offered, count)]
