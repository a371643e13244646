"""The tables of the names and codes that a truck's bookkeeper uses, and of the sums of closed days."""

from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock


class BookAccounts(Base):
    """Account names and codes, and names of tax rates, as JSON. A truck without a row has the usual ones."""

    __tablename__ = "book_accounts"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    names: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
    version: Mapped[int] = mapped_column(default=1)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class ClosedDay(Base):
    """The sums of a closed day of a truck, as JSON. They are derived: the worker makes a deleted row again.

    `form` is `book_days.FORM` of the release that wrote it. From the first day of a truck on, every day up to the
    newest one has a row.
    """

    __tablename__ = "closed_days"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    form: Mapped[int]
    figures: Mapped[dict[str, Any]] = mapped_column(sa.JSON)
