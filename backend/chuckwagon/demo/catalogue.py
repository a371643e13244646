"""The demo trucks and menus, read from `trucks/*.toml` and converted to what the seed inserts."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from chuckwagon.demo.truck_file import GroupTable, ItemTable, TruckFile, read_truck_file

TRUCKS_DIR = Path(__file__).parent / "trucks"


@dataclass(frozen=True, slots=True)
class DemoOption:
    name: str
    additional_price_cents: int
    is_available: bool


@dataclass(frozen=True, slots=True)
class DemoOptionGroup:
    name: str
    min_select: int
    max_select: int
    options: tuple[DemoOption, ...]


@dataclass(frozen=True, slots=True)
class DemoItem:
    """A menu item; `position` starts at 0."""

    slug: str
    name: str
    description: str
    category: str
    section: str
    base_price_cents: int
    is_available: bool
    position: int
    option_groups: tuple[DemoOptionGroup, ...]


@dataclass(frozen=True, slots=True)
class DemoTruck:
    """A truck. An empty `sample_id` means a random id. `tax_rate_bp` is in hundredths of a percent."""

    sample_id: str
    slug: str
    name: str
    short_description: str
    description: str
    cuisine: tuple[str, ...]
    city: str
    state: str
    phone: str
    email: str
    timezone: str
    tax_rate_bp: int
    is_active: bool
    owner_name: str
    owner_email: str
    items: tuple[DemoItem, ...]


def load_demo_trucks(folder: Path = TRUCKS_DIR) -> tuple[DemoTruck, ...]:
    """Load every demo truck, sorted by file name."""
    return tuple(truck_from_file(read_truck_file(path)) for path in sorted(folder.glob("*.toml")))


def truck_from_file(file: TruckFile) -> DemoTruck:
    """Convert a truck's file."""
    return DemoTruck(
        sample_id=file.id,
        slug=file.slug,
        name=file.name,
        short_description=file.short_description,
        description=file.description,
        cuisine=file.cuisine,
        city=file.location.city,
        state=file.location.state,
        phone=file.phone,
        email=file.email,
        timezone=file.timezone,
        tax_rate_bp=to_hundredths(file.tax_rate),
        is_active=file.is_active,
        owner_name=file.owner.name,
        owner_email=file.owner.email,
        items=tuple(item_from_table(item, i, file.groups) for i, item in enumerate(file.items)),
    )


def item_from_table(item: ItemTable, position: int, groups: dict[str, GroupTable]) -> DemoItem:
    """Convert a menu item, with its own copy of each option group it names."""
    return DemoItem(
        slug=item.slug or image_name(item.name),
        name=item.name,
        description=item.description,
        category=item.category,
        section=item.section,
        base_price_cents=to_hundredths(item.price),
        is_available=not item.sold_out,
        position=position,
        option_groups=tuple(group_from_table(groups[key]) for key in item.options),
    )


def group_from_table(group: GroupTable) -> DemoOptionGroup:
    """Convert an option group."""
    options = tuple(
        DemoOption(option.name, to_hundredths(option.extra), not option.sold_out) for option in group.options
    )
    return DemoOptionGroup(group.name, group.min, group.max, options)


def to_hundredths(amount: Decimal) -> int:
    """Convert dollars to cents, or percent to hundredths of a percent. Raises ValueError for a third decimal."""
    hundredths = amount * 100
    if hundredths != int(hundredths):
        raise ValueError(f"{amount} has more than two decimals")
    return int(hundredths)


def image_name(name: str) -> str:
    """Convert an item's name to the file name of its image: lower-case ASCII letters, digits and hyphens."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters.replace("'", "")).strip("-")
