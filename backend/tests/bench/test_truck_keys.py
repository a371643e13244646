"""Statements are told apart by whether their condition names the truck."""

import pytest
import sqlalchemy as sa

from bench.sharding.truck_keys import BY_KEY, NEEDS_CHANGE, OF_A_TRUCK, REFERENCE, WITH_TRUCK, Found, judge, report
from chuckwagon.accounts.models import User
from chuckwagon.orders.models import Order, OrderEvent, OrderLine
from chuckwagon.trucks.models import Truck

IN_TRUCK = sa.select(Order.id).where(Order.truck_id == "t")


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        (sa.select(User).where(User.email == "a@b.example"), REFERENCE),
        (sa.select(Truck), REFERENCE),
        (IN_TRUCK, WITH_TRUCK),
        (sa.select(Order).where(Order.truck_id.in_(["t", "u"])), WITH_TRUCK),
        (sa.update(Order).where(Order.id == "o", Order.truck_id == "t").values(status="ready"), WITH_TRUCK),
        (sa.select(Order).join(Truck, Truck.id == Order.truck_id).where(Truck.id == "t"), WITH_TRUCK),
        (sa.select(OrderLine).where(OrderLine.order_id.in_(IN_TRUCK)), WITH_TRUCK),
        (sa.select(Order).where(Order.id == "o"), BY_KEY),
        (sa.select(Order).where(Order.id.in_(["o", "p"])), BY_KEY),
        (sa.select(Order).where(Order.stop_id == "s"), BY_KEY),
        (sa.delete(OrderEvent).where(OrderEvent.order_id == "o"), BY_KEY),
        (sa.select(OrderLine).join(Order, Order.id == OrderLine.order_id).where(Order.id == "o"), BY_KEY),
        (sa.select(Order).where(Order.customer_phone == "+12135550123"), NEEDS_CHANGE),
        (sa.select(Order).where(Order.payment_intent_id == "pi"), NEEDS_CHANGE),
        (sa.select(Order).where(Order.id > "o"), NEEDS_CHANGE),
        (sa.select(sa.func.count()).select_from(Order), NEEDS_CHANGE),
        (sa.select(Order).join(Truck, Truck.id == Order.truck_id).where(Truck.slug == "s"), NEEDS_CHANGE),
        (sa.update(Order).where(Order.status == "ready").values(status="completed"), NEEDS_CHANGE),
    ],
)
def test_a_statement_is_judged_by_its_condition(statement, kind):
    assert judge(statement) == kind


def test_a_table_belongs_to_a_truck_if_it_names_it_or_points_to_one_that_does():
    assert {"orders", "order_lines", "line_modifiers", "menu_items", "options", "slots", "changes"} <= OF_A_TRUCK
    assert not {"trucks", "users", "user_sessions", "customers", "outbox_messages"} & OF_A_TRUCK


def test_the_report_counts_a_statement_once_and_names_all_that_ask_for_it():
    found = [
        Found("GET /a", "orders.py list", NEEDS_CHANGE, "SELECT 1"),
        Found("GET /b", "orders.py list", NEEDS_CHANGE, "SELECT 1"),
        Found("GET /b", "orders.py get", WITH_TRUCK, "SELECT 2"),
    ]
    text = report(found)
    assert "| needs change | 1 |\n| with the truck | 1 |" in text
    assert "- `orders.py list`: SELECT 1  \n  asked by GET /a, GET /b\n" in text
    assert "SELECT 2" not in text
