"""The stops of the past, by a weekly routine of each demo truck, and what the orders there took of slots and stock."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import ADMIN, User
from chuckwagon.db.database import table_of
from chuckwagon.demo.buffers import Row, RowBuffer, SeededRandom
from chuckwagon.demo.stops import KITCHEN
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.menu.cart_items import MenuItemState, OptionGroupState, load_cart_items
from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.offers.discounts import OfferTerms
from chuckwagon.offers.models import Offer
from chuckwagon.orders.models import LineModifier, Order, OrderLine
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.pricing import CartLine, PricedLine, price_cart
from chuckwagon.orders.reservations.models import CONFIRMED, Reservation
from chuckwagon.schedule.models import CANCELLED, SCHEDULED, Place, SlotRow, Stop
from chuckwagon.schedule.slot_allocation import Load, SlotCalendar, build_calendar
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.schedule.wall_clock import to_local, to_span
from chuckwagon.trucks.models import STOPS, Truck

STAFF_NAME = "Sam Rivera"  # of a truck without an account of its own
LINES = (1, 1, 1, 2, 2, 3)
QUANTITIES = (1, 1, 1, 1, 2, 2, 3)
OPTION_SHARE = 0.5
NOTES = ("No onions, please.", "Extra napkins.", "Salsa on the side.", "Please cut it in half.")
NOTE_SHARE = 0.06


class Shop(Struct, frozen=True):
    """A demo truck with its menu, and the name of one of its staff.

    `items` is keyed by item ID. `menu` lists the IDs, the most popular first. `offer` is its code, if any.
    """

    truck: Truck
    items: dict[str, MenuItemState]
    menu: list[str]
    staff: str
    offer: OfferTerms | None

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
    offer = session.scalars(sa.select(Offer).where(Offer.truck_id == truck.id).order_by(Offer.id).limit(1)).first()
    terms = copy_fields(OfferTerms, offer) if offer else None
    return Shop(truck, load_cart_items(session, ids), ids, staff, terms)


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
    room = group.max_select - count
    # All that can be had of one that may be taken several times, so that some of it is free and some is not.
    return [
        CartChoice(option_id=one.id, quantity=min(one.max_quantity, 1 + room) if count == 1 else 1)
        for one in rng.sample(offered, count)
    ]


PLANNED_AHEAD = timedelta(days=7)
TUESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = 1, 3, 4, 5, 6
LUNCH, DINNER = (time(11), time(14)), (time(17), time(20))
CANCELLED_SHARE, LATE_SHARE, EARLY_SHARE = 0.03, 0.06, 0.03
CANCELLED_NOTE, LATE_MINUTES, EARLY = "Engine trouble. Sorry!", 20, timedelta(minutes=40)
# Two more places of each truck, near its usual one: name and address, and how well it sells at such a place.
MARKETS = (("Farmers Market", "Market Square"), ("Riverside Market", "12 Water Street"), ("Flea Market", "Old Depot"))
OFFICES = (("Office Park", "1200 Commerce Way"), ("Tech Campus", "40 Foundry Road"), ("City Hall", "1 Civic Plaza"))
OTHER_PLACES = ((MARKETS, 1.35), (OFFICES, 0.75))
USUAL_FACTOR = 1.0


class Spot(Struct, frozen=True):
    """A place, and how well a truck sells there; 1 is usual."""

    place: Place
    factor: float


class Visit(Struct):
    """A stop of the past with the load of its slots, while orders are made for it."""

    stop: Stop
    spot: Spot
    calendar: SlotCalendar
    loads: dict[int, Load]


def make_spots(rng: SeededRandom, shop: Shop, usual: Place, since: datetime) -> list[Spot]:
    """The usual place of a truck and two more, which are new and not yet in a session."""
    spots = [Spot(usual, USUAL_FACTOR)]
    for names, factor in OTHER_PLACES:
        name, address = rng.choice(names)
        place = Place(
            id=rng.new_id(),
            truck_id=shop.truck.id,
            name=name,
            address=f"{address}, {shop.truck.city}".rstrip(", "),
            timezone=usual.timezone,
            tax_rate_units=usual.tax_rate_units,
            reduced_tax_rate_units=usual.reduced_tax_rate_units,
            created_at=since,
        )
        spots.append(Spot(place, factor))
    return spots


def plan_visits(rng: SeededRandom, shop: Shop, spots: list[Spot], now: datetime, days: int) -> list[Visit]:
    """The stops of the last `days` days before today, without Sundays and without stops that have not ended.

    On Fridays and Saturdays they are at dinner, else at lunch. Some are cancelled.
    """
    today = to_local(now, spots[0].place.timezone).date()
    dates = (today - timedelta(days=ago) for ago in range(days, 0, -1))
    visits = [_plan_visit(rng, shop, _choose_spot(spots, day), day) for day in dates if day.weekday() != SUNDAY]
    return [visit for visit in visits if visit.stop.ends_at < now]


def _choose_spot(spots: list[Spot], day: date) -> Spot:
    return spots[1] if day.weekday() == SATURDAY else spots[2] if day.weekday() in (TUESDAY, THURSDAY) else spots[0]


def _plan_visit(rng: SeededRandom, shop: Shop, spot: Spot, day: date) -> Visit:
    starts_at, ends_at = to_span(day, *(DINNER if day.weekday() in (FRIDAY, SATURDAY) else LUNCH), spot.place.timezone)
    stop = Stop(
        id=rng.new_id(),
        truck_id=shop.truck.id,
        place_id=spot.place.id,
        starts_at=starts_at,
        ends_at=ends_at,
        status=SCHEDULED,
        created_at=starts_at - PLANNED_AHEAD,
        delay_minutes=LATE_MINUTES if rng.happens(LATE_SHARE) else 0,
        **DEFAULT_SETTINGS | KITCHEN,
    )
    if rng.happens(CANCELLED_SHARE):
        stop.status, stop.note = CANCELLED, CANCELLED_NOTE
    elif rng.happens(EARLY_SHARE):
        stop.ended_early_at = ends_at - EARLY
    return Visit(stop, spot, build_calendar(stop), {})


COUNTED_SHARE, SOLD_OUT_SHARE, MAX_LEFT = 0.4, 0.4, 8


def add_slots(buffer: RowBuffer, visits: Iterable[Visit]) -> None:
    """Add a row for every slot of which something was taken."""
    for visit in visits:
        for position, load in sorted(visit.loads.items()):
            slot = {"calendar_id": visit.stop.id, "position": position}
            buffer.add(SlotRow, **slot, used_units=load.used, online_units=load.online)


def count_stock(rng: SeededRandom, buffer: RowBuffer, visits: Iterable[Visit], item_of: dict[str, str]) -> None:
    """Add stock counts of one menu item at some of the stops, where it was sold out now and then.

    `item_of` is the item's ID, keyed by truck ID.
    """
    taken = record_stock_usage(
        buffer, {visit.stop.id: {item_of[visit.stop.truck_id]} for visit in visits if rng.happens(COUNTED_SHARE)}
    )
    for (stop_id, item_id), count in sorted(taken.items()):
        left = 0 if rng.happens(SOLD_OUT_SHARE) else rng.randint(1, MAX_LEFT)
        buffer.add(StopStock, stop_id=stop_id, subject_id=item_id, is_option=False, initial=count + left, taken=count)


def record_stock_usage(buffer: RowBuffer, counted: dict[str, set[str]]) -> Counter[tuple[str, str]]:
    """Store in the reservations what their orders took.

    `counted` has item IDs, keyed by stop ID. Returns the pieces taken of them, keyed by (stop ID, item ID);
    cancelled orders take none.
    """
    lines: dict[str, list[Row]] = {}
    for line in buffer.rows[OrderLine]:
        lines.setdefault(line["order_id"], []).append(line)
    options: dict[str, list[str]] = {}
    for modifier in buffer.rows[LineModifier]:
        options.setdefault(modifier["line_id"], []).append(modifier["option_id"])
    reservations = {one["id"]: one for one in buffer.rows[Reservation]}
    sums: Counter[tuple[str, str]] = Counter()
    for order in buffer.rows[Order]:
        reservation = reservations.get(order["checkout_id"] or order["id"])
        if reservation is None or order["stop_id"] is None:
            continue
        pieces: Counter[str] = Counter()
        for line in lines[order["id"]]:
            for subject_id in (line["menu_item_id"], *options.get(line["id"], ())):
                pieces[subject_id] += line["quantity"]
        reservation["stock"] = [list(one) for one in sorted(pieces.items())]
        if reservation["status"] == CONFIRMED:
            item_ids = counted.get(order["stop_id"], set()) & pieces.keys()
            sums.update({(order["stop_id"], item_id): pieces[item_id] for item_id in item_ids})
    return sums


def record_present_stock_usage(session: Session, taken: Counter[tuple[str, str]]) -> None:
    """Add what was taken to stock counts that exist. `initial` grows by as much, so what is left stays the same."""
    stock = table_of(StopStock)
    for (stop_id, item_id), count in sorted(taken.items()):
        row = (stock.c.stop_id == stop_id, stock.c.subject_id == item_id)
        more = {"taken": stock.c.taken + count, "initial": stock.c.initial + count}
        session.execute(sa.update(stock).where(*row).values(more))
