"""The provider's delivery states and the order that they come in."""

SENDING, FAILED, SKIPPED = "sending", "failed", "skipped"

_SAME_AS = {"accepted": "queued", "scheduled": "queued", "read": "delivered", "canceled": "failed"}
_RANK = {"queued": 0, "sending": 1, "sent": 2, "delivered": 3, "undelivered": 3, "failed": 3}
UNSUCCESSFUL = frozenset({"undelivered", "failed"})


def our_status(reported: str) -> str | None:
    """The provider's word as one of ours; None for a word that says nothing about an outgoing text."""
    status = _SAME_AS.get(reported, reported)
    return status if status in _RANK else None


def statuses_before(status: str) -> list[str]:
    """Every status that a report of `status` may replace; a report that comes late replaces none."""
    return [earlier for earlier, rank in _RANK.items() if rank < _RANK[status]]
