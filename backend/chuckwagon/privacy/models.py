"""Tables of erased customers and of the retention cursors."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base


class ErasedCustomer(Base):
    """A customer whose data was erased. The ID identifies no person; a restore reads it to repeat the erasure."""

    __tablename__ = "erased_customers"

    customer_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    erased_at: Mapped[datetime]


class RetentionCursor(Base):
    """The instant (UTC) before which a retention rule has processed everything."""

    __tablename__ = "forgetting_marks"

    name: Mapped[str] = mapped_column(sa.String(30), primary_key=True)
    at: Mapped[datetime]
