"""Validates menu items: a request becomes trimmed text and whole cents.

The CSV import uses the same rules.
"""

import unicodedata
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput, raise_if_any
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import TAX_CLASSES
from chuckwagon.kit.sentences import Sentence, choose_one_of, too_long
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters, is_https_url
from chuckwagon.menu.availability import (
    ON_SALE,
    TOO_LATE,
    UNTIL_RESUMED,
    StoredAvailability,
    find_until_problem,
    read_sale_times,
)
from chuckwagon.menu.diets import ALLERGENS, DIETS, complete_diets, find_contradiction, sort_allergens
from chuckwagon.menu.drafts import DEFAULTS, GroupDraft, ItemDraft, OptionDraft, max_select_too_large
from chuckwagon.menu.schemas import (
    MAX_DESCRIPTION_LENGTH,
    MAX_GROUPS,
    MAX_LABEL_LENGTH,
    MAX_NAME_LENGTH,
    MAX_OPTION_QUANTITY,
    MAX_OPTIONS,
    MAX_POSITION,
    MAX_PREP_UNITS,
    MAX_PRICE,
    MAX_SURCHARGE,
    MAX_TRANSLATED_NAMES,
    MAX_URL_LENGTH,
    ItemRequest,
    MenuTranslations,
    MenuWords,
    OptionGroupRequest,
    OptionRequest,
    SaleTime,
)
from chuckwagon.menu.translations import StoredTranslations, merge_translations
from chuckwagon.schedule.wall_clock import WeeklyTimes

T = TypeVar("T")

REQUIRED = Sentence("Please fill this in.", "required")
TEXT_INVALID = Sentence("This text holds characters that cannot be shown.", "unprintable")
TOO_MANY_DECIMALS = Sentence("Use at most two decimals.", "too_many_decimals")
IMAGE_URL_INVALID = Sentence("Use an address that starts with https:, or upload a picture.", "image_url_invalid")
CHOOSE_AT_LEAST_ONE = Sentence("Customers choose at least one: use 1 or more.", "max_select_too_small")
FREE_ABOVE_MAX = Sentence("No more can be free than can be chosen.", "free_count_above_max")
MIN_ABOVE_MAX = Sentence("This cannot be more than the most that can be chosen.", "min_select_above_max")


class _FormReader:
    """Reads the fields of a request and collects a sentence for each invalid one, by its path."""

    def __init__(self) -> None:
        self.fields: dict[str, Sentence] = {}

    def add_error(self, path: str, sentence: Sentence) -> None:
        """Add a sentence for a field, unless it has one."""
        self.fields.setdefault(path, sentence)

    def read_line(self, path: str, value: str | None, max_length: int, *, required: bool = False) -> str:
        """Check one line of text and return it; consecutive whitespace becomes one space."""
        return self.read_text(path, collapse_whitespace(value or ""), max_length, required=required)

    def read_text(self, path: str, text: str, max_length: int, *, required: bool = False) -> str:
        """Check the length and characters of a text, and return it unchanged."""
        if required and not _is_visible(text):
            self.add_error(path, REQUIRED)
        elif len(text) > max_length:
            self.add_error(path, too_long(max_length))
        elif has_control_characters(text):
            self.add_error(path, TEXT_INVALID)
        return text

    def read_cents(self, path: str, value: float | None, maximum: Decimal) -> int:
        """Convert dollars to cents; 0 when the field is invalid."""
        amount = Decimal(repr(value or 0))
        if not 0 <= amount <= maximum:
            text = f"Use an amount from 0 to {maximum}."
            self.add_error(path, Sentence(text, "amount_out_of_range", maxCents=int(maximum * 100)))
        elif amount * 100 % 1:
            self.add_error(path, TOO_MANY_DECIMALS)
        return 0 if path in self.fields else int(amount * 100)

    def read_availability(self, path: str, is_available: bool, until: datetime | None) -> StoredAvailability:
        """The availability in a form. A time that has passed since the form was opened means "on sale"."""
        if not is_available and until is None:
            return UNTIL_RESUMED
        if is_available or until is None or until <= clock.now():
            return ON_SALE
        if find_until_problem(until, clock.now()) == TOO_LATE:
            self.add_error(path, TOO_LATE)
        return StoredAvailability(True, until)

    def read_names(self, path: str, names: list[str], choices: tuple[str, ...]) -> list[str]:
        """Check that each name is one of the choices, and return them."""
        if not set(names) <= set(choices):
            self.add_error(path, choose_one_of(choices))
        return names

    def read_diets(self, path: str, diets: list[str] | None) -> list[str] | None:
        """Check the diets and return them complete (see `complete_diets`); None for "not stated"."""
        return None if diets is None else complete_diets(self.read_names(path, diets, DIETS))

    def read_allergens(self, path: str, allergens: list[str] | None) -> list[str] | None:
        """Check the allergens and return each once; None for "not stated"."""
        return None if allergens is None else sort_allergens(self.read_names(path, allergens, ALLERGENS))

    def read_image_url(self, path: str, value: str | None) -> str | None:
        """Read an https URL or the path of an uploaded image; an empty one becomes None. Adds an error for others."""
        url = (value or "").strip()
        if not url:
            return None
        if len(url) > MAX_URL_LENGTH:
            self.add_error(path, too_long(MAX_URL_LENGTH))
        elif has_control_characters(url) or not (url.startswith("/uploads/") or is_https_url(url)):
            self.add_error(path, IMAGE_URL_INVALID)
        return url


def read_new_item(request: ItemRequest) -> ItemDraft:
    """The draft of a new item; fields that were not sent get defaults.

    Raises InvalidInput with a sentence for each invalid field.
    """
    name = None if isinstance(request.name, UnsetType) else request.name
    price = None if isinstance(request.base_price, UnsetType) else request.base_price
    draft = read_changes(msgspec.structs.replace(request, name=name, base_price=price))
    for index, group in enumerate(draft.groups or ()):
        # A copy of a set has no options yet.
        if not group.set_id:
            group.keep_present(None).check_choices(f"optionGroups.{index}.")
    values = DEFAULTS | draft.values
    values["translations"] = merge_translations(None, values["translations"])
    check_statements(values, {})
    return ItemDraft(values, draft.groups or ())


def read_changes(request: ItemRequest) -> ItemDraft:
    """The draft of an item's changes, with the sent fields only.

    Raises InvalidInput with a sentence for each invalid field.
    """
    reader = _FormReader()
    values = _read_values(reader, request)
    groups = _read_groups(reader, request.option_groups) if isinstance(request.option_groups, list) else None
    raise_if_any(reader.fields)
    return ItemDraft(values, groups)


def check_statements(values: dict[str, Any], present: dict[str, Any]) -> None:
    """Check the changed values of an item with its present ones. Raises InvalidInput for a contradiction."""
    merged = present | values
    problem = find_contradiction(merged.get("diets"), merged.get("allergens"))
    if problem and not values.keys().isdisjoint(("diets", "allergens")):
        raise InvalidInput(problem, fields={"diets" if "diets" in values else "allergens": problem})


def _read_values(reader: _FormReader, request: ItemRequest) -> dict[str, Any]:
    values: dict[str, Any] = {}

    def read_field(column: str, value: T | UnsetType, read: Callable[[T], Any]) -> None:
        if not isinstance(value, UnsetType):
            values[column] = read(value)

    read_field("name", request.name, lambda name: reader.read_line("name", name, MAX_NAME_LENGTH, required=True))
    read_field("description", request.description, lambda text: _read_description(reader, text))
    read_field("category", request.category, lambda text: reader.read_line("category", text, MAX_LABEL_LENGTH))
    read_field("section", request.section, lambda text: reader.read_line("section", text, MAX_LABEL_LENGTH))
    read_field("base_price_cents", request.base_price, lambda price: _read_price(reader, price))
    read_field("image_url", request.image_url, lambda url: reader.read_image_url("imageUrl", url))
    if isinstance(request.is_available, bool):
        availability = reader.read_availability("soldOutUntil", request.is_available, request.sold_out_until)
        values |= msgspec.structs.asdict(availability)
    position = UNSET if request.position is None else request.position
    read_field("position", position, lambda place: _read_number(reader, "position", place, MAX_POSITION))
    units = UNSET if request.prep_units is None else request.prep_units
    read_field("prep_units", units, lambda number: _read_number(reader, "prepUnits", number, MAX_PREP_UNITS))
    if isinstance(request.tax_class, str):
        if request.tax_class not in TAX_CLASSES:
            reader.add_error("taxClass", choose_one_of(TAX_CLASSES))
        values["tax_class"] = request.tax_class
    read_field("diets", request.diets, lambda names: reader.read_diets("diets", names))
    read_field("allergens", request.allergens, lambda names: reader.read_allergens("allergens", names))
    read_field("translations", request.translations, lambda sent: _read_translations(reader, sent))
    read_field("sale_times", request.sale_times, lambda sent: _read_sale_times(reader, sent))
    return values


def _read_sale_times(reader: _FormReader, sent: list[SaleTime] | None) -> WeeklyTimes:
    stored, problem = read_sale_times(sent)
    if problem:
        reader.add_error("saleTimes", problem)
    return stored


def _read_translations(reader: _FormReader, sent: MenuTranslations | None) -> StoredTranslations:
    """The sent words by language, empty ones included, which remove (see `merge_translations`); None removes all."""
    if sent is None:
        return None
    return {
        language: _read_words(reader, f"translations.{language}", words)
        for language in MenuTranslations.__struct_fields__
        if isinstance(words := getattr(sent, language), MenuWords)
    }


def _read_words(reader: _FormReader, path: str, words: MenuWords) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for field, most in (("name", MAX_NAME_LENGTH), ("category", MAX_LABEL_LENGTH), ("section", MAX_LABEL_LENGTH)):
        if isinstance(text := getattr(words, field), str):
            read[field] = reader.read_line(f"{path}.{field}", text, most)
    if isinstance(words.description, str):
        read["description"] = _read_description(reader, words.description, f"{path}.description")
    if isinstance(words.options, dict):
        read["options"] = _read_translated_names(reader, f"{path}.options", words.options)
    return read


def _read_translated_names(reader: _FormReader, path: str, names: dict[str, str]) -> dict[str, str]:
    """The translated names of groups and options by their own names, without empty ones."""
    if len(names) > MAX_TRANSLATED_NAMES:
        reader.add_error(path, Sentence(f"Use at most {MAX_TRANSLATED_NAMES}.", "too_many", max=MAX_TRANSLATED_NAMES))
        return {}
    lines = {
        reader.read_line(path, own, MAX_NAME_LENGTH): reader.read_line(path, text, MAX_NAME_LENGTH)
        for own, text in names.items()
    }
    return {own: text for own, text in lines.items() if own and text}


def _read_description(reader: _FormReader, value: str | None, path: str = "description") -> str:
    """Check the description and return it. It may have several lines, so line endings are normalized."""
    text = (value or "").replace("\r\n", "\n").replace("\r", "\n").strip()
    return reader.read_text(path, text, MAX_DESCRIPTION_LENGTH)


def _read_price(reader: _FormReader, value: float | None) -> int:
    if value is None:
        reader.add_error("basePrice", REQUIRED)
    return reader.read_cents("basePrice", value, MAX_PRICE)


def _read_number(reader: _FormReader, path: str, value: int, maximum: int) -> int:
    if not 0 <= value <= maximum:
        text = f"Use a whole number from 0 to {maximum}."
        reader.add_error(path, Sentence(text, "number_out_of_range", min=0, max=maximum))
    return value


def _read_groups(reader: _FormReader, groups: list[OptionGroupRequest]) -> tuple[GroupDraft, ...]:
    if len(groups) > MAX_GROUPS:
        text = f"An item has at most {MAX_GROUPS} option groups."
        reader.add_error("optionGroups", Sentence(text, "groups_too_many", max=MAX_GROUPS))
        return ()
    return tuple(_read_group(reader, f"optionGroups.{index}", group) for index, group in enumerate(groups))


def read_group(request: OptionGroupRequest) -> GroupDraft:
    """The draft of a group that stands alone. Raises InvalidInput with a sentence for each invalid field."""
    reader = _FormReader()
    draft = _read_group(reader, "", request)
    if reader.fields:
        fields = {path.removeprefix("."): sentence for path, sentence in reader.fields.items()}
        raise InvalidInput(next(iter(fields.values())), fields=fields)
    return draft


def _read_group(reader: _FormReader, path: str, request: OptionGroupRequest) -> GroupDraft:
    if isinstance(request.set_id, str) and request.set_id:
        return GroupDraft(_valid_id(request.id), "", 0, 1, (), request.set_id)
    options = request.options or []
    name = reader.read_line(f"{path}.name", request.name, MAX_NAME_LENGTH, required=True)
    min_select = 0 if request.min_select is None else request.min_select
    max_select = 1 if request.max_select is None else request.max_select
    if not options:
        reader.add_error(f"{path}.options", Sentence("Add at least one option.", "options_required"))
    elif len(options) > MAX_OPTIONS:
        text = f"A group has at most {MAX_OPTIONS} options."
        reader.add_error(f"{path}.options", Sentence(text, "options_too_many", max=MAX_OPTIONS))
        options = []
    else:
        _check_choice(reader, path, (min_select, max_select), [_most_of(option) for option in options])
    free_count = request.free_count
    if isinstance(free_count, int):
        _read_number(reader, f"{path}.freeCount", free_count, MAX_OPTIONS)
        if free_count > max_select:
            reader.add_error(f"{path}.freeCount", FREE_ABOVE_MAX)
    drafts = tuple(_read_option(reader, f"{path}.options.{at}", option) for at, option in enumerate(options))
    detached = "" if request.set_id is None else None
    free = UNSET if free_count is None else free_count
    return GroupDraft(_valid_id(request.id), name, min_select, max_select, drafts, detached, free)


def _most_of(option: OptionRequest) -> int:
    """How often the option can be taken; at most of one that is known and does not say."""
    if isinstance(option.max_quantity, int):
        return min(max(option.max_quantity, 1), MAX_OPTION_QUANTITY)
    return MAX_OPTION_QUANTITY if option.id else 1


def _check_choice(reader: _FormReader, path: str, choice: tuple[int, int], quantities: list[int]) -> None:
    """Check how many are chosen of options that can be taken so often each."""
    (min_select, max_select), options = choice, min(sum(quantities), MAX_OPTIONS)
    if max_select < 1:
        reader.add_error(f"{path}.maxSelect", CHOOSE_AT_LEAST_ONE)
    elif max_select > options:
        reader.add_error(f"{path}.maxSelect", max_select_too_large(options))
    if min_select < 0:
        reader.add_error(f"{path}.minSelect", Sentence("Use 0 or more.", "number_too_small", min=0))
    elif min_select > max_select:
        reader.add_error(f"{path}.minSelect", MIN_ABOVE_MAX)


def _read_option(reader: _FormReader, path: str, request: OptionRequest) -> OptionDraft:
    name = reader.read_line(f"{path}.name", request.name, MAX_NAME_LENGTH, required=True)
    cents = reader.read_cents(f"{path}.additionalPrice", request.additional_price, MAX_SURCHARGE)
    availability = reader.read_availability(
        f"{path}.soldOutUntil", request.is_available is not False, request.sold_out_until
    )
    allergens, not_for = request.allergens, request.not_for
    if not isinstance(allergens, UnsetType):
        allergens = reader.read_allergens(f"{path}.allergens", allergens)
    if not isinstance(not_for, UnsetType):
        names = reader.read_names(f"{path}.notFor", not_for or [], DIETS)
        not_for = [diet for diet in DIETS if diet in names]
    stored = (availability.is_available, availability.sold_out_until)
    most = UNSET if request.max_quantity is None else request.max_quantity
    if isinstance(most, int) and not 1 <= most <= MAX_OPTION_QUANTITY:
        text = f"Use a whole number from 1 to {MAX_OPTION_QUANTITY}."
        sentence = Sentence(text, "number_out_of_range", min=1, max=MAX_OPTION_QUANTITY)
        reader.add_error(f"{path}.maxQuantity", sentence)
    said = {"allergens": allergens, "not_for": not_for, "max_quantity": most}
    return OptionDraft(_valid_id(request.id), name, cents, *stored, **said)  # type: ignore[arg-type]


def _valid_id(value: str | None) -> str | None:
    return value if value is not None and is_id(value) else None


def _is_visible(text: str) -> bool:
    """False for a name of invisible characters only, which would be an empty line on the menu."""
    return any(unicodedata.category(char)[0] in "LNPS" for char in text)
