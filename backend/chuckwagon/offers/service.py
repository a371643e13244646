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
    """Add an offer, once for each idempotency key. One with the same code whose time is over is ended.

    Raises InvalidInput, NotAllowed, NotFound for the truck, OfferCodeTaken, OffersFull when too many are running, and
    IdempotencyKeyReused.
    """
    truck_id = queries.choose_truck(actor, request.truck_id)
    repeat = parse_idempotency_key(actor.user_id, key, "create_offer", truck_id or "platform", request)
    return write_once(db, repeat, StaffOffer, lambda session: _create(session, actor, truck_id, request))


def change_offer(db: Database, actor: Actor, offer_id: str, request: OfferRequest) -> StaffOffer:
    """Change the fields that were sent. Checkouts that hold a use keep their price.

    Raises InvalidInput, NotAllowed, NotFound, also for an ended offer, OfferVersionConflict for a stale version, and
    OfferCodeTaken or OffersFull for one that is over and would run again.
    """
    return db.write(lambda session: _change(session, actor, offer_id, request))


def end_offer(db: Database, actor: Actor, offer_id: str) -> None:
    """End an offer, which cannot be undone. Its uses stay, and its code is free.

    Raises NotFound, also for an ended offer, and NotAllowed.
    """

    def end(session: Session) -> None:
        _end(session, actor, queries.get_offer_for(session, actor, offer_id, lock=True))

    db.write(end)


def _create(session: Session, actor: Actor, truck_id: str | None, request: OfferRequest) -> StaffOffer:
    if truck_id is not None:
        get_staff_truck(session, truck_id)
    form = read_offer(request, {})
    code = form.values["code"]
    _lock_code(session, code)
    _check_room(session, truck_id, code)
    for over in queries.list_over(session, truck_id, code):
        _end(session, actor, over)
    session.flush()
    row = Offer(truck_id=truck_id, **form.values)
    session.add(row)
    session.flush()
    offer = queries.to_staff_offer(row)
    audit_events.record_offer_event(session, actor, audit_events.OFFER_CREATED, offer)
    return offer


def _lock_code(session: Session, code: str) -> None:
    """Make all who add an offer with this code, or let one run again, wait: truck and platform share no index."""
    lock_transaction(session, f"offer-code:{code}")


def _check_room(session: Session, truck_id: str | None, code: str) -> None:
    """Raise OfferCodeTaken or OffersFull when there cannot be one more running offer with the code."""
    if queries.is_code_taken(session, truck_id, code):
        taken = Sentence(OfferCodeTaken.sentence, OfferCodeTaken.code)
        raise OfferCodeTaken(taken, fields={"code": taken})
    if queries.count_running(session, truck_id) >= MAX_RUNNING:
        raise OffersFull


def _end(session: Session, actor: Actor, row: Offer) -> None:
    row.ended_at = clock.now()
    row.version += 1
    audit_events.record_offer_event(session, actor, audit_events.OFFER_ENDED, queries.to_staff_offer(row))


def _change(session: Session, actor: Actor, offer_id: str, request: OfferRequest) -> StaffOffer:
    _lock_code(session, queries.get_offer_for(session, actor, offer_id).code)  # which stays as it is
    row = queries.get_offer_for(session, actor, offer_id, lock=True)
    before = queries.to_staff_offer(row)
    if isinstance(request.version, int) and request.version != row.version:
        raise OfferVersionConflict(offer=before)
    columns = {name: getattr(row, name) for name in sa.inspect(Offer).columns.keys()}  # noqa: SIM118 - not a dict
    values = read_offer(request, columns).values
    ends_at = values.get("ends_at", row.ends_at)
    if before.state == "expired" and (ends_at is None or ends_at > clock.now()):
        _check_room(session, row.truck_id, row.code)
    for name, value in values.items():
        setattr(row, name, value)
    row.version += 1
    session.flush()
    after = queries.to_staff_offer(row)
    audit_events.record_offer_changes(session, actor, before, after)
    return after
