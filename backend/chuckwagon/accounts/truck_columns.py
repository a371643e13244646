"""The three columns of trucks that accounts need in their queries, without an import of the trucks slice.

That slice is in a higher layer, so it passes its columns: `trucks/models.py` calls `provide_truck_columns` when it is
imported, and every command that opens the database imports it. Nothing here reads the database.
"""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute

from chuckwagon.accounts.models import User


@dataclass(frozen=True)
class TruckColumns:
    """The columns of the table of trucks that accounts need."""

    id: InstrumentedAttribute[str]
    name: InstrumentedAttribute[str]
    archived_at: InstrumentedAttribute[datetime | None]

    def is_own(self) -> sa.ColumnElement[bool]:
        """The join condition of users and trucks: the user's truck, unless it is archived."""
        return sa.and_(self.id == User.truck_id, self.archived_at.is_(None))


_provided: list[TruckColumns] = []


def provide_truck_columns(columns: TruckColumns) -> None:
    """Set the columns that `truck_columns` returns."""
    _provided[:] = [columns]


def truck_columns() -> TruckColumns:
    """The columns that the trucks slice has provided. Raises IndexError before `trucks/models.py` is imported."""
    return _provided[0]
