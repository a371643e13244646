"""The devices of a truck's staff: the letter of their order numbers, when they were seen last, and how to forget one.

The letter tells the numbers apart that two devices give without network. A letter that a customer may still have heard
is no other device's.
"""

from datetime import timedelta
from itertools import chain, product
from string import ascii_uppercase

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database, lock_transaction
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders import queries
from chuckwagon.orders.late.models import CounterDevice

KEPT_FOR = timedelta(days=30)
NOTED_EVERY = timedelta(hours=1)
LETTERS = tuple(map("".join, chain(product(ascii_uppercase, repeat=1), product(ascii_uppercase, repeat=2))))
DEVICE_UNKNOWN = Sentence("This device is not known here.", "device_unknown")
FORGOTTEN = "device.forgotten"


class Device(Struct, rename="camel"):
    """A browser of the truck's staff, with the letter of its order numbers."""

    device_id: str
    letter: str
    first_seen_at: str
    last_seen_at: str


class DeviceList(Struct):
    """The devices that have been seen within 30 days."""

    devices: list[Device]


def find_letter(session: Session, truck_id: str, device_id: str) -> tuple[str | None, bool]:
    """Return (letter, whether `note_device` is due).

    The letter is None for a device that has none, or may lose it to another one.
    """
    known = session.get(CounterDevice, (truck_id, device_id))
    if known is None:
        return None, True
    unseen_for = clock.now() - known.last_seen_at
    is_due = known.forgotten_at is not None or unseen_for >= NOTED_EVERY
    return (known.letter if unseen_for <= KEPT_FOR else None), is_due


def note_device(session: Session, truck_id: str, device_id: str) -> str | None:
    """Note that the device was seen, and return its letter; None for a new one when all letters are taken."""
    lock_transaction(session, f"devices of {truck_id}")
    now = clock.now()
    known = session.get(CounterDevice, (truck_id, device_id), populate_existing=True)
    if known is not None:
        known.last_seen_at, known.forgotten_at = now, None
        return known.letter
    letter = _free_letter(session, truck_id)
    if letter is not None:
        session.add(
            CounterDevice(truck_id=truck_id, device_id=device_id, letter=letter, first_seen_at=now, last_seen_at=now)
        )
        session.flush()
    return letter


def _free_letter(session: Session, truck_id: str) -> str | None:
    """The first letter that is no device's, or of one that was not seen for `KEPT_FOR`, which loses it."""
    of_truck = sa.select(CounterDevice).where(CounterDevice.truck_id == truck_id)
    holders = {one.letter: one for one in session.scalars(of_truck)}
    too_old = clock.now() - KEPT_FOR
    for letter in LETTERS:
        holder = holders.get(letter)
        if holder is None:
            return letter
        if holder.last_seen_at < too_old:
            session.delete(holder)
            session.flush()
            return letter
    return None


def list_devices(session: Session, truck_id: str) -> DeviceList:
    """The devices of the truck that are not forgotten, by letter."""
    is_shown = (
        CounterDevice.truck_id == truck_id,
        CounterDevice.forgotten_at.is_(None),
        CounterDevice.last_seen_at >= clock.now() - KEPT_FOR,
    )
    found = session.scalars(sa.select(CounterDevice).where(*is_shown))
    return DeviceList(
        [
            Device(one.device_id, one.letter, to_iso(one.first_seen_at), to_iso(one.last_seen_at))
            for one in sorted(found, key=lambda one: (len(one.letter), one.letter))
        ]
    )


def forget_device(db: Database, actor: Actor, truck_id: str | None, device_id: str) -> None:
    """Take the device off the list. Its letter is no other device's before `KEPT_FOR` is over.

    Raises NotFound, NotAllowed.
    """

    def forget(session: Session) -> None:
        truck = queries.get_truck_for_orders(session, actor, truck_id)
        known = session.get(CounterDevice, (truck.id, device_id))
        if known is None or known.forgotten_at is not None:
            raise NotFound(DEVICE_UNKNOWN)
        known.forgotten_at = clock.now()
        record(session, actor.author, FORGOTTEN, device_id, truck_id=truck.id, details={"name": known.letter})

    db.write(forget)
