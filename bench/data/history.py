"""A past for the street: any number of orders, made by the database itself in a minute or so.

Each truck sells fifty orders a day at one stop, whatever their number: more orders are more days. All but the newest
twenty of a truck have been handed out. An id starts with scattered digits, as the product's own ids do.
"""

import time
from collections.abc import Callable
from typing import Any, cast

from bench.data.format import FAST_WRITE_SETTINGS, Words
from bench.data.rows import rows
from chuckwagon.customers.models import Customer, CustomerWord, TruckCustomer
from chuckwagon.db.database import Base
from chuckwagon.db.migrations import migration_engine
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.orders.models import LineModifier, Order, OrderCounter, OrderEvent, OrderLine
from chuckwagon.payments.models import Checkout
from chuckwagon.schedule.models import Place, Stop

EDITION = 5
FILLED = (
    Customer, TruckCustomer, CustomerWord, Place, Stop, Checkout, Order, OrderLine, LineModifier, OrderEvent,
    OutboxMessage, OrderCounter,
)  # fmt: skip


def fill(url: str, orders: int, watch: Callable[[str], None]) -> None:
    """Give the street of a database so many orders. `watch` is told what is being made."""
    engine = migration_engine(url)
    words = Words(engine.dialect.name)
    tables = [Base.metadata.tables[model.__tablename__] for model in FILLED]
    try:
        # Without parameters a percent sign is one.
        with engine.connect().execution_options(no_parameters=True) as connection:
            driver = cast("Any", connection.connection.dbapi_connection)
            for statement in FAST_WRITE_SETTINGS[engine.dialect.name]:
                driver.execute(statement)  # SQLite takes some of these only before a transaction begins
            indexes = [index for table in tables for index in table.indexes]
            for index in indexes:
                index.drop(connection)
            for name, statement in rows(words, orders, int(time.time())).items():
                watch(f"making {name}")
                connection.exec_driver_sql(statement)
            watch("making indexes")
            for index in indexes:
                index.create(connection)
            connection.commit()
    finally:
        engine.dispose()
