"""The check of `chuckwagon doctor`, and the command that repairs what it finds."""

import importlib.util
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

from chuckwagon.cli import doctor
from chuckwagon.db.migrations import migration_engine
from chuckwagon.menu.models import StopStock
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.orders.reservations.usage_check import check_usage, recompute_usage
from chuckwagon.schedule.models import SlotRow
from tests.suites import SAME_ON_BOTH

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


@SAME_ON_BOTH
def test_stock_of_before_the_upgrade_that_is_oversold_is_named(order, stop_id, taco, db, settings):
    """Until the upgrade, a count that began after the orders started with none taken."""
    for at, quantity in (("2026-07-02T15:20:00Z", 15), ("2026-07-02T16:20:00Z", 5)):
        assert order(quantity, at, stop_id=stop_id).status_code == 200

    def make_as_before(session):
        first = sa.select(sa.func.min(Reservation.id)).scalar_subquery()
        session.execute(sa.update(Reservation).values(stock=[]).where(Reservation.id == first))
        session.add(StopStock(stop_id=stop_id, subject_id=taco.id, is_option=False, initial=18, taken=5))

    db.write(make_as_before)
    upgrade(settings)
    found = check_usage(db)
    assert (found.stock, found.oversold_stock) == ([], {(stop_id, taco.id): (20, 18)})
    assert "20 of 18 Taco at the stop of 2026-07-02 15:00 UTC" in doctor._check_usage(settings).sentence
    db.write(lambda session: session.execute(sa.update(StopStock).values(initial=20)))
    assert check_usage(db).is_consistent


def upgrade(settings):
    [path] = Path("migrations/versions").rglob("*_pieces_of_reservations.py")
    spec = importlib.util.spec_from_file_location("pieces_of_reservations", path)
    migration = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(migration)
    migration.LONG_OVER = timedelta(days=36500)
    engine = migration_engine(settings.database)
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        migration.upgrade()
    engine.dispose()


@pytest.mark.usefixtures("taken")
def test_a_slot_that_holds_more_than_its_capacity_is_counted(db):
    from chuckwagon.schedule.models import Stop

    db.write(lambda session: session.execute(sa.update(Stop).values(slot_capacity=9)))
    assert check_usage(db).oversold_slots == 1
    db.write(lambda session: session.execute(sa.update(Stop).values(slot_capacity=10)))
