"""The devices of a truck's staff: the letter of their order numbers, when they were seen last, how to forget one.

The letter tells the numbers apart that two devices give without network. A letter that a customer may still have heard
is no other device's. A late order that was refused stays on its device until a person discards it: it counts nowhere,
and is audited.
"""

from datetime import timedelta
from itertools import chain, product
from string import ascii_uppercase
from typing import Annotated, Literal

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database, lock_transaction
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.money import format_usd, to_cents
from chuckwagon.kit.sentences import REQUIRED_FIELDS, Sentence
from chuckwagon.kit.validation import trimmed
from chuckwagon.orders import queries
from chuckwagon.orders.audit_events import DISCARDED
from chuckwagon.orders.late.models import CounterDevice
from chuckwagon.orders.late.schemas import MAX_REASON_LENGTH, Name, OfflineNumber, is_of_a_clock, shorten
from chuckwagon.orders.placement.counter_drafts import (
    PaymentRunning,
    SentDraft,
    find_order_of_draft,
    is_discarded,
    keep_discarded,
)
from chuckwagon.orders.placement.counter_orders import AMOUNT_INVALID, MAX_DOLLARS

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


class DiscardRequest(SentDraft, rename="camel", kw_only=True):
    """A late order that a person discards: its draft, what it came to (in dollars), and why, in their words.

    `refusal` is the code with which it was refused.
    """

    reason: Annotated[Name, trimmed(MAX_REASON_LENGTH, min_length=1)] | None = None
    offline_number: OfflineNumber | None = None
    total: float | None = None
    refusal: Annotated[str, Meta(max_length=60)] | None = None


class Discarded(Struct):
    discarded: Literal[True] = True


class OrderArrived(Conflict):
    """The draft is an order; `order` is its present state."""

    code = "order_arrived"
    sentence = "This order had arrived. Cancel it on the board if it was a mistake."


def discard_order(db: Database, actor: Actor, truck_id: str, request: DiscardRequest) -> Discarded:
    """Record that a late order is not to become an order. Repeating it records nothing more.

    Raises NotAllowed or NotFound for the truck, InvalidInput without draft or reason and for a total that no order has,
    OrderArrived, and PaymentRunning while a card is asked for.
    """
    with db.reading() as session:
        truck = queries.get_truck_for_orders(session, actor, truck_id)
    reason, draft_id = shorten(request.reason, MAX_REASON_LENGTH), str(request.draft_id or "")
    problems = {"draftId": draft_id, "reason": reason}
    missing = {path: REQUIRED_FIELDS for path, value in problems.items() if not value}
    if missing:
        raise InvalidInput(REQUIRED_FIELDS, fields=missing)
    if request.total is not None and not 0 <= request.total <= MAX_DOLLARS:
        raise InvalidInput(AMOUNT_INVALID, fields={"total": AMOUNT_INVALID})

    def discard(session: Session) -> Discarded:
        is_kept = keep_discarded(session, truck.id, draft_id)
        is_told = is_discarded(session, truck.id, draft_id)
        if (order := find_order_of_draft(session, truck.id, request.draft_id)) is not None:
            raise OrderArrived(order=msgspec.to_builtins(order))
        if not is_kept and not is_told:
            raise PaymentRunning
        if not is_told:
            record(session, actor.author, DISCARDED, draft_id, truck_id=truck.id, details=_describe(request, reason))
        return Discarded()

    return db.write(discard)


def _describe(request: DiscardRequest, reason: str | None) -> dict[str, str]:
    """What is audited. An instant that no clock says is left out, so that such an order can be discarded too."""
    taken_at = request.taken_at
    details = {
        "number": request.offline_number,
        "reason": reason,
        "total": None if request.total is None else format_usd(to_cents(request.total)),
        "takenAt": to_iso(taken_at) if taken_at and is_of_a_clock(taken_at) else None,
        "refusal": request.refusal,
    }
    return {name: value for name, value in details.items() if value is not None}
