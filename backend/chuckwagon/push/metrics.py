"""Metrics of push messages, counted after the commit."""

from prometheus_client import Counter

PUSH_RESULTS = Counter(
    "chuckwagon_push_total",
    "Tries to push to a device by result: accepted, gone (forgotten), refused, skipped, or unanswered (retried).",
    ("audience", "result"),
)
