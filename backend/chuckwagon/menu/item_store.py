"""Creates and updates menu items with optimistic locking. Permissions and validation are the callers' work."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import AuditActor, record_at_once
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.availability import StoredAvailability, merge_availability
from chuckwagon.menu.drafts import GroupDraft, ItemDraft, OptionDraft
from chuckwagon.menu.item_validation import check_statements
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.schemas import MAX_POSITION
from chuckwagon.menu.translations import merge_translations
from chuckwagon.realtime import change_log

MAX_ITEMS = 1000
CONTENT_COLUMNS = (
    "name",
    "description",
    "category",
    "section",
    "base_price_cents",
    "image_url",
    "is_available",
    "sold_out_until",
    "position",
    "prep_units",
    "tax_class",
    "diets",
    "allergens",
    "translations",
    "sale_times",
)


class ItemChanged(Conflict):
    code = "changed_meanwhile"
    sentence = "Somebody else changed this item in the meantime."
    reason = "item_changed"


class MenuLimitReached(Conflict):
    """The menu has MAX_ITEMS items, so that none can be added."""

    code = "menu_full"
    sentence = f"A menu holds at most {MAX_ITEMS:,} items."


MENU_LIMIT_REACHED = Sentence(MenuLimitReached.sentence, MenuLimitReached.code, max=MAX_ITEMS)


def add_item(session: Session, by: AuditActor, truck_id: str, draft: ItemDraft) -> str:
    """Insert an item, publish it, and return its id. It is last unless its position is given.

    The caller has locked the menu. Raises MenuLimitReached.
    """
    return add_items(session, by, truck_id, [draft])[0]


def add_items(session: Session, by: AuditActor, truck_id: str, drafts: Sequence[ItemDraft]) -> list[str]:
    """As `add_item`, in this order, with the same few statements for any number of them."""
    rows = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    count, last = session.execute(sa.select(sa.func.count(), sa.func.max(MenuItem.position)).where(*rows)).one()
    if count + len(drafts) > MAX_ITEMS:
        raise MenuLimitReached(MENU_LIMIT_REACHED)
    items: list[dict[str, Any]] = []
    groups: _GroupRows = ([], [])
    for draft in drafts:
        next_position = 0 if last is None else min(last + 1, MAX_POSITION)
        item = {"id": new_id(), "truck_id": truck_id, "position": next_position, **draft.values}
        last = item["position"] if last is None else max(last, item["position"])
        items.append(item)
        _add_group_rows(groups, item["id"], draft.groups or (), ())
    if items:
        session.execute(sa.insert(MenuItem), items)
    _insert_groups(session, groups)
    with record_at_once(session):
        for item in items:
            change_log.publish_change(session, truck_id, change_log.MENU, item["id"])
            audit_events.record_new_item(session, by, truck_id, item["id"], item)
    return [item["id"] for item in items]


def store_changes(
    session: Session, by: AuditActor, item: MenuItem, draft: ItemDraft, version: int | None = None
) -> None:
    """Store and publish the fields that differ from the item; without a difference it gets no new version.

    Raises ItemChanged when the item has changed since it was read, was archived, or is not of the given version.
    """
    if version not in (None, item.version):
        raise ItemChanged(item=queries.get_staff_item(session, item.id))
    values, groups = find_differences(item, draft)
    if not values and groups is None:
        return
    if not update_item(session, item.id, values, MenuItem.version == item.version):
        raise ItemChanged(item=queries.get_staff_item(session, item.id))
    rows: _GroupRows = ([], [])
    _record_changes(session, by, item, values, groups, rows)
    if groups is not None:
        _delete_groups(session, [item.id])
        _insert_groups(session, rows)


def store_all_changes(session: Session, by: AuditActor, changes: Sequence[tuple[MenuItem, ItemDraft]]) -> None:
    """As `store_changes` for each, with few statements for any number of items. The caller has locked these items."""
    updates: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    rows: _GroupRows = ([], [])
    replaced: list[str] = []
    with record_at_once(session):
        for item, draft in changes:
            values, groups = find_differences(item, draft)
            if not values and groups is None:
                continue
            row = {f"new_{name}": value for name, value in values.items()}
            updates[tuple(values)].append(row | {"item_id": item.id})
            change_log.publish_change(session, item.truck_id, change_log.MENU, item.id)
            _record_changes(session, by, item, values, groups, rows)
            replaced += [item.id] if groups is not None else []
    for names, several in updates.items():
        table = table_of(MenuItem)
        new_values: dict[str, Any] = {name: sa.bindparam(f"new_{name}") for name in names}
        update = sa.update(table).where(table.c.id == sa.bindparam("item_id"), table.c.archived_at.is_(None))
        changed = update.values(version=table.c.version + 1, updated_at=clock.now(), **new_values)
        session.connection().execute(changed, several)
    _delete_groups(session, replaced)
    _insert_groups(session, rows)


def archive_items(session: Session, by: Actor, items: Sequence[MenuItem]) -> None:
    """Archive and publish these items of a locked menu by one statement."""
    now = clock.now()
    rows = sa.update(MenuItem).where(MenuItem.id.in_([item.id for item in items]), MenuItem.archived_at.is_(None))
    archived = rows.values(version=MenuItem.version + 1, updated_at=now, archived_at=now)
    session.execute(archived.execution_options(synchronize_session=False))
    with record_at_once(session):
        for item in items:
            change_log.publish_change(session, item.truck_id, change_log.MENU, item.id)
            audit_events.record_archived_item(session, by, item)


def _record_changes(
    session: Session,
    by: AuditActor,
    item: MenuItem,
    values: dict[str, Any],
    groups: tuple[GroupDraft, ...] | None,
    rows: "_GroupRows",
) -> None:
    """Record what an item is about to get, and add the rows of its new groups."""
    present = to_group_drafts(item)
    audit_events.record_item_changes(session, by, item, values, (present, present if groups is None else groups))
    if groups is not None:
        _add_group_rows(rows, item.id, groups, item.option_groups)


def _delete_groups(session: Session, item_ids: Sequence[str]) -> None:
    if item_ids:
        old_groups = sa.delete(OptionGroup).where(OptionGroup.menu_item_id.in_(item_ids))
        session.execute(old_groups.execution_options(synchronize_session=False))


def to_draft(item: MenuItem) -> ItemDraft:
    """The stored item's content and option groups as a draft, to compare or copy."""
    return ItemDraft({name: getattr(item, name) for name in CONTENT_COLUMNS}, to_group_drafts(item))


def to_group_drafts(item: MenuItem) -> tuple[GroupDraft, ...]:
    """The item's option groups as drafts."""
    return tuple(
        GroupDraft(
            group.id,
            group.name,
            group.min_select,
            group.max_select,
            tuple(OptionDraft(*_option_values(option)) for option in group.options),
            group.set_id,
            group.free_count,
        )
        for group in item.option_groups
    )


def apply_draft(item: MenuItem, draft: ItemDraft) -> ItemDraft:
    """The form's draft with its availability and its translations merged into the item's.

    Groups and options keep what they do not say (`GroupDraft.keep_present`). Raises InvalidInput if the item
    contradicts itself.
    """
    instant = clock.now()
    values = draft.values
    check_statements(values, {"diets": item.diets, "allergens": item.allergens})
    if "is_available" in values:
        wanted = StoredAvailability(values["is_available"], values["sold_out_until"])
        values = values | msgspec.structs.asdict(merge_availability(item.availability, wanted, instant))
    if "translations" in values:
        values = values | {"translations": merge_translations(item.translations, values["translations"])}
    if draft.groups is None:
        return ItemDraft(values, None)
    present = to_group_drafts(item)
    by_id, options = {group.id: group for group in present}, {o.id: o for group in present for o in group.options}
    whole = [
        msgspec.structs.replace(group, options=tuple(_apply_option(options, o, instant) for o in group.options))
        for group in draft.groups
    ]
    groups = tuple(
        group.keep_present(by_id.get(group.id)).check_choices(f"optionGroups.{index}.")
        for index, group in enumerate(whole)
    )
    return ItemDraft(values, groups)


def _apply_option(present: dict[str | None, OptionDraft], option: OptionDraft, instant: datetime) -> OptionDraft:
    before = present.get(option.id)
    option = option.keep_present(before)
    if before is None:
        return option
    stored = StoredAvailability(before.is_available, before.sold_out_until)
    merged = merge_availability(stored, StoredAvailability(option.is_available, option.sold_out_until), instant)
    return msgspec.structs.replace(option, **msgspec.structs.asdict(merged))


def find_differences(item: MenuItem, draft: ItemDraft) -> tuple[dict[str, Any], tuple[GroupDraft, ...] | None]:
    """The draft's values that differ from the item, by column name, and its groups if they differ, else None."""
    values = {name: value for name, value in draft.values.items() if getattr(item, name) != value}
    is_same = draft.groups is None or draft.groups == to_group_drafts(item)
    return values, None if is_same else draft.groups


def _option_values(option: Any) -> tuple[Any, ...]:
    stored = (option.is_available, option.sold_out_until)
    said = (option.allergens, option.not_for or [], option.max_quantity)
    return option.id, option.name, option.additional_price_cents, *stored, option.set_option_id, *said


def update_item(session: Session, item_id: str, values: dict[str, Any], *conditions: sa.ColumnElement[bool]) -> bool:
    """Update an item that is not archived, increment its version and publish the change.

    Returns False when the item is archived or a condition is false. Nothing outside this file updates an item.
    """
    row = (MenuItem.id == item_id, MenuItem.archived_at.is_(None), *conditions)
    new_values = {"version": MenuItem.version + 1, "updated_at": clock.now(), **values}
    changing = sa.update(MenuItem).where(*row).values(new_values).returning(MenuItem.truck_id)
    truck_id = session.scalar(changing.execution_options(synchronize_session=False))
    if truck_id is not None:
        change_log.publish_change(session, truck_id, change_log.MENU, item_id)
    return truck_id is not None


def shift_positions(session: Session, truck_id: str, position: int) -> None:
    """Move the items at this position and after it by one and publish them, unless the position is free.

    Items stay below the highest position. The caller has locked the menu.
    """
    menu = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    if session.scalars(sa.select(MenuItem.id).where(*menu, MenuItem.position == position)).first() is None:
        return
    values = {"version": MenuItem.version + 1, "updated_at": clock.now(), "position": MenuItem.position + 1}
    moved = sa.update(MenuItem).where(*menu, MenuItem.position.between(position, MAX_POSITION - 1)).values(values)
    moving = moved.returning(MenuItem.id).execution_options(synchronize_session=False)
    for item_id in session.scalars(moving).all():
        change_log.publish_change(session, truck_id, change_log.MENU, item_id)


_GroupRows = tuple[list[dict[str, Any]], list[dict[str, Any]]]


def _add_group_rows(
    rows: _GroupRows, item_id: str, groups: Sequence[GroupDraft], present: Sequence[OptionGroup]
) -> None:
    """Add the rows of groups and of their options, in this order. What the item had before keeps its ids."""
    known = {group.id for group in present}
    known_options = {option.id for group in present for option in group.options}
    group_rows, option_rows = rows
    for group_position, group in enumerate(group.keep_present(None) for group in groups):
        group_id = _reuse_id(group.id, known)
        limits = {"min_select": group.min_select, "max_select": group.max_select}
        row = {"name": group.name, "set_id": group.set_id, "free_count": group.free_count, **limits}
        group_rows.append(row | {"id": group_id, "menu_item_id": item_id, "position": group_position})
        for position, option in enumerate(group.options):
            row = msgspec.structs.asdict(option) | {"id": _reuse_id(option.id, known_options)}
            option_rows.append(row | {"group_id": group_id, "position": position})


def _insert_groups(session: Session, rows: _GroupRows) -> None:
    group_rows, option_rows = rows
    if group_rows:
        session.execute(sa.insert(OptionGroup), group_rows)
    if option_rows:
        session.execute(sa.insert(Option), option_rows)


def _reuse_id(requested: str | None, free: set[str]) -> str:
    """The requested id if the item had it and it is not used yet, else a new id."""
    if requested is None or requested not in free:
        return new_id()
    free.discard(requested)
    return requested
