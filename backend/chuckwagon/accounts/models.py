"""Tables of accounts, second factors, sessions, failed sign-ins, known devices and addresses, and links by e-mail."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.database import Base
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import ENGLISH

ADMIN, SUPERADMIN = "admin", "superadmin"
NO_PASSWORD = ""  # the hash of an invited account, which no password fits
ERASED_PREFIX = "erased:"  # begins what stands for the address of an erased account, which no one can type as one


class User(Base):
    """Staff member: an admin of one truck (or of none yet), or a superadmin of all trucks."""

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
    # Referenced by name, because the trucks slice is in a higher layer.
    truck_id: Mapped[str | None] = mapped_column(sa.ForeignKey("trucks.id"), index=True)
    is_active: Mapped[bool] = mapped_column(default=True)
    # Counts only where it was chosen: until then the screens speak the browser's language.
    language: Mapped[str] = mapped_column(sa.String(2), default=ENGLISH, server_default=ENGLISH)
    has_chosen_language: Mapped[bool] = mapped_column(default=False, server_default=sa.false())
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    updated_at: Mapped[datetime] = mapped_column(default=clock.now, onupdate=clock.now)


class UserSession(Base):
    """Session of a signed-in user. Stores only the digest of the token.

    `proven_at`: when the user last signed in or proved the second factor (or password) again in this session.
    `user_agent` and `network` (IPv4 /24, IPv6 /48) are those of the sign-in, `device` is its browser's `KnownDevice`.
    """

    __tablename__ = "user_sessions"

    token_digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    is_remembered: Mapped[bool]
    created_at: Mapped[datetime]
    seen_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    proven_at: Mapped[datetime | None]
    user_agent: Mapped[str | None] = mapped_column(sa.String(200))
    network: Mapped[str | None] = mapped_column(sa.String(50))
    device: Mapped[str | None] = mapped_column(sa.String(64))


class SignInFailure(Base):
    """Consecutive failed sign-ins of an account from one address; with an empty address, from all unknown devices.

    `account` is the digest of the e-mail address, which may belong to no user. `address` names a known device instead
    where the failure was its own.
    """

    __tablename__ = "sign_in_failures"

    account: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    address: Mapped[str] = mapped_column(sa.String(50), primary_key=True)
    count: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(index=True)
    blocked_until: Mapped[datetime | None]


class KnownDevice(Base):
    """Browser in which a user has signed in, by the digest of the token in its cookie.

    `is_proven` is false while only a link by e-mail vouches for it and no sign-in was complete yet.
    """

    __tablename__ = "sign_in_devices"

    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    token_digest: Mapped[str] = mapped_column(sa.String(64), primary_key=True)
    is_proven: Mapped[bool]
    seen_at: Mapped[datetime] = mapped_column(index=True)


class KnownSignInAddress(Base):
    """Address from which a program without our cookie has signed in as a user."""

    __tablename__ = "sign_in_addresses"

    user_id: Mapped[str] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    address: Mapped[str] = mapped_column(sa.String(50), primary_key=True)
    seen_at: Mapped[datetime] = mapped_column(index=True)


RESET, INVITATION = "reset", "invitation"
SIGN_IN, EMAIL = "sign_in", "email"
RESET_LIFETIME, EMAIL_LIFETIME, INVITATION_LIFETIME = timedelta(minutes=30), timedelta(days=1), timedelta(days=7)


class PasswordLink(Base):
    """A request for a link, and once it was sent its user, the digest of its token, and its end.

    The token itself is only in the e-mail. A row is deleted when its link is used, when the e-mail address or password
    of its user changes or its user is disabled, by the worker when no account has the address, and a day after its end.
    An invitation has its user and its end from the start, there is one per user, and it stays after its end. So has
    the link that confirms a new e-mail address of a user: `email` is that address, and the row is what waits.
    """

    __tablename__ = "password_links"
    __table_args__ = (sa.CheckConstraint("kind IN ('reset', 'invitation', 'sign_in', 'email')", name="kind"),)

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(12))
    email: Mapped[str] = mapped_column(sa.String(254))
    language: Mapped[str] = mapped_column(sa.String(2))
    user_id: Mapped[str | None] = mapped_column(sa.ForeignKey("users.id", ondelete="CASCADE"), index=True)
    token_digest: Mapped[str | None] = mapped_column(sa.String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(index=True)
    expires_at: Mapped[datetime | None]


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
