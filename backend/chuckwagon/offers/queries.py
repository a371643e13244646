"""Reads of offers, for the checkout and for staff, and their JSON. Amounts are in dollars there, in cents elsewhere."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import InvalidInput, NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import between, limited
from chuckwagon.offers import uses
from chuckwagon.offers.discounts import MAX_SENT_CODE_LENGTH, OfferTerms, check_terms, compute_discount_cents, is_code
from chuckwagon.offers.errors import OfferUnknown
from chuckwagon.offers.models import Offer
from chuckwagon.trucks.models import Truck

PERCENTS, AMOUNTS, MIN_SUBTOTALS, MAX_USES = (1, 99), (0.01, 500), (0, 2500), (1, 1_000_000)
OfferState = Literal["active", "scheduled", "paused", "expired", "used_up", "ended"]
SentCode = Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH), limited(pattern="^[A-Za-z0-9]{3,20}$")]
SentInstant = Annotated[datetime, Meta(tz=True)] | UnsetType | None


class StaffOffer(Struct, rename="camel"):
    """An offer: `percent` or `amount` off the subtotal. `truckId` is null for one of the platform.

    `uses` counts paid orders and the checkouts that are about to be paid.
    """

    id: str = field(name="_id")
    truck_id: str | None
    code: str
    percent: int | None
    amount: float | None
    min_subtotal: float
    starts_at: datetime | None
    ends_at: datetime | None
    max_uses: int | None
    once_per_phone: bool
    is_paused: bool
    uses: int
    state: OfferState
    version: int
    created_at: datetime
    ended_at: datetime | None


class OfferRequest(Struct, rename="camel"):
    """A new offer, or the changed fields of one. A new one needs `code` and either `percent` or `amount`.

    Null takes a limit away. A code has 3 to 20 letters and digits, and stays as it is.
    """

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    code: SentCode | UnsetType | None = UNSET
    percent: Annotated[int | UnsetType | None, between(PERCENTS)] = UNSET
    amount: Annotated[float | UnsetType | None, between(AMOUNTS)] = UNSET
    min_subtotal: Annotated[float | UnsetType | None, between(MIN_SUBTOTALS)] = UNSET
    starts_at: SentInstant = UNSET
    ends_at: SentInstant = UNSET
    max_uses: Annotated[int | UnsetType | None, between(MAX_USES)] = UNSET
    once_per_phone: bool | UnsetType | None = UNSET
    is_paused: bool | UnsetType | None = UNSET
    version: int | UnsetType | None = UNSET


class OfferEnded(Struct):
    """The offer is ended. It stays in the list, because orders have used it or may have."""

    deleted: bool = True


class OfferQuoteRequest(Struct, rename="camel"):
    """A code at a truck, and the subtotal of the cart in dollars."""

    slug: Annotated[str, Meta(max_length=64)]
    code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)]
    subtotal: Annotated[float, Meta(ge=0, le=1_000_000)]


class CounterOfferQuoteRequest(Struct):
    """A code at the counter, and the subtotal of the order in dollars."""

    code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)]
    subtotal: Annotated[float, Meta(ge=0, le=1_000_000)]


class OfferQuote(Struct, rename="camel"):
    """What the code takes off this subtotal, and its terms, from which the browser computes it for another one."""

    code: str
    percent: int | None
    amount: float | None
    min_subtotal: float
    discount: float
    once_per_phone: bool


OFFER_NOT_FOUND = Sentence("We couldn't find this offer.", "offer_not_found")
TRUCK_UNKNOWN = Sentence("Choose the truck.", "truck_required")
MAX_LISTED = 500


def find_offer(session: Session, truck_id: str, code: str | None) -> OfferTerms | None:
    """The terms of a code at the truck, also of an ended or paused offer; None without a code. Raises OfferUnknown."""
    if code is None:
        return None
    terms = uses.find_terms(session, truck_id, code) if is_code(code) else None
    if terms is None:
        raise OfferUnknown
    return terms


def apply_offer(terms: OfferTerms, subtotal_cents: int) -> int:
    """The discount on a subtotal in cents, as of now. Raises OfferExpired and OfferMinimum."""
    check_terms(terms, subtotal_cents, clock.now())
    return compute_discount_cents(terms, subtotal_cents)


def choose_truck(actor: Actor, truck_id: str | None) -> str | None:
    """The ID of the truck whose offers are meant: the named one, else an admin's own; None for the platform's.

    Whether the truck exists is not checked. Raises NotAllowed for another admin's truck, InvalidInput for a malformed
    ID.
    """
    chosen = truck_id or (None if actor.is_superadmin else actor.truck_id)
    authorize(actor, Action.MANAGE_OFFERS, chosen)
    if chosen is not None and not is_id(chosen):
        raise InvalidInput(TRUCK_UNKNOWN, fields={"truckId": TRUCK_UNKNOWN})
    return chosen


def get_offer_for(session: Session, actor: Actor, offer_id: str, *, lock: bool = False) -> Offer:
    """The row of an offer that is not ended, for those who may change it. With `lock`, its row is locked.

    Raises NotFound, and NotAllowed for an offer of another truck or of the platform.
    """
    offer = session.get(Offer, offer_id, with_for_update=lock, populate_existing=True) if is_id(offer_id) else None
    if offer is None or offer.ended_at is not None:
        raise NotFound(OFFER_NOT_FOUND)
    authorize(actor, Action.MANAGE_OFFERS, offer.truck_id)
    return offer


def list_offers(session: Session, truck_id: str | None) -> list[StaffOffer]:
    """The offers of the truck (None: of the platform), at most MAX_LISTED: the newest first, ended ones last."""
    newest = (
        sa.select(Offer)
        .where(_are_of(truck_id))
        .order_by(Offer.ended_at.is_not(None), Offer.created_at.desc(), Offer.id)
    )
    return [to_staff_offer(row) for row in session.scalars(newest.limit(MAX_LISTED))]


def is_code_taken(session: Session, truck_id: str | None, code: str) -> bool:
    """Whether a running offer has the code: of this truck or the platform; for the platform's, of any truck.

    Offers of archived trucks do not count.
    """
    same = sa.select(Offer.id).where(Offer.code == code, *_are_running())
    if truck_id is None:
        same = same.outerjoin(Truck, Truck.id == Offer.truck_id).where(Truck.archived_at.is_(None))
    else:
        same = same.where(sa.or_(Offer.truck_id == truck_id, Offer.truck_id.is_(None)))
    return session.scalar(same.limit(1)) is not None


def count_running(session: Session, truck_id: str | None) -> int:
    """How many offers of the truck, or of the platform, are neither ended nor over."""
    own = _are_of(truck_id)
    return session.scalar(sa.select(sa.func.count()).select_from(Offer).where(own, *_are_running())) or 0


def list_over(session: Session, truck_id: str | None, code: str) -> Sequence[Offer]:
    """The rows of the truck's or platform's offers with the code whose time is over, locked."""
    is_over = (Offer.ended_at.is_(None), Offer.ends_at <= clock.now())
    same = sa.select(Offer).where(_are_of(truck_id), Offer.code == code, *is_over)
    return session.scalars(same.with_for_update()).all()


def _are_of(truck_id: str | None) -> sa.ColumnElement[bool]:
    return Offer.truck_id.is_(None) if truck_id is None else Offer.truck_id == truck_id


def _are_running() -> tuple[sa.ColumnElement[bool], ...]:
    return Offer.ended_at.is_(None), sa.or_(Offer.ends_at.is_(None), Offer.ends_at > clock.now())


def to_staff_offer(row: Offer) -> StaffOffer:
    """The offer's JSON for staff."""
    return copy_fields(
        StaffOffer,
        row,
        amount=None if row.amount_cents is None else to_dollars(row.amount_cents),
        min_subtotal=to_dollars(row.min_subtotal_cents),
        state=_describe_state(row),
    )


def _describe_state(row: Offer) -> OfferState:
    now = clock.now()
    if row.ended_at is not None:
        return "ended"
    if row.ends_at is not None and row.ends_at <= now:
        return "expired"
    if row.is_paused:
        return "paused"
    if row.starts_at is not None and now < row.starts_at:
        return "scheduled"
    return "used_up" if row.max_uses is not None and row.uses >= row.max_uses else "active"
