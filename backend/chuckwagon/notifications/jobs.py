"""Worker jobs of SMS: one outbox kind for each kind of SMS."""

from chuckwagon.db.database import Database
from chuckwagon.integrations.twilio.client import twilio_gateway
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.notifications import service
from chuckwagon.notifications.templates import KINDS
from chuckwagon.orders.pickup_changes.change_records import PLAN_CHANGE_SMS
from chuckwagon.settings import Settings


def _job_for(kind: str) -> JobHandler:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        stored_as = str(claimed.payload.get("kind", kind))  # a refund has an SMS of its own
        service.send_queued_sms(db, settings, twilio_gateway(settings), stored_as, claimed)

    return send


def send_change_sms(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Job: send the SMS about a change of an order's plan, and finish or reschedule the message."""
    service.send_queued_sms(db, settings, twilio_gateway(settings), str(claimed.payload["kind"]), claimed)


jobs: dict[str, JobHandler] = {
    **{f"order_{kind}_sms": _job_for(kind) for kind in KINDS},
    PLAN_CHANGE_SMS: send_change_sms,
}
