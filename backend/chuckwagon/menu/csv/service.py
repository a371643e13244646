"""Exports a menu as CSV and imports it again, after a preview, all or nothing.

A confirmed import plans its changes again, on the locked menu. Items that are not in the file stay.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit.errors import AppError, InvalidInput, NotFound
from chuckwagon.kit.money import format_usd
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.csv.format import CsvExportItem, CsvFile, CsvImportRow, read_menu, write_menu
from chuckwagon.menu.csv.options_syntax import write_options
from chuckwagon.menu.item_store import MAX_ITEMS, add_item, find_differences, store_changes, to_draft, to_group_drafts
from chuckwagon.menu.item_validation import GroupDraft, ItemDraft, OptionDraft, read_new_item
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.schemas import ImportAnswer, ImportChange, ImportProblem, ItemRequest
from chuckwagon.menu.service import check_image_url

COLUMN_OF = {
    "basePrice": "price",
    "imageUrl": "image",
    "isAvailable": "available",
    "optionGroups": "options",
    "prepUnits": "units",
}
NUMBERS = {"position": "Position", "prep_units": "Kitchen units"}
UNKNOWN_ID = "This menu has no item with this id. Leave the id empty to add a new item."
MAX_QUOTED_LENGTH = 80

PlannedChange = tuple[MenuItem | None, ItemDraft]


class ImportInvalid(AppError):
    """The confirmed file has problems; nothing was stored."""

    code = "import_invalid"
    sentence = "Nothing was changed, because some rows cannot be taken."


def export_menu(db: Database, truck_id: str) -> tuple[str, bytes]:
    """Return (file name, menu as CSV). Archived items are left out. Raises NotFound, also for an archived truck."""
    with db.reading() as session:
        slug = queries.find_truck_slug(session, truck_id)
        if slug is None:
            raise NotFound(queries.MENU_NOT_FOUND)
        items = queries.sort_by_section(queries.list_items(session, truck_id))
        return f"menu-{slug}.csv", write_menu(CsvExportItem(item.id, to_draft(item)) for item in items)


def preview_import(db: Database, truck_id: str, raw: bytes) -> ImportAnswer:
    """The effect that the file would have, with its problems; stores nothing.

    Raises InvalidInput for an unreadable file, and NotFound, also for an archived truck.
    """
    file = read_menu(raw)
    with db.reading() as session:
        if queries.find_truck_slug(session, truck_id) is None:
            raise NotFound(queries.MENU_NOT_FOUND)
        return _plan(session, queries.list_items(session, truck_id), file)[0]


def import_menu(db: Database, actor: Actor, truck_id: str, raw: bytes, key: str | None) -> ImportAnswer:
    """Apply the whole file, once for each idempotency key.

    Raises InvalidInput for an unreadable file, ImportInvalid with the problems, NotFound and IdempotencyKeyReused.
    """
    file = read_menu(raw)
    repeat = parse_idempotency_key(actor.user_id, key, "import_menu", truck_id, hashlib.sha256(raw).hexdigest())

    def apply(session: Session) -> ImportAnswer:
        if not queries.lock_menu(session, truck_id):
            raise NotFound(queries.MENU_NOT_FOUND)
        answer, steps = _plan(session, queries.list_items(session, truck_id, lock=True), file)
        if answer.problems:
            raise ImportInvalid(**msgspec.structs.asdict(answer))
        for item, draft in steps:
            if item is None:
                add_item(session, actor.author, truck_id, draft)
            else:
                store_changes(session, actor.author, item, draft)
        if steps:
            counts = {"rows": answer.rows, "added": answer.added, "changed": answer.changed}
            audit_events.record_menu_event(session, actor, audit_events.IMPORTED, truck_id, **counts)
        return msgspec.structs.replace(answer, applied=True)

    return write_once(db, repeat, ImportAnswer, apply)


def _plan(session: Session, items: Sequence[MenuItem], file: CsvFile) -> tuple[ImportAnswer, list[PlannedChange]]:
    """Return (answer, changes): the effect of each row on these items, and the changes to store. Stores nothing."""
    answer = ImportAnswer(len(file.rows), 0, 0, 0, False, [], list(file.problems))
    steps: list[PlannedChange] = []
    present = {item.id: item for item in items}
    rows_of: dict[str, int] = {}
    for row in file.rows:
        item = present.get(row.item_id)
        draft, problems = _read_row(session, row, item)
        problems += _id_problems(row, item, rows_of)
        if item is None and len(items) + answer.added >= MAX_ITEMS:
            problems.append(ImportProblem(row.number, "id", f"A menu holds at most {MAX_ITEMS:,} items."))
        if draft is None or problems:
            answer.problems += problems
        elif item is None:
            answer.added += 1
            price = f"Price: {format_usd(draft.values['base_price_cents'])}"
            answer.changes.append(ImportChange(row.number, "added", draft.values["name"], [price]))
            steps.append((None, draft))
        elif details := _describe(item, draft):
            answer.changed += 1
            answer.changes.append(ImportChange(row.number, "changed", item.name, details))
            steps.append((item, draft))
        else:
            answer.unchanged += 1
    return answer, steps


def _id_problems(row: CsvImportRow, item: MenuItem | None, rows_of: dict[str, int]) -> list[ImportProblem]:
    if not row.item_id:
        return []
    first = rows_of.setdefault(row.item_id, row.number)
    if first != row.number:
        return [ImportProblem(row.number, "id", f"Row {first} has the same id.")]
    return [ImportProblem(row.number, "id", UNKNOWN_ID)] if item is None else []


def _read_row(
    session: Session, row: CsvImportRow, item: MenuItem | None
) -> tuple[ItemDraft | None, list[ImportProblem]]:
    """Validate the row like the item form. Returns (draft, problems); the draft is None when a value is invalid.

    Groups and options keep their ids if their names stay.
    """
    problems = {problem.column: problem for problem in row.problems}
    try:
        draft = read_new_item(row.form)
        check_image_url(session, draft.values["image_url"], item.image_url if item else None)
    except InvalidInput as error:
        for path, sentence in (error.fields or {}).items():
            column, prefix = _find_column(path)
            problems.setdefault(column, ImportProblem(row.number, column, prefix + sentence))
        return None, list(problems.values())
    return (_keep_present(item, draft, row.form) if item else draft), list(problems.values())


def _find_column(path: str) -> tuple[str, str]:
    """Return (column, prefix) of a field's path; the prefix is such as "Group 1, option 2: " for a field of options."""
    root, *inner = path.split(".")
    words = ("Group", "option")
    numbers = [int(part) + 1 for part in inner if part.isdecimal()]
    prefix = ", ".join(f"{word} {number}" for word, number in zip(words, numbers, strict=False))
    return COLUMN_OF.get(root, root), f"{prefix}: " if prefix else ""


def _keep_present(item: MenuItem, draft: ItemDraft, form: ItemRequest) -> ItemDraft:
    """Keep what a file does not contain: ids, until when something is sold out, and units of an older file.

    So yesterday's file does not bring back an item that sold out at noon.
    """
    until = item.sold_out_until if draft.values["is_available"] else None
    groups = _keep_ids(draft.groups or (), to_group_drafts(item))
    units = item.prep_units if form.prep_units is msgspec.UNSET else draft.values["prep_units"]
    return ItemDraft(draft.values | {"sold_out_until": until, "prep_units": units}, groups)


def _keep_ids(groups: Iterable[GroupDraft], present: Iterable[GroupDraft]) -> tuple[GroupDraft, ...]:
    """Match groups and options by name, and those of the same name in their order."""
    present_groups = _group_by_name(present)
    kept = []
    for group in groups:
        before = present_groups[group.name].pop(0) if present_groups[group.name] else None
        options = _group_by_name(before.options if before else ())
        kept_options = tuple(
            _keep_option(o, options[o.name].pop(0) if options[o.name] else None) for o in group.options
        )
        kept.append(msgspec.structs.replace(group, id=before.id if before else None, options=kept_options))
    return tuple(kept)


def _keep_option(option: OptionDraft, before: OptionDraft | None) -> OptionDraft:
    if before is None:
        return msgspec.structs.replace(option, id=None)
    until = before.sold_out_until if option.is_available else None
    return msgspec.structs.replace(option, id=before.id, sold_out_until=until)


def _group_by_name(named: Iterable[Any]) -> dict[str, list[Any]]:
    by_name: dict[str, list[Any]] = defaultdict(list)
    for item in named:
        by_name[item.name].append(item)
    return by_name


def _describe(item: MenuItem, draft: ItemDraft) -> list[str]:
    """A sentence for each difference; empty when the item equals the row."""
    values, groups = find_differences(item, draft)
    values.pop("sold_out_until", None)  # changes together with `is_available`
    details = [_describe_value(name, getattr(item, name), value) for name, value in values.items()]
    return details + (_describe_groups(to_group_drafts(item), groups) if groups is not None else [])


def _describe_value(name: str, before: Any, after: Any) -> str:
    if name == "is_available":
        return "Now available" if after else "Now sold out"
    if name == "base_price_cents":
        return f"Price: {format_usd(before)} → {format_usd(after)}"
    if name in NUMBERS:
        return f"{NUMBERS[name]}: {before} → {after}"
    label = "Picture" if name == "image_url" else name.capitalize()
    return f"{label}: {_quoted(before)} → {_quoted(after)}"


def _quoted(text: str | None) -> str:
    if not text:
        return "nothing"
    return f"“{text}”" if len(text) <= MAX_QUOTED_LENGTH else f"“{text[: MAX_QUOTED_LENGTH - 1]}…”"


def _describe_groups(before: Sequence[GroupDraft], after: Sequence[GroupDraft]) -> list[str]:
    old = {group.id: group for group in before}
    kept = {group.id for group in after}
    details = []
    for group in after:
        if group.id not in old:
            details.append(f"Options added: {write_options([group])}")
        elif group != old[group.id]:
            details.append(f"Options: {write_options([old[group.id]])} → {write_options([group])}")
    details += [f"Options removed: {write_options([group])}" for group in before if group.id not in kept]
    return details or ["Options: in another order"]
