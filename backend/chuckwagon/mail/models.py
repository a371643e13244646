"""Table of e-mails. It holds neither addresses nor contents: both are read and rendered when an e-mail is sent."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

WAITING, HANDING_OVER, SENT, FAILED, SKIPPED = "waiting", "handing_over", "sent", "failed", "skipped"
UNCERTAIN = "uncertain"


class EmailRecord(Base):
    """The state of an e-mail, under the key of its outbox message, from its first try on. It may not be sent.

    It is `handing_over` from just before the mail server gets the content until its reply is stored. If the process
    dies in between, or no reply comes, the e-mail may have been accepted: it is `uncertain` and not sent again.
    """

    __tablename__ = "emails"

    key: Mapped[str] = mapped_column(sa.String(200), primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(40))
    status: Mapped[str] = mapped_column(sa.String(12))
    reason: Mapped[str | None] = mapped_column(sa.String(60))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
