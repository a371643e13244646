"""Repeats erasures after a restore, for customers that a backup brings back.

Only IDs of customers and payments are needed, and when they were erased.
"""

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.db.database import Writer
from chuckwagon.orders import erasure as orders
from chuckwagon.payments import erasure as payments
from chuckwagon.payments.models import ErasedPayment
from chuckwagon.privacy.models import ErasedCustomer
from chuckwagon.privacy.service import erase_personal_data, find_customer_records


class ErasedIds(Struct, frozen=True):
    """The erased customers and payments of a database: ID to instant in UTC."""

    customers: dict[str, datetime] = {}
    payments: dict[str, datetime] = {}


def read_erased_ids(session: Session) -> ErasedIds:
    """Read the IDs of all erased customers and payments, each with the instant of its erasure."""
    customers, paid = session.scalars(sa.select(ErasedCustomer)), session.scalars(sa.select(ErasedPayment))
    return ErasedIds(
        {one.customer_id: one.erased_at for one in customers},
        {one.payment_intent_id: one.erased_at for one in paid},
    )


def replay_erasures(db: Writer, erasures: ErasedIds) -> int:
    """Erase the customers and payments that the database still contains, each in a transaction.

    Returns the number of customers that were not erased yet.
    """
    found = 0
    for customer_id, at in erasures.customers.items():
        found += db.write(lambda session, who=customer_id, at=at: _replay_customer(session, who, at))  # type: ignore[misc]
    for intent_id, at in erasures.payments.items():
        db.write(lambda session, paid=intent_id, at=at: payments.erase_restored_payment(session, paid, at))  # type: ignore[misc]
    return found


def _replay_customer(session: Session, customer_id: str, at: datetime) -> bool:
    customer = orders.find_customer_for_update(session, customer_id)
    if customer is None or session.get(ErasedCustomer, customer_id) is not None:
        return False
    erase_personal_data(session, customer, find_customer_records(session, customer), at)
    return True
