"""Twilio's delivery statuses and their order."""

from chuckwagon.orders.messages import SMS_REASONS

SENDING, FAILED, SKIPPED, REFUSED = "sending", "failed", "skipped", "refused"

_ALIASES = {
    "accepted": "queued", "scheduled": "queued", "sending": "queued", "read": "delivered", "canceled": "failed",
}  # fmt: skip
_RANK = {"queued": 0, "sending": 1, "sent": 2, "delivered": 3, "undelivered": 3, "failed": 3}
UNSUCCESSFUL = frozenset({"undelivered", "failed"})

OPTED_OUT = SMS_REASONS["opted_out"]
NO_PHONE = SMS_REASONS["no_phone"]
NOT_SET_UP = SMS_REASONS["not_set_up"]
OVER_DAILY_LIMIT = SMS_REASONS["over_day"]
OVER_TRUCK_SHARE = SMS_REASONS["over_share"]
OVER_NEW_NUMBERS = SMS_REASONS["over_new_numbers"]
OVERTAKEN = SMS_REASONS["overtaken"]
NO_ANSWER = SMS_REASONS["no_answer"]
_REASONS = {
    21211: SMS_REASONS["number_invalid"],
    21214: SMS_REASONS["number_unreachable"],
    21217: SMS_REASONS["number_invalid"],
    21408: SMS_REASONS["region"],
    21610: OPTED_OUT,
    21612: SMS_REASONS["no_sms"],
    21614: SMS_REASONS["no_mobile"],
    21635: SMS_REASONS["landline"],
    30003: SMS_REASONS["phone_off"],
    30004: SMS_REASONS["blocked"],
    30005: SMS_REASONS["number_off"],
    30006: SMS_REASONS["landline_or_network"],
    30007: SMS_REASONS["spam"],
    30034: SMS_REASONS["sender_unknown"],
}


def describe_error_code(code: int | None) -> str:
    """Return a sentence for staff about Twilio's error code."""
    if code in _REASONS:
        return _REASONS[code]
    return f"{SMS_REASONS['provider'][:-1]} (code {code})." if code else SMS_REASONS["undelivered"]


def normalize_status(reported: str) -> str | None:
    """Map Twilio's status to one of ours; None for a status that is not about an outgoing SMS."""
    status = _ALIASES.get(reported, reported)
    return status if status in _RANK else None


def list_earlier_statuses(status: str) -> list[str]:
    """List the statuses that `status` may replace, so that a late report never moves an SMS back."""
    return [earlier for earlier, rank in _RANK.items() if rank < _RANK[status]]
