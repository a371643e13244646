"""A truck that is always open may have a simple capacity: so many units in ten minutes."""

import pytest
import sqlalchemy as sa

from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.trucks.models import ALWAYS, Truck


@pytest.fixture
def kitchen(db, truck):
    def limit(units):
        values = {"schedule_mode": ALWAYS, "units_per_ten_minutes": units, "timezone": "America/New_York"}
        db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == truck.id).values(values)))

    return limit


def test_as_soon_as_possible_moves_on_when_the_kitchen_is_full(order, kitchen, pay):
    kitchen(10)
    first = order(10, None, pickupTime="asap").json()
    assert (first["slotAt"], first["pickupAt"]) == ("2026-07-02T14:10:00.000Z", "2026-07-02T14:15:00.000Z")
    second = order(1, None, pickupTime="asap").json()
    assert (second["slotAt"], second["pickupAt"]) == ("2026-07-02T14:20:00.000Z", "2026-07-02T14:20:00.000Z")
    assert pay(second)["slotAt"] == second["slotAt"]


def test_a_time_of_day_in_a_full_slot_is_refused_with_the_next_three(order, kitchen):
    kitchen(10)
    for at in ("10:45", "10:35", "10:25", "10:15"):
        assert order(10, None, pickupTime=at).status_code == 200, at
    refused = order(1, None, pickupTime="10:49")
    assert (refused.status_code, refused.json()["code"]) == (409, "slot_full")
    assert [slot["at"][11:16] for slot in refused.json()["slots"]] == ["14:50", "15:00", "15:10"]


def test_the_slots_are_offered(client, truck, kitchen, order):
    kitchen(4)
    offered = client.get(f"/api/trucks/{truck.slug}/slots").json()
    assert (offered["stopId"], offered["asap"]) == (None, "2026-07-02T14:20:00Z")
    assert order(17, None, pickupTime="asap").json()["code"] == "order_too_large"
    assert order(4, "2026-07-02T14:20:00Z").json()["slotAt"] == "2026-07-02T14:20:00.000Z"


def test_without_a_capacity_nothing_changes(order, kitchen, db, client, truck):
    kitchen(None)
    made = order(50, None, pickupTime="asap").json()
    assert "slotAt" not in made
    assert "holdExpiresAt" not in made
    assert client.get(f"/api/trucks/{truck.slug}/slots").json()["slots"] == []
    with db.reading() as session:
        assert session.scalars(sa.select(Reservation)).all() == []


def test_staff_see_how_full_the_next_three_hours_are(client, truck, kitchen, order, cast):
    kitchen(10)
    assert order(8, None, pickupTime="asap").status_code == 200
    loads = client.get(f"/api/trucks/{truck.id}/slot-loads", headers=cast.headers("truck_admin")).json()
    slots = loads.pop("slots")
    assert loads == {
        "stopId": None,
        "timezone": "America/New_York",
        "slotMinutes": 10,
        "slotCapacity": 10,
        "onlineCapacity": 10,
    }
    assert [slot["at"][11:16] for slot in (slots[0], slots[-1])] == ["14:00", "16:50"]
    assert slots[1] == {"at": "2026-07-02T14:10:00Z", "used": 8, "online": 8, "state": "few"}
    kitchen(None)
    loads = client.get(f"/api/trucks/{truck.id}/slot-loads", headers=cast.headers("truck_admin")).json()
    assert (loads["slotCapacity"], loads["slots"]) == (None, [])
