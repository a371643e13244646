"""The e-mails that tell staff of disputed and of held payments, each in the language of its reader.

The functions return the e-mail, or why none is sent.
"""

from typing import NamedTuple
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.languages import Language
from chuckwagon.mail.catalogs.catalog import EmailCatalog
from chuckwagon.mail.templates import CATALOGS, RenderedEmail, render_email
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck

DISPUTES_PATH, HELD_PAYMENTS_PATH = "/admin/disputes", "/admin/held-payments"
NO_ACCOUNT, OVERTAKEN = "no_account", "overtaken"


class AddressedEmail(NamedTuple):
    """An e-mail and the address of its reader."""

    address: str
    parts: RenderedEmail


def compose_dispute_alert(session: Session, origin: str, claimed: OutboxMessage) -> AddressedEmail | str:
    """Tell a user that a dispute needs an answer, or how it was decided.

    None is sent to a user who may not see the truck's orders any more, and about a status that has changed since.
    """
    dispute, status = session.get(Dispute, str(claimed.payload["disputeId"])), str(claimed.payload["status"])
    order = session.get(Order, dispute.order_id) if dispute is not None else None
    if dispute is None or order is None or dispute.status != status:
        return OVERTAKEN
    user = _find_reader(session, claimed, order.truck_id)
    if user is None:
        return NO_ACCOUNT
    language, words = _read_language(user)
    truck = session.get_one(Truck, order.truck_id)
    subject, summary = {
        statuses.DISPUTE_WON: (words.dispute_won_subject, words.dispute_won),
        statuses.DISPUTE_LOST: (words.dispute_lost_subject, words.dispute_lost),
        "warning_needs_response": (words.dispute_subject, words.dispute_inquiry),
    }.get(status, (words.dispute_subject, words.dispute_opened))
    known = {
        "number": order.order_number,
        "truck": truck.name,
        "amount": words.format_money(dispute.amount_cents),
        "reason": words.dispute_reasons.get(dispute.reason, words.other_reason),
    }
    parts = render_email(
        "notice",
        language,
        subject.format(**known),
        summary=summary.format(**known),
        advice=_advise(session, words, user, order, dispute, ZoneInfo(truck.timezone)),
        link=f"{origin}{DISPUTES_PATH}",
        action=words.dispute_button,
        why=words.why_alert,
    )
    return AddressedEmail(user.email, parts)


def compose_held_alert(session: Session, origin: str, claimed: OutboxMessage) -> AddressedEmail | str:
    """Tell a superadmin that a payment is held, unless it was decided meanwhile."""
    review = session.get(PaymentReview, str(claimed.payload["reviewId"]))
    if review is None or review.decision is not None:
        return OVERTAKEN
    user = _find_reader(session, claimed, None)
    if user is None:
        return NO_ACCOUNT
    language, words = _read_language(user)
    amount = words.format_money(int(review.details.get("amountReceivedCents", 0)))
    parts = render_email(
        "notice",
        language,
        words.held_subject.format(amount=amount),
        summary=words.held_sentence.format(amount=amount),
        advice=words.held_advice,
        link=f"{origin}{HELD_PAYMENTS_PATH}",
        action=words.held_button,
        why=words.why_alert,
    )
    return AddressedEmail(user.email, parts)


def _find_reader(session: Session, claimed: OutboxMessage, truck_id: str | None) -> User | None:
    """The user of the message, if the account still works and is a superadmin's or one of the truck."""
    user = session.get(User, str(claimed.payload["userId"]))
    if user is None or not user.is_active:
        return None
    return user if user.role == SUPERADMIN or (truck_id is not None and user.truck_id == truck_id) else None


def _read_language(user: User) -> tuple[Language, EmailCatalog]:
    language: Language = user.language  # type: ignore[assignment]
    return language, CATALOGS[language]


def _advise(session: Session, words: EmailCatalog, user: User, order: Order, dispute: Dispute, zone: ZoneInfo) -> str:
    """What there is to do, and until when in the time zone of the truck."""
    if dispute.status == statuses.DISPUTE_WON:
        is_cancelled = order.status == statuses.CANCELLED
        return words.dispute_won_refunded if is_cancelled else words.dispute_won_kept
    if dispute.status == statuses.DISPUTE_LOST:
        is_shared = user.role == SUPERADMIN and _is_shared(session, order)
        return words.dispute_lost_shared if is_shared else words.dispute_lost_unshared
    answer = words.dispute_answer if user.role == SUPERADMIN else words.dispute_of_truck
    if dispute.answer_by is None:
        return answer
    return f"{words.dispute_answer_by.format(day=words.format_day(dispute.answer_by.astimezone(zone)))} {answer}"


def _is_shared(session: Session, order: Order) -> bool:
    """Whether a part of the payment went to the truck's own account."""
    of_payment = Checkout.payment_intent_id == order.payment_intent_id
    return session.scalar(sa.select(Checkout.destination_account).where(of_payment)) is not None
