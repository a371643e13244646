"""What a row of a file does to an item, as values that a screen puts into words."""

from collections.abc import Sequence
from typing import Any

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.money import to_dollars
from chuckwagon.menu.drafts import GroupDraft, ItemDraft
from chuckwagon.menu.imports.schemas import ImportDifference, ImportedGroup, ImportedItem, ImportedOption
from chuckwagon.menu.schemas import SaleTime
from chuckwagon.menu.translations import write_translations
from chuckwagon.schedule.weekly_times import WeeklyTimes

FIELD_OF = {
    "base_price_cents": "basePrice",
    "image_url": "imageUrl",
    "is_available": "isAvailable",
    "prep_units": "prepUnits",
    "tax_class": "taxClass",
    "sale_times": "saleTimes",
}


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
        write_translations(values["translations"]),
        _show_times(values["sale_times"]),
    )


def _show_times(stored: WeeklyTimes) -> list[SaleTime] | None:
    return convert(stored, list[SaleTime]) if stored else None


def _show_group(group: GroupDraft) -> ImportedGroup:
    whole = group.keep_present(None)
    options = [
        ImportedOption(o.name, to_dollars(o.additional_price_cents), o.is_available, o.max_quantity or 1)
        for o in whole.options
    ]
    return ImportedGroup(whole.name, whole.min_select, whole.max_select, options, whole.free_count or 0)


def list_differences(before: ItemDraft, after: ItemDraft) -> list[ImportDifference]:
    """The fields that differ; empty when both are equal."""
    differences: list[ImportDifference] = []
    for name, (old, new) in _changed_values(before, after).items():
        is_price = name == "base_price_cents"
        shown = (to_dollars(old), to_dollars(new)) if is_price else (old, new)
        if name == "translations":
            shown = (write_translations(old), write_translations(new))
        if name == "sale_times":
            times = (_show_times(old), _show_times(new))
            differences.append(ImportDifference("saleTimes", times_before=times[0], times_after=times[1]))
            continue
        differences.append(ImportDifference(FIELD_OF.get(name, name), *shown))  # type: ignore[arg-type]
    if after.groups is not None and after.groups != before.groups:
        pairs = _changed_groups(before.groups or (), after.groups) or [(None, None)]
        for old_group, new_group in pairs:
            shown_groups = [_show_group(group) if group else None for group in (old_group, new_group)]
            differences.append(
                ImportDifference("optionGroups", group_before=shown_groups[0], group_after=shown_groups[1])
            )
    return differences


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
