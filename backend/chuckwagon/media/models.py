"""Table of uploaded images."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock


class StoredImage(Base):
    """Stored image. `stem` is its URL without width and extension. `width` and `height` are the largest variant's."""

    __tablename__ = "pictures"

    stem: Mapped[str] = mapped_column(sa.String(120), primary_key=True)
    width: Mapped[int]
    height: Mapped[int]
    uploaded_by: Mapped[str | None] = mapped_column(sa.String(24))
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
