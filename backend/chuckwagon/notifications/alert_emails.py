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
from chuckwagon.mail.catalog import EmailCatalog
from chuckwagon.mail.service import CATALOGS, RenderedEmail, render_email
from chuckwagon.orders import status as statuses
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck

DISPUTES_PATH, HELD_PAYMENTS_PATH = "/admin/disputes", "/admin/held-payments"
NO_ACCOUNT, OVERTAKEN = "no_account", "overtaken"
INQUIRY = "warning_needs_response"  # the bank asks, and has not taken the money


class AddressedEmail(NamedTuple):
    """An e-mail and the address of its reader."""

    address: str
    parts: RenderedEmail


def compose_dispute_alert(session: Session, origin: str, claimed: OutboxMessage) -> AddressedEmail | str:
    """Tell a user that a dispute needs an answer, or how it was decided.

    None is sent to a user who may not see the truck's orders any more, and about a status that has changed since.
    """
    dispute, status = session.get(Dispute, str(claimed.payload["disputeId"])), str(claimed.payload["status"])
    if dispute is None or dispute.status != status:
        return OVERTAKEN
    order = session.get(Order, dispute.order_id) if dispute.order_id else None
    user = _find_reader(session, claimed, order.truck_id if order else None)
    if user is None:
        return NO_ACCOUNT
    language, words = _read_language(user)
    truck = _find_truck(session, dispute, order)
    subject, summary = _word_status(words, status, is_held=order is None)
    known = {
        "number": order.order_number if order else "",
        "truck": truck.name if truck else "",
        "amount": words.format_money(dispute.amount_cents),
        "reason": words.dispute_reasons.get(dispute.reason, words.other_reason),
    }
    parts = render_email(
        "notice",
        language,
        subject.format(**known),
        summary=summary.format(**known),
        advice=_advise(session, words, user, order, dispute, ZoneInfo(truck.timezone if truck else "UTC")),
        link=f"{origin}{DISPUTES_PATH}",
        action=words.dispute_button,
        why=words.why_alert,
    )
    return AddressedEmail(user.email, parts)


def _word_status(words: EmailCatalog, status: str, *, is_held: bool) -> tuple[str, str]:
    """The subject and the sentence for a dispute in this status. One of a held payment names no order."""
    if is_held:
        return {
            statuses.DISPUTE_WON: (words.held_dispute_won_subject, words.held_dispute_won),
            statuses.DISPUTE_LOST: (words.held_dispute_lost_subject, words.held_dispute_lost),
            INQUIRY: (words.held_dispute_subject, words.held_dispute_inquiry),
        }.get(status, (words.held_dispute_subject, words.held_dispute_opened))
    return {
        statuses.DISPUTE_WON: (words.dispute_won_subject, words.dispute_won),
        statuses.DISPUTE_LOST: (words.dispute_lost_subject, words.dispute_lost),
        INQUIRY: (words.dispute_subject, words.dispute_inquiry),
    }.get(status, (words.dispute_subject, words.dispute_opened))


def _find_truck(session: Session, dispute: Dispute, order: Order | None) -> Truck | None:
    """The truck of the order, or of the checkout that a held payment names; None where it is unknown."""
    if order is not None:
        return session.get_one(Truck, order.truck_id)
    of_checkout = sa.select(Truck).join(Checkout, Checkout.truck_id == Truck.id)
    held = of_checkout.join(PaymentReview, PaymentReview.checkout_id == Checkout.id)
    return session.scalar(held.where(PaymentReview.payment_intent_id == dispute.payment_intent_id))


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


def _advise(
    session: Session, words: EmailCatalog, user: User, order: Order | None, dispute: Dispute, zone: ZoneInfo
) -> str:
    """What there is to do, and until when in the time zone of the truck."""
    intent_id = order.payment_intent_id if order else dispute.payment_intent_id
    if dispute.status == statuses.DISPUTE_WON:
        if order is None:
            return words.held_advice if _is_undecided(session, intent_id) else words.dispute_won_kept
        return words.dispute_won_refunded if order.status == statuses.CANCELLED else words.dispute_won_kept
    if dispute.status == statuses.DISPUTE_LOST:
        is_shared = user.role == SUPERADMIN and _is_shared(session, intent_id)
        return words.dispute_lost_shared if is_shared else words.dispute_lost_unshared
    answer = words.dispute_answer if user.role == SUPERADMIN else words.dispute_of_truck
    if dispute.answer_by is None:
        return answer
    return f"{words.dispute_answer_by.format(day=words.format_day(dispute.answer_by.astimezone(zone)))} {answer}"


def _is_undecided(session: Session, intent_id: str | None) -> bool:
    undecided = (PaymentReview.payment_intent_id == intent_id, PaymentReview.decision.is_(None))
    return session.scalar(sa.select(PaymentReview.id).where(*undecided)) is not None


def _is_shared(session: Session, intent_id: str | None) -> bool:
    """Whether a part of the payment went to the truck's own account."""
    of_payment = Checkout.payment_intent_id == intent_id
    return session.scalar(sa.select(Checkout.destination_account).where(of_payment)) is not None
