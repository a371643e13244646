"""Table of the links by e-mail."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

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
