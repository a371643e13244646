"""The format of `trucks/*.toml`: prices in dollars, and option groups that several items share."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import msgspec

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.money import STANDARD, TaxClass
from chuckwagon.menu.diets import Allergen, Diet
from chuckwagon.menu.schemas import SaleTime


class StrictStruct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Refuses unknown keys, because a misspelled key that is ignored would only show as missing data."""


class OptionTable(StrictStruct, frozen=True):
    """`es` is its name in Spanish."""

    name: str
    es: str = ""
    extra: Decimal = Decimal(0)
    up_to: int = 1
    sold_out: bool = False
    allergens: list[Allergen] | None = None
    not_for: list[Diet] = []


class GroupTable(StrictStruct, frozen=True):
    name: str
    options: tuple[OptionTable, ...]
    es: str = ""
    min: int = 0
    max: int = 1
    free: int = 0


class SpanishWords(StrictStruct, frozen=True):
    name: str = ""
    description: str = ""
    section: str = ""
    category: str = ""


class ItemTable(StrictStruct, frozen=True):
    name: str
    price: Decimal
    section: str = ""
    category: str = ""
    description: str = ""
    options: tuple[str, ...] = ()
    sold_out: bool = False
    slug: str = ""
    tax_class: TaxClass = STANDARD
    diets: list[Diet] | None = None
    allergens: list[Allergen] | None = None
    sale_times: list[SaleTime] | None = None
    es: SpanishWords = SpanishWords()


class DemoLocation(StrictStruct, frozen=True):
    """The table `[location]` of a truck's file."""

    city: str = ""
    state: str = ""


class DemoOwner(StrictStruct, frozen=True):
    """The table `[owner]` of a truck's file."""

    name: str
    email: str


class TruckFile(StrictStruct, frozen=True):
    name: str
    slug: str
    owner: DemoOwner
    items: tuple[ItemTable, ...]
    id: str = ""
    short_description: str = ""
    description: str = ""
    cuisine: tuple[str, ...] = ()
    location: DemoLocation = DemoLocation()
    business_address: dict[str, str] | None = None
    phone: str = ""
    email: str = ""
    timezone: str = "America/Los_Angeles"
    tax_rate: Decimal = Decimal("8.75")
    reduced_tax_rate: Decimal | None = None
    is_active: bool = True
    takes_tips: bool = False
    offer_code: str = ""
    groups: dict[str, GroupTable] = {}


def read_truck_file(path: Path) -> TruckFile:
    """Read a truck's file. Prices are parsed as decimals, so they stay exact."""
    with path.open("rb") as file:
        tables = tomllib.load(file, parse_float=Decimal)
    return convert(tables, TruckFile)
