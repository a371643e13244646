"""What the worker does for texts: one kind of outbox message per kind of text."""

from chuckwagon.core.db import Database
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.notifications import service
from chuckwagon.notifications.templates import KINDS
from chuckwagon.settings import Settings


def _send(kind: str) -> Job:
    def send(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
        service.send_order_text(db, settings, twilio_gateway(settings), kind, claimed)

    return send


jobs: dict[str, Job] = {f"order_{kind}_sms": _send(kind) for kind in KINDS}
