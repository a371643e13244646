"""A menu goes out as a file and comes back: what it would do is said first, then all or nothing is done.

What a file does is worked out anew when it is confirmed, on a menu that nobody else changes meanwhile.
Items that are not in the file stay.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.errors import AppError, InvalidInput, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.money import format_usd
from chuckwagon.menu import audited, queries
from chuckwagon.menu.item_form import GroupDraft, ItemDraft, OptionDraft, read_new_item
from chuckwagon.menu.menu_file import Dish, FileRow, MenuFile, read_menu, write_menu
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.option_text import write_options
from chuckwagon.menu.schemas import ImportAnswer, ImportChange, ImportProblem
from chuckwagon.menu.service import check_picture
from chuckwagon.menu.shelf import MOST_ITEMS, add_item, differences, draft_groups, draft_of, store_changes

COLUMN_OF = {
    "basePrice": "price",
    "imageUrl": "image",
    "isAvailable": "available",
    "optionGroups": "options",
}
FOREIGN_ID = "This menu has no item with this id. Leave the id empty to add a new item."
LONGEST_SHOWN = 80

Step = tuple[MenuItem | None, ItemDraft]


class ImportInvalid(AppError):
    """Confirmed with problems: nothing was written."""

    code = "import_invalid"
    sentence = "Nothing was changed, because some rows cannot be taken."


def export_menu(db: Database, truck_id: str) -> tuple[str, bytes]:
    """The name of the file and the menu of the truck in its own order. Raises NotFound."""
    with db.reading() as session:
        slug = queries.find_slug(session, truck_id)
        if slug is None:
            raise NotFound(queries.NO_MENU)
        items = queries.by_section(queries.list_items(session, truck_id))
        return f"menu-{slug}.csv", write_menu(Dish(item.id, draft_of(item)) for item in items)


def preview_import(db: Database, truck_id: str, raw: bytes) -> ImportAnswer:
    """What the file would do. Raises InvalidInput for a file that cannot be read, and NotFound."""
    file = read_menu(raw)
    with db.reading() as session:
        if queries.find_slug(session, truck_id) is None:
            raise NotFound(queries.NO_MENU)
        return _plan(session, queries.list_items(session, truck_id), file)[0]


def import_menu(db: Database, actor: Actor, truck_id: str, raw: bytes, key: str | None) -> ImportAnswer:
    """Do what the file says, all of it; once for each Idempotency-Key.

    Raises InvalidInput for a file that cannot be read, ImportInvalid with the problems, NotFound and
    IdempotencyKeyReused.
    """
    file = read_menu(raw)
    repeat = read_repeat(actor.user_id, key, "import_menu", truck_id, hashlib.sha256(raw).hexdigest())

    def take(session: Session) -> ImportAnswer:
        if not queries.lock_menu(session, truck_id):
            raise NotFound(queries.NO_MENU)
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
            audited.note_menu(session, actor, audited.IMPORTED, truck_id, **counts)
        return msgspec.structs.replace(answer, applied=True)

    return db.write(lambda session: once(session, repeat, ImportAnswer, lambda: take(session)))


def _plan(session: Session, items: Sequence[MenuItem], file: MenuFile) -> tuple[ImportAnswer, list[Step]]:
    """What each row does to the menu as it is now."""
    answer = ImportAnswer(len(file.rows), 0, 0, 0, False, [], list(file.problems))
    steps: list[Step] = []
    present = {item.id: item for item in items}
    rows_of: dict[str, int] = {}
    for row in file.rows:
        item = present.get(row.item_id)
        draft, problems = _read_row(session, row, item)
        problems += _id_problems(row, item, rows_of)
        if item is None and len(items) + answer.added >= MOST_ITEMS:
            problems.append(ImportProblem(row.number, "id", f"A menu holds at most {MOST_ITEMS:,} items."))
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


def _id_problems(row: FileRow, item: MenuItem | None, rows_of: dict[str, int]) -> list[ImportProblem]:
    if not row.item_id:
        return []
    first = rows_of.setdefault(row.item_id, row.number)
    if first != row.number:
        return [ImportProblem(row.number, "id", f"Row {first} has the same id.")]
    return [ImportProblem(row.number, "id", FOREIGN_ID)] if item is None else []


def _read_row(
    session: Session, row: FileRow, item: MenuItem | None
) -> tuple[ItemDraft | None, list[ImportProblem]]:
    """The row by the rules of the item form, with the ids of groups and options whose names stay."""
    problems = {problem.column: problem for problem in row.problems}
    try:
        draft = read_new_item(row.form)
        check_picture(session, draft.values["image_url"], item.image_url if item else None)
    except InvalidInput as error:
        for path, sentence in (error.fields or {}).items():
            column, place = _locate(path)
            problems.setdefault(column, ImportProblem(row.number, column, place + sentence))
        return None, list(problems.values())
    return (_keep_present(item, draft) if item else draft), list(problems.values())


def _locate(path: str) -> tuple[str, str]:
    """The column of a form's field and, among the options, the place in words."""
    root, *inner = path.split(".")
    words = ("Group", "option")
    numbers = [int(part) + 1 for part in inner if part.isdecimal()]
    place = ", ".join(f"{word} {number}" for word, number in zip(words, numbers, strict=False))
    return COLUMN_OF.get(root, root), f"{place}: " if place else ""


def _keep_present(item: MenuItem, draft: ItemDraft) -> ItemDraft:
    """What a file cannot know stays: the ids, and until when something is sold out. A file says what is
    offered at all; yesterday's must not bring back what ran out at noon.
    """
    until = item.sold_out_until if draft.values["is_available"] else None
    groups = _keep_ids(draft.groups or (), draft_groups(item))
    return ItemDraft(draft.values | {"sold_out_until": until}, groups)


def _keep_ids(groups: Iterable[GroupDraft], present: Iterable[GroupDraft]) -> tuple[GroupDraft, ...]:
    """Name decides what stays the same; of several with one name the first stays the first."""
    known = _by_name(present)
    kept = []
    for group in groups:
        before = known[group.name].pop(0) if known[group.name] else None
        options = _by_name(before.options if before else ())
        own = tuple(
            _keep_option(o, options[o.name].pop(0) if options[o.name] else None) for o in group.options
        )
        kept.append(msgspec.structs.replace(group, id=before.id if before else None, options=own))
    return tuple(kept)


def _keep_option(option: OptionDraft, before: OptionDraft | None) -> OptionDraft:
    if before is None:
        return msgspec.structs.replace(option, id=None)
    until = before.sold_out_until if option.is_available else None
    return msgspec.structs.replace(option, id=before.id, sold_out_until=until)


def _by_name(named: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for one in named:
        found[one.name].append(one)
    return found


def _describe(item: MenuItem, draft: ItemDraft) -> list[str]:
    """Each difference in words; none when the item is like the row already."""
    values, groups = differences(item, draft)
    values.pop("sold_out_until", None)  # goes together with `is_available`
    details = [_describe_value(name, getattr(item, name), value) for name, value in values.items()]
    return details + (_describe_groups(draft_groups(item), groups) if groups is not None else [])


def _describe_value(name: str, before: Any, after: Any) -> str:
    if name == "is_available":
        return "Now available" if after else "Now sold out"
    if name == "base_price_cents":
        return f"Price: {format_usd(before)} → {format_usd(after)}"
    if name == "position":
        return f"Position: {before} → {after}"
    label = "Picture" if name == "image_url" else name.capitalize()
    return f"{label}: {_quoted(before)} → {_quoted(after)}"


def _quoted(text: str | None) -> str:
    if not text:
        return "nothing"
    return f"“{text}”" if len(text) <= LONGEST_SHOWN else f"“{text[: LONGEST_SHOWN - 1]}…”"


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
