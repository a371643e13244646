"""Events and their deliveries, as the pages show them."""

from sandbox.pages.formatting import moment, pill
from sandbox.pages.templates import Markup, fill, joined
from sandbox.state import Sandbox
from sandbox.store import Record


class Deliveries:
    """All deliveries, grouped by event once for a whole page."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._by_event: dict[str, list[Record]] = {}
        for delivery in sandbox.store.all("delivery"):
            self._by_event.setdefault(delivery["event"], []).append(delivery)

    def of(self, event: Record) -> list[Record]:
        return self._by_event.get(event["id"], [])


def told(event: Record, deliveries: Deliveries) -> Markup:
    """Render a row with the event, its deliveries and a button that sends it again."""
    return fill(
        "events",
        "event",
        id=event["id"],
        type=event["type"],
        when=moment(event["created"]),
        deliveries=joined(map(_delivery, deliveries.of(event))) or fill("events", "delivery_none"),
    )


def _delivery(delivery: Record) -> Markup:
    """Describe how often the event was sent to this URL, and the last response."""
    attempts = delivery["attempts"]
    last = attempts[-1] if attempts else {}
    answer = last.get("error") or last.get("status") or "waiting"
    status = "delivered" if delivery["delivered"] else "pending" if delivery["open"] else "failed"
    count = f"{len(attempts)} {'try' if len(attempts) == 1 else 'tries'}"
    return fill("events", "delivery", url=delivery["url"], status=pill(status), answer=answer, count=count)
