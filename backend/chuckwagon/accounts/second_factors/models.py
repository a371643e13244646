"""Tables of second factors, passkeys, their challenges, recovery codes, and sign-ins that wait for a second factor."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.accounts.models import User
from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

AUTHENTICATOR, RECOVERY_CODE = "authenticator", "recovery_code"


class SecondFactor(Base):
    """A confirmed factor of a user. While a user has none, the password alone signs in."""

    __tablename__ = "second_factors"

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True, default=new_id)
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(sa.String(20))
    name: Mapped[str] = mapped_column(sa.String(80))
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    used_at: Mapped[datetime | None]


class Authenticator(Base):
    """The secret that an authenticator app shares with us.

    `last_step` is the time step of the newest code that was used. It and all steps before it are used up.
    """

    __tablename__ = "authenticators"

    factor_id: Mapped[str] = mapped_column(sa.ForeignKey("second_factors.id", ondelete="CASCADE"), primary_key=True)
    secret: Mapped[str] = mapped_column(sa.String(64))
    last_step: Mapped[int] = mapped_column(sa.BigInteger)


class AuthenticatorSetup(Base):
    """A secret that a user was shown and has not yet confirmed by a code. It counts for nothing."""

    __tablename__ = "authenticator_setups"

    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    secret: Mapped[str] = mapped_column(sa.String(64))
    expires_at: Mapped[datetime] = mapped_column(index=True)


class RecoveryCode(Base):
    """An unused recovery code. Stores only its slow hash; the row is deleted when the code is used."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    digest: Mapped[str] = mapped_column(sa.String(200), primary_key=True)


class PendingSignIn(Base):
    """A sign-in whose password was right and that waits for the second factor. Its token opens nothing else."""

    __tablename__ = "pending_sign_ins"

    token_digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    is_remembered: Mapped[bool]
    expires_at: Mapped[datetime] = mapped_column(index=True)


PASSKEY = "passkey"


class Passkey(Base):
    """The public key of a passkey. `credential_id` and `public_key` are base64url.

    `sign_count` is the last one that the authenticator told; many count nothing and always tell 0.
    """

    __tablename__ = "passkeys"

    factor_id: Mapped[str] = mapped_column(sa.ForeignKey("second_factors.id", ondelete="CASCADE"), primary_key=True)
    credential_id: Mapped[str] = mapped_column(sa.String(1400), unique=True)
    public_key: Mapped[str] = mapped_column(sa.Text)
    sign_count: Mapped[int] = mapped_column(sa.BigInteger)


class PasskeyChallenge(Base):
    """A challenge that was sent and not yet signed, as its digest.

    `purpose` and `bound_to` say what it is good for: the digest of a session's or pending sign-in's token, or nothing
    for a sign-in without a password.
    """

    __tablename__ = "passkey_challenges"

    digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(sa.String(20))
    bound_to: Mapped[str] = mapped_column(sa.String(64))
    expires_at: Mapped[datetime] = mapped_column(index=True)


def has_second_factor() -> sa.ColumnElement[bool]:
    """SQL condition: the user of the selected row has a second factor."""
    return sa.exists().where(SecondFactor.user_id == User.id)


def user_has_factor(session: Session, user_id: str) -> bool:
    """Whether this user has a second factor."""
    return session.scalar(sa.select(SecondFactor.id).where(SecondFactor.user_id == user_id).limit(1)) is not None


def list_factors(session: Session, user_id: str) -> list[SecondFactor]:
    """The user's factors, the oldest first."""
    query = sa.select(SecondFactor).where(SecondFactor.user_id == user_id)
    return list(session.scalars(query.order_by(SecondFactor.created_at, SecondFactor.id)))


def count_recovery_codes(session: Session, user_id: str) -> int:
    """How many recovery codes the user has not used."""
    query = sa.select(sa.func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)
    return session.scalar(query) or 0


def list_methods(session: Session, user_id: str) -> list[str]:
    """The kinds of proof that the user can give, sorted; none without a factor."""
    of_user = sa.select(SecondFactor.kind).where(SecondFactor.user_id == user_id).distinct()
    kinds = sorted(session.scalars(of_user))
    return [*kinds, RECOVERY_CODE] if kinds and count_recovery_codes(session, user_id) else kinds
