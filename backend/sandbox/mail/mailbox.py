"""All received e-mails, oldest first, as a mail program reads them."""

import time
from email import message_from_bytes, policy
from email.message import EmailMessage

from sandbox.ids import new_id
from sandbox.store import Record, Store


class Mailbox:
    """The received e-mails of all recipients."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self) -> list[Record]:
        return self._store.all("email")

    def find(self, email_id: str) -> Record | None:
        return self._store.find("email", email_id)

    def receive(self, sender: str, recipients: list[str], content: bytes) -> Record:
        """Store an e-mail that was accepted."""
        message = message_from_bytes(content, policy=policy.default)
        email_id = new_id("email_", 16)
        record = {
            "id": email_id,
            "from": str(message["From"] or sender),
            "to": recipients,
            "subject": str(message["Subject"] or ""),
            "messageId": str(message["Message-ID"] or ""),
            "text": _part(message, "plain"),
            "html": _part(message, "html"),
            "created": time.time(),
        }
        return self._store.put("email", email_id, record)


def _part(message: EmailMessage, kind: str) -> str:
    body = message.get_body(preferencelist=(kind,))
    return str(body.get_content()) if body is not None else ""
