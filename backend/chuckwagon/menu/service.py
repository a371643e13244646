"""Menu commands of staff: add, change, copy, reorder and archive items, and sell out items and options.

Optimistic locking: every change of an item increments its version, and a change made from an older version is
refused. Items are archived, never deleted, because carts and orders refer to them. One conditional UPDATE sets the
availability, so two users of the same switch do not undo each other, and an unchanged availability publishes no
change. A periodic task ends what was sold out until now.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import is_https_url
from chuckwagon.media.service import is_uploaded_image
from chuckwagon.menu import audit_events, queries
from chuckwagon.menu.availability import CONTRADICTION, ON_SALE, UNTIL_RESUMED, StoredAvailability, find_until_problem
from chuckwagon.menu.drafts import ItemDraft
from chuckwagon.menu.item_store import (
    add_item,
    apply_draft,
    shift_positions,
    store_changes,
    to_draft,
    to_group_drafts,
    update_item,
)
from chuckwagon.menu.item_validation import IMAGE_URL_INVALID, read_changes, read_new_item
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.option_set_links import list_copies, resolve_sets, uses_sets
from chuckwagon.menu.schemas import (
    MAX_NAME_LENGTH,
    MAX_POSITION,
    AvailabilityRequest,
    ItemRequest,
    OrderRequest,
    StaffMenuEntry,
)
from chuckwagon.realtime import change_log

COPY_SUFFIX = " (copy)"
TRUCK_REQUIRED = Sentence("Choose the truck.", "truck_required")
TRUCK_UNKNOWN = Sentence("There is no such truck.", "truck_unknown")
TRUCK_FIXED = Sentence("An item stays with its truck. Add it to the other truck's menu instead.", "item_truck_fixed")


class MenuChanged(Conflict):
    code = "menu_changed"
    sentence = "The menu has changed in the meantime. Please look at it again."


def create_item(db: Database, actor: Actor, request: ItemRequest, key: str | None) -> StaffMenuEntry:
    """Add an item, at the end of the menu unless its position is given; once for each idempotency key.

    Raises NotAllowed, InvalidInput, also without or for an unknown truck, MenuLimitReached, and IdempotencyKeyReused.
    """
    truck_id = choose_truck(actor, request.truck_id)
    draft = read_new_item(request)
    repeat = parse_idempotency_key(actor.user_id, key, "create_item", truck_id, request)

    def create(session: Session) -> StaffMenuEntry:
        if not queries.lock_menu(session, truck_id):
            raise InvalidInput(TRUCK_UNKNOWN, fields={"truckId": TRUCK_UNKNOWN})
        check_image_url(session, draft.values["image_url"])
        groups = resolve_sets(session, truck_id, (), draft.groups or ())
        item_id = add_item(session, actor.author, truck_id, ItemDraft(draft.values, groups))
        if request.sale_times_for_section is True:
            _share_sale_times(session, actor, truck_id, item_id)
        return queries.get_staff_item(session, item_id)

    return write_once(db, repeat, StaffMenuEntry, create)


def choose_truck(actor: Actor, truck_id: str | None) -> str:
    """The ID of the named truck, else of an admin's own. Whether the truck exists is not checked.

    Raises NotAllowed for another admin's truck, and InvalidInput without a truck.
    """
    chosen = truck_id or actor.truck_id
    authorize(actor, Action.EDIT_MENU, chosen)
    if chosen is None:
        raise InvalidInput(TRUCK_REQUIRED, fields={"truckId": TRUCK_REQUIRED})
    return chosen


def require_item_access(db: Database, actor: Actor, item_id: str) -> None:
    """Check that the user may change this item. Raises NotFound, and NotAllowed for another truck's item."""
    with db.reading() as session:
        queries.get_item_for(session, actor, item_id)


def change_item(db: Database, actor: Actor, item_id: str, request: ItemRequest) -> StaffMenuEntry:
    """Change the fields that were sent, and return the item for staff.

    Raises NotFound, NotAllowed for another truck's item, InvalidInput, and ItemChanged for a stale version.
    """

    def change(session: Session) -> StaffMenuEntry:
        item = queries.get_item_for(session, actor, item_id)
        if request.truck_id not in (None, item.truck_id):
            raise InvalidInput(TRUCK_FIXED, fields={"truckId": TRUCK_FIXED})
        draft = read_changes(request)
        check_image_url(session, draft.values.get("image_url"), item.image_url)
        shares_times = request.sale_times_for_section is True
        if uses_sets(draft.groups) or shares_times:
            queries.lock_menu(session, item.truck_id)  # sets and items stay as they are until the item is stored
        if draft.groups is not None:
            groups = resolve_sets(session, item.truck_id, to_group_drafts(item), draft.groups)
            draft = ItemDraft(draft.values, groups)
        store_changes(session, actor.author, item, apply_draft(item, draft), request.version)
        if shares_times:
            _share_sale_times(session, actor, item.truck_id, item_id)
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def _share_sale_times(session: Session, actor: Actor, truck_id: str, item_id: str) -> None:
    """Give the meal times of an item to all items of its section. The caller has locked the menu."""
    session.flush()
    session.expire_all()  # the item was stored without its entity
    items = queries.list_items(session, truck_id, lock=True)
    own = next(item for item in items if item.id == item_id)
    for item in items:
        if item.section == own.section:
            store_changes(session, actor.author, item, ItemDraft({"sale_times": own.sale_times}, None))


def archive_item(db: Database, actor: Actor, item_id: str) -> None:
    """Archive an item, which cannot be undone.

    Raises NotFound, also for an archived item, and NotAllowed for another truck's item.
    """

    def archive(session: Session) -> None:
        item = queries.get_item_for(session, actor, item_id)
        if not update_item(session, item_id, {"archived_at": clock.now()}):
            raise NotFound(queries.ITEM_NOT_FOUND)
        audit_events.record_archived_item(session, actor, item)

    db.write(archive)


def duplicate_item(db: Database, actor: Actor, item_id: str, key: str | None) -> StaffMenuEntry:
    """Copy an item with its options to the next position; once for each idempotency key.

    Raises NotFound, NotAllowed, MenuLimitReached and IdempotencyKeyReused.
    """
    repeat = parse_idempotency_key(actor.user_id, key, "duplicate_item", item_id)

    def duplicate(session: Session) -> StaffMenuEntry:
        truck_id = queries.get_item_for(session, actor, item_id).truck_id
        queries.lock_menu(session, truck_id)
        items = {item.id: item for item in queries.list_items(session, truck_id, lock=True)}
        if item_id not in items:
            raise NotFound(queries.ITEM_NOT_FOUND)
        original = items[item_id]
        position = min(original.position + 1, MAX_POSITION)
        shift_positions(session, truck_id, position)
        copy_id = add_item(session, actor.author, truck_id, _copy(original, position))
        return queries.get_staff_item(session, copy_id)

    return write_once(db, repeat, StaffMenuEntry, duplicate)


def arrange_menu(db: Database, actor: Actor, request: OrderRequest) -> list[StaffMenuEntry]:
    """Reorder the whole menu, and return it for staff.

    Raises NotAllowed, InvalidInput without a truck, NotFound for an unknown one, and MenuChanged unless the ids are
    exactly the menu's.
    """
    truck_id = choose_truck(actor, request.truck_id)

    def arrange(session: Session) -> list[StaffMenuEntry]:
        if not queries.lock_menu(session, truck_id):
            raise NotFound(queries.MENU_NOT_FOUND)
        positions = {item.id: item.position for item in queries.list_items(session, truck_id, lock=True)}
        if sorted(request.item_ids) != sorted(positions):
            raise MenuChanged
        moved = {
            item_id: position for position, item_id in enumerate(request.item_ids) if positions[item_id] != position
        }
        for item_id, position in moved.items():
            update_item(session, item_id, {"position": position})
        if moved:
            audit_events.record_menu_event(session, actor, audit_events.REORDERED, truck_id, moved=len(moved))
        return queries.list_staff_menu(session, truck_id)

    return db.write(arrange)


def check_image_url(session: Session, url: str | None, present: str | None = None) -> None:
    """Accept an https URL, an uploaded image, and the present URL. Raises InvalidInput for any other."""
    if not url or url == present or is_https_url(url):
        return
    if not is_uploaded_image(session, url):
        raise InvalidInput(IMAGE_URL_INVALID, fields={"imageUrl": IMAGE_URL_INVALID})


def _copy(item: MenuItem, position: int) -> ItemDraft:
    original = to_draft(item)
    name = item.name[: MAX_NAME_LENGTH - len(COPY_SUFFIX)].rstrip() + COPY_SUFFIX
    return ItemDraft(original.values | {"name": name, "position": position}, original.groups)


OPTION_NOT_FOUND = Sentence("We couldn't find this option.", "option_not_found")
NO_SYNC = {"synchronize_session": False}
Sellable = type[MenuItem] | type[Option]


def set_availability(db: Database, actor: Actor, item_id: str, request: AvailabilityRequest | None) -> StaffMenuEntry:
    """Sell out an item, bring it back, or toggle it without a request, and return it for staff. Locks the item.

    Raises NotFound, NotAllowed for another truck's item, and InvalidInput for an invalid end.
    """
    wanted = read_availability(request)

    def change(session: Session) -> StaffMenuEntry:
        queries.get_item_for(session, actor, item_id)
        queries.lock_item(session, item_id)
        item = session.get_one(MenuItem, item_id, populate_existing=True)
        values, differs = _update_for(MenuItem, wanted)
        if update_item(session, item_id, values, differs):
            audit_events.record_availability(session, actor.author, item, _stored(session, MenuItem, item_id))
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def set_option_availability(
    db: Database, actor: Actor, item_id: str, option_id: str, request: AvailabilityRequest | None
) -> StaffMenuEntry:
    """Sell out an option, bring it back, or toggle it without a request, and return its item for staff.

    The item gets a new version. An option of a set changes at all items that use the set. Raises NotFound for the item
    or option, NotAllowed for another truck's item, and InvalidInput for an invalid end.
    """
    wanted = read_availability(request)

    def change(session: Session) -> StaffMenuEntry:
        item = queries.get_item_for(session, actor, item_id)
        copies = _lock_copies(session, item, option_id)
        queries.lock_item(session, item_id)
        if not queries.has_option(session, item_id, option_id):
            raise NotFound(OPTION_NOT_FOUND)
        values, differs = _update_for(Option, wanted)
        name, before = session.get_one(Option, option_id).name, _stored(session, Option, option_id)
        if try_update_one(session, sa.update(Option).where(Option.id == option_id, differs).values(values)):
            update_item(session, item_id, {})
            change = (before, _stored(session, Option, option_id))
            audit_events.record_option_availability(session, actor.author, item, name, change)
            _set_copies(session, copies, change[1])
        return queries.get_staff_item(session, item_id)

    return db.write(change)


def _lock_copies(session: Session, item: MenuItem, option_id: str) -> list[tuple[str, str]]:
    """Lock the items with copies of this option of a set, by ID, and return (item ID, option ID) of each other copy.

    Empty for an item's own option. The truck's row is locked first, so that no item is linked meanwhile.
    """
    set_option = sa.select(Option.set_option_id).where(Option.id == option_id)
    if not is_id(option_id) or session.scalar(set_option) is None:
        return []
    queries.lock_menu(session, item.truck_id)
    copies = list_copies(session, item.truck_id, session.scalar(set_option) or "")
    for item_id, _copy_id in copies:
        queries.lock_item(session, item_id)
    return [copy for copy in copies if copy[1] != option_id]


def _set_copies(session: Session, copies: list[tuple[str, str]], stored: StoredAvailability) -> None:
    for item_id, option_id in copies:
        values = {"is_available": stored.is_available, "sold_out_until": stored.sold_out_until}
        session.execute(sa.update(Option).where(Option.id == option_id).values(values), execution_options=NO_SYNC)
        update_item(session, item_id, {})


def read_availability(request: AvailabilityRequest | None) -> StoredAvailability | None:
    """The availability to store; None to toggle the present one. Raises InvalidInput."""
    if request is None or (request.is_available is None and request.until is None):
        return None
    if request.until is None:
        return ON_SALE if request.is_available else UNTIL_RESUMED
    problem = CONTRADICTION if request.is_available else find_until_problem(request.until, clock.now())
    if problem:
        raise InvalidInput(problem, fields={"until": problem})
    return StoredAvailability(True, request.until)


def _update_for(model: Sellable, wanted: StoredAvailability | None) -> tuple[dict[str, Any], sa.ColumnElement[bool]]:
    """Return (values, differs): the values to store, and the SQL condition under which they change anything."""
    until = model.sold_out_until
    on_sale = sa.and_(model.is_available, sa.or_(until.is_(None), until <= clock.now()))
    if wanted is None:
        return {"is_available": sa.not_(on_sale), "sold_out_until": None}, sa.true()
    values = {"is_available": wanted.is_available, "sold_out_until": wanted.sold_out_until}
    if wanted == ON_SALE:
        return values, sa.not_(on_sale)
    differs = sa.or_(model.is_available.is_not(wanted.is_available), until.is_distinct_from(wanted.sold_out_until))
    return values, differs


def _stored(session: Session, model: Sellable, row_id: str) -> StoredAvailability:
    row = sa.select(model.is_available, model.sold_out_until).where(model.id == row_id)
    return StoredAvailability(*session.execute(row).one())


def has_expired_sold_out(session: Session) -> bool:
    """True when an item or option has a `sold_out_until` in the past. A cheap query without a write lock."""
    instant = clock.now()
    ended = [sa.exists().where(model.sold_out_until <= instant) for model in (MenuItem, Option)]
    return bool(session.scalar(sa.select(sa.or_(*ended))))


def clear_expired_sold_out(session: Session) -> None:
    """Clear each `sold_out_until` in the past and publish the change, so that live screens update.

    Readers compare the instant themselves, so nothing else depends on this. The version stays, because an open
    form is still correct.
    """
    instant = clock.now()
    items = sa.update(MenuItem).where(MenuItem.sold_out_until <= instant)
    items = items.values(sold_out_until=None, updated_at=MenuItem.updated_at)
    resumed = session.scalars(items.returning(MenuItem.id), execution_options=NO_SYNC).all()
    options = sa.update(Option).where(Option.sold_out_until <= instant).values(sold_out_until=None)
    groups = session.scalars(options.returning(Option.group_id), execution_options=NO_SYNC).all()
    touched = sa.or_(
        MenuItem.id.in_(resumed),
        MenuItem.option_groups.any(OptionGroup.id.in_(groups)) if groups else sa.false(),
    )
    for truck_id, item_id in session.execute(sa.select(MenuItem.truck_id, MenuItem.id).where(touched)):
        change_log.publish_change(session, truck_id, change_log.MENU, item_id)
