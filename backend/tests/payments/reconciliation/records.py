"""What a reconciliation found, and the rows that it left."""

import sqlalchemy as sa

from chuckwagon.db.database import Database
from tests.databases import every_row, read_rows


def quiet(_what: str, _done: int, _total: int) -> None:
    """Progress callback that shows nothing."""


def results(found):
    return {intent: finding.result for intent, finding in found.items()}


def rows(settings, model):
    database = Database(settings.database)
    try:
        return read_rows(database, model)
    finally:
        database.close()


def contents(settings):
    database = Database(settings.database)
    try:
        return every_row(database)
    finally:
        database.close()


def forget(db):
    """Delete every checkout and order."""

    def delete(session):
        for table in ("messages", "outbox_messages", "day_events", "refunds", "order_events"):
            session.execute(sa.text(f"DELETE FROM {table}"))
        for table in ("line_modifiers", "order_lines", "orders", "checkouts"):
            session.execute(sa.text(f"DELETE FROM {table}"))

    db.write(delete)


def empty(db):
    """Delete every truck with its menu, too."""

    def delete(session):
        for table in ("customer_words", "truck_customers", "options", "option_groups", "menu_items"):
            session.execute(sa.text(f"DELETE FROM {table}"))
        for table in ("order_counters", "trucks"):
            session.execute(sa.text(f"DELETE FROM {table}"))

    db.write(delete)
