"""How an item's option groups follow option sets: a linked group is a copy that equals its set in all but availability.

So menus, prices, stock and orders read groups as ever (docs/decisions/0058-option-sets.md). A linked group changes with
its set, or after it was detached.
"""

from collections.abc import Mapping, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.errors import raise_if_any
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.availability import ON_SALE, StoredAvailability
from chuckwagon.menu.drafts import GroupDraft, OptionDraft
from chuckwagon.menu.models import MenuItem, Option, OptionGroup, OptionSet

DETACHED = ""  # the `set_id` of a group that shall not follow its set any more
SET_FIXED = Sentence("These options belong to a set. Change the set, or detach them from it.", "option_set_fixed")
SET_UNKNOWN = Sentence("There is no such option set.", "option_set_unknown")
SET_TWICE = Sentence("This item uses the set already.", "option_set_twice")


def uses_sets(groups: Sequence[GroupDraft] | None) -> bool:
    """Whether one of the groups of a form names a set."""
    return any(group.set_id for group in groups or ())


def changes_linked_group(present: Sequence[GroupDraft], group: GroupDraft) -> bool:
    """Whether the group is linked to a set, is not detached, and says something else than the set."""
    before = next((one for one in present if one.set_id and one.id == group.id), None)
    return before is not None and group.set_id != DETACHED and _content(before) != _content(group, before)


def _content(group: GroupDraft, before: GroupDraft | None = None) -> tuple[object, ...]:
    """All that a set says of its group. What a form does not say of its options is as in the group `before`."""
    whole = group.keep_present(before)
    options = [
        (one.name, one.additional_price_cents, one.allergens, one.not_for, one.max_quantity) for one in whole.options
    ]
    return whole.name, whole.min_select, whole.max_select, whole.free_count, options


def resolve_sets(
    session: Session, truck_id: str, present: Sequence[GroupDraft], groups: Sequence[GroupDraft]
) -> tuple[GroupDraft, ...]:
    """The groups of a form with what sets say of them. `present` are those that the item has.

    A group with a `set_id` becomes a copy of that set. A linked group without one stays as it is, and one that is
    DETACHED becomes the item's own. Raises InvalidInput for another content of a linked group, an unknown set, and a
    set that is there twice.
    """
    problems: dict[str, Sentence] = {}
    resolved: list[GroupDraft] = []
    used: set[str] = set()
    for index, group in enumerate(groups):
        linked = next((one for one in present if one.set_id and one.id == group.id), None)
        one: GroupDraft | None = msgspec.structs.replace(group, set_id=None)
        problem = SET_UNKNOWN
        if group.set_id:
            one = _copy_set(session, truck_id, present, group)
        elif linked is not None and group.set_id is None:
            one, problem = linked, SET_FIXED
            if changes_linked_group(present, group):
                one = None
        if one is not None and one.set_id in used:
            one, problem = None, SET_TWICE
        if one is None:
            problems[f"optionGroups.{index}.setId"] = problem
            continue
        used |= {one.set_id} if one.set_id else set()
        resolved.append(one)
    raise_if_any(problems)
    return tuple(resolved)


def _copy_set(session: Session, truck_id: str, present: Sequence[GroupDraft], group: GroupDraft) -> GroupDraft | None:
    """A copy of the set that the group names, in place of the item's copy or of its own group of this ID.

    None for an unknown set.
    """
    set_id = group.set_id or ""
    found = session.get(OptionSet, set_id, populate_existing=True) if is_id(set_id) else None
    if found is None or found.truck_id != truck_id:
        return None
    before = next((one for one in present if one.set_id == found.id), None)
    before = before or next((one for one in present if one.id == group.id and not one.set_id), None)
    return build_copy(found, before, _list_availability(session, found.id))


def restore_links(session: Session, truck_id: str, groups: Sequence[GroupDraft]) -> tuple[GroupDraft, ...]:
    """The groups of an earlier content, with what their sets say now. One whose set is gone becomes the item's own."""
    restored = []
    for group in groups:
        found = session.get(OptionSet, group.set_id, populate_existing=True) if group.set_id else None
        if found is not None and found.truck_id == truck_id:
            restored.append(build_copy(found, group, _list_availability(session, found.id)))
        else:
            options = tuple(msgspec.structs.replace(option, set_option_id=None) for option in group.options)
            restored.append(msgspec.structs.replace(group, set_id=None, options=options))
    return tuple(restored)


def build_copy(
    option_set: OptionSet, before: GroupDraft | None, availability: Mapping[str, StoredAvailability]
) -> GroupDraft:
    """The set as an item's group. IDs stay: those of the item's copy, else of its options of the same names.

    `availability` is that of the set's options, by ID; it wins over what `before` has.
    """
    options = []
    known = list(before.options) if before else []
    for stored in option_set.options:
        match = next((one for one in known if one.set_option_id == stored["id"]), None)
        match = match or next((one for one in known if not one.set_option_id and one.name == stored["name"]), None)
        if match is not None:
            known.remove(match)
        state = availability.get(stored["id"]) or (
            StoredAvailability(match.is_available, match.sold_out_until) if match else ON_SALE
        )
        options.append(
            OptionDraft(
                match.id if match else None, stored["name"], stored["cents"], state.is_available, state.sold_out_until,
                stored["id"], stored.get("allergens"), stored.get("notFor", []), stored.get("maxQuantity", 1),
            )
        )  # fmt: skip
    limits = (option_set.name, option_set.min_select, option_set.max_select)
    group_id = before.id if before else None
    return GroupDraft(group_id, *limits, tuple(options), option_set.id, option_set.free_count)


def _list_availability(session: Session, set_id: str) -> dict[str, StoredAvailability]:
    """Whether the set's options are on sale, by their IDs. Empty while no item uses the set."""
    rows = (
        sa.select(Option.set_option_id, Option.is_available, Option.sold_out_until)
        .join(OptionGroup, OptionGroup.id == Option.group_id)
        .join(MenuItem, MenuItem.id == OptionGroup.menu_item_id)
        .where(OptionGroup.set_id == set_id, MenuItem.archived_at.is_(None), Option.set_option_id.is_not(None))
    )
    return {row[0] or "": StoredAvailability(row[1], row[2]) for row in session.execute(rows)}


def list_copies(session: Session, truck_id: str, set_option_id: str) -> list[tuple[str, str]]:
    """Return (item ID, option ID) of every copy of a set's option on the menu, by item ID."""
    rows = (
        sa.select(MenuItem.id, Option.id)
        .join(OptionGroup, OptionGroup.menu_item_id == MenuItem.id)
        .join(Option, Option.group_id == OptionGroup.id)
        .where(MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None), Option.set_option_id == set_option_id)
        .order_by(MenuItem.id)
    )
    return [(item_id, option_id) for item_id, option_id in session.execute(rows)]
