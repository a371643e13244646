"""The past of the street, which the load scenarios look back on."""

import os
from contextlib import closing

import pytest
import sqlalchemy as sa

from bench import history, street
from chuckwagon.core.db import Database
from chuckwagon.core.ids import new_id
from chuckwagon.core.migrate import migrate
from chuckwagon.orders.models import CustomerWord, Order
from tests.conftest import KIND, POSTGRES_FOLDER
from tests.servers import PostgresServer

pytestmark = pytest.mark.dialect

ORDERS = 10_500  # of more than a thousand guests


def test_guests_whose_number_ends_their_phone_are_found_by_it_once(tmp_path):
    if KIND == "sqlite":
        url = f"sqlite:///{tmp_path}/past.sqlite3"
    else:
        server = PostgresServer.running_in(os.environ[POSTGRES_FOLDER])
        url = server.create_database(f"past_{new_id()}").replace("postgresql:", "postgresql+psycopg:", 1)
    migrate(url)
    with closing(Database(url)) as db:
        street.lay(db)
    history.fill(url, ORDERS, lambda _what: None)
    with closing(Database(url)) as db, db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Order)) == ORDERS
        found = session.execute(
            sa.select(CustomerWord.truck_id, CustomerWord.customer_id).where(CustomerWord.word == "1044")
        ).all()
    assert found
    assert len(set(found)) == len(found)
