"""The table of trucks, and pure functions about their pauses and lead times."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

DEFAULT_TIMEZONE = "America/Los_Angeles"
DEFAULT_TAX_RATE_UNITS = 87_500
ALWAYS, STOPS = "always", "stops"
SCHEDULE_MODES = (ALWAYS, STOPS)
DEFAULT_TIP_PRESETS = (15, 18, 20)


class Truck(Base):
    """A truck. Deleting archives it, so its orders stay readable and its slug stays used."""

    __tablename__ = "trucks"
    __table_args__ = (
        sa.CheckConstraint("tax_rate_units BETWEEN 0 AND 200000", name="tax_rate"),
        sa.CheckConstraint("application_fee_bps BETWEEN 0 AND 10000", name="application_fee"),
        sa.CheckConstraint("lead_minutes BETWEEN 15 AND 120", name="lead_minutes"),
        sa.CheckConstraint("extra_lead_minutes BETWEEN 0 AND 120", name="extra_lead_minutes"),
        sa.CheckConstraint("accent_hue BETWEEN 0 AND 359", name="accent_hue"),
        sa.CheckConstraint("length(slug) BETWEEN 1 AND 64", name="slug"),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 60", name="name"),
        sa.Index(None, "is_active", "name"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    name: Mapped[str] = mapped_column(sa.String(60))
    slug: Mapped[str] = mapped_column(sa.String(64), unique=True)
    is_active: Mapped[bool] = mapped_column(default=True)
    # Never active: it is published first. A truck that is not a draft may be inactive, too.
    is_draft: Mapped[bool] = mapped_column(default=False, server_default=sa.false())

    image_url: Mapped[str | None] = mapped_column(sa.String(500))
    banner_image: Mapped[str | None] = mapped_column(sa.String(500))
    short_description: Mapped[str] = mapped_column(sa.String(200), default="")
    description: Mapped[str] = mapped_column(sa.String(2000), default="")
    cuisine: Mapped[list[str]] = mapped_column(default=list)
    city: Mapped[str] = mapped_column(sa.String(80), default="")
    state: Mapped[str] = mapped_column(sa.String(40), default="")
    phone: Mapped[str] = mapped_column(sa.String(40), default="")
    email: Mapped[str] = mapped_column(sa.String(254), default="")
    accent_hue: Mapped[int | None]
    timezone: Mapped[str] = mapped_column(sa.String(60), default=DEFAULT_TIMEZONE)
    tax_rate_units: Mapped[int] = mapped_column(default=DEFAULT_TAX_RATE_UNITS)
    reduced_tax_rate_units: Mapped[int | None]
    prices_include_tax: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    business_address: Mapped[dict[str, Any] | None]
    # False while the rate is the default that no user has chosen.
    tax_confirmed: Mapped[bool] = mapped_column(default=False, server_default=sa.true())

    owner_name: Mapped[str] = mapped_column(sa.String(120), default="")
    owner_email: Mapped[str] = mapped_column(sa.String(254), default="")
    stripe_account_id: Mapped[str | None] = mapped_column(sa.String(64), index=True)
    transfers_active: Mapped[bool] = mapped_column(default=False)
    application_fee_bps: Mapped[int] = mapped_column(default=0)

    accepting_orders: Mapped[bool] = mapped_column(default=True)
    not_accepting_reason: Mapped[str | None] = mapped_column(sa.String(200))
    paused_until: Mapped[datetime | None]
    lead_minutes: Mapped[int] = mapped_column(default=15)
    extra_lead_minutes: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    extra_lead_until: Mapped[datetime | None]
    sms_signature: Mapped[str] = mapped_column(sa.String(60), default="", server_default="")
    schedule_mode: Mapped[str] = mapped_column(sa.String(10), default=ALWAYS, server_default=ALWAYS)
    units_per_ten_minutes: Mapped[int | None]
    self_service: Mapped[bool] = mapped_column(default=True, server_default=sa.true())
    takes_tips: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    confirms_orders: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    tip_presets: Mapped[list[int]] = mapped_column(
        default=lambda: list(DEFAULT_TIP_PRESETS), server_default=sa.text(f"'{list(DEFAULT_TIP_PRESETS)}'")
    )

    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)
    archived_at: Mapped[datetime | None]


class TruckSlug(Base):
    """A slug that a truck has or had. It is never given to another truck, and leads to the present one.

    It is stored when a truck takes a slug or gives one up; the first of an older truck may be missing until then.
    """

    __tablename__ = "truck_slugs"

    slug: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.String(24))
    created_at: Mapped[datetime] = mapped_column(default=clock.now)


def is_accepting_orders(accepting_orders: bool, paused_until: datetime | None, instant: datetime) -> bool:
    """True when ordering is on and no pause is running. A pause ends by itself at `paused_until`."""
    return accepting_orders and (paused_until is None or paused_until <= instant)


def find_resume_time(accepting_orders: bool, paused_until: datetime | None, instant: datetime) -> datetime | None:
    """When the running pause ends; None when ordering is off, or no pause is running."""
    is_running = accepting_orders and paused_until is not None and paused_until > instant
    return paused_until if is_running else None


def current_extra_lead(minutes: int, until: datetime | None, instant: datetime) -> int:
    """The extra lead time in minutes at this instant. Without an end it runs until staff clear it."""
    return minutes if until is None or until > instant else 0
