"""Tables of customers: contact details, totals over their orders, the search index, and SMS opt-outs."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

# True for customers whose personal data was not erased. SQLite uses a partial index only when the query repeats
# the condition of the index word for word, so every query uses this text.
IS_NOT_ERASED = sa.text("substr(phone, 1, 6) <> 'erased'")
# True for customers of a truck whose words the worker has not indexed yet; the same holds for this text.
IS_NOT_INDEXED = sa.text("NOT is_indexed")


class Customer(Base):
    """A customer, one for each phone number (E.164), with totals over the orders at all trucks.

    The name is that of the newest order, the e-mail address the newest one that was given. `words` holds the search
    words, each with a space before it.
    """

    __tablename__ = "customers"
    __table_args__ = (
        sa.Index("ix_customers_newest", "last_order_at", "id"),
        sa.Index(
            "ix_customers_person", "last_order_at", "id", sqlite_where=IS_NOT_ERASED, postgresql_where=IS_NOT_ERASED
        ),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    phone: Mapped[str] = mapped_column(sa.String(20), unique=True)
    name: Mapped[str] = mapped_column(sa.String(80))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    words: Mapped[str] = mapped_column(sa.Text, default="", server_default="")
    order_count: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    spent_cents: Mapped[int] = mapped_column(default=0, server_default=sa.text("0"))
    last_order_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class TruckCustomer(Base):
    """A customer at one truck, with totals over the orders there.

    The name is that of the newest order there, the e-mail address the newest one that was given there. `is_indexed`
    tells whether `customer_words` holds all the `words` (`customers/search.py`).
    """

    __tablename__ = "truck_customers"
    __table_args__ = (
        sa.Index("ix_truck_customers_newest", "truck_id", "last_order_at", "customer_id"),
        sa.Index(
            "ix_truck_customers_not_indexed", "truck_id", "customer_id",
            sqlite_where=IS_NOT_INDEXED, postgresql_where=IS_NOT_INDEXED,
        ),
    )  # fmt: skip

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    customer_id: Mapped[str] = mapped_column(sa.ForeignKey("customers.id"), primary_key=True, index=True)
    phone: Mapped[str] = mapped_column(sa.String(20))
    name: Mapped[str] = mapped_column(sa.String(80))
    email: Mapped[str | None] = mapped_column(sa.String(254))
    words: Mapped[str] = mapped_column(sa.Text)
    is_indexed: Mapped[bool] = mapped_column(server_default=sa.true())
    order_count: Mapped[int]
    spent_cents: Mapped[int]
    last_order_at: Mapped[datetime]


class CustomerWord(Base):
    """Search index of a truck's customers: words of names and e-mail addresses, and phone number suffixes.

    The word is compared byte by byte (collation C), so that a prefix search is one range of the index.
    """

    __tablename__ = "customer_words"
    __table_args__ = (sa.Index("ix_customer_words_word", "word", "customer_id"),)

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    word: Mapped[str] = mapped_column(
        sa.String(60).with_variant(sa.String(60, collation="C"), "postgresql"), primary_key=True
    )
    customer_id: Mapped[str] = mapped_column(sa.ForeignKey("customers.id"), primary_key=True, index=True)


class OptOut(Base):
    """A phone whose owner asked for no more SMS."""

    __tablename__ = "opt_outs"

    phone: Mapped[str] = mapped_column(sa.String(20), primary_key=True)
    opted_out_at: Mapped[datetime]
