"""Inserts the demo data into an empty database: the trucks and menus of `trucks/*.toml`, with their units and names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.demo.accounts import make_demo_users
from chuckwagon.demo.stops import add_stops
from chuckwagon.demo.truck_file import GroupTable, ItemTable, TruckFile, read_truck_file
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.languages import SPANISH
from chuckwagon.media.models import StoredImage
from chuckwagon.menu.diets import complete_diets
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.translations import OPTIONS, StoredTranslations, merge_translations
from chuckwagon.offers.models import Offer
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

TRUCKS_DIR = Path(__file__).parent / "trucks"


def load_demo_trucks(folder: Path = TRUCKS_DIR) -> tuple[TruckFile, ...]:
    """Load every demo truck, sorted by file name."""
    return tuple(read_truck_file(path) for path in sorted(folder.glob("*.toml")))


def to_hundredths(amount: Decimal) -> int:
    """Convert dollars to cents, or percent to hundredths of a percent. Raises ValueError for a third decimal."""
    hundredths = amount * 100
    if hundredths != int(hundredths):
        raise ValueError(f"{amount} has more than two decimals")
    return int(hundredths)


def item_slug(item: ItemTable) -> str:
    """The slug of a menu item, which is unique in its truck and names its image."""
    return item.slug or image_name(item.name)


def image_name(name: str) -> str:
    """Convert an item's name to the file name of its image: lower-case ASCII letters, digits and hyphens."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters.replace("'", "")).strip("-")


IMAGES_DIR = Path(__file__).parent / "plates"
TRUCK_SIZE, ITEM_SIZE = (1280, 800), (640, 640)  # of the widest variant
UPLOAD_FOLDER = "demo"
UNITS_PER_HUNDREDTH = 100
OFFER_PERCENT = 10
DRINKS = "Drinks"  # the category whose items need no kitchen


def seed(db: Database, settings: Settings) -> bool:
    """Insert ten trucks with menus, images, staff and stops. Returns False, and does nothing, when there is a truck."""
    with db.reading() as session:
        if session.scalar(sa.select(Truck.id).limit(1)) is not None:
            return False
    trucks = load_demo_trucks()
    image_names = _store_images(settings)
    return db.write(lambda session: _write(session, trucks, image_names))


def _store_images(settings: Settings) -> set[str]:
    """Copy the images to the upload store. Returns their file names."""
    from chuckwagon.integrations.storage import file_store  # 4 MiB of memory, which only the first start needs

    store = file_store(settings)
    paths = sorted(IMAGES_DIR.glob("*.webp"))
    for path in paths:
        store.put(f"{UPLOAD_FOLDER}/{path.name}", path.read_bytes())
    return {path.name for path in paths}


def _write(session: Session, trucks: tuple[TruckFile, ...], image_names: set[str]) -> bool:
    if session.scalar(sa.select(Truck.id).limit(1)) is not None:
        return False
    for demo in trucks:
        truck = _truck(demo, image_names)
        session.add(truck)
        session.flush()
        session.add_all(_item(demo, position, truck.id, image_names) for position in range(len(demo.items)))
        session.flush()
        if demo.offer_code:
            session.add(Offer(truck_id=truck.id, code=demo.offer_code, percent=OFFER_PERCENT))
        change_log.publish_change(session, truck.id, change_log.TRUCK, truck.id)
    session.add_all(
        StoredImage(stem=f"/uploads/{UPLOAD_FOLDER}/{stem}", width=width, height=height)
        for stem, (width, height) in _image_sizes(trucks).items()
        if f"{stem}-{width}.webp" in image_names
    )
    add_stops(session, clock.now())
    session.add_all(make_demo_users({truck.slug: truck.id for truck in session.scalars(sa.select(Truck))}))
    return True


def _truck(demo: TruckFile, image_names: set[str]) -> Truck:
    url = _image_url(demo.slug, TRUCK_SIZE, image_names)
    return Truck(
        id=demo.id or new_id(),
        name=demo.name,
        slug=demo.slug,
        is_active=demo.is_active,
        takes_tips=demo.takes_tips,
        tax_confirmed=True,
        image_url=url,
        banner_image=url,
        short_description=demo.short_description,
        description=demo.description,
        cuisine=list(demo.cuisine),
        city=demo.location.city,
        state=demo.location.state,
        business_address=demo.business_address,
        phone=demo.phone,
        email=demo.email,
        timezone=demo.timezone,
        tax_rate_units=to_hundredths(demo.tax_rate) * UNITS_PER_HUNDREDTH,
        reduced_tax_rate_units=None
        if demo.reduced_tax_rate is None
        else to_hundredths(demo.reduced_tax_rate) * UNITS_PER_HUNDREDTH,
        owner_name=demo.owner.name,
        owner_email=demo.owner.email,
    )


def _item(demo: TruckFile, position: int, truck_id: str, image_names: set[str]) -> MenuItem:
    item = demo.items[position]
    groups = [demo.groups[key] for key in item.options]
    return MenuItem(
        truck_id=truck_id,
        name=item.name,
        description=item.description,
        category=item.category,
        prep_units=0 if item.category == DRINKS else 1,
        section=item.section,
        base_price_cents=to_hundredths(item.price),
        tax_class=item.tax_class,
        diets=None if item.diets is None else complete_diets(item.diets),
        allergens=item.allergens,
        sale_times=msgspec.to_builtins(item.sale_times),
        translations=_translations(item, groups),
        image_url=_image_url(_item_stem(demo, item), ITEM_SIZE, image_names),
        is_available=not item.sold_out,
        position=position,
        option_groups=[_group(group, index) for index, group in enumerate(groups)],
    )


def _translations(item: ItemTable, groups: Sequence[GroupTable]) -> StoredTranslations:
    names = {group.name: group.es for group in groups}
    names |= {option.name: option.es for group in groups for option in group.options}
    return merge_translations(None, {SPANISH: msgspec.structs.asdict(item.es) | {OPTIONS: _without_empty(names)}})


def _without_empty(names: dict[str, str]) -> dict[str, str]:
    return {own: text for own, text in names.items() if text}


def _group(group: GroupTable, position: int) -> OptionGroup:
    return OptionGroup(
        name=group.name,
        min_select=group.min,
        max_select=group.max,
        free_count=group.free,
        position=position,
        options=[
            Option(
                name=option.name,
                additional_price_cents=to_hundredths(option.extra),
                max_quantity=option.up_to,
                is_available=not option.sold_out,
                allergens=option.allergens,
                not_for=option.not_for,
                position=index,
            )
            for index, option in enumerate(group.options)
        ],
    )


def _image_sizes(trucks: tuple[TruckFile, ...]) -> dict[str, tuple[int, int]]:
    """By stem: the width and height in pixels of the image of each truck and menu item."""
    return {truck.slug: TRUCK_SIZE for truck in trucks} | {
        _item_stem(truck, item): ITEM_SIZE for truck in trucks for item in truck.items
    }


def _item_stem(truck: TruckFile, item: ItemTable) -> str:
    return f"{truck.slug}--{item_slug(item)}"


def _image_url(stem: str, size: tuple[int, int], image_names: set[str]) -> str | None:
    """The URL of the widest variant; None without an image. The browser derives the other variants from it."""
    widest = f"{stem}-{size[0]}.webp"
    return f"/uploads/{UPLOAD_FOLDER}/{widest}" if widest in image_names else None
