"""Audit events of trucks."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import FieldChange, diff_fields, pick_fields, record
from chuckwagon.kit.masking import mask_email, mask_phone
from chuckwagon.trucks.schemas import StaffTruck

CREATED, CHANGED, ARCHIVED = "truck.created", "truck.changed", "truck.archived"
ACTIVATED, DEACTIVATED = "truck.activated", "truck.deactivated"
SETTINGS_CHANGED = "truck.settings_changed"

MASKS = {"phone": mask_phone, "email": mask_email, "ownerEmail": mask_email}


def record_truck_event(session: Session, actor: Actor, action: str, truck: StaffTruck) -> None:
    """Record an event of the whole truck, such as CREATED, with its name and slug."""
    details = {"name": truck.name, "slug": truck.slug}
    record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def record_truck_changes(session: Session, actor: Actor, before: StaffTruck, after: StaffTruck) -> None:
    """Record the changed fields, phones and e-mail addresses masked; nothing if there are none.

    Activation and deactivation are separate actions.
    """
    if before.is_active != after.is_active:
        record_truck_event(session, actor, ACTIVATED if after.is_active else DEACTIVATED, after)
    changed = diff_fields(_audited_fields(before), _audited_fields(after))
    masked = {name: _masked(name, change) for name, change in changed.items()}
    _record(session, actor, CHANGED, after, masked)


def record_truck_settings(session: Session, actor: Actor, before: StaffTruck, after: StaffTruck) -> None:
    """Record the changed settings, such as pauses and lead times; nothing if there are none."""
    _record(session, actor, SETTINGS_CHANGED, after, diff_fields(_settings(before), _settings(after)))


def _record(session: Session, actor: Actor, action: str, truck: StaffTruck, changed: dict[str, FieldChange]) -> None:
    if changed:
        details = {"truck": truck.name, **changed}
        record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def _audited_fields(truck: StaffTruck) -> dict[str, Any]:
    return {
        **pick_fields(truck, "name", "slug", "shortDescription", "description", "cuisine"),
        "city": truck.location.city,
        "state": truck.location.state,
        **pick_fields(truck, "phone", "email", "imageUrl", "bannerImage", "timezone", "taxRate", "accentHue"),
        "ownerName": truck.owner.name,
        "ownerEmail": truck.owner.email,
        **pick_fields(truck, "applicationFeeBps", "scheduleMode"),
    }


def _settings(truck: StaffTruck) -> dict[str, Any]:
    settings = truck.settings
    return {**pick_fields(settings, *settings.__struct_encode_fields__), "scheduleMode": truck.schedule_mode}


def _masked(name: str, change: FieldChange) -> FieldChange:
    mask = MASKS.get(name)
    return FieldChange(mask(change.before), mask(change.after)) if mask else change
