"""Tables of what a truck's devices need to sell without network: their letters, and the prices that they know."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base


class CounterDevice(Base):
    """A browser of a truck's staff, with the letter of its order numbers. `device_id` is a UUID that it has made.

    The letter is another device's once this one has not been seen for `devices.KEPT_FOR`, also if it is forgotten.
    """

    __tablename__ = "counter_devices"
    __table_args__ = (sa.UniqueConstraint("truck_id", "letter"),)

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(sa.String(36), primary_key=True)
    letter: Mapped[str] = mapped_column(sa.String(3))
    first_seen_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    forgotten_at: Mapped[datetime | None]


class PublishedPrices(Base):
    """The prices and rates of a truck that its counters have read, by their version. See `prices.PricesByVersion`."""

    __tablename__ = "published_prices"

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    version: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    prices: Mapped[dict[str, Any]]
    last_read_at: Mapped[datetime] = mapped_column(index=True)
