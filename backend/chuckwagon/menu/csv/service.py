"""Exports a menu as CSV and imports it again, after a preview, all or nothing.

A confirmed import plans its changes again, on the locked menu. Items that are not in the file stay.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.exceptions import ClientException
from litestar.openapi.spec import OpenAPIType, Schema
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import AppError, InvalidInput, NotFound, TooLarge, WrongMediaType
from chuckwagon.kit.money import format_usd
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import fold_name
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.csv.changes import describe, list_differences, show_item
from chuckwagon.menu.csv.format import CsvExportItem, CsvFile, CsvImportRow, make_problem, read_menu, write_menu
from chuckwagon.menu.diets import find_contradiction
from chuckwagon.menu.item_store import MAX_ITEMS, add_item, store_changes, to_draft, to_group_drafts
from chuckwagon.menu.item_validation import DEFAULTS, GroupDraft, ItemDraft, OptionDraft, read_new_item
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.option_sets.links import SET_FIXED, changes_linked_group
from chuckwagon.menu.schemas import (
    ImportAnswer,
    ImportChange,
    ImportChoice,
    ImportProblem,
    ImportQuestion,
    ItemRequest,
)
from chuckwagon.menu.service import check_image_url
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import form_operation

COLUMN_OF = {
    "basePrice": "price",
    "imageUrl": "image",
    "isAvailable": "available",
    "optionGroups": "options",
    "prepUnits": "units",
    "taxClass": "tax",
}
UNKNOWN_ID = Sentence("This menu has no item with this id. Leave the id empty to add a new item.", "import_id_unknown")
NAME_UNANSWERED = Sentence(
    "The menu or this file has an item of this name. Say whether this row changes that one or adds another one.",
    "import_name_unanswered",
)
NAME_GONE = Sentence("The item that this row should change is not on the menu any more.", "import_name_gone")
Choices = Mapping[int, ImportChoice]
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


def preview_import(db: Database, truck_id: str, raw: bytes, choices: Choices) -> ImportAnswer:
    """The effect that the file would have, with its problems; stores nothing.

    Raises InvalidInput for an unreadable file, and NotFound, also for an archived truck.
    """
    file = read_menu(raw)
    with db.reading() as session:
        if queries.find_truck_slug(session, truck_id) is None:
            raise NotFound(queries.MENU_NOT_FOUND)
        return _plan(session, queries.list_items(session, truck_id), file, choices)[0]


def import_menu(
    db: Database, actor: Actor, truck_id: str, raw: bytes, choices: Choices, key: str | None
) -> ImportAnswer:
    """Apply the whole file, once for each idempotency key. `choices` are by row (see `ImportQuestion`).

    Raises InvalidInput for an unreadable file, ImportInvalid with the problems, NotFound and IdempotencyKeyReused.
    """
    file = read_menu(raw)
    digest = hashlib.sha256(raw).hexdigest()
    chosen = [f"{row}:{choice}" for row, choice in sorted(choices.items())]
    repeat = parse_idempotency_key(actor.user_id, key, "import_menu", truck_id, digest, *chosen)

    def apply(session: Session) -> ImportAnswer:
        if not queries.lock_menu(session, truck_id):
            raise NotFound(queries.MENU_NOT_FOUND)
        items = queries.list_items(session, truck_id, lock=True)
        answer, steps = _plan(session, items, file, choices, is_confirmed=True)
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


class _Target(msgspec.Struct):
    """An item that rows of a file make or change: as it is now, and as the last of these rows says it."""

    row: int
    item: MenuItem | None
    draft: ItemDraft


class _Plan:
    """Collects what the rows of a file do to the items of a menu. Stores nothing."""

    def __init__(self, items: Sequence[MenuItem], choices: Choices, *, is_confirmed: bool) -> None:
        self.problems: list[ImportProblem] = []
        self.questions: list[ImportQuestion] = []
        self._free = MAX_ITEMS - len(items)
        self._choices, self._is_confirmed = choices, is_confirmed
        self._targets: list[_Target] = []
        self._target_of: dict[str, _Target] = {}
        self._item_of: dict[str, MenuItem] = {}
        self._new_of: dict[str, _Target] = {}

    def know_names(self, items: Iterable[MenuItem], renamed: dict[str, str]) -> None:
        """Know the names of the menu as the rows with ids leave it; of two items of one name, the first one."""
        for item in items:
            self._item_of.setdefault(fold_name(renamed.get(item.id, item.name)), item)

    def take_row(self, row: CsvImportRow, item: MenuItem | None, draft: ItemDraft) -> None:
        """Plan a valid row: by its id, by the choice for its name, or as a new item."""
        if item is not None:
            self._change(row, item, draft)
            return
        name = fold_name(draft.values["name"])
        same, new = self._item_of.get(name), self._new_of.get(name)
        choice = self._choices.get(row.number)
        if same is None and new is None:
            if choice == "change":
                self.problems.append(make_problem(row.number, "name", NAME_GONE))
            else:
                self._add(row, draft)
            return
        before = to_draft(same) if same else new.draft if new else draft
        changed = keep_present(same, draft, row.form) if same else draft
        differences = list_differences(before, changed)
        place = None if same or new is None else new.row
        self.questions.append(
            ImportQuestion(row.number, draft.values["name"], place, choice, show_item(draft), differences)
        )
        if choice == "add":
            self._add(row, draft)
        elif choice == "change":
            self._change_same(row, same, new, draft)
        elif self._is_confirmed:
            self.problems.append(make_problem(row.number, "name", NAME_UNANSWERED))

    def _change_same(self, row: CsvImportRow, same: MenuItem | None, new: _Target | None, draft: ItemDraft) -> None:
        if same is not None:
            self._change(row, same, keep_present(same, draft, row.form))
        elif new is not None:
            new.draft = draft

    def _change(self, row: CsvImportRow, item: MenuItem, draft: ItemDraft) -> None:
        present = to_group_drafts(item)
        if any(changes_linked_group(present, group) for group in draft.groups or ()):
            self.problems.append(make_problem(row.number, "options", SET_FIXED))
            return
        contradiction = find_contradiction(draft.values["diets"], draft.values["allergens"])
        if contradiction:
            column = "allergens" if row.form.diets is msgspec.UNSET else "diets"
            self.problems.append(make_problem(row.number, column, contradiction))
            return
        target = self._target_of.get(item.id)
        if target is None:
            target = self._target_of[item.id] = _Target(row.number, item, draft)
            self._targets.append(target)
        target.draft = draft

    def _add(self, row: CsvImportRow, draft: ItemDraft) -> None:
        if self._free <= 0:
            text = f"A menu holds at most {MAX_ITEMS:,} items."
            self.problems.append(make_problem(row.number, "id", Sentence(text, "menu_full", max=MAX_ITEMS)))
            return
        self._free -= 1
        target = _Target(row.number, None, draft)
        self._targets.append(target)
        self._new_of.setdefault(fold_name(draft.values["name"]), target)

    def finish(self, file: CsvFile) -> tuple[ImportAnswer, list[PlannedChange]]:
        """Return (answer, changes): the effect of the file, and the changes to store."""
        lists = [*file.problems, *self.problems], self.questions, list(file.notes)
        answer = ImportAnswer(len(file.rows), 0, 0, 0, False, [], *lists)
        steps: list[PlannedChange] = []
        for target in self._targets:
            item, draft = target.item, target.draft
            if item is None:
                answer.added += 1
                price = f"Price: {format_usd(draft.values['base_price_cents'])}"
                answer.changes.append(
                    ImportChange(target.row, "added", draft.values["name"], [price], show_item(draft))
                )
            elif differences := list_differences(to_draft(item), draft):
                answer.changed += 1
                details = describe(to_draft(item), draft)
                answer.changes.append(ImportChange(target.row, "changed", item.name, details, None, differences))
            else:
                answer.unchanged += 1
                continue
            steps.append((item, draft))
        return answer, steps


def _plan(
    session: Session, items: Sequence[MenuItem], file: CsvFile, choices: Choices, *, is_confirmed: bool = False
) -> tuple[ImportAnswer, list[PlannedChange]]:
    """Return (answer, changes): the effect of each row on these items, and the changes to store. Stores nothing."""
    plan = _Plan(items, choices, is_confirmed=is_confirmed)
    present = {item.id: item for item in items}
    rows_of: dict[str, int] = {}
    read = []
    for row in file.rows:
        item = present.get(row.item_id)
        draft, problems = _read_row(session, row, item)
        problems += _id_problems(row, item, rows_of)
        read.append((row, item, draft, problems))
    plan.know_names(items, {item.id: draft.values["name"] for _, item, draft, _ in read if item and draft})
    for row, item, draft, problems in read:
        if draft is None or problems:
            plan.problems += problems
        else:
            plan.take_row(row, item, draft)
    return plan.finish(file)


def _id_problems(row: CsvImportRow, item: MenuItem | None, rows_of: dict[str, int]) -> list[ImportProblem]:
    if not row.item_id:
        return []
    first = rows_of.setdefault(row.item_id, row.number)
    if first != row.number:
        same = Sentence(f"Row {first} has the same id.", "import_id_twice", row=first)
        return [make_problem(row.number, "id", same)]
    return [make_problem(row.number, "id", UNKNOWN_ID)] if item is None else []


def _read_row(
    session: Session, row: CsvImportRow, item: MenuItem | None
) -> tuple[ItemDraft | None, list[ImportProblem]]:
    """Validate the row like the item form. Returns (draft, problems); the draft is None when a value is invalid.

    Groups and options keep their ids if their names stay. A group that the item has as it stands is beyond doubt.
    """
    problems = {problem.column: problem for problem in row.problems}
    try:
        draft = read_new_item(row.form)
        check_image_url(session, draft.values["image_url"], item.image_url if item else None)
    except InvalidInput as error:
        for path, sentence in (error.fields or {}).items():
            column, place = _find_column(path)
            problems.setdefault(column, make_problem(row.number, column, sentence, *place))
        return None, list(problems.values())
    if item:
        draft = keep_present(item, draft, row.form)
    present = to_group_drafts(item) if item else ()
    for at, doubt in row.doubts:
        if (draft.groups or ())[at] not in present:
            problems.setdefault("options", doubt)
    return draft, list(problems.values())


def _find_column(path: str) -> tuple[str, list[int]]:
    """Return (column, numbers of group and option, counted from 1) of a field's path."""
    root, *inner = path.split(".")
    return COLUMN_OF.get(root, root), [int(part) + 1 for part in inner if part.isdecimal()]


def keep_present(item: MenuItem, draft: ItemDraft, form: ItemRequest) -> ItemDraft:
    """Keep what a file does not contain: ids, columns that it lacks, and until when something is sold out.

    So yesterday's file does not bring back an item that sold out at noon.
    """
    kept = {name: getattr(item, name) for name in DEFAULTS if getattr(form, name) is msgspec.UNSET}
    values = draft.values | kept
    until = item.sold_out_until if values["is_available"] else None
    present = to_group_drafts(item)
    groups = present if form.option_groups is msgspec.UNSET else _keep_ids(draft.groups or (), present)
    return ItemDraft(values | {"sold_out_until": until}, groups)


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
        links = {"id": before.id, "set_id": before.set_id} if before else {"id": None}
        kept.append(msgspec.structs.replace(group, **links, options=kept_options))
    return tuple(kept)


def _keep_option(sent: OptionDraft, before: OptionDraft | None) -> OptionDraft:
    option = sent.keep_statements(before)
    if before is None:
        return msgspec.structs.replace(option, id=None)
    if before.set_option_id is not None:  # sold out by its own switch only, as all items of the set are
        sold_out = {"is_available": before.is_available, "sold_out_until": before.sold_out_until}
        return msgspec.structs.replace(option, id=before.id, set_option_id=before.set_option_id, **sold_out)
    until = before.sold_out_until if option.is_available else None
    return msgspec.structs.replace(option, id=before.id, sold_out_until=until)


def _group_by_name(named: Iterable[Any]) -> dict[str, list[Any]]:
    by_name: dict[str, list[Any]] = defaultdict(list)
    for item in named:
        by_name[item.name].append(item)
    return by_name


MULTIPART = "multipart/form-data"
NOT_MULTIPART = Sentence(f"Send the file as {MULTIPART}.", "form_required")
MALFORMED_FORM = Sentence("The form is damaged or incomplete. Please send the file again.", "form_malformed")
CHOICES_INVALID = Sentence('Send the choices as JSON, such as {"3": "change"}.', "import_choices_invalid")
FILE_REQUIRED = Sentence("Choose a CSV file.", "csv_required")
IMPORT_OPERATION = form_operation(
    file=Schema(type=OpenAPIType.STRING, content_media_type="text/csv"),
    confirm=Schema(type=OpenAPIType.STRING, enum=["true", "false"]),
    choices=Schema(
        type=OpenAPIType.STRING,
        description='JSON: "change" or "add" by the row of each question, such as {"3": "change"}.',
    ),
)


async def read_menu_form(request: AnyRequest, max_bytes: int) -> tuple[bytes, dict[int, ImportChoice], bool]:
    """Return (bytes of the file, choices by row, whether the import is confirmed).

    Raises WrongMediaType, TooLarge for a file above `max_bytes`, and InvalidInput for a malformed form, malformed
    choices, or not exactly one file.
    """
    if request.content_type[0].lower() != MULTIPART:
        raise WrongMediaType(NOT_MULTIPART)
    form = await _read_parts(request)
    files = [part for part in form.getall("file", []) if isinstance(part, UploadFile)]
    if len(files) != 1:
        raise InvalidInput(FILE_REQUIRED, fields={"file": FILE_REQUIRED})
    raw = await files[0].read()
    if len(raw) > max_bytes:
        kibibytes = max_bytes // 1024
        raise TooLarge(Sentence(f"The file is larger than {kibibytes:,} KiB.", "csv_too_large", kibibytes=kibibytes))
    return raw, _read_choices(form), form.getall("confirm", []) == ["true"]


def _read_choices(form: FormMultiDict) -> dict[int, ImportChoice]:
    sent = form.getall("choices", [])
    if not sent:
        return {}
    try:
        return decode_json(sent[-1], dict[int, ImportChoice])
    except (msgspec.MsgspecError, TypeError) as error:
        raise InvalidInput(CHOICES_INVALID, fields={"choices": CHOICES_INVALID}) from error


async def _read_parts(request: AnyRequest) -> FormMultiDict:
    """Parse the form. Raises InvalidInput, also when the charset that a part names does not fit."""
    try:
        return await request.form()
    except (ClientException, ValueError, LookupError) as error:
        raise InvalidInput(MALFORMED_FORM, fields={"file": MALFORMED_FORM}) from error
