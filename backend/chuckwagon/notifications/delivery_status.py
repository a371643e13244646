"""Twilio's delivery statuses and their order."""

SENDING, FAILED, SKIPPED, REFUSED = "sending", "failed", "skipped", "refused"

_ALIASES = {
    "accepted": "queued", "scheduled": "queued", "sending": "queued", "read": "delivered", "canceled": "failed",
}  # fmt: skip
_RANK = {"queued": 0, "sending": 1, "sent": 2, "delivered": 3, "undelivered": 3, "failed": 3}
UNSUCCESSFUL = frozenset({"undelivered", "failed"})

OPTED_OUT = "The customer asked for no texts (STOP)."
NO_PHONE = "The order has no phone number."
NOT_SET_UP = "No text provider is set up."
OVER_DAILY_LIMIT = "The day's budget for texts is used up."
OVERTAKEN = "The order changed again before this text was sent."
NO_ANSWER = "The text provider did not answer in time."
_REASONS = {
    21211: "The phone number is not valid.",
    21214: "The phone number cannot be reached.",
    21217: "The phone number is not valid.",
    21408: "Texts to this region are not allowed.",
    21610: OPTED_OUT,
    21612: "The phone number cannot be reached by text.",
    21614: "The number is not a mobile phone.",
    21635: "The number is a landline.",
    30003: "The phone is switched off or out of reach.",
    30004: "The phone or its network blocks texts.",
    30005: "The phone number is not in service.",
    30006: "The number is a landline or its network takes no texts.",
    30007: "The network took the text for spam.",
    30034: "The sender's number is not registered for texts in the United States.",
}


def describe_error_code(code: int | None) -> str:
    """Return a sentence for staff about Twilio's error code."""
    if code in _REASONS:
        return _REASONS[code]
    return f"The text provider could not deliver it (code {code})." if code else "It could not be delivered."


def normalize_status(reported: str) -> str | None:
    """Map Twilio's status to one of ours; None for a status that is not about an outgoing SMS."""
    status = _ALIASES.get(reported, reported)
    return status if status in _RANK else None


def list_earlier_statuses(status: str) -> list[str]:
    """List the statuses that `status` may replace, so that a late report never moves an SMS back."""
    return [earlier for earlier, rank in _RANK.items() if rank < _RANK[status]]
