"""The identity of an order at the counter: a draft of a device becomes one order, however often it is sent.

Why: docs/decisions/0059-counter-drafts.md
"""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, TypeVar
from uuid import UUID

import sqlalchemy as sa
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent
from chuckwagon.db.database import insert_if_absent
from chuckwagon.kit.errors import Conflict
from chuckwagon.orders import queries
from chuckwagon.orders.audit_events import DISCARDED
from chuckwagon.orders.models import CounterDraft
from chuckwagon.orders.schemas import StaffOrder

DraftId = UUID | UnsetType | None
SentInstant = Annotated[datetime, Meta(tz=True)] | UnsetType | None


class SentDraft(Struct, rename="camel"):
    """How a draft was sent: its ID, the device's, when it was taken, and when it was sent, by the device's clock.

    None of it makes two requests differ. An order of an unknown device has none.
    """

    draft_id: DraftId = UNSET
    device_id: UUID | UnsetType | None = UNSET
    taken_at: SentInstant = UNSET
    sent_at: SentInstant = UNSET


Request = TypeVar("Request", bound=SentDraft)


def without_transport(request: Request) -> Request:
    """The request as its digest is made, which says whether two requests are the same."""
    return replace(request, draft_id=UNSET, device_id=UNSET, taken_at=UNSET, sent_at=UNSET)


def find_order_of_draft(session: Session, truck_id: str, draft_id: DraftId) -> StaffOrder | None:
    """The present state of the order that was made of the draft at the truck; None without one."""
    is_draft = (CounterDraft.truck_id == truck_id, CounterDraft.draft_id == str(draft_id))
    order_id = session.scalar(sa.select(CounterDraft.order_id).where(*is_draft)) if draft_id else None
    return queries.get_staff_order(session, order_id) if order_id else None


class PaymentRunning(Conflict):
    """A card is being asked for on a reader, so nothing else is taken for this draft, and the day is not closed."""

    code = "payment_running"
    sentence = "A card payment is under way on a reader. Finish or cancel it first."


class DraftDiscarded(Conflict):
    """A person has discarded what a device held of the draft, so it becomes no order."""

    code = "order_discarded"
    sentence = "This order was discarded. Discard it here too, or take a new order."


def is_discarded(session: Session, truck_id: str, draft_id: str) -> bool:
    """Whether a person has discarded the late order of the draft."""
    told = (AuditEvent.truck_id == truck_id, AuditEvent.action == DISCARDED, AuditEvent.subject_id == draft_id)
    return session.scalar(sa.select(AuditEvent.id).where(*told).limit(1)) is not None


def _refuse(session: Session, truck_id: str, draft_id: str) -> Conflict:
    return DraftDiscarded() if is_discarded(session, truck_id, draft_id) else PaymentRunning()


def claim_draft(session: Session, truck_id: str, draft_id: DraftId | str) -> None:
    """Keep the draft for a payment on a reader, until it becomes its order or is given back.

    Raises PaymentRunning for a draft that is kept already, and DraftDiscarded.
    """
    if draft_id and not insert_if_absent(
        session, CounterDraft, {"truck_id": truck_id, "draft_id": str(draft_id), "order_id": None}
    ):
        raise _refuse(session, truck_id, str(draft_id))


def keep_discarded(session: Session, truck_id: str, draft_id: str) -> bool:
    """Keep the draft of a late order that is discarded, for ever, so that it becomes no order.

    False for one that is kept already, or is an order. The same draft at the same instant waits.
    """
    return insert_if_absent(session, CounterDraft, {"truck_id": truck_id, "draft_id": draft_id, "order_id": None})


def is_draft_kept(session: Session, truck_id: str, draft_id: str) -> bool:
    """Whether a card is asked for on a reader for the draft, or for an unpaid order by its ID."""
    is_kept = (CounterDraft.truck_id == truck_id, CounterDraft.draft_id == draft_id, CounterDraft.order_id.is_(None))
    return session.scalar(sa.select(CounterDraft.draft_id).where(*is_kept)) is not None


def refuse_kept_draft(session: Session, truck_id: str, draft_id: str) -> None:
    """Raises PaymentRunning for a draft, or an unpaid order by its ID, for which a card is asked for on a reader."""
    if is_draft_kept(session, truck_id, draft_id):
        raise PaymentRunning


def release_draft(session: Session, truck_id: str, draft_id: str | None) -> None:
    """Give back a draft that was kept for a payment which made no order."""
    if draft_id:
        is_kept = (CounterDraft.truck_id == truck_id, CounterDraft.draft_id == draft_id)
        session.execute(sa.delete(CounterDraft).where(*is_kept, CounterDraft.order_id.is_(None)))


def give_draft_to_order(session: Session, truck_id: str, draft_id: str | None, order_id: str) -> None:
    """Make the order that of the draft, unless it has another one."""
    if not draft_id:
        return
    if not insert_if_absent(session, CounterDraft, {"truck_id": truck_id, "draft_id": draft_id, "order_id": order_id}):
        is_kept = (CounterDraft.truck_id == truck_id, CounterDraft.draft_id == draft_id)
        given = sa.update(CounterDraft).where(*is_kept, CounterDraft.order_id.is_(None)).values(order_id=order_id)
        session.execute(given.execution_options(synchronize_session=False))


def place_once(session: Session, truck_id: str, draft_id: DraftId, place: Callable[[], StaffOrder]) -> StaffOrder:
    """Call `place` and keep its order as that of the draft; a draft that has one gets that order.

    Raises DraftDiscarded, and PaymentRunning. The row of the draft is inserted before, so that the same draft at the
    same instant waits for the first one.
    """
    if not draft_id:
        return place()
    draft = {"truck_id": truck_id, "draft_id": str(draft_id)}
    if not insert_if_absent(session, CounterDraft, draft | {"order_id": None}):
        known = session.get_one(CounterDraft, tuple(draft.values()), populate_existing=True)
        if known.order_id is None:
            raise _refuse(session, truck_id, str(draft_id))
        return queries.get_staff_order(session, str(known.order_id))
    order = place()
    placed = sa.update(CounterDraft).where(*(CounterDraft.__table__.c[name] == one for name, one in draft.items()))
    session.execute(placed.values(order_id=order.id).execution_options(synchronize_session=False))
    return order
