"""What an order keeps for the numbers by stop equals what its lines and its history say."""

import pytest

from chuckwagon.orders.models import Order, OrderEvent, OrderLine
from tests.factories import make_item


def kept(rows):
    [order] = rows(Order)
    return order.pieces, order.seconds_to_ready


@pytest.mark.dialect
def test_pieces_are_counted_once_and_the_time_to_ready_when_it_is_known(call, db, cast, rows):
    taco, water = (make_item(db, cast.truck, name=name, price=450) for name in ("Taco", "Water"))
    items = [{"menuItemId": item.id, "quantity": count, "optionIds": []} for item, count in ((taco, 3), (water, 2))]
    order = call("POST", "/orders", json={"customerName": "Bo", "items": items, "payment": "cash"}).json()
    assert kept(rows) == (sum(line.quantity for line in rows(OrderLine)), None) == (5, None)
    for status in ("confirmed", "preparing", "ready", "completed"):
        assert call("PATCH", f"/orders/{order['_id']}", json={"status": status}).status_code == 200
    [ready_at] = [event.at for event in rows(OrderEvent) if event.status == "ready"]
    assert kept(rows) == (5, (ready_at - rows(Order)[0].created_at).total_seconds())


def test_several_steps_at_once_know_the_time_of_theirs(call, make_order, rows):
    order = make_order(status="confirmed")
    body = {"status": "completed", "through": ["preparing", "ready"]}
    assert call("PATCH", f"/orders/{order.id}", json=body).status_code == 200
    [ready_at] = [event.at for event in rows(OrderEvent) if event.status == "ready"]
    assert kept(rows)[1] == (ready_at - order.created_at).total_seconds()
