"""Offer commands of staff: add, change and end."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.db.locks import lock_transaction
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence
from chuckwagon.offers import audit_events, queries
from chuckwagon.offers.models import Offer
from chuckwagon.offers.schemas import OfferRequest, StaffOffer
from chuckwagon.offers.validation import read_offer
from chuckwagon.trucks.queries import get_staff_truck

MAX_RUNNING = 200  # of a truck, and of the platform


class OfferCodeTaken(Conflict):
    """A running offer of the truck or of the platform has the code.

    A code of the platform must be free at every truck.
    """

    code = "offer_code_taken"
    sentence = "Another offer has this code. Choose another code, or end that offer first."


class OffersFull(Conflict):
    code = "offers_full"
    sentence = f"There are {MAX_RUNNING} offers already. End one that is no longer needed first."


class OfferVersionConflict(Conflict):
    """Another user was faster; the response carries the current `offer`."""

    code = "version_conflict"
    sentence = "Another user has changed this in the meantime. Please check and save again."


def create_offer(db: Database, actor: Actor, request: OfferRequest, key: str | None) -> StaffOffer:
    """Add an offer, once for each idempotency key.

    Raises InvalidInput, NotAllowed, NotFound for the truck, OfferCodeTaken, OffersFull when too many are running, and
    IdempotencyKeyReused.
    """
    truck_id = queries.choose_truck(actor, request.truck_id)
    repeat = parse_idempotency_key(actor.user_id, key, "create_offer", truck_id or "platform", request)
    return write_once(db, repeat, StaffOffer, lambda session: _create(session, actor, truck_id, request))


def change_offer(db: Database, actor: Actor, offer_id: str, request: OfferRequest) -> StaffOffer:
    """Change the fields that were sent. Checkouts that hold a use keep their price.

    Raises InvalidInput, NotAllowed, NotFound, also for an ended offer, and OfferVersionConflict for a stale version.
    """
    return db.write(lambda session: _change(session, actor, offer_id, request))


def end_offer(db: Database, actor: Actor, offer_id: str) -> None:
    """End an offer, which cannot be undone. Its uses stay, and its code is free.

    Raises NotFound, also for an ended offer, and NotAllowed.
    """

    def end(session: Session) -> None:
        row = queries.get_offer_for(session, actor, offer_id, lock=True)
        row.ended_at = clock.now()
        row.version += 1
        audit_events.record_offer_event(session, actor, audit_events.OFFER_ENDED, queries.to_staff_offer(row))

    db.write(end)


def _create(session: Session, actor: Actor, truck_id: str | None, request: OfferRequest) -> StaffOffer:
    if truck_id is not None:
        get_staff_truck(session, truck_id)
    form = read_offer(request, {})
    code = form.values["code"]
    # Truck and platform share no index, so all who add an offer with this code wait for each other.
    lock_transaction(session, f"offer-code:{code}")
    if queries.is_code_taken(session, truck_id, code):
        taken = Sentence(OfferCodeTaken.sentence, OfferCodeTaken.code)
        raise OfferCodeTaken(taken, fields={"code": taken})
    if queries.count_running(session, truck_id) >= MAX_RUNNING:
        raise OffersFull
    row = Offer(truck_id=truck_id, **form.values)
    session.add(row)
    session.flush()
    offer = queries.to_staff_offer(row)
    audit_events.record_offer_event(session, actor, audit_events.OFFER_CREATED, offer)
    return offer


def _change(session: Session, actor: Actor, offer_id: str, request: OfferRequest) -> StaffOffer:
    row = queries.get_offer_for(session, actor, offer_id, lock=True)
    before = queries.to_staff_offer(row)
    if isinstance(request.version, int) and request.version != row.version:
        raise OfferVersionConflict(offer=before)
    columns = {name: getattr(row, name) for name in sa.inspect(Offer).columns.keys()}  # noqa: SIM118 - not a dict
    for name, value in read_offer(request, columns).values.items():
        setattr(row, name, value)
    row.version += 1
    session.flush()
    after = queries.to_staff_offer(row)
    audit_events.record_offer_changes(session, actor, before, after)
    return after
