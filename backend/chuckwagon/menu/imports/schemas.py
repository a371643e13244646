"""JSON of menu imports, and what a row of a file does to an item, as values that a screen puts into words.

Amounts are dollars here and cents everywhere else.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.money import TaxClass, to_dollars
from chuckwagon.kit.sentences import Param, Sentence
from chuckwagon.menu.diets import Allergen, Diet
from chuckwagon.menu.drafts import GroupDraft, ItemDraft
from chuckwagon.menu.schemas import SaleTime
from chuckwagon.menu.translations import write_translations
from chuckwagon.schedule.wall_clock import WeeklyTimes

ImportState = Literal["questions", "preview", "failed", "confirmed", "undone"]
MAX_ANSWERS = 5000


class ImportedOption(msgspec.Struct, rename="camel"):
    """An option as a file says it."""

    name: str
    additional_price: float
    is_available: bool
    max_quantity: int = 1


class ImportedGroup(msgspec.Struct, rename="camel"):
    """An option group as a file says it."""

    name: str
    min_select: int
    max_select: int
    options: list[ImportedOption]
    free_count: int = 0


class ImportedItem(msgspec.Struct, rename="camel"):
    """All that a file says of a menu item. `position` is null when the item becomes the last one."""

    name: str
    description: str
    category: str
    section: str
    base_price: float
    is_available: bool
    image_url: str | None
    position: int | None
    prep_units: int
    tax_class: TaxClass
    option_groups: list[ImportedGroup]
    diets: list[Diet] | None = None
    allergens: list[Allergen] | None = None
    translations: str = ""
    sale_times: list[SaleTime] | None = None


class ImportDifference(msgspec.Struct, rename="camel"):
    """A field of an item that a row changes.

    Option groups have `groupBefore` and `groupAfter`, both null where only their order changes; meal times have
    `timesBefore` and `timesAfter`, null for always.
    """

    field: Literal[
        "name",
        "description",
        "category",
        "section",
        "basePrice",
        "imageUrl",
        "isAvailable",
        "position",
        "prepUnits",
        "taxClass",
        "optionGroups",
        "diets",
        "allergens",
        "translations",
        "saleTimes",
    ]
    before: str | float | bool | list[str] | None = None
    after: str | float | bool | list[str] | None = None
    group_before: ImportedGroup | None = None
    group_after: ImportedGroup | None = None
    times_before: list[SaleTime] | None = None
    times_after: list[SaleTime] | None = None


class ImportChange(msgspec.Struct):
    """The effect on one item. `row` is its number in the file, where the first row is 1.

    An added item has `item`, a changed one `differences`.
    """

    file: str
    row: int
    kind: Literal["added", "changed"]
    name: str
    item: ImportedItem | None = None
    differences: list[ImportDifference] = []


class ImportPreview(msgspec.Struct):
    """What a confirmation stores. Items that are not in the files stay. Items with an open question are not counted."""

    rows: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    changes: list[ImportChange] = []


class ImportProblem(msgspec.Struct):
    """Why the files cannot be imported. `code` and `params` word it in another language."""

    code: str
    message: str
    params: dict[str, Param] = {}
    file: str = ""
    row: int = 0


class LeftOut(msgspec.Struct):
    """What the files hold and the menu will not, or what was read differently. `name` is that of its item, if any."""

    code: str
    message: str
    params: dict[str, Param] = {}
    file: str = ""
    row: int = 0
    name: str = ""


class ImportColumn(msgspec.Struct):
    """A column of an unknown table: the `value` to answer with, and its title in the file."""

    value: str
    title: str


class ImportQuestion(msgspec.Struct, rename="camel", kw_only=True):
    """What only a person can say. `choices` are the values to answer with; with `isText` any text is one, too.

    - `column`: which column of an unknown table is the `field`. `columns` are the choices, `rows` the first rows.
      An optional one may stay without an answer.
    - `sheet`: which of several sheets, or files, is the menu. `columns` names them, `rows` has the titles of each;
      `all_sheets` reads one after the other.
    - `problem`: the `value` of the `field` cannot be taken. A text corrects it, `leave_out` leaves the item out; `cut`
      takes the beginning of a long one, `keep` what the item has, `add` makes a new one, `as_written` takes the row.
    - `doubt`: likely meant as `suggestion`, a group in the notation of the export. `as_suggested`, `as_written`.
    - `same_name`: an item of this name is on the menu, or in the row `sameAsRow`. `change` makes the `differences` to
      it, `add` adds `item`.
    - `size_groups`: choices that the file offers for some sizes only. `all_sizes`, `without`.

    An item is left out by `leave_out` or null as the answer to any question about it.
    """

    id: str = msgspec.field(name="_id")
    kind: Literal["column", "sheet", "problem", "doubt", "same_name", "size_groups"]
    code: str
    message: str
    params: dict[str, Param] = {}
    file: str = ""
    row: int = 0
    name: str = ""
    field: str = ""
    value: str = ""
    group: int | None = None
    option: int | None = None
    is_required: bool = True
    is_text: bool = False
    choices: list[str] = []
    suggestion: str = ""
    columns: list[ImportColumn] = []
    rows: list[list[str]] = []
    same_as_row: int | None = None
    item: ImportedItem | None = None
    differences: list[ImportDifference] = []


class MenuImport(msgspec.Struct, rename="camel", kw_only=True):
    """An import of menu files. Nothing is on the menu before it is confirmed.

    `shape` is the system that the files come from: `chuckwagon` for the product's own columns, `table` for unknown
    ones, and null where they could not be read. After a confirmation `undo_until` says how long all of it can be
    undone.
    """

    id: str = msgspec.field(name="_id")
    truck_id: str
    state: ImportState
    shape: str | None
    files: list[str]
    questions: list[ImportQuestion]
    problems: list[ImportProblem]
    left_out: list[LeftOut]
    preview: ImportPreview
    created_at: datetime
    confirmed_at: datetime | None = None
    undo_until: datetime | None = None


class ImportSummary(msgspec.Struct, rename="camel", kw_only=True):
    """An import that was confirmed in the last two days. `undo_until` is null for one that cannot be undone."""

    id: str = msgspec.field(name="_id")
    state: ImportState
    files: list[str]
    added: int
    changed: int
    confirmed_at: datetime | None
    undo_until: datetime | None


class AnswersRequest(msgspec.Struct):
    """Answers by the ids of questions. They add to those that were sent before, and replace them."""

    answers: Annotated[dict[str, Any], msgspec.Meta(max_length=MAX_ANSWERS)]


def make_problem(sentence: Sentence, file: str = "", row: int = 0) -> ImportProblem:
    """The sentence as it is sent."""
    return ImportProblem(sentence.reason, str(sentence), dict(sentence.params), file, row)


def make_left_out(sentence: Sentence, file: str, row: int, name: str) -> LeftOut:
    """The sentence as it is sent."""
    return LeftOut(sentence.reason, str(sentence), dict(sentence.params), file, row, name[:80])


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
