"""Audit events of menus: changes of items, prices, availability and counted stock."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import AuditActor, FieldChange, record
from chuckwagon.kit import clock
from chuckwagon.kit.money import format_usd
from chuckwagon.menu.availability import StoredAvailability, is_on_sale, running_sold_out_until, write_sale_times
from chuckwagon.menu.csv_cells import write_options
from chuckwagon.menu.diets import write_names
from chuckwagon.menu.drafts import GroupDraft
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.schemas import StockCount
from chuckwagon.menu.translations import write_translations
from chuckwagon.schedule.models import Stop

CREATED, CHANGED, ARCHIVED = "menu_item.created", "menu_item.changed", "menu_item.archived"
PRICE_CHANGED, AVAILABILITY_CHANGED = "menu_item.price_changed", "menu_item.availability_changed"
REORDERED, IMPORTED, IMPORT_UNDONE = "menu.reordered", "menu.imported", "menu.import_undone"
FIELD_NAMES = {"image_url": "imageUrl", "prep_units": "prepUnits", "tax_class": "taxClass", "sale_times": "saleTimes"}


def record_new_item(session: Session, by: AuditActor, truck_id: str, item_id: str, values: dict[str, Any]) -> None:
    """Record a new menu item with its name and price. `values` is keyed by column."""
    details = {"name": values["name"], "price": format_usd(values["base_price_cents"])}
    record(session, by, CREATED, item_id, truck_id=truck_id, details=details)


def record_item_changes(
    session: Session,
    by: AuditActor,
    item: MenuItem,
    values: dict[str, Any],
    groups: tuple[Sequence[GroupDraft], Sequence[GroupDraft]],
) -> None:
    """Record the values that an item is about to get. Price and availability are separate actions.

    `groups` are the option groups before and after.
    """
    values_left = dict(values)
    price = values_left.pop("base_price_cents", None)
    if price is not None:
        change = FieldChange(format_usd(item.base_price_cents), format_usd(price))
        _record(session, by, PRICE_CHANGED, item, {"price": change})
    stored = (
        values_left.pop("is_available", item.is_available),
        values_left.pop("sold_out_until", item.sold_out_until),
    )
    record_availability(session, by, item, StoredAvailability(*stored))
    changed = {
        FIELD_NAMES.get(name, name): FieldChange(*map(_to_text, (getattr(item, name), value)))
        for name, value in values_left.items()
    } | _diff_option_groups(*groups)
    if changed:
        _record(session, by, CHANGED, item, changed)


def record_availability(session: Session, by: AuditActor, item: MenuItem, after: StoredAvailability) -> None:
    """Record a change of an item's availability, if there is one."""
    if after != item.availability:
        _record(session, by, AVAILABILITY_CHANGED, item, _availability(item.availability, after))


def record_option_availability(
    session: Session, by: AuditActor, item: MenuItem, option: str, change: tuple[StoredAvailability, StoredAvailability]
) -> None:
    """Record a change of an option's availability; `change` is (before, after)."""
    _record(session, by, AVAILABILITY_CHANGED, item, {"option": option, **_availability(*change)})


def record_archived_item(session: Session, actor: Actor, item: MenuItem) -> None:
    """Record that an item was archived, with its price."""
    _record(session, actor.author, ARCHIVED, item, {"price": format_usd(item.base_price_cents)})


def record_menu_event(session: Session, actor: Actor, action: str, truck_id: str, **counts: int) -> None:
    """Record an event of the whole menu, such as REORDERED or IMPORTED, with counts by name."""
    record(session, actor.author, action, truck_id, truck_id=truck_id, details=counts)


def _record(session: Session, by: AuditActor, action: str, item: MenuItem, details: dict[str, Any]) -> None:
    item_name = {} if "name" in details else {"name": item.name}
    record(session, by, action, item.id, truck_id=item.truck_id, details={**item_name, **details})


def _availability(before: StoredAvailability, after: StoredAvailability) -> dict[str, Any]:
    instant = clock.now()
    before_args, after_args = ((it.is_available, it.sold_out_until, instant) for it in (before, after))
    until = FieldChange(running_sold_out_until(*before_args), running_sold_out_until(*after_args))
    details: dict[str, Any] = {"available": FieldChange(is_on_sale(*before_args), is_on_sale(*after_args))}
    return details | ({"until": until} if until.before != until.after else {})


def _to_text(value: Any) -> Any:
    """A statement of food, translations and meal times as text, other values as they are."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return write_sale_times(value)
    if isinstance(value, dict):
        return write_translations(value)
    return write_names(value) if isinstance(value, list) else value


def write_group(group: GroupDraft) -> str:
    """A group as text, with what its options say of diets and allergens."""
    said = [
        f"{option.name}: {words}"
        for option in group.options
        if (words := ", ".join(_list_statements(option.allergens, option.not_for)))
    ]
    return " · ".join([write_options([group]), *said])


def _list_statements(allergens: Any, not_for: Any) -> list[str]:
    adds = [f"adds {write_names(allergens)}"] if isinstance(allergens, list) else []
    return [*adds, f"not for {write_names(not_for)}"] if not_for else adds


def _diff_option_groups(before: Sequence[GroupDraft], after: Sequence[GroupDraft]) -> dict[str, FieldChange]:
    """Return the option groups that differ, by field name, each with its text before and after.

    The text is None where the group does not exist. If only the order differs, one field lists the names.
    """
    old, new = ({group.id or group.name: group for group in groups} for groups in (before, after))
    changed = {key: (old.get(key), new.get(key)) for key in [*old, *(key for key in new if key not in old)]}
    by_field = {}
    for old_group, new_group in changed.values():
        if old_group != new_group:
            name = (new_group or old_group or after[0]).name
            by_field[f"options: {name}"] = FieldChange(
                *(write_group(group) if group else None for group in (old_group, new_group))
            )
    if not by_field and list(before) != list(after):
        by_field["options"] = FieldChange(*(", ".join(group.name for group in groups) for groups in (before, after)))
    return by_field


STOCK_CHANGED = "stock.changed"


def record_stock_changes(
    session: Session, actor: Actor, stop: Stop, before: Sequence[StockCount], after: Sequence[StockCount]
) -> None:
    """Record which counts differ, keyed by the name of the item or option; nothing when none does.

    The values are how many pieces there are in all; None for what is not counted.
    """
    old, new = ({count.name: count.initial for count in counts} for counts in (before, after))
    names = [*old, *(name for name in new if name not in old)]
    changed = {name: FieldChange(old.get(name), new.get(name)) for name in names if old.get(name) != new.get(name)}
    if changed:
        record(session, actor.author, STOCK_CHANGED, stop.id, truck_id=stop.truck_id, details=changed)
