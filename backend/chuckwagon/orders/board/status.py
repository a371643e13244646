"""Statuses of orders with their allowed transitions, and payment statuses."""

PENDING, CONFIRMED, PREPARING = "pending", "confirmed", "preparing"
READY, COMPLETED, CANCELLED = "ready", "completed", "cancelled"

NOT_STARTED = (PENDING, CONFIRMED)

NEXT_STATUSES: dict[str, tuple[str, ...]] = {
    PENDING: (CONFIRMED, CANCELLED),
    CONFIRMED: (PREPARING, CANCELLED),
    PREPARING: (READY, CANCELLED),
    READY: (COMPLETED,),
    COMPLETED: (),
    CANCELLED: (),
}

UNPAID, PAID, DISPUTED = "unpaid", "paid", "disputed"
PARTIALLY_REFUNDED, REFUNDED = "partially_refunded", "refunded"
HOLDS_MONEY = (PAID, PARTIALLY_REFUNDED)

# Stripe's statuses of a dispute for which the bank has withdrawn the money. An inquiry withdraws none.
FUNDS_WITHDRAWN = ("needs_response", "under_review", "lost")
# Those that are lost unless the bank gets an answer in time.
NEEDS_ANSWER = ("needs_response", "warning_needs_response")
DISPUTE_WON, DISPUTE_LOST = "won", "lost"
