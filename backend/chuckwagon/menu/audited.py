"""What the audit log says of menus: items and their prices and availability, from what to what."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import clock
from chuckwagon.core.audit import Author, Changed, record
from chuckwagon.core.money import format_usd
from chuckwagon.menu.availability import Availability, is_on_sale, shown_until
from chuckwagon.menu.item_form import GroupDraft
from chuckwagon.menu.models import MenuItem
from chuckwagon.menu.option_text import write_options

CREATED, CHANGED, ARCHIVED = "menu_item.created", "menu_item.changed", "menu_item.archived"
PRICE_CHANGED, AVAILABILITY_CHANGED = "menu_item.price_changed", "menu_item.availability_changed"
REORDERED, IMPORTED = "menu.reordered", "menu.imported"

NAMES = {"image_url": "imageUrl"}


def note_new_item(session: Session, by: Author, truck_id: str, item_id: str, values: dict[str, Any]) -> None:
    """An item that was not there."""
    details = {"name": values["name"], "price": format_usd(values["base_price_cents"])}
    record(session, by, CREATED, item_id, truck_id=truck_id, details=details)


def note_changes(
    session: Session,
    by: Author,
    item: MenuItem,
    values: dict[str, Any],
    groups: tuple[Sequence[GroupDraft], Sequence[GroupDraft]],
) -> None:
    """The values that an item gets, beside those it has; price and availability are actions of their own.

    `groups` are its options before and after.
    """
    rest = dict(values)
    price = rest.pop("base_price_cents", None)
    if price is not None:
        change = Changed(format_usd(item.base_price_cents), format_usd(price))
        _note(session, by, PRICE_CHANGED, item, {"price": change})
    stored = (rest.pop("is_available", item.is_available), rest.pop("sold_out_until", item.sold_out_until))
    note_availability(session, by, item, Availability(*stored))
    changed = {
        NAMES.get(name, name): Changed(getattr(item, name), value) for name, value in rest.items()
    } | _options(*groups)
    if changed:
        _note(session, by, CHANGED, item, changed)


def note_availability(session: Session, by: Author, item: MenuItem, after: Availability) -> None:
    """Sold out, until when, or back; an item that is sold as before is no news."""
    if after != item.availability:
        _note(session, by, AVAILABILITY_CHANGED, item, _availability(item.availability, after))


def note_option_availability(
    session: Session, by: Author, item: MenuItem, option: str, change: tuple[Availability, Availability]
) -> None:
    """The same of one of its options."""
    _note(session, by, AVAILABILITY_CHANGED, item, {"option": option, **_availability(*change)})


def note_archived(session: Session, actor: Actor, item: MenuItem) -> None:
    """An item that is gone, with what it was sold for."""
    _note(session, actor.author, ARCHIVED, item, {"price": format_usd(item.base_price_cents)})


def note_menu(session: Session, actor: Actor, action: str, truck_id: str, **counts: int) -> None:
    """Something happened to the menu as a whole."""
    record(session, actor.author, action, truck_id, truck_id=truck_id, details=counts)


def _note(session: Session, by: Author, action: str, item: MenuItem, details: dict[str, Any]) -> None:
    known = {} if "name" in details else {"name": item.name}
    record(session, by, action, item.id, truck_id=item.truck_id, details={**known, **details})


def _availability(before: Availability, after: Availability) -> dict[str, Any]:
    instant = clock.now()
    was, now = ((it.is_available, it.sold_out_until, instant) for it in (before, after))
    until = Changed(shown_until(*was), shown_until(*now))
    details: dict[str, Any] = {"available": Changed(is_on_sale(*was), is_on_sale(*now))}
    return details | ({"until": until} if until.before != until.after else {})


def _options(before: Sequence[GroupDraft], after: Sequence[GroupDraft]) -> dict[str, Changed]:
    """The groups that differ, each as a line of text."""
    old, new = ({group.id or group.name: group for group in groups} for groups in (before, after))
    changed = {key: (old.get(key), new.get(key)) for key in [*old, *(key for key in new if key not in old)]}
    found = {}
    for was, now in changed.values():
        if was != now:
            name = (now or was or after[0]).name
            found[f"options: {name}"] = Changed(*(write_options([it]) if it else None for it in (was, now)))
    if not found and list(before) != list(after):
        found["options"] = Changed(*(", ".join(it.name for it in groups) for groups in (before, after)))
    return found
