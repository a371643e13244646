"""Audit events of the staff's devices."""

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.push.models import StaffDevice

DEVICE_ADDED, DEVICE_REMOVED = "user.push_device_added", "user.push_device_removed"


def record_device(session: Session, actor: Actor, action: str, device: StaffDevice) -> None:
    """Record that a device was added or removed, with its name."""
    record(
        session,
        actor.author,
        action,
        actor.user_id,
        truck_id=device.truck_id,
        details={"name": actor.name, "device": device.name},
    )
