"""What a device held and a person discards: a late order that was refused. It counts nowhere, and is audited."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import record
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict, InvalidInput
from chuckwagon.kit.money import format_usd, to_cents
from chuckwagon.kit.sentences import REQUIRED_FIELDS
from chuckwagon.kit.validation import trimmed
from chuckwagon.orders import queries
from chuckwagon.orders.audit_events import DISCARDED
from chuckwagon.orders.late.schemas import MAX_REASON_LENGTH, Name, OfflineNumber, is_of_a_clock, shorten
from chuckwagon.orders.placement.counter_drafts import (
    PaymentRunning,
    SentDraft,
    find_order_of_draft,
    is_discarded,
    keep_discarded,
)
from chuckwagon.orders.placement.counter_orders import AMOUNT_INVALID, MAX_DOLLARS


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
