"""The tables of places, of stops (one truck at one place, from a start to an end), of series of stops, and of slots."""

from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

SCHEDULED, CANCELLED = "scheduled", "cancelled"
STATUSES = (SCHEDULED, CANCELLED)


class Place(Base):
    """A saved location of a truck. Deleting archives it, because stops and orders refer to it."""

    __tablename__ = "places"
    __table_args__ = (
        sa.CheckConstraint("length(name) BETWEEN 1 AND 80", name="name"),
        sa.CheckConstraint("tax_rate_units BETWEEN 0 AND 200000", name="tax_rate"),
        sa.CheckConstraint("(latitude IS NULL) = (longitude IS NULL)", name="position"),
        sa.Index(None, "truck_id", "archived_at"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    name: Mapped[str] = mapped_column(sa.String(80))
    address: Mapped[str] = mapped_column(sa.String(200), default="")
    latitude: Mapped[float | None] = mapped_column(sa.Double)
    longitude: Mapped[float | None] = mapped_column(sa.Double)
    timezone: Mapped[str] = mapped_column(sa.String(60))
    tax_rate_units: Mapped[int]
    reduced_tax_rate_units: Mapped[int | None]
    directions: Mapped[str] = mapped_column(sa.String(300), default="")
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)
    archived_at: Mapped[datetime | None]


class StopSettingsMixin:
    """The columns that a series passes on to its stops."""

    note: Mapped[str] = mapped_column(sa.String(140), default="")
    preorder_minutes: Mapped[int]
    last_order_minutes: Mapped[int]
    slot_minutes: Mapped[int]
    slot_capacity: Mapped[int | None]
    walk_up_share: Mapped[int]


def _setting_checks() -> list[sa.CheckConstraint]:
    return [
        sa.CheckConstraint("preorder_minutes BETWEEN 0 AND 10080", name="preorder_minutes"),
        sa.CheckConstraint("last_order_minutes BETWEEN 0 AND 120", name="last_order_minutes"),
        sa.CheckConstraint("slot_minutes IN (5, 10, 15, 20, 30)", name="slot_minutes"),
        sa.CheckConstraint("slot_capacity BETWEEN 1 AND 500", name="slot_capacity"),
        sa.CheckConstraint("walk_up_share BETWEEN 0 AND 90", name="walk_up_share"),
    ]


class StopSeries(StopSettingsMixin, Base):
    """A weekly rule. Its stops exist up to `produced_until`, and are never produced again for a day up to then.

    `weekdays` lists codes such as "mon,thu"; the times are `HH:MM` on the clock of the place.
    """

    __tablename__ = "stop_series"
    __table_args__ = (
        *_setting_checks(),
        sa.Index(None, "truck_id"),
        sa.Index(None, "place_id"),
        sa.Index(None, "produced_until"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    place_id: Mapped[str] = mapped_column(sa.ForeignKey("places.id"))
    weekdays: Mapped[str] = mapped_column(sa.String(27))
    start_time: Mapped[str] = mapped_column(sa.String(5))
    end_time: Mapped[str] = mapped_column(sa.String(5))
    from_date: Mapped[date]
    until_date: Mapped[date | None]
    produced_until: Mapped[date]
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class Stop(StopSettingsMixin, Base):
    """A stop. The stops of a truck that are not cancelled never overlap; the truck's row is the lock.

    `plan_version` is the version that last changed the place or a time. `series_date` is the day of the series that
    produced the stop, wherever the stop was moved since. The `change_` columns are what customers read about the last
    disruption. `prices_include_tax` of None is the truck's.
    """

    __tablename__ = "stops"
    __table_args__ = (
        sa.CheckConstraint("ends_at > starts_at", name="times"),
        sa.CheckConstraint("status IN ('scheduled', 'cancelled')", name="status"),
        *_setting_checks(),
        sa.CheckConstraint("delay_minutes >= 0", name="delay_minutes"),
        sa.UniqueConstraint("series_id", "series_date"),
        sa.Index(None, "truck_id", "ends_at"),
        sa.Index(None, "place_id", "ends_at"),
        sa.Index(None, "ends_at"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    place_id: Mapped[str] = mapped_column(sa.ForeignKey("places.id"))
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime]
    series_id: Mapped[str | None] = mapped_column(sa.ForeignKey("stop_series.id"))
    series_date: Mapped[date | None]
    status: Mapped[str] = mapped_column(sa.String(10), default=SCHEDULED)
    delay_minutes: Mapped[int] = mapped_column(default=0)
    ended_early_at: Mapped[datetime | None]
    change_kind: Mapped[str | None] = mapped_column(sa.String(12))
    change_minutes: Mapped[int | None]
    change_sentence: Mapped[str] = mapped_column(sa.String(140), default="", server_default="")
    change_at: Mapped[datetime | None]
    prices_include_tax: Mapped[bool | None]
    version: Mapped[int] = mapped_column(default=1)
    plan_version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class SlotRow(Base):
    """What is taken of a pickup slot. A slot of which nothing was ever taken has no row.

    `calendar_id` is a stop, or a truck that is always open; `position` the minutes from the stop's planned start, or
    since 1970. A delay moves all slots of a stop without touching their rows. `used_units` are all units that are
    taken, `online_units` those of them that online orders have taken.
    """

    __tablename__ = "slots"
    __table_args__ = (sa.CheckConstraint("online_units >= 0 AND used_units >= online_units", name="units"),)

    calendar_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    used_units: Mapped[int]
    online_units: Mapped[int]
