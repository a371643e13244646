"""The shape of one `trucks/*.toml` file, as a person writes it: dollars, shared groups, emoji characters."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import msgspec


class FileShape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A misspelt key is refused, because a silently ignored one would only show as a missing dish."""


class OptionLine(FileShape, frozen=True):
    name: str
    extra: Decimal = Decimal(0)
    sold_out: bool = False


class GroupTable(FileShape, frozen=True):
    name: str
    options: tuple[OptionLine, ...]
    min: int = 0
    max: int = 1


class ItemTable(FileShape, frozen=True):
    name: str
    price: Decimal
    section: str = ""
    category: str = ""
    description: str = ""
    emoji: str = ""
    garnish: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    sold_out: bool = False
    slug: str = ""


class Location(FileShape, frozen=True):
    city: str = ""
    state: str = ""


class Owner(FileShape, frozen=True):
    name: str
    email: str


class Banner(FileShape, frozen=True):
    hue: int
    emoji: tuple[str, ...] = ()


class TruckFile(FileShape, frozen=True):
    name: str
    slug: str
    owner: Owner
    banner: Banner
    items: tuple[ItemTable, ...]
    id: str = ""
    short_description: str = ""
    description: str = ""
    cuisine: tuple[str, ...] = ()
    location: Location = Location()
    phone: str = ""
    email: str = ""
    timezone: str = "America/Los_Angeles"
    tax_rate: Decimal = Decimal("8.75")
    is_active: bool = True
    groups: dict[str, GroupTable] = {}


def read_truck_file(path: Path) -> TruckFile:
    """Read one truck; prices stay exact because TOML's decimals never pass through a binary float."""
    with path.open("rb") as file:
        tables = tomllib.load(file, parse_float=Decimal)
    return msgspec.convert(tables, TruckFile)
