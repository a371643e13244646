"""Pictures that were uploaded: what is in the store, and who brought it."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base


class Picture(Base):
    """One stored picture. `stem` is its address without width and ending, `width` its largest variant's."""

    __tablename__ = "pictures"

    stem: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    width: Mapped[int]
    height: Mapped[int]
    uploaded_by: Mapped[str | None] = mapped_column(sa.String(24))
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
