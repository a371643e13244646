"""Metrics of SMS, counted after the commit."""

from prometheus_client import Counter

SMS_RESULTS = Counter(
    "chuckwagon_sms_total",
    "Tries to send an order's SMS by result: sent, refused, skipped, or unanswered (retried).",
    ("result",),
)
