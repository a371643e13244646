"""Which code works with the tables: what a newer release tells an older one that starts on its database."""

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core.db import Base


class SchemaCompatibility(Base):
    """One row. Written by `chuckwagon.core.migrate` after the migrations.

    A migration that older code cannot work with says `breaks_older_code = True`; the newest of those is the
    minimum.
    """

    __tablename__ = "schema_compatibility"

    minimum_revision: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
