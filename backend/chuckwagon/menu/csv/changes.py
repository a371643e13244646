"""What a row of a file does to an item: as values for screens, and as English sentences."""

from collections.abc import Sequence
from typing import Any

from chuckwagon.kit.money import format_usd, to_dollars
from chuckwagon.menu.csv.options_syntax import write_options
from chuckwagon.menu.diets import write_names
from chuckwagon.menu.item_validation import GroupDraft, ItemDraft
from chuckwagon.menu.schemas import ImportDifference, ImportedGroup, ImportedItem, ImportedOption

FIELD_OF = {
    "base_price_cents": "basePrice",
    "image_url": "imageUrl",
    "is_available": "isAvailable",
    "prep_units": "prepUnits",
    "tax_class": "taxClass",
}
NUMBERS = {"position": "Position", "prep_units": "Kitchen units"}
MAX_QUOTED_LENGTH = 80


def show_item(draft: ItemDraft) -> ImportedItem:
    """All that the file says of a new item."""
    values = draft.values
    return ImportedItem(
        values["name"],
        values["description"],
        values["category"],
        values["section"],
        to_dollars(values["base_price_cents"]),
        values["is_available"],
        values["image_url"],
        values.get("position"),
        values["prep_units"],
        values["tax_class"],
        [_show_group(group) for group in draft.groups or ()],
        values["diets"],
        values["allergens"],
    )


def _show_group(group: GroupDraft) -> ImportedGroup:
    options = [ImportedOption(o.name, to_dollars(o.additional_price_cents), o.is_available) for o in group.options]
    return ImportedGroup(group.name, group.min_select, group.max_select, options)


def list_differences(before: ItemDraft, after: ItemDraft) -> list[ImportDifference]:
    """The fields that differ; empty when both are equal."""
    differences: list[ImportDifference] = []
    for name, (old, new) in _changed_values(before, after).items():
        is_price = name == "base_price_cents"
        shown = (to_dollars(old), to_dollars(new)) if is_price else (old, new)
        differences.append(ImportDifference(FIELD_OF.get(name, name), *shown))  # type: ignore[arg-type]
    if after.groups is not None and after.groups != before.groups:
        pairs = _changed_groups(before.groups or (), after.groups) or [(None, None)]
        for old_group, new_group in pairs:
            shown_groups = [_show_group(group) if group else None for group in (old_group, new_group)]
            differences.append(ImportDifference("optionGroups", None, None, *shown_groups))
    return differences


def describe(before: ItemDraft, after: ItemDraft) -> list[str]:
    """An English sentence for each difference."""
    details = [_describe_value(name, old, new) for name, (old, new) in _changed_values(before, after).items()]
    if after.groups is None or after.groups == before.groups:
        return details
    for old, new in _changed_groups(before.groups or (), after.groups):
        if old is None and new is not None:
            details.append(f"Options added: {write_options([new])}")
        elif new is None and old is not None:
            details.append(f"Options removed: {write_options([old])}")
        elif old is not None and new is not None:
            details.append(f"Options: {write_options([old])} → {write_options([new])}")
    return details if _changed_groups(before.groups or (), after.groups) else [*details, "Options: in another order"]


def _changed_values(before: ItemDraft, after: ItemDraft) -> dict[str, tuple[Any, Any]]:
    """The values before and after, by column. `sold_out_until` changes together with `is_available`."""
    return {
        name: (before.values.get(name), value)
        for name, value in after.values.items()
        if before.values.get(name) != value and name != "sold_out_until"
    }


def _changed_groups(
    before: Sequence[GroupDraft], after: Sequence[GroupDraft]
) -> list[tuple[GroupDraft | None, GroupDraft | None]]:
    """Pairs of a group before and after; None where it is new or gone. Empty when only the order differs."""
    old = {group.id: group for group in before}
    kept = {group.id for group in after}
    pairs = [(old.get(group.id), group) for group in after if group != old.get(group.id)]
    return pairs + [(group, None) for group in before if group.id not in kept]


def _describe_value(name: str, before: Any, after: Any) -> str:
    if name == "is_available":
        return "Now available" if after else "Now sold out"
    if name == "base_price_cents":
        return f"Price: {format_usd(before)} → {format_usd(after)}"
    if name in NUMBERS:
        return f"{NUMBERS[name]}: {before} → {after}"
    if name in ("diets", "allergens"):
        return f"{name.capitalize()}: {' → '.join(write_names(said) or 'not stated' for said in (before, after))}"
    label = {"image_url": "Picture", "tax_class": "Tax"}.get(name, name.capitalize())
    return f"{label}: {_quoted(before)} → {_quoted(after)}"


def _quoted(text: str | None) -> str:
    if not text:
        return "nothing"
    return f"“{text}”" if len(text) <= MAX_QUOTED_LENGTH else f"“{text[: MAX_QUOTED_LENGTH - 1]}…”"
