"""The check of `chuckwagon doctor`, and the command that repairs what it finds."""

import pytest
import sqlalchemy as sa

from chuckwagon.menu.models import StopStock
from chuckwagon.orders.reservations.usage_check import check_usage, recompute_usage
from chuckwagon.schedule.models import SlotRow

pytestmark = pytest.mark.dialect


@pytest.fixture
def taken(order, stop_id, db, client, cast, taco):
    counts = {"counts": [{"menuItemId": taco.id, "initial": 30}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    assert order(15, "2026-07-02T15:20:00Z", stop_id=stop_id).status_code == 200


@pytest.mark.parametrize(
    "damage",
    [
        sa.update(SlotRow).values(used_units=SlotRow.used_units + 3),
        sa.update(SlotRow).values(online_units=0),
        sa.delete(SlotRow),
        sa.update(StopStock).values(taken=0),
    ],
)
@pytest.mark.usefixtures("taken")
def test_what_differs_from_its_reservations_is_found_and_repaired(db, damage):
    assert check_usage(db).is_consistent
    db.write(lambda session: session.execute(damage, execution_options={"synchronize_session": False}))
    found = check_usage(db)
    assert not found.is_consistent
    recompute_usage(db)
    assert check_usage(db).is_consistent


@pytest.mark.usefixtures("taken")
def test_a_slot_that_holds_more_than_its_capacity_is_counted(db):
    from chuckwagon.schedule.models import Stop

    db.write(lambda session: session.execute(sa.update(Stop).values(slot_capacity=9)))
    assert check_usage(db).oversold == 1
    db.write(lambda session: session.execute(sa.update(Stop).values(slot_capacity=10)))
