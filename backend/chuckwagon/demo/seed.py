"""Inserts the demo data into an empty database: the trucks and menus of `trucks/*.toml`, with their units and names.

One truck also gets what stands at its window: a printer, and a card reader. The sandbox plays both. So the first order
prints without a press, and a newcomer sells with a card at once. The printer is connected at each start of the demo,
because the sandbox may have forgotten its printers.
"""

from __future__ import annotations

import json
import re
import unicodedata
import urllib.request
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.demo.accounts import make_demo_users
from chuckwagon.demo.stops import add_stops
from chuckwagon.demo.truck_file import GroupTable, ItemTable, TruckFile, read_truck_file
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.sentences import ENGLISH, SPANISH
from chuckwagon.media.models import StoredImage
from chuckwagon.menu.diets import complete_diets
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.translations import OPTIONS, StoredTranslations, merge_translations
from chuckwagon.observability.logging import log
from chuckwagon.offers.models import Offer
from chuckwagon.payments.counter.models import CardReader
from chuckwagon.payments.counter.readers import register_reader
from chuckwagon.payments.counter.schemas import ReaderRequest
from chuckwagon.printers.models import PLACED, STAR, Printer
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


TRUCK_SLUG, LABEL = "spicy-burritos", "Kitchen"
READER_LABEL, READER_CODE = "Window", "simulated-wpe"
TIMEOUT_SECONDS = 60  # a busy machine may need long


def connect_printer(db: Database, settings: Settings) -> None:
    """Make sure that the demo's printer exists and that the sandbox plays it. Raises OSError without the sandbox."""
    known = _call(settings, "GET", "/_sandbox/printers")
    digests = [hash_secret(str(one["url"]).rpartition("/")[2]) for one in known]
    secret = new_secret()
    if db.write(lambda session: _needs_address(session, digests, secret)):
        _call(settings, "POST", "/_sandbox/printers", {"kind": STAR, "url": f"{settings.origin}/print/{secret}"})


def _needs_address(session: Session, digests: list[str], secret: str) -> bool:
    """Whether the sandbox has to be told the secret, which the printer got then. Not if the printer was deleted."""
    truck_id = session.scalar(sa.select(Truck.id).where(Truck.slug == TRUCK_SLUG))
    if truck_id is None:
        return False
    printers = sa.select(Printer).where(Printer.truck_id == truck_id, Printer.label == LABEL, Printer.kind == STAR)
    printer = session.scalars(printers.order_by(Printer.created_at).limit(1)).first()
    if printer is None:
        if session.scalar(sa.select(Printer.id).where(Printer.truck_id == truck_id).limit(1)) is not None:
            return False
        printer = Printer(
            id=new_id(), truck_id=truck_id, label=LABEL, kind=STAR, paper_mm=80, prints_tickets=True,
            prints_receipts=True, print_on=PLACED, language=ENGLISH, drawer_kick=True, created_at=clock.now(),
        )  # fmt: skip
    elif printer.deleted_at is not None or printer.secret_hash in digests:
        return False
    printer.secret_hash = hash_secret(secret)
    session.add(printer)
    return True


def add_reader(db: Database, settings: Settings) -> bool:
    """Register the reader. False for a truck that has or had one, has no address, or if the provider does not answer.

    Raises ValueError outside of the sandbox.
    """
    if not settings.sandbox or settings.moves_real_money:
        raise ValueError("The simulated reader belongs to the demo.")
    with db.reading() as session:
        truck = session.scalar(sa.select(Truck).where(Truck.slug == TRUCK_SLUG, Truck.archived_at.is_(None)))
        user = session.scalar(sa.select(User).where(User.role == SUPERADMIN).limit(1))
        known = sa.select(CardReader.id).where(CardReader.truck_id == truck.id).limit(1) if truck else None
        is_known = known is not None and session.scalar(known) is not None
    if truck is None or user is None or is_known or not truck.business_address:
        return False
    actor = Actor(user.id, SUPERADMIN, None, "", user.name)
    try:
        register_reader(
            db, settings, actor, ReaderRequest(registration_code=READER_CODE, label=READER_LABEL, truck_id=truck.id)
        )
    except AppError as problem:
        log.warning("demo_reader_not_registered", reason=type(problem).__name__)
        return False
    return True


def _call(settings: Settings, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(  # noqa: S310 - the sandbox's own address
        f"{settings.sandbox_origin}{path}", data=data, headers=headers, method=method
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
        return json.load(response)
