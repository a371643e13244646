"""The oldest schema revision whose code still works with the current tables: what a newer release tells older code."""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base


class MinimumRevision(Base):
    """A table with one row, written by `chuckwagon.db.migrations` after the migrations.

    A migration that older code cannot work with sets `breaks_older_code = True`. The newest of those migrations
    is the minimum revision.
    """

    __tablename__ = "schema_compatibility"

    minimum_revision: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
