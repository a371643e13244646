"""Statuses of orders with their allowed transitions, payment statuses, and which orders are sales that earn what.

Metrics are counted after the commit.
"""

import sqlalchemy as sa
from prometheus_client import Counter

from chuckwagon.orders.models import DUE, Order, Refund

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


TRANSITIONS = Counter(
    "chuckwagon_order_transitions_total",
    'Steps of orders; one that is placed comes from "new".',
    ("from", "to"),
)


# A sale: an order that was paid, not fully refunded or disputed, and not cancelled.
IS_SALE = sa.and_(Order.status != CANCELLED, Order.payment_status.in_(HOLDS_MONEY))
# A refund counts unless it failed, or is due at the counter and not paid out yet.
COUNTS_AS_REFUND = Refund.status.not_in(("failed", DUE))
_REFUNDED_CENTS = (
    sa.select(sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0))
    .where(Refund.order_id == Order.id, COUNTS_AS_REFUND)
    .correlate(Order)
    .scalar_subquery()
)
# Revenue of an order in cents, tax and tip included and refunds deducted; 0 for an order that is not a sale.
REVENUE_CENTS = sa.case(
    (sa.not_(IS_SALE), 0),
    (Order.payment_status == HOLDS_MONEY[0], Order.total_cents),
    else_=Order.total_cents - _REFUNDED_CENTS,
)
# The part of the revenue that is the tip, in cents. A refund returns the price and the tax first, and then the tip.
TIPS_CENTS = sa.case(
    (Order.tip_cents == 0, 0),
    (Order.tip_cents < REVENUE_CENTS, Order.tip_cents),
    else_=REVENUE_CENTS,
)
# What offers took off the price of a sale, in cents. It is not part of the revenue.
DISCOUNT_CENTS = sa.case((IS_SALE, Order.discount_cents), else_=0)
