"""State of the running sandbox, shared by the APIs, the pages and the deliveries."""

from typing import Any

from sandbox.errors import not_found
from sandbox.faults import Faults
from sandbox.mail.mailbox import Mailbox
from sandbox.printers.service import Printers
from sandbox.push.service import PushService
from sandbox.settings import Settings
from sandbox.store import Record, Store
from sandbox.twilio.messages import Messenger
from sandbox.webhooks import Webhooks


class Sandbox:
    """State of the sandbox, available as `request.app.state.sandbox`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.data_dir)
        self.faults = Faults()
        self.webhooks = Webhooks(self.store, self.faults, settings)
        self.messenger = Messenger(self.store, settings)
        self.mailbox = Mailbox(self.store)
        self.push = PushService(self.store, settings.public_url)
        self.printers = Printers(self.store)
        self.keys_in_use: set[tuple[str, str]] = set()

    def get(self, kind: str, object_id: str | None, param: str = "id") -> Record:
        """Return the object. Raises Stripe's 404 error, which names the parameter."""
        found = self.store.find(kind, object_id)
        if found is None:
            raise not_found(kind, str(object_id), param)
        return found

    def save(self, record: dict[str, Any]) -> Record:
        """Store a Stripe object under its kind and ID."""
        return self.store.put(record["object"], record["id"], record)

    def reset(self) -> None:
        """Delete everything: objects, pending deliveries and faults."""
        self.webhooks.forget()
        self.messenger.stop()
        self.printers.stop()
        self.faults.clear()
        self.keys_in_use.clear()
        self.store.clear()

    def close(self) -> None:
        self.webhooks.stop()
        self.messenger.stop()
        self.printers.stop()
        self.store.close()
