"""Fixtures: an e-mail in the outbox, the worker, and the sandbox as mail server."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.smtp import Email, smtp_gateway
from chuckwagon.jobs import outbox
from chuckwagon.mail.models import EmailRecord
from chuckwagon.mail.service import send_email
from chuckwagon.settings import Settings
from tests.sandbox_client import SandboxClient

TO = "zoe@example.com"


@dataclass
class MailFixture:
    """E-mails of a kind that the tests made up, sent as any other."""

    db: Database
    settings: Settings
    sandbox: SandboxClient
    to: str = TO
    subject: str = "¡Tu orden!"
    html: str = "<p>Hola, Zoë</p>"
    composed: int = 0
    keys: list[str] = field(default_factory=list)

    def enqueue(self, key: str = "order:1:receipt_email", **payload: str) -> None:
        self.keys.append(key)
        self.db.write(lambda session: outbox.enqueue(session, "test_email", key, payload))

    def payload(self, key: str = "order:1:receipt_email") -> dict[str, Any]:
        """What the outbox message carries."""
        with self.db.reading() as session:
            message = outbox.find_message(session, key)
            assert message is not None
            return message.payload

    def work(self, **changed: Any) -> None:
        """Handle everything that is due."""
        settings = msgspec.structs.replace(self.settings, **changed)
        while claimed := self.db.write(outbox.claim_next):
            self.send(claimed, settings)

    def send(self, claimed: outbox.OutboxMessage, settings: Settings | None = None, gateway: Any = None) -> None:
        settings = settings or self.settings
        gateway = gateway or smtp_gateway(settings) if settings.has_mail else None
        send_email(self.db, settings, lambda: gateway, claimed, lambda session: self._compose(session, claimed.key))

    def _compose(self, _session: Session, key: str) -> Email | str:
        self.composed += 1
        return Email(key, self.to, self.subject, "Hola, Zoë", self.html)

    def status(self, key: str = "order:1:receipt_email") -> tuple[str, str]:
        """The status of the e-mail and of its outbox message."""
        with self.db.reading() as session:
            email, message = session.get(EmailRecord, key), outbox.find_message(session, key)
            assert message is not None
            return (email.status if email else "none"), message.status

    def received(self) -> list[dict[str, Any]]:
        return self.sandbox.get("/_sandbox/emails").raise_for_status().json()


@pytest.fixture
def mail(db: Database, settings: Settings, sandbox: SandboxClient) -> MailFixture:
    return MailFixture(db, settings, sandbox)


@pytest.fixture
def minutes(clock: Any) -> Any:
    """Move the product's clock ahead by minutes."""
    return lambda count: clock.advance(timedelta(minutes=count))
