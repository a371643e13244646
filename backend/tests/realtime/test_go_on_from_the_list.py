"""The list of trucks says the change from which the first stream of a staff page goes on."""

import pytest

from tests.orders.factories import add_order
from tests.servers import wait_until

BOARD = "/api/orders/stream"


@pytest.mark.dialect
def test_a_stream_goes_on_from_the_list_of_trucks(open_stream, client, db, cast, advance):
    order = add_order(db, truck_id=cast.truck.id)
    advance(order, "confirmed")
    advance(add_order(db, truck_id=cast.other_truck.id), "confirmed", "other_admin")

    def list_changes(role):
        answer = client.get("/api/trucks", headers=cast.headers(role)).json()
        return {truck["_id"]: truck["lastChange"] for truck in answer}

    first = list_changes("truck_admin")[cast.truck.id]
    changes = list_changes("superadmin")
    assert changes[cast.truck.id] == first > 0
    assert changes[cast.other_truck.id] > first
    equal = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=str(first))
    assert equal.events == [(str(first), "hello", {"resumed": True})]
    advance(order, "preparing")
    later = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=str(first))
    [event] = wait_until(lambda: later.named("order"))
    assert event["status"] == "preparing"


def test_a_truck_that_never_changed_has_no_change_to_go_on_from(open_stream, client, cast):
    [truck] = client.get("/api/trucks", headers=cast.headers("truck_admin")).json()
    stream = open_stream(BOARD, cast.headers("truck_admin"), last_event_id=str(truck["lastChange"]))
    assert (truck["lastChange"], stream.events) == (0, [("0", "hello", {"resumed": False})])
