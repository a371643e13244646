"""What is counted of payments. A number moves once its effect is committed, never before."""

from chuckwagon.core.metrics import SLOW, Counter, Gauge, Histogram

CHECKOUTS = Counter("chuckwagon_checkouts_created_total", "Checkouts that were priced and saved.")
SETTLED = Counter(
    "chuckwagon_payments_settled_total",
    "Payments that became an order, by who brought the news: verify, webhook, reconciler or command.",
    "source",
)
CONFLICTS = Counter(
    "chuckwagon_finalise_conflicts_total", "Payments that somebody else was settling at the same moment."
)
MISMATCHES = Counter(
    "chuckwagon_finalise_mismatches_total", "Payments that fit no checkout and are held for a decision."
)
RECOVERED = Counter(
    "chuckwagon_reconciler_recovered_total",
    "Payments that the reconciler settled because neither a browser nor a webhook had told us.",
)
UNSETTLED_SINCE = Gauge(
    "chuckwagon_unsettled_payment_timestamp_seconds",
    "When the oldest payment succeeded that the reconciler has found and not settled yet; 0 without one.",
)
RECONCILED_AT = Gauge(
    "chuckwagon_reconciler_finished_timestamp_seconds", "When the reconciler last came to its end."
)
EVENTS = Counter(
    "chuckwagon_webhook_events_total",
    "Signed events of the payment provider: new, repeated, or later (asked for again).",
    "type", "result",
)  # fmt: skip
LAG = Histogram(
    "chuckwagon_webhook_lag_seconds",
    "From an event to its arrival here.",
    limits=(*SLOW, 60.0, 300.0, 3600.0),
)
SKEW = Gauge(
    "chuckwagon_webhook_clock_skew_seconds",
    "Our clock less the time in the newest event's signature; its way to us is in it.",
)
REFUNDS = Counter(
    "chuckwagon_refunds_total",
    "Steps of refunds by card: pending, succeeded, failed at the provider, refused by it, delayed, doubled.",
    "result",
)
ORPHANED = Counter(
    "chuckwagon_orders_of_archived_trucks_total",
    "Orders that were paid after their truck was archived: a superadmin has to refund them.",
)
