"""The demo street as the seeder reads it: trucks, items and option groups, money in whole cents."""

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
    """One dish. An empty `emoji` means a dish without a picture; `position` counts from 0."""

    slug: str
    name: str
    description: str
    category: str
    section: str
    base_price_cents: int
    is_available: bool
    position: int
    emoji: str
    garnish: tuple[str, ...]
    option_groups: tuple[DemoOptionGroup, ...]


@dataclass(frozen=True, slots=True)
class DemoTruck:
    """One truck. An empty `sample_id` asks for a random id; `tax_rate_bp` is hundredths of a percent."""

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
    hue: int
    emoji: tuple[str, ...]
    items: tuple[DemoItem, ...]


def load_demo_trucks(folder: Path = TRUCKS_DIR) -> tuple[DemoTruck, ...]:
    """Read every truck of the demo street, in the order of its slugs."""
    return tuple(truck_from_file(read_truck_file(path)) for path in sorted(folder.glob("*.toml")))


def truck_from_file(file: TruckFile) -> DemoTruck:
    """Turn one written truck into what the seeder loads."""
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
        tax_rate_bp=hundredths(file.tax_rate),
        is_active=file.is_active,
        owner_name=file.owner.name,
        owner_email=file.owner.email,
        hue=file.banner.hue,
        emoji=file.banner.emoji,
        items=tuple(item_from_table(item, i, file.groups) for i, item in enumerate(file.items)),
    )


def item_from_table(item: ItemTable, position: int, groups: dict[str, GroupTable]) -> DemoItem:
    """Turn one written dish into a menu item, with its own copy of each option group it names."""
    return DemoItem(
        slug=item.slug or slug_from_name(item.name),
        name=item.name,
        description=item.description,
        category=item.category,
        section=item.section,
        base_price_cents=hundredths(item.price),
        is_available=not item.sold_out,
        position=position,
        emoji=item.emoji,
        garnish=item.garnish,
        option_groups=tuple(group_from_table(groups[key]) for key in item.options),
    )


def group_from_table(group: GroupTable) -> DemoOptionGroup:
    """Turn one written option group into what a menu item carries."""
    options = tuple(
        DemoOption(option.name, hundredths(option.extra), not option.sold_out) for option in group.options
    )
    return DemoOptionGroup(group.name, group.min, group.max, options)


def hundredths(amount: Decimal) -> int:
    """Dollars to cents, percent to hundredths of a percent. Raises ValueError if a third decimal is lost."""
    whole = amount * 100
    if whole != int(whole):
        raise ValueError(f"{amount} has more than two decimals")
    return int(whole)


def slug_from_name(name: str) -> str:
    """Make the picture's file name from the dish's name: lower-case ASCII letters, digits and hyphens."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters.replace("'", "")).strip("-")
