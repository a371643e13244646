"""Audit events of offers."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import diff_fields, pick_fields, record
from chuckwagon.offers.schemas import StaffOffer

OFFER_CREATED, OFFER_CHANGED, OFFER_ENDED = "offer.created", "offer.changed", "offer.ended"
_FIELDS = ("percent", "amount", "minSubtotal", "startsAt", "endsAt", "maxUses", "oncePerPhone", "isPaused")


def record_offer_event(session: Session, actor: Actor, action: str, offer: StaffOffer) -> None:
    """Record that `actor` has added or ended an offer, with its fields."""
    details = {"code": offer.code, **{name: value for name, value in _pick(offer).items() if value is not None}}
    record(session, actor.author, action, offer.id, truck_id=offer.truck_id, details=details)


def record_offer_changes(session: Session, actor: Actor, before: StaffOffer, after: StaffOffer) -> None:
    """Record the changed fields of an offer; nothing when there are none."""
    changed = diff_fields(_pick(before), _pick(after))
    if changed:
        details = {"code": after.code, **changed}
        record(session, actor.author, OFFER_CHANGED, after.id, truck_id=after.truck_id, details=details)


def _pick(offer: StaffOffer) -> dict[str, Any]:
    return pick_fields(offer, *_FIELDS)
