"""Who was forgotten, and how far the slow forgetting of what is old has come."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core.db import Base


class ErasedCustomer(Base):
    """A customer whose person was forgotten. The id says nothing of anybody; a restore reads it from here."""

    __tablename__ = "erased_customers"

    customer_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    erased_at: Mapped[datetime]


class ForgettingMark(Base):
    """Up to which instant a rule has forgotten everything of before."""

    __tablename__ = "forgetting_marks"

    name: Mapped[str] = mapped_column(sa.String(30), primary_key=True)
    at: Mapped[datetime]
