"""Takes an import back: added items are archived, changed ones become what they were.

Only while none of them was edited. Orders, counts and sold-out taps are no edits: availability and until when stay as
they are where they were tapped since. A group that an import took off and that followed an option set comes back as the
set is now.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.kit.decoding import convert, decode_json
from chuckwagon.kit.errors import Conflict
from chuckwagon.menu import queries
from chuckwagon.menu.drafts import GroupDraft, ItemDraft
from chuckwagon.menu.item_store import archive_items, store_all_changes, to_draft
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.option_set_links import restore_links

SHOWN_NAMES = 20
AVAILABILITY = ("is_available", "sold_out_until")


class UndoTooLate(Conflict):
    """A day has passed since the import was confirmed."""

    code = "import_undo_late"
    sentence = "An import can be undone for a day. This one is older."


class ItemsEdited(Conflict):
    """Some items of the import were edited since, so it cannot be undone. `items` are their names."""

    code = "import_edited"
    sentence = "Some of these items were edited since, so the import cannot be undone."


class AppliedChange(msgspec.Struct, frozen=True):
    """An item that an import stored, with its content before; None for a new one."""

    item_id: str
    before: dict[str, Any] | None


class Record(msgspec.Struct, frozen=True):
    """The content of an item before an import, None for a new one, and after it."""

    item_id: str
    before: dict[str, Any] | None
    after: dict[str, Any]


def encode_draft(item: MenuItem) -> dict[str, Any]:
    """The content of an item as plain data."""
    draft = to_draft(item)
    return {"values": msgspec.to_builtins(draft.values), "groups": msgspec.to_builtins(draft.groups)}


def write_records(session: Session, truck_id: str, changes: Sequence[AppliedChange]) -> str:
    """The records of applied changes as JSON, with the items as they are stored now."""
    session.expire_all()
    items = {item.id: item for item in queries.list_items(session, truck_id)}
    records = [Record(change.item_id, change.before, encode_draft(items[change.item_id])) for change in changes]
    return msgspec.json.encode(records).decode()


def take_back(session: Session, actor: Actor, truck_id: str, stored: str) -> None:
    """Undo the records. Raises ItemsEdited, and then nothing is changed. The caller has locked the menu."""
    records = decode_json(stored, list[Record])
    items = {item.id: item for item in queries.list_items(session, truck_id, lock=True)}
    items |= {key: session.get_one(MenuItem, key) for key in (one.item_id for one in records) if key not in items}
    edited = [item.name for record in records if _is_edited(record, item := items[record.item_id])]
    if edited:
        raise ItemsEdited(items=edited[:SHOWN_NAMES])
    archive_items(session, actor, [items[record.item_id] for record in records if record.before is None])
    changes = []
    for record in records:
        if record.before is not None:
            item = items[record.item_id]
            draft = _to_restored(record, record.before, item)
            groups = restore_links(session, truck_id, draft.groups or ())
            changes.append((item, msgspec.structs.replace(draft, groups=groups)))
    store_all_changes(session, actor.author, changes)


def _is_edited(record: Record, item: MenuItem) -> bool:
    """Whether the item says something else than the import stored. Where it stands counts if the import moved it."""
    if item.archived_at is not None:
        return True
    is_moved = record.before is not None and record.before["values"]["position"] != record.after["values"]["position"]
    return bool(_content(record.after, is_moved) != _content(encode_draft(item), is_moved))


def _content(content: dict[str, Any], with_position: bool) -> Any:
    left_out = AVAILABILITY if with_position else (*AVAILABILITY, "position")
    said = {"translations": None, "sale_times": None} | content["values"]
    values = {name: value for name, value in said.items() if name not in left_out}
    groups = [
        {"free_count": 0} | group | {"options": list(map(_without_taps, group["options"]))}
        for group in content["groups"] or ()
    ]
    return values, groups


def _without_taps(option: dict[str, Any]) -> dict[str, Any]:
    """The option; a record of an older server does not say how often it can be taken."""
    return {"max_quantity": 1} | {name: value for name, value in option.items() if name not in AVAILABILITY}


def _to_restored(record: Record, before: dict[str, Any], item: MenuItem) -> ItemDraft:
    """The draft of the item before the import, with what was tapped since."""
    now, after = encode_draft(item), record.after
    values = dict(before["values"])
    if values["position"] == after["values"]["position"]:
        values["position"] = item.position
    if any(now["values"][name] != after["values"][name] for name in AVAILABILITY):
        values |= {name: now["values"][name] for name in AVAILABILITY}
    until = values["sold_out_until"]
    values["sold_out_until"] = datetime.fromisoformat(until) if isinstance(until, str) else until
    tapped = _tapped_options(after, now)
    groups = convert(before["groups"] or [], tuple[GroupDraft, ...], strict=False)
    return ItemDraft(values, tuple(_with_taps(group, tapped) for group in groups))


def _tapped_options(after: dict[str, Any], now: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The present availability of each option that was tapped since, by its ID."""
    stored = {option["id"]: option for group in after["groups"] or () for option in group["options"]}
    present = {option["id"]: option for group in now["groups"] or () for option in group["options"]}
    return {
        key: {name: option[name] for name in AVAILABILITY}
        for key, option in present.items()
        if key in stored and any(stored[key][name] != option[name] for name in AVAILABILITY)
    }


def _with_taps(group: GroupDraft, tapped: dict[str, dict[str, Any]]) -> GroupDraft:
    options = tuple(
        convert(msgspec.to_builtins(option) | tapped.get(option.id or "", {}), type(option), strict=False)
        for option in group.options
    )
    return msgspec.structs.replace(group, options=options)
