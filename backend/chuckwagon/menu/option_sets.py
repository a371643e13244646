"""Option sets, options that several menu items use: adds, changes and deletes them, with their JSON.

A change reaches all items that use the set in one transaction. The truck's row is locked first, then the items by ID,
so that no item is linked meanwhile. How an item follows a set: `option_set_links.py`.
"""

from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.audit.log import FieldChange, record
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import is_id, new_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import limited
from chuckwagon.menu import queries
from chuckwagon.menu.audit_events import write_group
from chuckwagon.menu.diets import Allergen, Diet
from chuckwagon.menu.drafts import GroupDraft, ItemDraft, OptionDraft
from chuckwagon.menu.item_store import store_changes, to_group_drafts
from chuckwagon.menu.item_validation import read_group
from chuckwagon.menu.models import MenuItem, OptionGroup, OptionSet
from chuckwagon.menu.option_set_links import build_copy
from chuckwagon.menu.schemas import (
    MAX_OPTIONS,
    MAX_SURCHARGE,
    OptionGroupRequest,
    OptionRequest,
    RequiredName,
    SentAllergens,
    SentDiets,
    SentFreeCount,
    SentQuantity,
)
from chuckwagon.menu.service import TRUCK_UNKNOWN, choose_truck

MAX_SETS = 100


class SetOption(Struct, rename="camel"):
    """An option of a set. Whether it is on sale is said by the items that use the set, all alike.

    `allergens`, `notFor` and `maxQuantity` as in `MenuOption`.
    """

    id: str = field(name="_id")
    name: str
    additional_price: float
    # The defaults are for idempotent responses that were stored before these fields existed.
    allergens: list[Allergen] | None = None
    not_for: list[Diet] = []
    max_quantity: int = 1


class SetUse(Struct, rename="camel"):
    """A menu item that uses a set."""

    id: str = field(name="_id")
    name: str


class OptionSetAnswer(Struct, rename="camel"):
    """An option set, with the menu items that use it. `min_select` of 1 or more means required."""

    id: str = field(name="_id")
    truck_id: str
    name: str
    min_select: int
    max_select: int
    options: list[SetOption]
    items: list[SetUse]
    version: int
    free_count: int = 0


class SetOptionRequest(Struct, rename="camel"):
    """An option of a set in a form; one without a known `_id` is new.

    `allergens`, `notFor` and `maxQuantity` as in `OptionRequest`.
    """

    id: str | None = field(name="_id", default=None)
    name: RequiredName = None
    additional_price: Annotated[float | None, limited(minimum=0, maximum=float(MAX_SURCHARGE))] = None
    allergens: SentAllergens | UnsetType | None = UNSET
    not_for: SentDiets | UnsetType | None = UNSET
    max_quantity: SentQuantity = UNSET


class OptionSetRequest(Struct, rename="camel"):
    """A new set, or all of a changed one. With the `version` that was read, a stale change is refused.

    A new set can be made from an option group of an item, `fromItemId` and `fromGroupId`, which then follows it; the
    other fields are not read. `truckId` is for superadmins.
    """

    truck_id: str | None = None
    name: RequiredName = None
    min_select: Annotated[int | None, limited(minimum=0)] = None
    max_select: Annotated[int | None, limited(minimum=1)] = None
    options: Annotated[list[SetOptionRequest] | None, limited(min_items=1, max_items=MAX_OPTIONS)] = None
    from_item_id: str | None = None
    from_group_id: str | None = None
    version: int | None = None
    free_count: SentFreeCount = UNSET

    def as_group(self) -> OptionGroupRequest:
        """The set as the form of an option group, which is checked by the same rules."""
        options = [
            OptionRequest(
                one.id, one.name, one.additional_price,
                allergens=one.allergens, not_for=one.not_for, max_quantity=one.max_quantity,
            )
            for one in self.options or []
        ]  # fmt: skip
        return OptionGroupRequest(
            None, self.name, self.min_select, self.max_select, options, free_count=self.free_count
        )


class SetDeleted(Struct):
    deleted: bool = True


CREATED, CHANGED, DELETED = "option_set.created", "option_set.changed", "option_set.deleted"
SET_NOT_FOUND = Sentence("We couldn't find this option set.", "option_set_not_found")
GROUP_UNKNOWN = Sentence("This item has no such option group of its own.", "option_group_unknown")


class SetChanged(Conflict):
    """Another user was faster; `optionSet` in the response is its current state."""

    code = "changed_meanwhile"
    sentence = "Another user changed this option set in the meantime."
    reason = "option_set_changed"


class SetInUse(Conflict):
    """The set cannot be deleted; `items` are those that use it."""

    code = "option_set_in_use"
    sentence = Sentence("Menu items use this option set. Take it out of them first.", "option_set_in_use")


class SetLimitReached(Conflict):
    """The truck has MAX_SETS sets, so that none can be added."""

    code = "option_sets_full"
    sentence = f"A truck has at most {MAX_SETS} option sets."


SETS_FULL = Sentence(SetLimitReached.sentence, SetLimitReached.code, max=MAX_SETS)


def list_sets(session: Session, truck_id: str) -> list[OptionSetAnswer]:
    """The sets of a truck by name, each with the items that use it. Access is not checked."""
    sets = session.scalars(sa.select(OptionSet).where(OptionSet.truck_id == truck_id)).all()
    uses = _list_uses(session, truck_id)
    shown = [_show(one, uses.get(one.id, [])) for one in sets]
    return sorted(shown, key=lambda one: (one.name.casefold(), one.id))


def require_set_access(db: Database, actor: Actor, set_id: str) -> None:
    """Check that the user may change this set. Raises NotFound, and NotAllowed for another truck's set."""
    with db.reading() as session:
        _get_set_for(session, actor, set_id)


def create_set(db: Database, actor: Actor, request: OptionSetRequest, key: str | None) -> OptionSetAnswer:
    """Add a set; made from an item's group, that group follows it. Once for each idempotency key.

    Raises NotAllowed, NotFound for an unknown item, InvalidInput, SetLimitReached, and IdempotencyKeyReused.
    """
    truck_id = choose_truck(actor, request.truck_id)
    is_copy = request.from_item_id is not None
    draft = None if is_copy else read_group(request.as_group())
    repeat = parse_idempotency_key(actor.user_id, key, "create_option_set", truck_id, request)

    def create(session: Session) -> OptionSetAnswer:
        if not queries.lock_menu(session, truck_id):
            raise InvalidInput(TRUCK_UNKNOWN, fields={"truckId": TRUCK_UNKNOWN})
        count = sa.select(sa.func.count()).select_from(OptionSet).where(OptionSet.truck_id == truck_id)
        if (session.scalar(count) or 0) >= MAX_SETS:
            raise SetLimitReached(SETS_FULL)
        item, source = _find_source(session, actor, truck_id, request) if draft is None else (None, draft)
        values = _to_values(source, None)
        option_set = OptionSet(id=new_id(), truck_id=truck_id, version=1, **values)
        session.add(option_set)
        session.flush()
        _record(session, actor, CREATED, option_set, {"options": write_group(source)})
        if item is not None:
            _store_copies(session, actor, option_set, item, source.id)
        return _get_answer(session, option_set)

    return write_once(db, repeat, OptionSetAnswer, create)


def change_set(db: Database, actor: Actor, set_id: str, request: OptionSetRequest) -> OptionSetAnswer:
    """Change a set and all items that use it, which get new versions.

    Raises NotFound, NotAllowed, InvalidInput, and SetChanged for a stale version.
    """
    draft = read_group(request.as_group())

    def change(session: Session) -> OptionSetAnswer:
        option_set = _lock_set_for(session, actor, set_id)
        if request.version not in (None, option_set.version):
            raise SetChanged(optionSet=_get_answer(session, option_set))
        before = _to_group(option_set)
        values = _to_values(draft, before)
        if all(getattr(option_set, name) == value for name, value in values.items()):
            return _get_answer(session, option_set)
        for name, value in values.items():
            setattr(option_set, name, value)
        option_set.version += 1
        session.flush()
        texts = (write_group(before), write_group(_to_group(option_set)))
        _record(session, actor, CHANGED, option_set, {"options": FieldChange(*texts)})
        for item in queries.list_items(session, option_set.truck_id, lock=True):
            _store_copies(session, actor, option_set, item)
        return _get_answer(session, option_set)

    return db.write(change)


def delete_set(db: Database, actor: Actor, set_id: str) -> None:
    """Delete a set that no item uses. Raises NotFound, NotAllowed, and SetInUse with the items."""

    def delete(session: Session) -> None:
        option_set = _lock_set_for(session, actor, set_id)
        uses = _list_uses(session, option_set.truck_id).get(set_id, [])
        if uses:
            raise SetInUse(items=[{"_id": use.id, "name": use.name} for use in uses])
        # Archived items may still have copies.
        copies = sa.update(OptionGroup).where(OptionGroup.set_id == set_id).values(set_id=None)
        session.execute(copies, execution_options={"synchronize_session": False})
        session.delete(option_set)
        _record(session, actor, DELETED, option_set, {})

    db.write(delete)


def _store_copies(
    session: Session, actor: Actor, option_set: OptionSet, item: MenuItem, group_id: str | None = None
) -> None:
    """Make the item's groups of this set, and its group with this ID, equal to the set, and store the item."""
    groups = tuple(
        build_copy(option_set, group, {}) if group.set_id == option_set.id or group_id == group.id else group
        for group in to_group_drafts(item)
    )
    store_changes(session, actor.author, item, ItemDraft({}, groups))


def _find_source(
    session: Session, actor: Actor, truck_id: str, request: OptionSetRequest
) -> tuple[MenuItem, GroupDraft]:
    """Return (item, group): the item's own group that the set is made from. Raises NotFound and InvalidInput."""
    item = queries.get_item_for(session, actor, request.from_item_id or "")
    if item.truck_id != truck_id:
        raise NotFound(queries.ITEM_NOT_FOUND)
    queries.lock_item(session, item.id)
    session.refresh(item)
    own = [group for group in to_group_drafts(item) if group.id == request.from_group_id and not group.set_id]
    if not own:
        raise InvalidInput(GROUP_UNKNOWN, fields={"fromGroupId": GROUP_UNKNOWN})
    return item, own[0]


def _to_values(draft: GroupDraft, before: GroupDraft | None) -> dict[str, Any]:
    """The columns of a set. Options keep their IDs if the set has had them before; each ID counts once.

    What the form does not say stays. Raises InvalidInput when more can be chosen than the options allow.
    """
    known: dict[str, OptionDraft] = {one.set_option_id or "": one for one in before.options} if before else {}
    options, kept = [], []
    for sent in draft.options:
        present = known.pop(sent.id or "", None)
        option = sent.keep_present(present)
        kept.append(option)
        options.append(
            {
                "id": new_id() if present is None else sent.id,
                "name": option.name,
                "cents": option.additional_price_cents,
                "allergens": option.allergens,
                "notFor": option.not_for,
                "maxQuantity": option.max_quantity,
            }
        )
    whole = msgspec.structs.replace(draft, options=tuple(kept)).keep_present(before).check_choices()
    limits = {"min_select": whole.min_select, "max_select": whole.max_select, "free_count": whole.free_count}
    return {"name": whole.name, **limits, "options": options}


def _to_group(option_set: OptionSet) -> GroupDraft:
    return build_copy(option_set, None, {})


def _get_set_for(session: Session, actor: Actor, set_id: str, **options: Any) -> OptionSet:
    found = session.get(OptionSet, set_id, **options) if is_id(set_id) else None
    if found is None or queries.find_truck_slug(session, found.truck_id) is None:
        raise NotFound(SET_NOT_FOUND)
    authorize(actor, Action.EDIT_MENU, found.truck_id)
    return found


def _lock_set_for(session: Session, actor: Actor, set_id: str) -> OptionSet:
    """The set, after its truck's row was locked. Raises NotFound and NotAllowed."""
    queries.lock_menu(session, _get_set_for(session, actor, set_id).truck_id)
    return _get_set_for(session, actor, set_id, populate_existing=True)


def _list_uses(session: Session, truck_id: str) -> dict[str, list[SetUse]]:
    """The items that use sets, by the ID of the set."""
    rows = (
        sa.select(OptionGroup.set_id, MenuItem.id, MenuItem.name)
        .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
        .where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None), OptionGroup.set_id.is_not(None))
        .order_by(MenuItem.position, MenuItem.name, MenuItem.id)
    )
    uses: dict[str, list[SetUse]] = {}
    for set_id, item_id, name in session.execute(rows):
        uses.setdefault(set_id or "", []).append(SetUse(item_id, name))
    return uses


def _get_answer(session: Session, option_set: OptionSet) -> OptionSetAnswer:
    return _show(option_set, _list_uses(session, option_set.truck_id).get(option_set.id, []))


def _show(option_set: OptionSet, uses: list[SetUse]) -> OptionSetAnswer:
    options = [
        SetOption(
            one["id"], one["name"], to_dollars(one["cents"]),
            one.get("allergens"), one.get("notFor", []), one.get("maxQuantity", 1),
        )
        for one in option_set.options
    ]  # fmt: skip
    limits, free = (option_set.name, option_set.min_select, option_set.max_select), option_set.free_count
    return OptionSetAnswer(option_set.id, option_set.truck_id, *limits, options, uses, option_set.version, free)


def _record(session: Session, actor: Actor, action: str, option_set: OptionSet, details: dict[str, Any]) -> None:
    named = {"name": option_set.name, **details}
    record(session, actor.author, action, option_set.id, truck_id=option_set.truck_id, details=named)
