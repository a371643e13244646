"""The past of the street, which the load scenarios look back on."""

import os
from contextlib import closing

import pytest
import sqlalchemy as sa

from bench.data import dataset, history
from chuckwagon.customers.models import CustomerWord
from chuckwagon.db.database import Database
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.databases import create_tables
from tests.servers import PostgresServer

ORDERS = 10_500  # of more than a thousand customers


@pytest.mark.usefixtures("database_url")  # so that the proof suite runs it on PostgreSQL
def test_customers_whose_number_ends_their_phone_are_found_by_it_once(tmp_path):
    if DATABASE_KIND == "sqlite":
        url = f"sqlite:///{tmp_path}/past.sqlite3"
    else:
        server = PostgresServer.running_in(os.environ[POSTGRES_FOLDER])
        url = server.create_database(f"past_{new_id()}").replace("postgresql:", "postgresql+psycopg:", 1)
    create_tables(url)
    with closing(Database(url)) as db:
        dataset.lay(db)
    history.fill(url, ORDERS, lambda _what: None)
    with closing(Database(url)) as db, db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Order)) == ORDERS
        found = session.execute(
            sa.select(CustomerWord.truck_id, CustomerWord.customer_id).where(CustomerWord.word == "1044")
        ).all()
    assert found
    assert len(set(found)) == len(found)
