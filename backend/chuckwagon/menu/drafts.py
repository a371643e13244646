"""What is to be stored of a menu item, its option groups and its options, as forms and files say it. Pure."""

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.money import STANDARD
from chuckwagon.kit.sentences import Sentence

DEFAULTS: dict[str, Any] = {
    "description": "",
    "category": "",
    "section": "",
    "image_url": None,
    "is_available": True,
    "prep_units": 1,
    "tax_class": STANDARD,
    "diets": None,
    "allergens": None,
    "translations": None,
    "sale_times": None,
}


class OptionDraft(msgspec.Struct, frozen=True):
    """An option to store. The id comes from the request and is not checked yet.

    `allergens`, `not_for` and `max_quantity` are UNSET where the request does not say, which keeps those of the present
    option.
    """

    id: str | None
    name: str
    additional_price_cents: int
    is_available: bool
    sold_out_until: datetime | None = None
    set_option_id: str | None = None
    allergens: list[str] | UnsetType | None = UNSET
    not_for: list[str] | UnsetType = UNSET
    max_quantity: int | UnsetType = UNSET

    def keep_present(self, present: "OptionDraft | None") -> "OptionDraft":
        """The option with what it does not say as it is at present.

        Of a new one nothing is stated, and it can be taken once.
        """
        said = {"allergens": self.allergens, "not_for": self.not_for, "max_quantity": self.max_quantity}
        new: dict[str, Any] = {"allergens": None, "not_for": [], "max_quantity": 1}
        kept = {
            name: getattr(present, name) if present else new[name]
            for name, value in said.items()
            if isinstance(value, UnsetType)
        }
        return msgspec.structs.replace(self, **kept)


class GroupDraft(msgspec.Struct, frozen=True):
    """An option group to store. The id comes from the request and is not checked yet.

    `free_count` is UNSET where the request does not say, which keeps that of the present group.
    `set_id` is the option set that it follows; of a form, empty to detach it and None if the form does not say.
    """

    id: str | None
    name: str
    min_select: int
    max_select: int
    options: tuple[OptionDraft, ...]
    set_id: str | None = None
    free_count: int | UnsetType = UNSET

    def keep_present(self, present: "GroupDraft | None") -> "GroupDraft":
        """The group with what it and its options do not say as it is at present."""
        known = {option.id: option for option in present.options if option.id} if present else {}
        options = tuple(option.keep_present(known.get(option.id or "")) for option in self.options)
        free = self.free_count
        if isinstance(free, UnsetType):
            free = min(present.free_count or 0, self.max_select) if present else 0
        return msgspec.structs.replace(self, options=options, free_count=free)

    def check_choices(self, path: str = "") -> "GroupDraft":
        """The group, which says all. Raises InvalidInput when more can be chosen than its options allow.

        `path` is where the request has the group, with its dot.
        """
        most = sum(option.max_quantity or 0 for option in self.options)
        if self.max_select > most:
            sentence = max_select_too_large(most)
            raise InvalidInput(sentence, fields={f"{path}maxSelect": sentence})
        return self


class ItemDraft(msgspec.Struct, frozen=True):
    """The changes of an item: values by column name, and the option groups, or None to keep the present ones."""

    values: dict[str, Any]
    groups: tuple[GroupDraft, ...] | None


def max_select_too_large(most: int) -> Sentence:
    """The sentence for a group of whose options only so many can be chosen, all quantities together."""
    text = f"This group has only {most} option{'s' * (most > 1)}."
    return Sentence(text, "max_select_too_large", count=most)
