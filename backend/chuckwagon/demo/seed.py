"""Loads the demo street into an empty database."""

from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import changes
from chuckwagon.core.db import Database
from chuckwagon.core.ids import new_id
from chuckwagon.core.logging import log
from chuckwagon.demo.accounts import make_demo_users
from chuckwagon.demo.catalogue import DemoItem, DemoOptionGroup, DemoTruck, load_demo_trucks
from chuckwagon.demo.plates import Recipe, all_recipes, item_recipe, truck_recipe
from chuckwagon.gateways.file_store import FileStore, file_store
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.uploads.models import Picture

PLATES = Path(__file__).parent / "plates"
FOLDER = "demo"
UNITS_PER_HUNDREDTH = 100


def seed(db: Database, settings: Settings) -> bool:
    """Load ten trucks with menu, pictures and staff, unless there is a truck already; says whether it did."""
    with db.reading() as session:
        if session.scalar(sa.select(Truck.id).limit(1)) is not None:
            return False
    trucks = load_demo_trucks()
    pictures = _store_pictures(file_store(settings))
    return db.write(lambda session: _write(session, trucks, pictures))


def _store_pictures(store: FileStore) -> set[str]:
    """Put the drawn plates where uploads live. Without them the screens show first letters."""
    found = sorted(PLATES.glob("*.webp"))
    if not found:
        log.warning("demo_without_pictures")
    for path in found:
        store.put(f"{FOLDER}/{path.name}", path.read_bytes())
    return {path.name for path in found}


def _write(session: Session, trucks: tuple[DemoTruck, ...], pictures: set[str]) -> bool:
    if session.scalar(sa.select(Truck.id).limit(1)) is not None:
        return False
    for demo in trucks:
        truck = _truck(demo, pictures)
        session.add(truck)
        session.flush()
        session.add_all(_item(demo, item, truck.id, pictures) for item in demo.items)
        session.flush()
        changes.announce(session, truck.id, changes.TRUCK, truck.id)
    drawn = [recipe for recipe in all_recipes(trucks) if recipe.files[-1] in pictures]
    session.add_all(
        Picture(stem=f"/uploads/{FOLDER}/{recipe.stem}", width=recipe.widths[-1], height=recipe.height)
        for recipe in drawn
    )
    session.add_all(make_demo_users({truck.slug: truck.id for truck in session.scalars(sa.select(Truck))}))
    return True


def _truck(demo: DemoTruck, pictures: set[str]) -> Truck:
    picture = _picture(truck_recipe(demo), pictures)
    return Truck(
        id=demo.sample_id or new_id(),
        name=demo.name,
        slug=demo.slug,
        is_active=demo.is_active,
        image_url=picture,
        banner_image=picture,
        short_description=demo.short_description,
        description=demo.description,
        cuisine=list(demo.cuisine),
        city=demo.city,
        state=demo.state,
        phone=demo.phone,
        email=demo.email,
        timezone=demo.timezone,
        tax_rate_units=demo.tax_rate_bp * UNITS_PER_HUNDREDTH,
        owner_name=demo.owner_name,
        owner_email=demo.owner_email,
    )


def _item(demo: DemoTruck, item: DemoItem, truck_id: str, pictures: set[str]) -> MenuItem:
    return MenuItem(
        truck_id=truck_id,
        name=item.name,
        description=item.description,
        category=item.category,
        section=item.section,
        base_price_cents=item.base_price_cents,
        image_url=_picture(item_recipe(demo, item), pictures),
        is_available=item.is_available,
        position=item.position,
        option_groups=[_group(group, index) for index, group in enumerate(item.option_groups)],
    )


def _group(group: DemoOptionGroup, position: int) -> OptionGroup:
    return OptionGroup(
        name=group.name,
        min_select=group.min_select,
        max_select=group.max_select,
        position=position,
        options=[
            Option(
                name=option.name,
                additional_price_cents=option.additional_price_cents,
                is_available=option.is_available,
                position=index,
            )
            for index, option in enumerate(group.options)
        ],
    )


def _picture(recipe: Recipe | None, pictures: set[str]) -> str | None:
    """The address of the widest variant; the browser derives the others from it."""
    if recipe is None:
        return None
    widest = recipe.files[-1]
    return f"/uploads/{FOLDER}/{widest}" if widest in pictures else None
