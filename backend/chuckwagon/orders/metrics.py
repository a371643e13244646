"""What is counted of orders, once it is committed."""

from chuckwagon.core.metrics import Counter

TRANSITIONS = Counter(
    "chuckwagon_order_transitions_total",
    'Steps of orders; one that is placed comes from "new".',
    "from",
    "to",
)
