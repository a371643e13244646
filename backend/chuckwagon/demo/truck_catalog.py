"""The demo trucks and menus, read from `trucks/*.toml`, and the units and names that the seed inserts."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from pathlib import Path

from chuckwagon.demo.truck_file import ItemTable, TruckFile, read_truck_file

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
