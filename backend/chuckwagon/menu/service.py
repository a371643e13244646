"""What crews do with their menu: add, change, put in order and take away.

Must never overwrite what a colleague did meanwhile, and never forget an item for good: carts and orders still
name it. Every change of an item raises its version, so that whoever has read an older one is told.
"""

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core import clock
from chuckwagon.core.addresses import is_https
from chuckwagon.core.db import Database
from chuckwagon.core.errors import Conflict, InvalidInput, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.menu import audited, queries
from chuckwagon.menu.item_form import (
    LAST_POSITION,
    LONGEST_NAME,
    ODD_PICTURE,
    ItemDraft,
    read_changes,
    read_new_item,
)
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.schemas import ItemRequest, OrderRequest, StaffMenuEntry
from chuckwagon.menu.shelf import add_item, draft_of, make_room, over, store_changes, touch
from chuckwagon.uploads.service import is_own_picture

COPY = " (copy)"
WHICH_TRUCK = "Choose the truck."
NO_TRUCK = "There is no such truck."
NO_MOVE = "An item stays with its truck. Add it to the other truck's menu instead."


class MenuChanged(Conflict):
    code = "menu_changed"
    sentence = "The menu has changed in the meantime. Please look at it again."


def create_item(db: Database, actor: Actor, given: ItemRequest, key: str | None) -> StaffMenuEntry:
    """A new item at the end of the menu, unless its place is given; once for each Idempotency-Key.

    Raises NotAllowed, InvalidInput, MenuFull and IdempotencyKeyReused.
    """
    truck_id = choose_truck(actor, given.truck_id)
    draft = read_new_item(given)
    repeat = read_repeat(actor.user_id, key, "create_item", truck_id, given)

    def create(session: Session) -> StaffMenuEntry:
        if not queries.lock_menu(session, truck_id):
            raise InvalidInput(NO_TRUCK, fields={"truckId": NO_TRUCK})
        check_picture(session, draft.values["image_url"])
        item_id = add_item(session, actor.author, truck_id, draft)
        return queries.get_staff_item(session, item_id)

    return db.write(lambda session: once(session, repeat, StaffMenuEntry, lambda: create(session)))


def choose_truck(actor: Actor, truck_id: str | None) -> str:
    """Whose menu is meant: an admin's own, a superadmin's choice. Raises NotAllowed and InvalidInput."""
    chosen = truck_id or actor.truck_id
    require(actor, Action.EDIT_MENU, chosen)
    if chosen is None:
        raise InvalidInput(WHICH_TRUCK, fields={"truckId": WHICH_TRUCK})
    return chosen


def check_access(db: Database, actor: Actor, item_id: str) -> None:
    """Return when this item is the actor's to change. Raises NotFound and NotAllowed."""
    with db.reading() as session:
        queries.get_item_for(session, actor, item_id)


def change_item(db: Database, actor: Actor, item_id: str, given: ItemRequest) -> StaffMenuEntry:
    """Change what was sent and leave the rest.

    Raises NotFound, NotAllowed, InvalidInput and ChangedMeanwhile.
    """

    def change(session: Session) -> StaffMenuEntry:
        item = queries.get_item_for(session, actor, item_id)
        if given.truck_id not in (None, item.truck_id):
            raise InvalidInput(NO_MOVE, fields={"truckId": NO_MOVE})
        draft = read_changes(given)
        check_picture(session, draft.values.get("image_url"), item.image_url)
        store_changes(session, actor.author, item, over(item, draft), given.version)
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def archive_item(db: Database, actor: Actor, item_id: str) -> None:
    """Take the item off the menu for good. Raises NotFound and NotAllowed."""

    def archive(session: Session) -> None:
        item = queries.get_item_for(session, actor, item_id)
        if not touch(session, item_id, {"archived_at": clock.now()}):
            raise NotFound(queries.NO_ITEM)
        audited.note_archived(session, actor, item)

    db.write(archive)


def duplicate_item(db: Database, actor: Actor, item_id: str, key: str | None) -> StaffMenuEntry:
    """A copy right after the item, with options of its own; once for each Idempotency-Key.

    Raises NotFound, NotAllowed, MenuFull and IdempotencyKeyReused.
    """
    repeat = read_repeat(actor.user_id, key, "duplicate_item", item_id)

    def duplicate(session: Session) -> StaffMenuEntry:
        truck_id = queries.get_item_for(session, actor, item_id).truck_id
        queries.lock_menu(session, truck_id)
        found = {item.id: item for item in queries.list_items(session, truck_id, lock=True)}
        if item_id not in found:
            raise NotFound(queries.NO_ITEM)
        original = found[item_id]
        place = min(original.position + 1, LAST_POSITION)
        make_room(session, truck_id, place)
        copy_id = add_item(session, actor.author, truck_id, _copy(original, place))
        return queries.get_staff_item(session, copy_id)

    return db.write(lambda session: once(session, repeat, StaffMenuEntry, lambda: duplicate(session)))


def arrange_menu(db: Database, actor: Actor, given: OrderRequest) -> list[StaffMenuEntry]:
    """Put the whole menu in this order. Raises NotAllowed, InvalidInput, NotFound and MenuChanged."""
    truck_id = choose_truck(actor, given.truck_id)

    def arrange(session: Session) -> list[StaffMenuEntry]:
        if not queries.lock_menu(session, truck_id):
            raise NotFound(queries.NO_MENU)
        found = {item.id: item.position for item in queries.list_items(session, truck_id, lock=True)}
        if sorted(given.item_ids) != sorted(found):
            raise MenuChanged
        moved = {item_id: place for place, item_id in enumerate(given.item_ids) if found[item_id] != place}
        for item_id, place in moved.items():
            touch(session, item_id, {"position": place})
        if moved:
            audited.note_menu(session, actor, audited.REORDERED, truck_id, moved=len(moved))
        return queries.list_staff_menu(session, truck_id)

    return db.write(arrange)


def check_picture(session: Session, url: str | None, present: str | None = None) -> None:
    """A picture is one from the web, one that was uploaded here, or the one that is there already."""
    if not url or url == present or is_https(url):
        return
    if not is_own_picture(session, url):
        raise InvalidInput(ODD_PICTURE, fields={"imageUrl": ODD_PICTURE})


def _copy(item: MenuItem, place: int) -> ItemDraft:
    original = draft_of(item)
    name = item.name[: LONGEST_NAME - len(COPY)].rstrip() + COPY
    return ItemDraft(original.values | {"name": name, "position": place}, original.groups)
