"""Each device of a truck has a letter, which is no other device's while a customer may have heard it."""

from datetime import timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.orders.late.models import CounterDevice
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement.counter_drafts import claim_draft
from tests.orders.late.conftest import DEVICE


@pytest.fixture
def read(call, cast):
    def counter(device_id=None, role="truck_admin", truck=None):
        headers = {"X-Device-Id": device_id} if device_id else {}
        return call("GET", f"/trucks/{(truck or cast.truck).id}/counter", role, headers=headers)

    return counter


def letter(answer):
    return answer.json()["device"]["letter"]


def test_each_device_has_its_letter_at_each_truck(read, cast):
    other = str(uuid4())
    assert [letter(read(one)) for one in (DEVICE, other, DEVICE)] == ["A", "B", "A"]
    assert letter(read(other, "other_admin", cast.other_truck)) == "A"
    assert letter(read()) is None
    assert read("tablet").status_code == 400


def test_after_z_come_two_letters(read, db, cast, rows):
    for _ in range(26):
        read(str(uuid4()))
    assert letter(read(DEVICE)) == "AA"


@pytest.fixture
def last_seen(db):
    def move(ago):
        seen = sa.update(CounterDevice).where(CounterDevice.device_id == DEVICE).values(last_seen_at=clock.now() - ago)
        db.write(lambda session: session.execute(seen))

    return move


def test_a_letter_is_free_after_thirty_days_without_its_device(read, last_seen):
    read(DEVICE)
    last_seen(timedelta(days=30) - timedelta(minutes=1))
    assert letter(read(str(uuid4()))) == "B"
    last_seen(timedelta(days=30, minutes=1))
    assert letter(read(str(uuid4()))) == "A"
    assert letter(read(DEVICE)) == "C"


def test_a_forgotten_device_keeps_its_letter_from_others(read, call, cast, audited):
    read(DEVICE)
    [known] = call("GET", "/devices").json()["devices"]
    assert (known["deviceId"], known["letter"]) == (DEVICE, "A")
    assert call("DELETE", f"/devices/{DEVICE}").json() == {"deleted": True}
    assert call("DELETE", f"/devices/{DEVICE}").status_code == 404
    assert call("GET", "/devices").json()["devices"] == []
    assert audited("device.forgotten") == [{"name": "A"}]
    assert letter(read(str(uuid4()))) == "B"
    assert letter(read(DEVICE)) == "A"


def test_a_known_device_is_written_once_an_hour(read, rows, clock):
    read(DEVICE)
    for minutes, is_written in ((59, False), (2, True)):
        clock.advance(timedelta(minutes=minutes))
        read(DEVICE)
        assert (rows(CounterDevice)[0].last_seen_at == clock.now()) == is_written


def test_what_is_discarded_is_audited_once_and_counts_nowhere(call, cast, audited, late_order, send):
    body = late_order()
    told = {name: body[name] for name in ("draftId", "deviceId", "offlineNumber", "takenAt", "sentAt", "total")}
    path = f"/trucks/{cast.truck.id}/late-orders/discard"
    for _ in range(2):
        assert call("POST", path, json=told | {"reason": "Twice", "refusal": "order_too_old"}).json() == {
            "discarded": True
        }
    [details] = audited("order.discarded")
    assert (details["number"], details["reason"], details["refusal"]) == ("A-12", "Twice", "order_too_old")
    assert set(call("POST", path, json={}).json()["fields"]) == {"draftId", "reason"}
    arrived = late_order()
    order = send(arrived).json()
    refused = call("POST", path, json=told | {"reason": "Twice", "draftId": arrived["draftId"]})
    assert (refused.json()["code"], refused.json()["order"]["_id"]) == ("order_arrived", order["_id"])


@pytest.mark.parametrize(
    ("ago", "status"),
    [(timedelta(hours=2), 200), (timedelta(days=30, minutes=-1), 200), (timedelta(days=30, minutes=1), 503)],
    ids=str,
)
def test_a_device_with_a_letter_reads_on_while_nothing_can_be_written(read, last_seen, monkeypatch, ago, status):
    def refuse(_db, _work):
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    assert letter(read(DEVICE)) == "A"
    last_seen(ago)
    monkeypatch.setattr(Database, "write", refuse)
    answer = read(DEVICE)
    assert (answer.status_code, answer.json().get("device")) == (status, {"letter": "A"} if status == 200 else None)
    assert read(str(uuid4())).status_code == 503
    assert letter(read()) is None


def test_a_discard_needs_a_total_that_an_order_can_have_and_no_instant_of_a_clock(call, cast, audited):
    path = f"/trucks/{cast.truck.id}/late-orders/discard"
    told = {"draftId": str(uuid4()), "reason": "Twice", "takenAt": "0001-01-01T00:00:00+05:00"}
    for total in (1e308, -1, 100_000_000.01):
        refused = call("POST", path, json=told | {"total": total})
        assert (refused.status_code, list(refused.json()["fields"])) == (400, ["total"])
    assert audited("order.discarded") == []
    assert call("POST", path, json=told | {"total": 12.5}).status_code == 200
    assert audited("order.discarded") == [{"reason": "Twice", "total": "$12.50"}]


def test_what_was_discarded_becomes_no_order_however_it_is_sent(call, cast, audited, late_order, send, rows, taco):
    body = late_order()
    discard = {"draftId": body["draftId"], "reason": "Twice"}
    call("POST", f"/trucks/{cast.truck.id}/late-orders/discard", json=discard).raise_for_status()
    online = {"draftId": body["draftId"], "payment": "cash", "customerName": "Ann"}
    sale = online | {"items": [{"menuItemId": taco.id, "quantity": 1}]}
    for sent in (body, body | {"asSaleOfNow": {"reason": "order_too_old"}}, sale):
        refused = send(sent)
        assert (refused.status_code, refused.json()["code"]) == (409, "order_discarded")
    assert (rows(Order), audited("order.taken_offline")) == ([], [])


def test_what_a_reader_asks_a_card_for_is_not_discarded(call, cast, db, audited):
    draft = str(uuid4())
    db.write(lambda session: claim_draft(session, cast.truck.id, draft))
    told = {"draftId": draft, "reason": "Twice"}
    refused = call("POST", f"/trucks/{cast.truck.id}/late-orders/discard", json=told)
    assert (refused.json()["code"], audited("order.discarded")) == ("payment_running", [])


def test_search_finds_both_numbers(send, late_order, call):
    order = send(late_order(offlineNumber="AB-7")).json()
    send(late_order(offlineNumber="AB-77"))
    for text in ("AB-7", "ab-7", "#AB-7", f"#{order['orderNumber']}"):
        found = call("GET", "/orders", params={"q": text}).json()["orders"]
        assert [one["_id"] for one in found] == [order["_id"]], text
