"""How items are written: one way in, and one way to change, which nobody who was slower gets through.

The rules of who may and what is valid are elsewhere; here is what keeps two writers apart.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import changes, clock
from chuckwagon.core.audit import Author
from chuckwagon.core.errors import Conflict
from chuckwagon.core.ids import new_id
from chuckwagon.menu import audited, queries
from chuckwagon.menu.availability import Availability, merge
from chuckwagon.menu.item_form import LAST_POSITION, GroupDraft, ItemDraft, OptionDraft
from chuckwagon.menu.models import MenuItem, Option, OptionGroup

MOST_ITEMS = 1000
CONTENT = (
    "name",
    "description",
    "category",
    "section",
    "base_price_cents",
    "image_url",
    "is_available",
    "sold_out_until",
    "position",
)


class ChangedMeanwhile(Conflict):
    code = "changed_meanwhile"
    sentence = "Somebody else changed this item in the meantime."


class MenuFull(Conflict):
    code = "menu_full"
    sentence = f"A menu holds at most {MOST_ITEMS:,} items."


def add_item(session: Session, by: Author, truck_id: str, draft: ItemDraft) -> str:
    """Insert an item, last unless its place is given. The caller holds the menu. Raises MenuFull."""
    rows = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    count, last = session.execute(
        sa.select(sa.func.count(), sa.func.max(MenuItem.position)).where(*rows)
    ).one()
    if count >= MOST_ITEMS:
        raise MenuFull
    place = {"position": 0 if last is None else min(last + 1, LAST_POSITION)}
    item = MenuItem(id=new_id(), truck_id=truck_id, **(place | draft.values))
    session.add(item)
    session.flush()
    _insert_groups(session, item.id, draft.groups or (), ())
    changes.announce(session, truck_id, changes.MENU, item.id)
    audited.note_new_item(session, by, truck_id, item.id, draft.values)
    return item.id


def store_changes(
    session: Session, by: Author, item: MenuItem, draft: ItemDraft, version: int | None = None
) -> None:
    """Store what differs from the item as it was read; nothing, and no new version, when nothing does.

    Raises ChangedMeanwhile when the item is not the one that was read, or not of the given version.
    """
    if version not in (None, item.version):
        raise ChangedMeanwhile(item=queries.get_staff_item(session, item.id))
    values, groups = differences(item, draft)
    if not values and groups is None:
        return
    if not touch(session, item.id, values, MenuItem.version == item.version):
        raise ChangedMeanwhile(item=queries.get_staff_item(session, item.id))
    present_groups = draft_groups(item)
    audited.note_changes(
        session, by, item, values, (present_groups, present_groups if groups is None else groups)
    )
    if groups is not None:
        present = item.option_groups
        gone = sa.delete(OptionGroup).where(OptionGroup.menu_item_id == item.id)
        session.execute(gone.execution_options(synchronize_session=False))
        _insert_groups(session, item.id, groups, present)


def draft_of(item: MenuItem) -> ItemDraft:
    """The item as it could be stored again."""
    return ItemDraft({name: getattr(item, name) for name in CONTENT}, draft_groups(item))


def draft_groups(item: MenuItem) -> tuple[GroupDraft, ...]:
    """The groups of an item as they could be stored again."""
    return tuple(
        GroupDraft(
            g.id, g.name, g.min_select, g.max_select, tuple(OptionDraft(*_facts(o)) for o in g.options)
        )
        for g in item.option_groups
    )


def over(item: MenuItem, draft: ItemDraft) -> ItemDraft:
    """The draft of a form as it is stored over the item: what is sold out until a time stays so, unless the
    form says otherwise than what is seen now.
    """
    instant = clock.now()
    values = draft.values
    if "is_available" in values:
        wanted = Availability(values["is_available"], values["sold_out_until"])
        values = values | msgspec.structs.asdict(merge(item.availability, wanted, instant))
    if draft.groups is None:
        return ItemDraft(values, None)
    present = {option.id: option.availability for group in item.option_groups for option in group.options}
    groups = tuple(
        msgspec.structs.replace(group, options=tuple(_over(present, o, instant) for o in group.options))
        for group in draft.groups
    )
    return ItemDraft(values, groups)


def _over(present: dict[str, Availability], option: OptionDraft, instant: datetime) -> OptionDraft:
    if option.id not in present:
        return option
    wanted = Availability(option.is_available, option.sold_out_until)
    merged = merge(present[option.id], wanted, instant)
    return msgspec.structs.replace(option, **msgspec.structs.asdict(merged))


def differences(item: MenuItem, draft: ItemDraft) -> tuple[dict[str, Any], tuple[GroupDraft, ...] | None]:
    """The columns in which the item is not yet like the draft, and the groups if those differ."""
    values = {name: value for name, value in draft.values.items() if getattr(item, name) != value}
    is_same = draft.groups is None or draft.groups == draft_groups(item)
    return values, None if is_same else draft.groups


def _facts(option: Any) -> tuple[Any, ...]:
    stored = (option.is_available, option.sold_out_until)
    return option.id, option.name, option.additional_price_cents, *stored


def touch(
    session: Session, item_id: str, values: dict[str, Any], *conditions: sa.ColumnElement[bool]
) -> bool:
    """The one way in which an item changes: if it is still there, and as a new version."""
    row = (MenuItem.id == item_id, MenuItem.archived_at.is_(None), *conditions)
    stamped = {"version": MenuItem.version + 1, "updated_at": clock.now(), **values}
    changing = sa.update(MenuItem).where(*row).values(stamped).returning(MenuItem.truck_id)
    truck_id = session.scalar(changing.execution_options(synchronize_session=False))
    if truck_id is not None:
        changes.announce(session, truck_id, changes.MENU, item_id)
    return truck_id is not None


def make_room(session: Session, truck_id: str, place: int) -> None:
    """Move what stands at this place and after it by one, unless the place is free; nothing goes beyond
    the last place. The caller holds the menu.
    """
    menu = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    if session.scalars(sa.select(MenuItem.id).where(*menu, MenuItem.position == place)).first() is None:
        return
    stamped = {"version": MenuItem.version + 1, "updated_at": clock.now(), "position": MenuItem.position + 1}
    moved = (
        sa.update(MenuItem).where(*menu, MenuItem.position.between(place, LAST_POSITION - 1)).values(stamped)
    )
    moving = moved.returning(MenuItem.id).execution_options(synchronize_session=False)
    for item_id in session.scalars(moving).all():
        changes.announce(session, truck_id, changes.MENU, item_id)


def _insert_groups(
    session: Session, item_id: str, groups: Sequence[GroupDraft], present: Sequence[OptionGroup]
) -> None:
    """Insert the groups in their order; those that the item had before keep their ids, as do options."""
    known = {group.id for group in present}
    known_options = {option.id for group in present for option in group.options}
    group_rows, option_rows = [], []
    for place, group in enumerate(groups):
        group_id = _keep(group.id, known)
        row = {"name": group.name, "min_select": group.min_select, "max_select": group.max_select}
        group_rows.append(row | {"id": group_id, "menu_item_id": item_id, "position": place})
        for position, option in enumerate(group.options):
            row = msgspec.structs.asdict(option) | {"id": _keep(option.id, known_options)}
            option_rows.append(row | {"group_id": group_id, "position": position})
    if group_rows:
        session.execute(sa.insert(OptionGroup), group_rows)
    if option_rows:
        session.execute(sa.insert(Option), option_rows)


def _keep(claimed: str | None, known: set[str]) -> str:
    """The claimed id if the item had it and nothing else claims it, else a new one."""
    if claimed is None or claimed not in known:
        return new_id()
    known.discard(claimed)
    return claimed
