"""What the product keeps beside the orders: order counters, and customers with their totals."""

from collections import Counter, defaultdict

from sqlalchemy.orm import Session

from chuckwagon.customers.models import Customer
from chuckwagon.customers.service import OrderContribution, replace_totals
from chuckwagon.demo.history.row_buffer import Row, RowBuffer
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.models import Order, OrderCounter, Refund


def add_counters(buffer: RowBuffer) -> None:
    """Add a row for each truck, with the last order number and the number of orders in each status."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    last: dict[str, int] = {}
    for order in buffer.rows[Order]:
        counts[order["truck_id"]][order["status"]] += 1
        last[order["truck_id"]] = max(order["order_number"], last.get(order["truck_id"], 0))
    for truck_id, by_status in sorted(counts.items()):
        numbers = {name: by_status[name] for name in statuses.NEXT_STATUSES}
        buffer.add(OrderCounter, truck_id=truck_id, last_number=last[truck_id], **numbers)


def add_customers(buffer: RowBuffer) -> None:
    """Add a row for each customer with an order, with totals of zero. `write_totals` sets them."""
    first: dict[str, Row] = {}
    for order in sorted(buffer.rows[Order], key=lambda row: row["created_at"]):
        if order["customer_id"] is not None:
            first.setdefault(order["customer_id"], order)
    for customer_id, order in first.items():
        buffer.add(
            Customer,
            id=customer_id,
            phone=order["customer_phone"],
            name=order["customer_name"],
            email=order["customer_email"],
            words="",
            order_count=0,
            spent_cents=0,
            last_order_at=None,
            created_at=order["created_at"],
        )


def write_totals(session: Session, buffer: RowBuffer) -> None:
    """Set the totals of every customer, computed from all their orders, once the rows are inserted."""
    refunded: Counter[str] = Counter()
    for refund in buffer.rows[Refund]:
        refunded[refund["order_id"]] += refund["amount_cents"]
    by_customer: dict[str, list[OrderContribution]] = defaultdict(list)
    for order in sorted(buffer.rows[Order], key=lambda row: (row["created_at"], row["id"])):
        if order["customer_id"] is not None:
            by_customer[order["customer_id"]].append(_count(order, refunded[order["id"]]))
    for customer_id, orders in by_customer.items():
        replace_totals(session, customer_id, orders)


def _count(order: Row, refunded_cents: int) -> OrderContribution:
    is_sale = order["status"] != statuses.CANCELLED and order["payment_status"] in statuses.HOLDS_MONEY
    return OrderContribution(
        truck_id=order["truck_id"],
        phone=order["customer_phone"],
        name=order["customer_name"],
        email=order["customer_email"],
        at=order["created_at"],
        cents=order["total_cents"] - refunded_cents if is_sale else 0,
    )
