"""Metrics of payments. A counter is increased after the commit, never before."""

import math

from prometheus_client import Counter, Gauge, Histogram

from chuckwagon.observability.metrics import SLOW

CHECKOUTS = Counter("chuckwagon_checkouts_created_total", "Checkouts created.")
UNPAID_REFUSED = Counter(
    "chuckwagon_checkouts_unpaid_share_refused_total",
    "Checkouts refused because the unpaid ones of their network hold their share of a stop or an offer.",
)
SETTLED = Counter(
    "chuckwagon_payments_settled_total",
    "Payments that became an order, by source: verify, webhook, reconciler or command.",
    ("source",),
)
CONFLICTS = Counter(
    "chuckwagon_finalise_conflicts_total",
    "Payments that were fulfilled concurrently; the loser of the race is counted.",
)
MISMATCHES = Counter("chuckwagon_finalise_mismatches_total", "Payments held for review because they match no checkout.")
RECOVERED = Counter(
    "chuckwagon_reconciler_recovered_total",
    "Payments that the reconciler fulfilled because neither a browser nor a webhook reported them.",
)
UNSETTLED_SINCE = Gauge(
    "chuckwagon_unsettled_payment_timestamp_seconds",
    "When the oldest payment that the reconciler has found but not fulfilled succeeded; 0 without one.",
)
RECONCILED_AT = Gauge("chuckwagon_reconciler_finished_timestamp_seconds", "When the reconciler last finished.")
RECONCILED_AT.set(math.nan)  # not 0, which would say that it has been silent since 1970
EVENTS = Counter(
    "chuckwagon_webhook_events_total",
    "Signed Stripe events by result: new, repeated, later (requested again), or not ours.",
    ("type", "result"),
)  # fmt: skip
LAG = Histogram(
    "chuckwagon_webhook_lag_seconds",
    "Seconds from an event to its arrival.",
    buckets=(*SLOW, 60.0, 300.0, 3600.0),
)
SKEW = Gauge(
    "chuckwagon_webhook_clock_skew_seconds",
    "Our clock minus the time of the newest event's signature, including its transport.",
)
REFUNDS = Counter(
    "chuckwagon_refunds_total",
    "Card refunds by result: pending, succeeded, failed, refused, delayed, doubled.",
    ("result",),
)
ORPHANED = Counter(
    "chuckwagon_orders_of_archived_trucks_total",
    "Orders paid after their truck was deleted; they are refunded at once.",
)
