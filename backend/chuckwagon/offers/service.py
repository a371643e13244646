"""Offer commands of staff: add, change and end. A request becomes column values, or a sentence per invalid field."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import UnsetType
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import diff_fields, pick_fields, record
from chuckwagon.db.database import Database, lock_transaction
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, raise_if_any
from chuckwagon.kit.money import format_usd, to_cents, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.offers import queries
from chuckwagon.offers.discounts import is_code, normalize_code
from chuckwagon.offers.models import Offer
from chuckwagon.offers.queries import AMOUNTS, MAX_USES, MIN_SUBTOTALS, PERCENTS, OfferRequest, StaffOffer
from chuckwagon.trucks.queries import get_staff_truck

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


CODE_INVALID = Sentence("A code has 3 to 20 letters and digits.", "offer_code_invalid")
CODE_FIXED = Sentence("The code of an offer stays as it is. End this offer and add another one.", "offer_code_fixed")
DISCOUNT_REQUIRED = Sentence("Enter either a percentage or an amount.", "offer_discount_required")
DISCOUNT_TWICE = Sentence("Enter either a percentage or an amount, not both.", "offer_discount_twice")
END_BEFORE_START = Sentence("The end must be after the start", "end_before_start")


class OfferForm:
    """Collects column values, and problems by path."""

    def __init__(self, stored: dict[str, Any]) -> None:
        """`stored` are the columns as they are; empty for a new offer."""
        self.stored, self.values, self.problems = stored, dict[str, Any](), dict[str, Sentence]()

    def get(self, column: str) -> Any:
        """The new value of the column, or else the stored one."""
        return self.values.get(column, self.stored.get(column))

    def raise_if_invalid(self) -> None:
        """Raise InvalidInput with all problems, if there are any."""
        raise_if_any(self.problems)


def read_offer(request: OfferRequest, stored: dict[str, Any]) -> OfferForm:
    """Validate the fields that were sent. Raises InvalidInput with a sentence for every invalid one."""
    form = OfferForm(stored)
    _read_code(form, request.code)
    _read_discount(form, request)
    if request.min_subtotal is not None:
        _read_dollars(form, "minSubtotal", "min_subtotal_cents", request.min_subtotal, MIN_SUBTOTALS)
    for path, value in (("startsAt", request.starts_at), ("endsAt", request.ends_at)):
        if not isinstance(value, UnsetType):
            form.values["starts_at" if path == "startsAt" else "ends_at"] = value
    _check_period(form)
    _read_max_uses(form, request.max_uses)
    for column, switch in (("once_per_phone", request.once_per_phone), ("is_paused", request.is_paused)):
        if isinstance(switch, bool):
            form.values[column] = switch
    form.raise_if_invalid()
    return form


def _read_code(form: OfferForm, sent: str | UnsetType | None) -> None:
    code = None if isinstance(sent, UnsetType) else normalize_code(sent)
    if form.stored:
        if code not in (None, form.stored["code"]):
            form.problems["code"] = CODE_FIXED
    elif code is None or not is_code(code):
        form.problems["code"] = CODE_INVALID
    else:
        form.values["code"] = code


def _read_discount(form: OfferForm, request: OfferRequest) -> None:
    """One of the two is set by a number; the other one is taken away by it."""
    percent = None if isinstance(request.percent, UnsetType) else request.percent
    amount = None if isinstance(request.amount, UnsetType) else request.amount
    if percent is not None and amount is not None:
        form.problems["amount"] = DISCOUNT_TWICE
    elif percent is not None:
        _check_range(form, "percent", percent, PERCENTS)
        form.values |= {"percent": percent, "amount_cents": None}
    elif amount is not None:
        form.values["percent"] = None
        _read_dollars(form, "amount", "amount_cents", amount, AMOUNTS)
    elif not form.stored:
        form.problems["percent"] = DISCOUNT_REQUIRED


def _read_dollars(
    form: OfferForm, path: str, column: str, sent: float | UnsetType, bounds: tuple[float, float]
) -> None:
    if isinstance(sent, UnsetType):
        return
    if not bounds[0] <= sent <= bounds[1] or to_dollars(to_cents(sent)) != sent:
        low, high = (to_cents(bound) for bound in bounds)
        text = f"Enter an amount from {format_usd(low)} to {format_usd(high)}, with at most two decimals."
        form.problems[path] = Sentence(text, "amount_between", minCents=low, maxCents=high)
    else:
        form.values[column] = to_cents(sent)


def _check_range(form: OfferForm, path: str, value: int, bounds: tuple[int, int]) -> None:
    if not bounds[0] <= value <= bounds[1]:
        text = f"Please enter a number from {bounds[0]} to {bounds[1]}"
        form.problems[path] = Sentence(text, "number_out_of_range", min=bounds[0], max=bounds[1])


def _check_period(form: OfferForm) -> None:
    starts_at: datetime | None = form.get("starts_at")
    ends_at: datetime | None = form.get("ends_at")
    if starts_at is not None and ends_at is not None and ends_at <= starts_at:
        form.problems["endsAt"] = END_BEFORE_START


def _read_max_uses(form: OfferForm, sent: int | UnsetType | None) -> None:
    if isinstance(sent, UnsetType):
        return
    used = form.stored.get("uses", 0)
    if sent is not None:
        _check_range(form, "maxUses", sent, MAX_USES)
    if sent is not None and sent < used and "maxUses" not in form.problems:
        text = f"This offer was used {used} times already. Enter at least as many, or pause it."
        form.problems["maxUses"] = Sentence(text, "offer_below_uses", uses=used)
    form.values["max_uses"] = sent


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
    record_offer_event(session, actor, OFFER_CREATED, offer)
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
    record_offer_event(session, actor, OFFER_ENDED, queries.to_staff_offer(row))


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
    record_offer_changes(session, actor, before, after)
    return after
