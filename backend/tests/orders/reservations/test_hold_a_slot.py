"""A checkout holds a pickup slot: which one, for how long, and what is offered instead."""

import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order
from tests.factories import make_item, make_truck
from tests.orders.reservations.conftest import OPENS


def refusal(answer):
    return answer.status_code, answer.json()["code"]


@pytest.mark.dialect
def test_a_slot_is_held_then_kept_and_shown_as_taken(order, pay, slots, stop_id, db, client, cast):
    made = order(8, "2026-07-02T15:20:00Z", stop_id=stop_id).json()
    assert (made["slotAt"], made["stopId"]) == ("2026-07-02T15:20:00.000Z", stop_id)
    assert made["holdExpiresAt"] == made["expiresAt"] == "2026-07-02T14:10:00.000Z"
    assert slots(stop_id)["15:20"] == "few"
    placed = pay(made)
    assert (placed["slotAt"], placed["pickupTime"]) == ("2026-07-02T15:20:00.000Z",) * 2
    headers = cast.headers("truck_admin")
    [load] = [one for one in client.get(f"/api/stops/{stop_id}/slots", headers=headers).json()["slots"] if one["used"]]
    assert load == {"at": "2026-07-02T15:20:00Z", "used": 8, "online": 8, "state": "few"}
    with db.reading() as session:
        assert session.scalar(sa.select(Order.flags)) == []


def test_as_soon_as_possible_is_the_first_slot_that_takes_the_order(order, stop_id, now):
    now.set("2026-07-02T15:16:00Z")
    assert order(10, stop_id=stop_id).json()["slotAt"] == "2026-07-02T15:40:00.000Z"
    assert order(21, stop_id=stop_id).json()["slotAt"] == "2026-07-02T15:50:00.000Z"


def test_an_order_spills_into_three_earlier_slots_that_have_not_begun(order, slots, stop_id):
    assert order(35, "2026-07-02T15:30:00Z", stop_id=stop_id).status_code == 200
    assert [slots(stop_id)[at] for at in ("15:00", "15:10", "15:30")] == ["free", "few", "few"]
    assert slots(stop_id, units=6)["15:00"] == "full"


def test_a_full_slot_offers_the_next_three(order, stop_id):
    for at in ("15:20", "15:30"):
        assert order(10, f"2026-07-02T{at}:00Z", stop_id=stop_id).status_code == 200
    refused = order(32, "2026-07-02T15:30:00Z", stop_id=stop_id)
    assert refusal(refused) == (409, "slot_full")
    assert [slot["at"][11:16] for slot in refused.json()["slots"]] == ["16:10", "16:20", "16:30"]


def test_a_slot_before_the_lead_time_is_refused(order, stop_id, now):
    now.set("2026-07-02T15:16:00Z")
    refused = order(1, "2026-07-02T15:30:00Z", stop_id=stop_id)
    assert refusal(refused) == (409, "slot_too_soon")
    assert refused.json()["slots"][0]["at"] == "2026-07-02T15:40:00Z"


def test_an_order_that_four_empty_slots_do_not_take_is_too_large(order, stop_id):
    refused = order(41, stop_id=stop_id)
    assert refusal(refused) == (409, "order_too_large")
    assert (refused.json()["units"], refused.json()["maxUnits"]) == (41, 40)


def test_a_stop_with_few_slots_takes_no_more_than_all_of_them(order, add_stop):
    short = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0)
    assert order(21, stop_id=short).json()["maxUnits"] == 20
    assert order(20, stop_id=short).json()["slotAt"] == "2026-07-02T15:10:00.000Z"


def test_a_booked_out_stop_offers_nothing_and_takes_no_orders(order, add_stop, client, truck, slots):
    short = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0)
    assert order(20, stop_id=short).status_code == 200
    refused = order(1, stop_id=short)
    assert (refusal(refused), refused.json()["slots"]) == ((409, "slot_full"), [])
    [shown] = client.get(f"/api/trucks/{truck.slug}/stops").json()
    assert (shown["takesOrders"], slots(short)) == (False, {"15:00": "full", "15:10": "full"})
    assert shown["bookedOut"] is True


def test_what_needs_no_kitchen_fits_into_a_full_slot(order, add_stop, db, truck):
    short = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0)
    assert order(20, stop_id=short).status_code == 200
    drink = make_item(db, truck, "Water", price=100, prep_units=0)
    assert order(5, OPENS, item=drink, stop_id=short).status_code == 200


def test_the_walk_up_share_is_kept_from_online_orders(order, add_stop, slots):
    shared = add_stop(walk_up_share=25)
    assert order(29, "2026-07-02T15:40:00Z", stop_id=shared).json()["maxUnits"] == 28
    assert order(28, "2026-07-02T15:30:00Z", stop_id=shared).status_code == 200
    assert slots(shared)["15:30"] == "full"


def test_a_time_that_is_no_slot_means_that_the_stop_has_changed(order, stop_id):
    assert refusal(order(1, "2026-07-02T15:05:00Z", stop_id=stop_id)) == (409, "stop_changed")
    assert refusal(order(1, "2026-07-02T17:00:00Z", stop_id=stop_id)) == (409, "stop_changed")
    assert order(1, "noon", stop_id=stop_id).json()["reason"] == "slot_invalid"


def test_slots_of_another_truck_are_absent(client, db, truck, add_stop):
    other = make_truck(db, "Other")
    theirs = add_stop(of=other)
    answer = client.get(f"/api/trucks/{truck.slug}/slots", params={"stopId": theirs})
    assert refusal(answer) == (404, "not_found")
