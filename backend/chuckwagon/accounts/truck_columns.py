"""The columns of trucks that accounts need in their queries, without an import of the trucks slice above them.

`Database` imports the tables of all slices, so these columns are there in each process that opens one.
"""

from typing import Any

import sqlalchemy as sa

from chuckwagon.accounts.models import User
from chuckwagon.db.database import Base


def truck_table() -> sa.FromClause:
    """The table of trucks, for joins."""
    return Base.metadata.tables["trucks"]


def truck_columns() -> Any:
    """The columns of the table of trucks, as attributes."""
    return truck_table().c


def is_own_truck() -> sa.ColumnElement[bool]:
    """The join condition of users and trucks: the user's truck, unless it is archived."""
    truck = truck_columns()
    return sa.and_(truck.id == User.truck_id, truck.archived_at.is_(None))
