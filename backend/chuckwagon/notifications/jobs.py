"""Worker jobs of SMS and of e-mails about orders and payments: one outbox kind for each kind of message."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp import Email, smtp_gateway
from chuckwagon.integrations.twilio import twilio_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit.sentences import Language
from chuckwagon.mail.service import RenderedEmail, send_email
from chuckwagon.notifications import service
from chuckwagon.notifications.emails import (
    NO_ADDRESS,
    AddressedEmail,
    compose_dispute_alert,
    compose_held_alert,
    compose_receipt,
    compose_refund_notice,
    compose_unconfirmed,
)
from chuckwagon.notifications.push_messages import OVERTAKEN
from chuckwagon.notifications.templates import KINDS
from chuckwagon.notifications.unconfirmed import UNCONFIRMED_EMAIL
from chuckwagon.orders.messages import RECEIPT, REFUND
from chuckwagon.orders.models import Order
from chuckwagon.orders.pickup_changes import PLAN_CHANGE_SMS
from chuckwagon.orders.receipts import lacks_card
from chuckwagon.orders.status import CANCELLED, PENDING
from chuckwagon.payments.fulfillment.disputes import DISPUTE_EMAIL
from chuckwagon.payments.fulfillment.reviews import HELD_PAYMENT_EMAIL
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck


def _sms_job_for(kind: str) -> JobHandler:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        stored_as = str(claimed.payload.get("kind", kind))  # a refund has an SMS of its own
        service.send_queued_sms(db, settings, twilio_gateway(settings), stored_as, claimed)

    return send


def send_change_sms(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: send the SMS about a change of an order's plan, and finish or reschedule the message."""
    service.send_queued_sms(db, settings, twilio_gateway(settings), str(claimed.payload["kind"]), claimed)


WAIT_FOR_CARD = timedelta(seconds=2)
_Renderer = Callable[[Session, Order, str, OutboxMessage], RenderedEmail]


def _email_job_for(render: _Renderer) -> JobHandler:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        if claimed.kind == f"order_{RECEIPT}_email" and db.write(lambda session: _wait_for_card(session, claimed)):
            return

        def compose(session: Session) -> Email | str:
            order = session.get(Order, str(claimed.payload["orderId"]))
            address = claimed.payload.get("email") or (order.customer_email if order else None)
            if order is None or address is None:  # erased since
                return NO_ADDRESS
            # while it waited; it says where to pick up
            if claimed.kind == f"order_{RECEIPT}_email" and order.status == CANCELLED:
                return OVERTAKEN
            parts = render(session, order, settings.origin, claimed)
            # Mail programs hide a second one of the same key, and a corrected order sends it again.
            key = f"{claimed.key}:{claimed.payload['version']}" if "version" in claimed.payload else claimed.key
            return Email(key, address, parts.subject, parts.text, parts.html)

        send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)

    return send


def _wait_for_card(session: Session, claimed: OutboxMessage) -> bool:
    """Postpone a receipt whose card on a reader is not known yet. False if it can be sent."""
    order = session.get(Order, str(claimed.payload["orderId"]))
    if order is None or not lacks_card(order):
        return False
    outbox.postpone(session, claimed, "the card is not known yet", WAIT_FOR_CARD)
    return True


def _alert_job_for(render: Callable[[Session, str, OutboxMessage], AddressedEmail | str]) -> JobHandler:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        def compose(session: Session) -> Email | str:
            found = render(session, settings.origin, claimed)
            if isinstance(found, str):
                return found
            return Email(claimed.key, found.address, found.parts.subject, found.parts.text, found.parts.html)

        send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)

    return send


def send_unconfirmed_email(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: tell one user of an order that no one has confirmed, unless someone has meanwhile."""

    def compose(session: Session) -> Email | str:
        user, order = session.get(User, str(claimed.payload["userId"])), session.get(Order, claimed.payload["orderId"])
        if user is None or not user.is_active or order is None or order.status != PENDING:
            return NO_ADDRESS
        truck, language = session.get_one(Truck, order.truck_id), _language_of(user)
        parts = compose_unconfirmed(order, truck, language, settings.origin)
        return Email(claimed.key, user.email, parts.subject, parts.text, parts.html)

    send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)


def _language_of(user: User) -> Language:
    return user.language  # type: ignore[return-value]


jobs: dict[str, JobHandler] = {
    **{f"order_{kind}_sms": _sms_job_for(kind) for kind in KINDS},
    PLAN_CHANGE_SMS: send_change_sms,
    UNCONFIRMED_EMAIL: send_unconfirmed_email,
    f"order_{RECEIPT}_email": _email_job_for(lambda session, order, origin, _: compose_receipt(session, order, origin)),
    f"order_{REFUND}_email": _email_job_for(
        lambda session, order, origin, claimed: compose_refund_notice(
            session, order, origin, claimed.payload.get("refundId")
        )
    ),
    DISPUTE_EMAIL: _alert_job_for(compose_dispute_alert),
    HELD_PAYMENT_EMAIL: _alert_job_for(compose_held_alert),
}
