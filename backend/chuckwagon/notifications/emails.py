"""The e-mails about an order, in its language, and about disputed and held payments, in that of their reader.

The functions return the e-mail, or why none is sent.
"""

from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.money import to_rate_percent
from chuckwagon.kit.sentences import Language, name_option
from chuckwagon.mail.catalog import EmailCatalog
from chuckwagon.mail.service import CATALOGS, RenderedEmail, render_email
from chuckwagon.menu.translations import translate_name, translate_option
from chuckwagon.orders import status as statuses
from chuckwagon.orders.late.models import say_number
from chuckwagon.orders.models import Dispute, Order, OrderLine, Refund
from chuckwagon.orders.pickup_schemas import name_with_address
from chuckwagon.orders.purchase import list_tax_parts
from chuckwagon.orders.schemas import to_order_reader, tracking_url
from chuckwagon.orders.status import UNPAID
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.trucks.models import Truck

NO_ADDRESS = "no_address"
BRANDS = {
    "amex": "American Express",
    "diners": "Diners Club",
    "discover": "Discover",
    "eftpos_au": "eftpos",
    "jcb": "JCB",
    "mastercard": "Mastercard",
    "unionpay": "UnionPay",
    "visa": "Visa",
}


class ReceiptLine(msgspec.Struct, frozen=True):
    """One line item of a receipt."""

    quantity: int
    name: str
    options: list[str]
    total_cents: int


def compose_receipt(session: Session, order: Order, origin: str) -> RenderedEmail:
    """Render the receipt of the order. `origin` is the site's."""
    truck, language, words = _read_common(session, order)
    known = {
        "number": say_number(order.order_number, order.offline_number),
        "truck": truck.name,
        "total": words.format_money(order.total_cents),
    }
    summary = words.receipt_unpaid if order.payment_status == UNPAID else words.receipt_paid
    return render_email(
        "receipt",
        language,
        words.receipt_subject.format(**known),
        summary=summary.format(**known),
        pickup=_describe_pickup(order, truck, words),
        lines=[_to_receipt_line(line, words, language) for line in order.lines],
        sums=[
            (words.subtotal, order.subtotal_cents),
            *([(_describe_discount(order, words), -order.discount_cents)] if order.discount_cents else []),
            *([] if order.prices_include_tax else _list_taxes(order, words)),
            *([(words.tip, order.tip_cents)] if order.tip_cents else []),
            (words.total, order.total_cents),
            *(_list_taxes(order, words) if order.prices_include_tax else []),
        ],
        card=_list_card_lines(order, words),
        link=tracking_url(origin, truck.slug, order.tracking_token),
        truck=truck.name,
        phone=truck.phone,
    )


def _list_card_lines(order: Order, words: EmailCatalog) -> list[str]:
    """What card networks require on the receipt of a card on a reader, as far as it is known; none for others."""
    card = to_order_reader(order)
    if card is None or card.last4 is None:
        return []
    how = {"contactless": words.card_tapped, "contact": words.card_inserted, "magnetic": words.card_swiped}
    sentence = how.get((card.read_method or "").partition("_")[0], words.card)
    lines = [sentence.format(brand=BRANDS.get(card.brand or "", card.brand or ""), last4=card.last4)]
    if card.application_name or card.aid:
        lines.append(words.card_application.format(name=card.application_name or "", aid=card.aid or ""))
    if card.account_type:
        account = words.account_types.get(card.account_type, card.account_type)
        lines.append(words.card_account.format(account=account))
    if card.response_code:
        lines.append(words.card_response.format(code=card.response_code))
    return lines


def compose_refund_notice(session: Session, order: Order, origin: str, refund_id: str | None) -> RenderedEmail:
    """Render the notice of what a refund gives back to the card; without one, what all have that Stripe has accepted.

    Where only a part of the payment goes back, it says that the order is made all the same.
    """
    truck, language, words = _read_common(session, order)
    known = {"number": say_number(order.order_number, order.offline_number), "truck": truck.name}
    refund = session.get(Refund, refund_id) if refund_id is not None else None
    returned_cents = _returned_cents(session, order.id)
    amount = words.format_money(refund.amount_cents if refund is not None else returned_cents)
    stands = order.status in NOT_COMPLETED and returned_cents < order.total_cents
    return render_email(
        "refund",
        language,
        words.refund_subject.format(**known),
        summary=words.refund_sentence.format(**known, amount=amount),
        order_stands=words.refund_order_stands if stands else "",
        link=tracking_url(origin, truck.slug, order.tracking_token),
        truck=truck.name,
        phone=truck.phone,
    )


def compose_unconfirmed(order: Order, truck: Truck, language: Language, origin: str) -> RenderedEmail:
    """Render what a user of the truck, or a superadmin, is told of a paid order that no one has confirmed."""
    words = CATALOGS[language]
    known = {"number": say_number(order.order_number, order.offline_number), "truck": truck.name}
    due = order.estimated_pickup_at or order.pickup_at or order.created_at
    when = words.format_time(due.astimezone(ZoneInfo(order.place_timezone or truck.timezone)))
    return render_email(
        "unconfirmed",
        language,
        words.unconfirmed_subject.format(**known),
        summary=words.unconfirmed.format(**known, when=when),
        link=f"{origin}/admin/orders/{order.id}",
    )


def _read_common(session: Session, order: Order) -> tuple[Truck, Language, EmailCatalog]:
    language: Language = order.language  # type: ignore[assignment]
    return session.get_one(Truck, order.truck_id), language, CATALOGS[language]


def _describe_discount(order: Order, words: EmailCatalog) -> str:
    """The words for the discount. An order recovered from the card processor's copy may lack the code."""
    return words.discount.format(code=order.offer_code) if order.offer_code else words.discount_without_code


def _list_taxes(order: Order, words: EmailCatalog) -> list[tuple[str, int]]:
    """The tax for each rate, which is named if there are several; below the total where the prices include it."""
    parts = list_tax_parts(order)
    if len(parts) < 2:
        return [(words.tax_included if order.prices_include_tax else words.tax, order.tax_cents)]
    label = words.tax_included_at if order.prices_include_tax else words.tax_at
    return [(label.format(rate=f"{to_rate_percent(part.rate_units):g}"), part.tax_cents) for part in parts]


def _to_receipt_line(line: OrderLine, words: EmailCatalog, language: Language) -> ReceiptLine:
    said = line.translations
    options = [
        name_option(
            translate_option(said, language, one.name), one.quantity, one.free_quantity, words.some_free, words.all_free
        )
        for one in line.modifiers
    ]
    return ReceiptLine(line.quantity, translate_name(said, language, line.name), options, line.total_cents)


def _returned_cents(session: Session, order_id: str) -> int:
    """The sum of the refunds that Stripe has accepted and that have not failed, in cents."""
    is_sent = (Refund.order_id == order_id, Refund.provider_id.is_not(None), Refund.status != "failed")
    # The sum of PostgreSQL is a Decimal, which money cannot be formatted from.
    return int(session.scalar(sa.select(sa.func.sum(Refund.amount_cents)).where(*is_sent)) or 0)


def _describe_pickup(order: Order, truck: Truck, words: EmailCatalog) -> str:
    """The words for when and where, in the time zone of the place; empty if neither is known.

    The weekday is added on another day than the order's.
    """
    place = name_with_address(order.place_name, order.place_address)
    instant = order.estimated_pickup_at or order.pickup_at
    if instant is None:
        return words.pickup_place_only.format(place=place) if place else ""
    zone = ZoneInfo(order.place_timezone or truck.timezone)
    local = instant.astimezone(zone)
    when = words.format_time(local)
    if local.date() != order.created_at.astimezone(zone).date():
        when = f"{words.weekdays[local.weekday()]}, {when}"
    return (words.pickup_place if place else words.pickup_at).format(when=when, place=place)


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
