"""Tables of passkeys and of the challenges that they sign."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

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
