"""Creates and updates menu items with optimistic locking. Permissions and validation are the callers' work."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditActor
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.availability import StoredAvailability, merge_availability
from chuckwagon.menu.item_validation import GroupDraft, ItemDraft, OptionDraft, check_statements
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.schemas import MAX_POSITION
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
    rows = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    count, last = session.execute(sa.select(sa.func.count(), sa.func.max(MenuItem.position)).where(*rows)).one()
    if count >= MAX_ITEMS:
        raise MenuLimitReached(MENU_LIMIT_REACHED)
    default_position = {"position": 0 if last is None else min(last + 1, MAX_POSITION)}
    item = MenuItem(id=new_id(), truck_id=truck_id, **(default_position | draft.values))
    session.add(item)
    session.flush()
    _insert_groups(session, item.id, draft.groups or (), ())
    change_log.publish_change(session, truck_id, change_log.MENU, item.id)
    audit_events.record_new_item(session, by, truck_id, item.id, draft.values)
    return item.id


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
    present_groups = to_group_drafts(item)
    audit_events.record_item_changes(
        session, by, item, values, (present_groups, present_groups if groups is None else groups)
    )
    if groups is not None:
        present = item.option_groups
        old_groups = sa.delete(OptionGroup).where(OptionGroup.menu_item_id == item.id)
        session.execute(old_groups.execution_options(synchronize_session=False))
        _insert_groups(session, item.id, groups, present)


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
        )
        for group in item.option_groups
    )


def apply_draft(item: MenuItem, draft: ItemDraft) -> ItemDraft:
    """The form's draft with the availability merged into the item's (see `merge_availability`).

    Options keep what they do not say of diets and allergens. Raises InvalidInput if the item contradicts itself.
    """
    instant = clock.now()
    values = draft.values
    check_statements(values, {"diets": item.diets, "allergens": item.allergens})
    if "is_available" in values:
        wanted = StoredAvailability(values["is_available"], values["sold_out_until"])
        values = values | msgspec.structs.asdict(merge_availability(item.availability, wanted, instant))
    if draft.groups is None:
        return ItemDraft(values, None)
    present = {option.id: option for group in to_group_drafts(item) for option in group.options}
    groups = tuple(
        msgspec.structs.replace(group, options=tuple(_apply_option(present, o, instant) for o in group.options))
        for group in draft.groups
    )
    return ItemDraft(values, groups)


def _apply_option(present: dict[str | None, OptionDraft], option: OptionDraft, instant: datetime) -> OptionDraft:
    before = present.get(option.id)
    option = option.keep_statements(before)
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
    statements = (option.allergens, option.not_for or [])
    return option.id, option.name, option.additional_price_cents, *stored, option.set_option_id, *statements


def update_item(session: Session, item_id: str, values: dict[str, Any], *conditions: sa.ColumnElement[bool]) -> bool:
    """Update an item that is not archived, increment its version and publish the change.

    Returns False when the item is archived or a condition is false. The only code that updates an item.
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


def _insert_groups(
    session: Session, item_id: str, groups: Sequence[GroupDraft], present: Sequence[OptionGroup]
) -> None:
    """Insert the groups in this order. Groups and options that the item had before keep their ids."""
    known = {group.id for group in present}
    known_options = {option.id for group in present for option in group.options}
    group_rows, option_rows = [], []
    for group_position, group in enumerate(groups):
        group_id = _reuse_id(group.id, known)
        limits = {"min_select": group.min_select, "max_select": group.max_select}
        row = {"name": group.name, "set_id": group.set_id, **limits}
        group_rows.append(row | {"id": group_id, "menu_item_id": item_id, "position": group_position})
        for position, option in enumerate(group.options):
            row = msgspec.structs.asdict(option.keep_statements(None)) | {"id": _reuse_id(option.id, known_options)}
            option_rows.append(row | {"group_id": group_id, "position": position})
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
