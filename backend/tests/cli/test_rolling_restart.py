"""A new release during lunch: one unit behind Caddy is renewed after the other, and no request fails."""

import asyncio
import os
import shutil

import pytest

from bench.data import dataset
from bench.environment import Product
from bench.plan import Cell, Plan
from bench.scenarios import rolling_restart, staff
from chuckwagon.db.database import Database
from chuckwagon.kit.ids import new_id
from chuckwagon.settings_sources import load_settings
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.databases import create_tables
from tests.servers import PostgresServer, free_ports

pytestmark = [
    pytest.mark.dialect,
    pytest.mark.proof,
    pytest.mark.skipif(shutil.which("caddy") is None, reason="needs Caddy"),
]

PLAN = Plan(
    name="test",
    rush_buyers=8,
    rush_boards=2,
    think_seconds=(0.05, 0.5),
    follow_seconds=(0.2, 0.8),
    renew_seconds=1,
)


@pytest.fixture
def street_url(tmp_path):
    """Database with the data set of the load scenarios."""
    url = f"sqlite:///{tmp_path}/street.sqlite3"
    if DATABASE_KIND == "postgresql":
        url = PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"street_{new_id()}")
    settings = load_settings({"CHUCKWAGON_DATABASE_URL": url}, sandbox=True)
    create_tables(settings.database)
    db = Database(settings.database)
    dataset.lay(db)
    db.close()
    return url


def test_lunch_goes_on_while_all_units_are_renewed(tmp_path, street_url):
    first, second = free_ports(2)
    cell = Cell(DATABASE_KIND, 0, 2)
    with Product(cell, street_url, tmp_path, (first, second), CHUCKWAGON_DRAIN_SECONDS="5") as product:
        person = asyncio.run(staff.sign_in(product.port, dataset.OWNER_EMAIL, dataset.OWNER_PASSWORD))
        [row] = rolling_restart.measure(PLAN, product, person)
    assert row.errors == 0, row.note
