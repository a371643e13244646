"""A draft at the counter is one order, for ever, also when a colleague sends it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from chuckwagon.kit import clock as kit_clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.orders.models import CounterDraft, Order
from tests.factories import make_item

DRAFT, OTHER_DRAFT = "0b8fd46c-5c2b-4a1e-9a53-0f6f4c1f0a01", "0b8fd46c-5c2b-4a1e-9a53-0f6f4c1f0a02"
DEVICE, OTHER_DEVICE = "a1b2c3d4-0000-4000-8000-000000000001", "a1b2c3d4-0000-4000-8000-000000000002"


@pytest.fixture
def water(db, cast):
    return make_item(db, cast.truck, name="Water", price=200)


@pytest.fixture
def send(call, water):
    def sell(quantity=1, *, role="truck_admin", key=None, **more):
        items = [{"menuItemId": water.id, "quantity": quantity}]
        body = {"customerName": "Bo", "items": items, "payment": "cash", "draftId": DRAFT, **more}
        return call("POST", "/orders", role, json=body, headers={"Idempotency-Key": key} if key else {})

    return sell


def test_an_edited_order_after_a_lost_answer_gets_the_order_that_exists(send, rows):
    first = send(2, key="tablet-1").json()
    for change in ({"key": "tablet-2"}, {"key": "tablet-1"}, {"payment": "bitcoin"}, {"stopId": "0" * 24}):
        again = send(5, **change)
        assert (again.status_code, again.json()) == (201, first)
    assert len(rows(Order)) == 1


def test_a_colleague_on_another_device_gets_the_order_as_it_is_now(send, call, cast, rows):
    first = send(deviceId=DEVICE).json()
    call("PATCH", f"/orders/{first['_id']}", json={"status": "confirmed"}).raise_for_status()
    again = send(role="superadmin", truckId=cast.truck.id, deviceId=OTHER_DEVICE, draftId=DRAFT.upper()).json()
    assert (again["_id"], again["status"], len(rows(Order))) == (first["_id"], "confirmed", 1)


def test_the_draft_of_another_truck_is_another_order(send, call, cast, db, rows):
    send()
    cola = make_item(db, cast.other_truck, name="Cola", price=300)
    items = [{"menuItemId": cola.id, "quantity": 1}]
    body = {"customerName": "Cy", "items": items, "payment": "cash", "draftId": DRAFT}
    assert call("POST", "/orders", "other_admin", json=body).json()["total"] > 3
    assert len(rows(Order)) == 2


def test_how_a_request_was_sent_makes_it_no_other_request(send, rows):
    now = kit_clock.now()
    at, later = to_iso(now), to_iso(now + timedelta(minutes=3))
    first = send(key="tablet-1", deviceId=DEVICE, takenAt=at, sentAt=at).json()
    moved = {"draftId": OTHER_DRAFT, "deviceId": OTHER_DEVICE, "takenAt": later, "sentAt": later}
    assert send(key="tablet-1", **moved).json()["_id"] == first["_id"]
    assert send(key="tablet-9", draftId=OTHER_DRAFT).json()["_id"] == first["_id"]
    assert len(rows(Order)) == 1
    assert {(draft.draft_id, draft.order_id) for draft in rows(CounterDraft)} == {
        (DRAFT, first["_id"]), (OTHER_DRAFT, first["_id"]),
    }  # fmt: skip


def test_a_refused_draft_can_still_become_an_order(send, rows):
    assert send(expectedTotal=1).json()["code"] == "prices_changed"
    assert rows(CounterDraft) == []
    assert send().status_code == 201


@pytest.mark.dialect
def test_of_the_same_draft_at_one_instant_one_is_an_order(send, rows):
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda index: send(index + 1, key=f"tablet-{index}"), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["_id"] for answer in answers}) == len(rows(Order)) == 1


@pytest.mark.parametrize("field", ["draftId", "deviceId", "takenAt", "sentAt"])
def test_what_names_no_draft_is_refused(send, rows, field):
    refused = send(**{field: "yesterday"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, [field])
    assert rows(Order) == []
