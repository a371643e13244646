"""A snapshot of the database, to show that a refused change changed nothing."""

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import UserSession
from chuckwagon.db.database import Base


@pytest.fixture
def snapshot(db):
    """Every row of every table except the sessions, by table name."""

    def take() -> dict[str, list]:
        tables = [table for table in Base.metadata.sorted_tables if table.name != UserSession.__tablename__]
        with db.reading() as session:
            return {table.name: sorted(map(repr, session.execute(sa.select(table)))) for table in tables}

    return take
