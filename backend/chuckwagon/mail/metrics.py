"""Metrics of e-mail, counted after the commit."""

from prometheus_client import Counter

EMAIL_RESULTS = Counter(
    "chuckwagon_emails_total",
    "Tries to send an e-mail by result: sent, failed, skipped, uncertain (no reply), or unanswered (retried).",
    ("result",),
)
