"""Which orders brought money, and how much of it stayed."""

import sqlalchemy as sa

from chuckwagon.orders.models import Order, Refund
from chuckwagon.orders.status import CANCELLED, HOLDS_MONEY

# A sale: the money was paid and kept, at least in part, and the order was not called off.
IS_SALE = sa.and_(Order.status != CANCELLED, Order.payment_status.in_(HOLDS_MONEY))

_GIVEN_BACK = (
    sa.select(sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0))
    .where(Refund.order_id == Order.id, Refund.status != "failed")
    .correlate(Order)
    .scalar_subquery()
)

# What a sale brought, in cents, tax included and refunds taken off; nothing for every other order.
REVENUE_CENTS = sa.case(
    (sa.not_(IS_SALE), 0),
    (Order.payment_status == HOLDS_MONEY[0], Order.total_cents),
    else_=Order.total_cents - _GIVEN_BACK,
)
