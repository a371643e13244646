"""Collects the rows of the history and inserts them table by table. Its random source is the same everywhere."""

import random
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.audit.log import AuditEvent
from chuckwagon.customers.models import Customer
from chuckwagon.db.database import Base, table_of
from chuckwagon.demand import LostDemand
from chuckwagon.menu.models import StopStock
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders.models import (
    Dispute,
    LineModifier,
    Order,
    OrderCounter,
    OrderEvent,
    OrderLine,
    OrderSms,
    Refund,
)
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.schedule.models import SlotRow

# In this order, so that every row finds those that it refers to.
TABLES: tuple[type[Base], ...] = (
    Customer, Checkout, Order, OrderLine, LineModifier, OrderEvent, Refund, Dispute, OrderSms, Reservation, OfferUse,
    SlotRow, StopStock, LostDemand, PaymentReview, AuditEvent, OrderCounter,
)  # fmt: skip
Row = dict[str, Any]


class RowBuffer:
    """Rows to insert, keyed by model, and places and stops as ORM objects. Rows of one model name the same columns."""

    def __init__(self) -> None:
        self.entities: list[Base] = []
        self.rows: dict[type[Base], list[Row]] = defaultdict(list)

    def add(self, model: type[Base], **columns: Any) -> Row:
        """Add a row of the model's table, and return it as a dict of its columns."""
        self.rows[model].append(columns)
        return columns

    def write(self, session: Session) -> None:
        """Insert all rows in the session, without a commit."""
        session.add_all(self.entities)
        session.flush()
        for model in TABLES:
            if rows := self.rows[model]:
                session.execute(sa.insert(table_of(model)), rows)


SEED = 1848
ID_BITS, HALF_BITS = 96, 128


class SeededRandom(random.Random):
    """A random source that also makes IDs, so that a history can be made twice and compared."""

    def new_id(self) -> str:
        """Return an ID of the product's form: 24 hexadecimal characters."""
        return f"{self.getrandbits(ID_BITS):024x}"

    def new_token(self) -> str:
        """Return 64 hexadecimal characters, the length of a tracking token."""
        return f"{self.getrandbits(2 * HALF_BITS):064x}"

    def happens(self, share: float) -> bool:
        """True in this share of the cases."""
        return self.random() < share
