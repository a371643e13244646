"""The rules of the item form: what was sent goes in, trimmed text and whole cents come out.

The spreadsheet of a menu is read by the same rules, so that both agree about what an item may be.
"""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.core import clock
from chuckwagon.core.addresses import is_https
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.ids import is_id
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.menu.availability import ON_SALE, TOO_LATE, UNTIL_RESUMED, Availability, problem_of_until
from chuckwagon.menu.schemas import ItemRequest, OptionGroupRequest, OptionRequest

T = TypeVar("T")

LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_LABEL, LONGEST_ADDRESS = 80, 500, 40, 500
MOST_GROUPS, MOST_OPTIONS = 10, 30
HIGHEST_PRICE, HIGHEST_SURCHARGE = Decimal("999.99"), Decimal(100)
LAST_POSITION = 99_999

REQUIRED = "Please fill this in."
ODD_TEXT = "This text holds characters that cannot be shown."
CENTS = "Use at most two decimals."
ODD_PICTURE = "Use an address that starts with https:, or upload a picture."

EMPTY: dict[str, Any] = {
    "description": "",
    "category": "",
    "section": "",
    "image_url": None,
    "is_available": True,
}


class OptionDraft(msgspec.Struct, frozen=True):
    """An option to be stored; the id is a claim that still has to be checked."""

    id: str | None
    name: str
    additional_price_cents: int
    is_available: bool
    sold_out_until: datetime | None = None


class GroupDraft(msgspec.Struct, frozen=True):
    """A group to be stored; the id is a claim that still has to be checked."""

    id: str | None
    name: str
    min_select: int
    max_select: int
    options: tuple[OptionDraft, ...]


class ItemDraft(msgspec.Struct, frozen=True):
    """What to store of an item: columns by name, and the groups unless they stay."""

    values: dict[str, Any]
    groups: tuple[GroupDraft, ...] | None


class _Reader:
    """Reads one form and remembers the sentence for each field that breaks a rule."""

    def __init__(self) -> None:
        self.fields: dict[str, str] = {}

    def refuse(self, path: str, sentence: str) -> None:
        self.fields.setdefault(path, sentence)

    def line(self, path: str, given: str | None, longest: int, *, required: bool = False) -> str:
        return self.text(path, one_line(given or ""), longest, required=required)

    def text(self, path: str, text: str, longest: int, *, required: bool = False) -> str:
        if required and not _is_visible(text):
            self.refuse(path, REQUIRED)
        elif len(text) > longest:
            self.refuse(path, f"Use at most {longest} characters.")
        elif has_control_characters(text):
            self.refuse(path, ODD_TEXT)
        return text

    def cents(self, path: str, given: float | None, highest: Decimal) -> int:
        amount = Decimal(repr(given or 0))
        if not 0 <= amount <= highest:
            self.refuse(path, f"Use an amount from 0 to {highest}.")
        elif amount * 100 % 1:
            self.refuse(path, CENTS)
        return 0 if path in self.fields else int(amount * 100)

    def availability(self, path: str, given: bool, until: datetime | None) -> Availability:
        """What a form says; a time that has passed since it was opened has ended what it says."""
        if not given and until is None:
            return UNTIL_RESUMED
        if given or until is None or until <= clock.now():
            return ON_SALE
        if problem_of_until(until, clock.now()) == TOO_LATE:
            self.refuse(path, TOO_LATE)
        return Availability(True, until)

    def picture(self, path: str, given: str | None) -> str | None:
        url = (given or "").strip()
        if not url:
            return None
        if len(url) > LONGEST_ADDRESS:
            self.refuse(path, f"Use at most {LONGEST_ADDRESS} characters.")
        elif has_control_characters(url) or not (url.startswith("/uploads/") or is_https(url)):
            self.refuse(path, ODD_PICTURE)
        return url


def read_new_item(given: ItemRequest) -> ItemDraft:
    """A whole item; what was not sent is empty. Raises InvalidInput with a sentence for each field."""
    name = None if isinstance(given.name, UnsetType) else given.name
    price = None if isinstance(given.base_price, UnsetType) else given.base_price
    draft = read_changes(msgspec.structs.replace(given, name=name, base_price=price))
    return ItemDraft(EMPTY | draft.values, draft.groups or ())


def read_changes(given: ItemRequest) -> ItemDraft:
    """What was sent of an item. Raises InvalidInput with a sentence for each field that breaks its rule."""
    reader = _Reader()
    values = _read_values(reader, given)
    groups = _read_groups(reader, given.option_groups) if isinstance(given.option_groups, list) else None
    if reader.fields:
        raise InvalidInput(next(iter(reader.fields.values())), fields=reader.fields)
    return ItemDraft(values, groups)


def _read_values(reader: _Reader, given: ItemRequest) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def take(column: str, value: T | UnsetType, read: Callable[[T], Any]) -> None:
        if not isinstance(value, UnsetType):
            found[column] = read(value)

    take("name", given.name, lambda name: reader.line("name", name, LONGEST_NAME, required=True))
    take("description", given.description, lambda text: _read_description(reader, text))
    take("category", given.category, lambda text: reader.line("category", text, LONGEST_LABEL))
    take("section", given.section, lambda text: reader.line("section", text, LONGEST_LABEL))
    take("base_price_cents", given.base_price, lambda price: _read_price(reader, price))
    take("image_url", given.image_url, lambda url: reader.picture("imageUrl", url))
    if isinstance(given.is_available, bool):
        said = reader.availability("soldOutUntil", given.is_available, given.sold_out_until)
        found |= msgspec.structs.asdict(said)
    position = UNSET if given.position is None else given.position
    take("position", position, lambda place: _read_position(reader, place))
    return found


def _read_description(reader: _Reader, given: str | None) -> str:
    """The one text of several lines, whose ends every system writes in its own way."""
    text = (given or "").replace("\r\n", "\n").replace("\r", "\n").strip()
    return reader.text("description", text, LONGEST_DESCRIPTION)


def _read_price(reader: _Reader, given: float | None) -> int:
    if given is None:
        reader.refuse("basePrice", REQUIRED)
    return reader.cents("basePrice", given, HIGHEST_PRICE)


def _read_position(reader: _Reader, given: int) -> int:
    if not 0 <= given <= LAST_POSITION:
        reader.refuse("position", f"Use a whole number from 0 to {LAST_POSITION}.")
    return given


def _read_groups(reader: _Reader, given: list[OptionGroupRequest]) -> tuple[GroupDraft, ...]:
    if len(given) > MOST_GROUPS:
        reader.refuse("optionGroups", f"An item has at most {MOST_GROUPS} option groups.")
        return ()
    return tuple(_read_group(reader, f"optionGroups.{at}", group) for at, group in enumerate(given))


def _read_group(reader: _Reader, path: str, given: OptionGroupRequest) -> GroupDraft:
    options = given.options or []
    name = reader.line(f"{path}.name", given.name, LONGEST_NAME, required=True)
    least = 0 if given.min_select is None else given.min_select
    most = 1 if given.max_select is None else given.max_select
    if not options:
        reader.refuse(f"{path}.options", "Add at least one option.")
    elif len(options) > MOST_OPTIONS:
        reader.refuse(f"{path}.options", f"A group has at most {MOST_OPTIONS} options.")
        options = []
    else:
        _check_choice(reader, path, (least, most), len(options))
    drafts = tuple(_read_option(reader, f"{path}.options.{at}", option) for at, option in enumerate(options))
    return GroupDraft(_claimed(given.id), name, least, most, drafts)


def _check_choice(reader: _Reader, path: str, choice: tuple[int, int], options: int) -> None:
    least, most = choice
    if most < 1:
        reader.refuse(f"{path}.maxSelect", "Customers choose at least one: use 1 or more.")
    elif most > options:
        reader.refuse(f"{path}.maxSelect", f"This group has only {options} option{'s' * (options > 1)}.")
    if least < 0:
        reader.refuse(f"{path}.minSelect", "Use 0 or more.")
    elif least > most:
        reader.refuse(f"{path}.minSelect", "This cannot be more than the most that can be chosen.")


def _read_option(reader: _Reader, path: str, given: OptionRequest) -> OptionDraft:
    name = reader.line(f"{path}.name", given.name, LONGEST_NAME, required=True)
    cents = reader.cents(f"{path}.additionalPrice", given.additional_price, HIGHEST_SURCHARGE)
    said = reader.availability(f"{path}.soldOutUntil", given.is_available is not False, given.sold_out_until)
    return OptionDraft(_claimed(given.id), name, cents, said.is_available, said.sold_out_until)


def _claimed(given: str | None) -> str | None:
    return given if given is not None and is_id(given) else None


def _is_visible(text: str) -> bool:
    """A name of nothing but invisible characters would be an empty line on the menu."""
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)
