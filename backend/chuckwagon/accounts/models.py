"""The staff, where each is signed in and from where, and the failed sign-ins that slow down the next."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base
from chuckwagon.core.ids import new_id

ADMIN, SUPERADMIN = "admin", "superadmin"


class User(Base):
    """One member of the staff: an admin of one truck (or of none yet), or a superadmin of all."""

    __tablename__ = "users"
    __table_args__ = (
        sa.CheckConstraint("role IN ('admin', 'superadmin')", name="role"),
        sa.CheckConstraint("role = 'admin' OR truck_id IS NULL", name="truck"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    email: Mapped[str] = mapped_column(sa.String(254), unique=True)
    name: Mapped[str] = mapped_column(sa.String(80))
    password_hash: Mapped[str] = mapped_column(sa.String(200))
    role: Mapped[str] = mapped_column(sa.String(12))
    # By name: the trucks lie above this slice, which knows no more of them than their table.
    truck_id: Mapped[str | None] = mapped_column(sa.ForeignKey("trucks.id"), index=True)
    is_active: Mapped[bool] = mapped_column(default=True)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class UserSession(Base):
    """One sign-in. The token itself is nowhere: only its digest is kept."""

    __tablename__ = "user_sessions"

    token_digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    is_remembered: Mapped[bool]
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class SignInFailure(Base):
    """Failed sign-ins in a row: at an account from one address, and, with an empty address, from all."""

    __tablename__ = "sign_in_failures"

    account: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    address: Mapped[str] = mapped_column(sa.String(50), primary_key=True)
    count: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(index=True)
    blocked_until: Mapped[datetime | None]


class SignInAddress(Base):
    """An address that somebody has signed in from: it still gets in when guesses shut the others out."""

    __tablename__ = "sign_in_addresses"

    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(sa.String(50), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(index=True)
