"""The tables of disruptions and of their steps, one for each order that a disruption touches."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

LATE, MOVED, ENDS_EARLY, CANCELLED = "late", "moved", "ends_early", "cancelled"
KINDS = (LATE, MOVED, ENDS_EARLY, CANCELLED)
SCHEDULED, STARTED, WITHDRAWN = "scheduled", "started", "withdrawn"
WAITING, APPLIED, UNNEEDED, FAILED = "waiting", "applied", "unneeded", "failed"


class Disruption(Base):
    """A change of plan of a stop. Until `starts_at` it can be withdrawn.

    `number` counts the disruptions of a stop from 1. `plan_version` is the stop's from the start of the disruption on:
    an order whose customer agreed to an older plan is touched by it. `actor_role` is the role that the audit log keeps
    of the member of staff who asked for it.
    """

    __tablename__ = "disruptions"
    __table_args__ = (
        sa.CheckConstraint("kind IN ('late', 'moved', 'ends_early', 'cancelled')", name="kind"),
        sa.CheckConstraint("state IN ('scheduled', 'started', 'withdrawn')", name="state"),
        sa.UniqueConstraint("stop_id", "number"),
        sa.Index(None, "truck_id", "created_at"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    stop_id: Mapped[str] = mapped_column(sa.String(24))
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(12))
    minutes: Mapped[int | None]
    extend_end: Mapped[bool]
    place_id: Mapped[str | None] = mapped_column(sa.ForeignKey("places.id"))
    ends_at: Mapped[datetime | None]
    sentence: Mapped[str] = mapped_column(sa.String(140))
    state: Mapped[str] = mapped_column(sa.String(10))
    plan_version: Mapped[int | None]
    actor_id: Mapped[str] = mapped_column(sa.String(24))
    actor_name: Mapped[str] = mapped_column(sa.String(120))
    actor_role: Mapped[str] = mapped_column(sa.String(20))
    created_at: Mapped[datetime]
    starts_at: Mapped[datetime]
    started_at: Mapped[datetime | None]


class DisruptionStep(Base):
    """What a disruption does to one order, once.

    `state` is `waiting` until the order is changed (`applied`), `unneeded` for an order that was closed in between,
    and `failed` after five tries. `sms_kind` is the kind of the one SMS about it, for an order with a phone.
    """

    __tablename__ = "disruption_steps"
    __table_args__ = (
        sa.CheckConstraint("state IN ('waiting', 'applied', 'unneeded', 'failed')", name="state"),
        sa.UniqueConstraint("disruption_id", "order_id"),
        sa.Index(None, "order_id"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    disruption_id: Mapped[str] = mapped_column(sa.ForeignKey("disruptions.id"))
    order_id: Mapped[str] = mapped_column(sa.ForeignKey("orders.id"))
    state: Mapped[str] = mapped_column(sa.String(10))
    reason: Mapped[str | None] = mapped_column(sa.String(200))
    sms_kind: Mapped[str | None] = mapped_column(sa.String(20))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
