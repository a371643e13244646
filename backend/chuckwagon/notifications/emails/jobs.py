"""Worker jobs of e-mails about orders and payments: one outbox kind for each kind of e-mail."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp.client import smtp_gateway
from chuckwagon.integrations.smtp.message import Email
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit.languages import Language
from chuckwagon.mail.service import send_email
from chuckwagon.mail.templates import RenderedEmail
from chuckwagon.notifications.emails.alerts import AddressedEmail, compose_dispute_alert, compose_held_alert
from chuckwagon.notifications.emails.compose import (
    NO_ADDRESS,
    compose_receipt,
    compose_refund_notice,
    compose_unconfirmed,
)
from chuckwagon.notifications.push.compose import OVERTAKEN
from chuckwagon.notifications.unconfirmed import UNCONFIRMED_EMAIL
from chuckwagon.orders.board.status import CANCELLED, PENDING
from chuckwagon.orders.messages.emails import RECEIPT, REFUND
from chuckwagon.orders.models import Order
from chuckwagon.payments.fulfillment.disputes import DISPUTE_EMAIL
from chuckwagon.payments.fulfillment.reviews import HELD_PAYMENT_EMAIL
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

_Renderer = Callable[[Session, Order, str, OutboxMessage], RenderedEmail]


def _job_for(render: _Renderer) -> JobHandler:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        def compose(session: Session) -> Email | str:
            order = session.get(Order, str(claimed.payload["orderId"]))
            if order is None or order.customer_email is None:  # erased since
                return NO_ADDRESS
            # while it waited; it says where to pick up
            if claimed.kind == f"order_{RECEIPT}_email" and order.status == CANCELLED:
                return OVERTAKEN
            parts = render(session, order, settings.origin, claimed)
            # Mail programs hide a second one of the same key, and a corrected order sends it again.
            key = f"{claimed.key}:{claimed.payload['version']}" if "version" in claimed.payload else claimed.key
            return Email(key, order.customer_email, parts.subject, parts.text, parts.html)

        send_email(db, settings, lambda: smtp_gateway(settings), claimed, compose)

    return send


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
    UNCONFIRMED_EMAIL: send_unconfirmed_email,
    f"order_{RECEIPT}_email": _job_for(lambda session, order, origin, _: compose_receipt(session, order, origin)),
    f"order_{REFUND}_email": _job_for(
        lambda session, order, origin, claimed: compose_refund_notice(
            session, order, origin, claimed.payload.get("refundId")
        )
    ),
    DISPUTE_EMAIL: _alert_job_for(compose_dispute_alert),
    HELD_PAYMENT_EMAIL: _alert_job_for(compose_held_alert),
}
