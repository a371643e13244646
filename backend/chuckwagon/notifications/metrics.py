"""What is counted of texts, once it is committed."""

from chuckwagon.core.metrics import Counter

TEXTS = Counter(
    "chuckwagon_sms_total",
    "Texts about orders by what became of the try: sent, refused, skipped, or unanswered (tried again).",
    "result",
)
