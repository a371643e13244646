"""Metrics of orders, updated after the commit."""

from prometheus_client import Counter

TRANSITIONS = Counter(
    "chuckwagon_order_transitions_total",
    'Steps of orders; one that is placed comes from "new".',
    ("from", "to"),
)
