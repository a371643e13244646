"""Worker jobs of e-mails about orders and payments: one outbox kind for each kind of e-mail."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp.client import smtp_gateway
from chuckwagon.integrations.smtp.message import Email
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.mail.service import send_email
from chuckwagon.mail.templates import RenderedEmail
from chuckwagon.notifications.emails.alerts import AddressedEmail, compose_dispute_alert, compose_held_alert
from chuckwagon.notifications.emails.compose import NO_ADDRESS, compose_receipt, compose_refund_notice
from chuckwagon.notifications.push.compose import OVERTAKEN
from chuckwagon.orders.board.status import CANCELLED
from chuckwagon.orders.messages.emails import RECEIPT, REFUND
from chuckwagon.orders.models import Order
from chuckwagon.payments.staff_alerts import DISPUTE_EMAIL, HELD_PAYMENT_EMAIL
from chuckwagon.settings import Settings

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
            return Email(claimed.key, order.customer_email, parts.subject, parts.text, parts.html)

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


jobs: dict[str, JobHandler] = {
    f"order_{RECEIPT}_email": _job_for(lambda session, order, origin, _: compose_receipt(session, order, origin)),
    f"order_{REFUND}_email": _job_for(
        lambda session, order, origin, claimed: compose_refund_notice(
            session, order, origin, claimed.payload.get("refundId")
        )
    ),
    DISPUTE_EMAIL: _alert_job_for(compose_dispute_alert),
    HELD_PAYMENT_EMAIL: _alert_job_for(compose_held_alert),
}
