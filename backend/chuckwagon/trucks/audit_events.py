"""What the audit log says of trucks: made, changed from what to what, switched, paused, archived."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.audit import Changed, differing, record
from chuckwagon.core.masks import masked_email, masked_phone
from chuckwagon.trucks.schemas import StaffTruck

CREATED, CHANGED, ARCHIVED = "truck.created", "truck.changed", "truck.archived"
ACTIVATED, DEACTIVATED = "truck.activated", "truck.deactivated"
SETTINGS_CHANGED = "truck.settings_changed"

MASKS = {"phone": masked_phone, "email": masked_email, "ownerEmail": masked_email}


def note_truck(session: Session, actor: Actor, action: str, truck: StaffTruck) -> None:
    """Something happened to the truck as a whole."""
    details = {"name": truck.name, "slug": truck.slug}
    record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def note_changes(session: Session, actor: Actor, before: StaffTruck, after: StaffTruck) -> None:
    """The truck as it is now beside how it was; whether it is on the street is an action of its own."""
    if before.is_active != after.is_active:
        note_truck(session, actor, ACTIVATED if after.is_active else DEACTIVATED, after)
    changed = differing(_facts(before), _facts(after))
    masked = {name: _masked(name, change) for name, change in changed.items()}
    _note(session, actor, CHANGED, after, masked)


def note_settings(session: Session, actor: Actor, before: StaffTruck, after: StaffTruck) -> None:
    """Pauses, lead times and the rest of what a truck's own staff may set."""
    _note(session, actor, SETTINGS_CHANGED, after, differing(_settings(before), _settings(after)))


def _note(
    session: Session, actor: Actor, action: str, truck: StaffTruck, changed: dict[str, Changed]
) -> None:
    if changed:
        details = {"truck": truck.name, **changed}
        record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def _facts(truck: StaffTruck) -> dict[str, Any]:
    return {
        "name": truck.name,
        "slug": truck.slug,
        "shortDescription": truck.short_description,
        "description": truck.description,
        "cuisine": truck.cuisine,
        "city": truck.location.city,
        "state": truck.location.state,
        "phone": truck.phone,
        "email": truck.email,
        "imageUrl": truck.image_url,
        "bannerImage": truck.banner_image,
        "timezone": truck.timezone,
        "taxRate": truck.tax_rate,
        "accentHue": truck.accent_hue,
        "ownerName": truck.owner.name,
        "ownerEmail": truck.owner.email,
        "applicationFeeBps": truck.application_fee_bps,
    }


def _settings(truck: StaffTruck) -> dict[str, Any]:
    settings = truck.settings
    return {
        "acceptingOrders": settings.accepting_orders,
        "notAcceptingReason": settings.not_accepting_reason,
        "pausedUntil": settings.paused_until,
        "leadMinutes": settings.lead_minutes,
        "extraLeadMinutes": settings.extra_lead_minutes,
        "extraLeadUntil": settings.extra_lead_until,
        "smsSignature": settings.sms_signature,
    }


def _masked(name: str, change: Changed) -> Changed:
    mask = MASKS.get(name)
    return Changed(mask(change.before), mask(change.after)) if mask else change
