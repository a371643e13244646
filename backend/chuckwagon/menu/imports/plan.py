"""Plans an import: what each found item does to the menu, what has to be asked, and what is shown. Stores nothing.

Nothing is guessed. What cannot be taken, what is likely meant otherwise and what has the name of another item is a
question, and an item with an open question is not counted.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import fold_name
from chuckwagon.menu.availability import write_sale_times
from chuckwagon.menu.csv_cells import InvalidCell, write_options, write_requests
from chuckwagon.menu.csv_files import TRANSLATION_COLUMNS, text_of_translation
from chuckwagon.menu.diets import find_contradiction, write_names
from chuckwagon.menu.drafts import DEFAULTS, GroupDraft, ItemDraft, OptionDraft
from chuckwagon.menu.imports.found import LEAVE_OUT, Finding, FoundItem, Reading
from chuckwagon.menu.imports.own import FORM_FIELDS, put_text
from chuckwagon.menu.imports.schemas import ImportChange, ImportPreview, ImportQuestion, list_differences, show_item
from chuckwagon.menu.item_store import MAX_ITEMS, to_draft, to_group_drafts
from chuckwagon.menu.item_validation import read_changes, read_new_item
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.option_set_links import SET_FIXED, changes_linked_group
from chuckwagon.menu.schemas import (
    MAX_DESCRIPTION_LENGTH,
    MAX_NAME_LENGTH,
    ItemRequest,
    MenuTranslations,
    OptionGroupRequest,
)
from chuckwagon.menu.service import check_image_url
from chuckwagon.menu.translations import merge_translations

COLUMN_OF = {
    "basePrice": "price",
    "imageUrl": "image",
    "isAvailable": "available",
    "optionGroups": "options",
    "prepUnits": "units",
    "saleTimes": "times",
    "taxClass": "tax",
}
UNKNOWN_ID = Sentence("This menu has no item with this id. Leave the id empty to add a new item.", "import_id_unknown")
SAME_NAME = Sentence(
    "The menu or this file has an item of this name. Say whether this row changes that one or adds another one.",
    "import_name_unanswered",
)
LEFT_OUT = Sentence("This item was left out, as you said.", "import_item_left_out")
# Answers that are no text, by the column of the problem.
CHOICES = {"id": ["add"], "row": ["as_written"], "options": ["keep"], "name": ["cut"], "description": ["cut"]}
MAX_LENGTHS = {"name": MAX_NAME_LENGTH, "description": MAX_DESCRIPTION_LENGTH}
PlannedChange = tuple[MenuItem | None, ItemDraft]


class _Target(msgspec.Struct):
    """An item that rows make or change: as it is now, and as the last of these rows says it."""

    found: FoundItem
    item: MenuItem | None
    draft: ItemDraft


class Plan:
    """Collects what found items do to the items of a menu."""

    def __init__(self, session: Session, items: Sequence[MenuItem], reading: Reading) -> None:
        self.questions = list(reading.questions)
        self.problems = list(reading.problems)
        self._session, self._reading, self._answers = session, reading, reading.answers
        self._present = {item.id: item for item in items}
        self._row_of_id: dict[str, int] = {}
        self._free = MAX_ITEMS - len(items)
        self._targets: list[_Target] = []
        self._target_of: dict[str, _Target] = {}
        self._item_of: dict[str, MenuItem] = {}
        self._new_of: dict[str, _Target] = {}
        self._unanswered = 0
        self._take(items)

    def _take(self, items: Iterable[MenuItem]) -> None:
        left_out = {key.split(":")[0] for key, answer in self._answers.items() if answer in (None, LEAVE_OUT)}
        left_out -= {key.split(":")[0] for key in self._answers if ":column:" in key}
        read = []
        for found in self._reading.items:
            if found.key in left_out:
                name = found.form.name if isinstance(found.form.name, str) else ""
                self._reading.leave_out(LEFT_OUT, found.file, found.row, name)
            else:
                item = self._find_item(found)
                read.append((found, item, self._read_item(found, item)))
        renamed = {item.id: draft.values["name"] for _, item, draft in read if item and draft}
        for item in items:
            self._item_of.setdefault(fold_name(renamed.get(item.id, item.name)), item)
        for found, item, draft in read:
            if draft is None:
                self._unanswered += 1
            elif item is not None:
                self._change(found, item, draft)
            else:
                self._take_new(found, draft)

    def _find_item(self, found: FoundItem) -> MenuItem | None:
        """The item that the row names by its id. An id that names none is a finding."""
        if not found.item_id or self._answers.get(f"{found.key}:id") == "add":
            return None
        first = self._row_of_id.setdefault(found.item_id, found.row)
        if first != found.row:
            same = Sentence(f"Row {first} has the same id.", "import_id_twice", row=first)
            found.findings.append(Finding("id", same, found.item_id))
        elif found.item_id not in self._present:
            found.findings.append(Finding("id", UNKNOWN_ID, found.item_id))
        return self._present.get(found.item_id)

    def _read_item(self, found: FoundItem, item: MenuItem | None) -> ItemDraft | None:
        """The draft as the item form would read it; None while a question is open.

        Groups and options keep their ids if their names stay. A group that the item has as it stands is beyond doubt.
        """
        self._correct(found)
        findings = {finding.column: finding for finding in found.findings}
        draft = None
        try:
            draft = read_new_item(found.form)
            check_image_url(self._session, draft.values["image_url"], item.image_url if item else None)
        except InvalidInput as error:
            draft = None
            for path, sentence in (error.fields or {}).items():
                column, place = _find_column(path)
                findings.setdefault(column, Finding(column, sentence, _text_of(found.form, column), place))
        if draft is not None and item is not None:
            draft = keep_present(item, draft, found.form)
            if any(changes_linked_group(to_group_drafts(item), group) for group in draft.groups or ()):
                findings["options"] = Finding("options", SET_FIXED, _text_of(found.form, "options"))
        if draft is not None and item is not None:
            contradiction = find_contradiction(draft.values["diets"], draft.values["allergens"])
            if contradiction:
                column = "allergens" if found.form.diets is msgspec.UNSET else "diets"
                findings[column] = Finding(column, contradiction, _text_of(found.form, column))
        for finding in findings.values():
            self._ask_problem(found, finding, is_known=item is not None)
        doubtful = draft is not None and self._ask_doubts(found, item, draft)
        return None if findings or doubtful or found.is_open else draft

    def _correct(self, found: FoundItem) -> None:
        """Put the answers about this item into its form. What is still wrong is a finding again."""
        for column in (*FORM_FIELDS, "row"):
            answer = self._answers.get(f"{found.key}:{column}")
            if answer is None:
                continue
            kept = [finding for finding in found.findings if finding.column != column]
            text = str(answer)
            if text == "cut" and column in MAX_LENGTHS:
                text = _cut(getattr(found.form, column), MAX_LENGTHS[column])
            if column == "row":
                found.findings = kept
            elif column == "options" and text == "keep":
                found.findings, found.form.option_groups, found.doubts = kept, msgspec.UNSET, []
            else:
                try:
                    put_text(found, column, text)
                    found.findings = kept
                except InvalidCell as error:
                    found.findings = [*kept, Finding(column, error.sentence, text)]
        self._apply_suggestions(found)

    def _apply_suggestions(self, found: FoundItem) -> None:
        groups = found.form.option_groups
        if not isinstance(groups, list):
            return
        for doubt in found.doubts:
            if self._answers.get(f"{found.key}:doubt.{doubt.at + 1}") == "as_suggested" and doubt.at < len(groups):
                groups[doubt.at] = doubt.suggestion

    def _ask_problem(self, found: FoundItem, finding: Finding, *, is_known: bool) -> None:
        choices = [
            choice
            for choice in CHOICES.get(finding.column, [])
            if (choice != "keep" or is_known) and (choice != "cut" or finding.sentence.reason == "too_long")
        ]
        group, option = (*finding.place, None, None)[:2]
        self.questions.append(
            ImportQuestion(
                id=f"{found.key}:{finding.column}",
                kind="problem",
                code=finding.sentence.reason,
                message=str(finding.sentence),
                params=dict(finding.sentence.params),
                file=found.file,
                row=found.row,
                name=_name_of(found),
                field=finding.column.split(".")[0],
                value=(_text_of(found.form, "options") if finding.column == "options" else finding.value)[:4000],
                group=group,
                option=option,
                is_text=finding.column not in ("id", "row"),
                choices=[*choices, LEAVE_OUT],
            )
        )

    def _ask_doubts(self, found: FoundItem, item: MenuItem | None, draft: ItemDraft) -> bool:
        present = [_content(group) for group in to_group_drafts(item)] if item else []
        asked = False
        for doubt in found.doubts:
            key = f"{found.key}:doubt.{doubt.at + 1}"
            group = (draft.groups or ())[doubt.at]
            if self._answers.get(key) in ("as_suggested", "as_written") or _content(group) in present:
                continue
            asked = True
            self.questions.append(
                ImportQuestion(
                    id=key,
                    kind="doubt",
                    code=doubt.sentence.reason,
                    message=str(doubt.sentence),
                    params=dict(doubt.sentence.params),
                    file=found.file,
                    row=found.row,
                    name=_name_of(found),
                    field="options",
                    value=write_options([group]),
                    suggestion=write_requests([doubt.suggestion]),
                    choices=["as_suggested", "as_written", LEAVE_OUT],
                )
            )
        return asked

    def _take_new(self, found: FoundItem, draft: ItemDraft) -> None:
        """Plan an item without an id: by the choice for its name, or as a new one."""
        name = fold_name(draft.values["name"])
        same, new = self._item_of.get(name), self._new_of.get(name)
        if same is None and new is None:
            self._add(found, draft)
            return
        key = f"{found.key}:same"
        choice = self._answers.get(key)
        changed = keep_present(same, draft, found.form) if same else draft
        if choice == "add":
            self._add(found, draft)
        elif choice == "change" and same is not None:
            if any(changes_linked_group(to_group_drafts(same), group) for group in changed.groups or ()):
                self._ask_problem(found, Finding("options", SET_FIXED, _text_of(found.form, "options")), is_known=True)
                self._unanswered += 1
            else:
                self._change(found, same, changed)
        elif choice == "change" and new is not None:
            new.draft = draft
        else:
            self._unanswered += 1
            before = to_draft(same) if same else new.draft if new else draft
            self.questions.append(
                ImportQuestion(
                    id=key,
                    kind="same_name",
                    code=SAME_NAME.reason,
                    message=str(SAME_NAME),
                    file=found.file,
                    row=found.row,
                    name=draft.values["name"],
                    choices=["change", "add", LEAVE_OUT],
                    same_as_row=None if same or new is None else new.found.row,
                    item=show_item(draft),
                    differences=list_differences(before, changed),
                )
            )

    def _change(self, found: FoundItem, item: MenuItem, draft: ItemDraft) -> None:
        target = self._target_of.get(item.id)
        if target is None:
            target = self._target_of[item.id] = _Target(found, item, draft)
            self._targets.append(target)
        target.draft = draft

    def _add(self, found: FoundItem, draft: ItemDraft) -> None:
        if self._free == 0:
            text = f"A menu holds at most {MAX_ITEMS:,} items."
            self.problems.append((found.file, Sentence(text, "menu_full", max=MAX_ITEMS)))
        self._free -= 1
        target = _Target(found, None, draft)
        self._targets.append(target)
        self._new_of.setdefault(fold_name(draft.values["name"]), target)

    def finish(self) -> tuple[ImportPreview, list[PlannedChange]]:
        """Return (preview, changes): the effect of the answered items, and the changes to store."""
        preview = ImportPreview(self._reading.rows or len(self._reading.items))
        steps: list[PlannedChange] = []
        for target in self._targets:
            item, draft, found = target.item, target.draft, target.found
            if item is None:
                preview.added += 1
                change = ImportChange(found.file, found.row, "added", draft.values["name"], show_item(draft))
            elif differences := list_differences(to_draft(item), draft):
                preview.changed += 1
                change = ImportChange(found.file, found.row, "changed", item.name, None, differences)
            else:
                preview.unchanged += 1
                continue
            preview.changes.append(change)
            steps.append((item, draft))
        return preview, steps


def _cut(text: Any, most: int) -> str:
    """The beginning of a text that is too long, up to a whole word."""
    plain = text.strip() if isinstance(text, str) else ""
    if len(plain) <= most:
        return plain
    kept = plain[: most - 1]
    return f"{(kept.rsplit(None, 1)[0] if ' ' in kept[most // 2 :] else kept).rstrip(' ,;')}…"


def _name_of(found: FoundItem) -> str:
    return found.form.name[:80] if isinstance(found.form.name, str) else ""


def _text_of(form: ItemRequest, column: str) -> str:
    """The present value of a column as text, to correct it."""
    if column in TRANSLATION_COLUMNS:
        return text_of_translation(form, column)
    value: Any = getattr(form, FORM_FIELDS.get(column, column), "")
    if column == "options" and isinstance(value, list):
        groups: list[OptionGroupRequest] = value
        return write_requests(groups)
    if column in ("diets", "allergens"):
        return write_names(value if isinstance(value, list) else None)
    if column == "times":
        return write_sale_times(msgspec.to_builtins(value) if isinstance(value, list) else None)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.2f}" if isinstance(value, float) else "" if value in (None, msgspec.UNSET) else str(value)


def _find_column(path: str) -> tuple[str, tuple[int, ...]]:
    """Return (column, numbers of group and option, counted from 1) of a field's path."""
    root, *inner = path.split(".")
    if root == "translations":
        return f"{inner[1]} {inner[0]}", ()
    return COLUMN_OF.get(root, root), tuple(int(part) + 1 for part in inner if part.isdecimal())


def _content(group: GroupDraft) -> tuple[Any, ...]:
    options = [(option.name, option.additional_price_cents, option.max_quantity) for option in group.options]
    return group.name, group.min_select, group.max_select, group.free_count, options


def keep_present(item: MenuItem, draft: ItemDraft, form: ItemRequest) -> ItemDraft:
    """Keep what a file does not contain: ids, columns that it lacks, and until when something is sold out.

    So yesterday's file does not bring back an item that sold out at noon.
    """
    kept = {name: getattr(item, name) for name in DEFAULTS if getattr(form, name) is msgspec.UNSET}
    if isinstance(form.translations, MenuTranslations):
        sent = read_changes(ItemRequest(translations=form.translations)).values["translations"]
        kept["translations"] = merge_translations(item.translations, sent)
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
        kept.append(msgspec.structs.replace(group, **links, options=kept_options).keep_present(before))
    return tuple(kept)


def _keep_option(sent: OptionDraft, before: OptionDraft | None) -> OptionDraft:
    option = sent.keep_present(before)
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
