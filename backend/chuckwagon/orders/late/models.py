"""Tables of what devices need to sell without network: their letters, the prices they know; and how an order was sold.

`OfflineSale` is what the order keeps of that and staff read.
"""

from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit.decoding import convert


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


class PriceDifference(Struct, rename="camel"):
    """What was charged without network, beside what the prices say that the order was sold by, in dollars.

    A `line` has its index and its name; `published` is null for an item that those prices do not have.
    """

    what: Literal["line", "tax"]
    charged: float
    published: float | None
    line: int | None = None
    name: str | None = None


class OfflineSale(Struct, rename="camel"):
    """How an order was taken without network, and sent. Instants are by the server's clock, except for `sentAt`.

    `clockSeconds` is by how much the device's clock was slow, null up to two minutes.
    """

    device_id: str
    taken_at: str
    sent_at: str
    arrived_at: str
    clock_seconds: int | None = None
    prices_version: str | None = None
    void_reason: str | None = None
    refusal: str | None = None
    differences: list[PriceDifference] = field(default_factory=list)


def say_number(order_number: int | str, offline_number: str | None) -> str:
    """What people call an order, without the first `#`: of a late one first what its customer was told."""
    return f"{offline_number} (#{order_number})" if offline_number else str(order_number)


def to_offline_sale(stored: dict[str, Any] | None) -> OfflineSale | None:
    """Read the column of an order; None for one of now."""
    return convert(stored, OfflineSale) if stored else None
