"""Erasures outlive a restore: whom a backup brings back is forgotten again.

What has to be known for that names nobody: ids of customers and of payments, and when they were forgotten.
"""

from datetime import datetime

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.core.db import Writer
from chuckwagon.orders import forgetting as orders
from chuckwagon.payments import forgetting as payments
from chuckwagon.payments.models import ErasedPayment
from chuckwagon.privacy.models import ErasedCustomer
from chuckwagon.privacy.service import find_traces, forget


class Erasures(Struct, frozen=True):
    """The customers and the payments that a database knows as forgotten."""

    customers: dict[str, datetime] = {}
    payments: dict[str, datetime] = {}


def read_erasures(session: Session) -> Erasures:
    """Everything that was forgotten so far."""
    people, paid = session.scalars(sa.select(ErasedCustomer)), session.scalars(sa.select(ErasedPayment))
    return Erasures(
        {one.customer_id: one.erased_at for one in people},
        {one.payment_intent_id: one.erased_at for one in paid},
    )


def erase_again(db: Writer, erasures: Erasures) -> int:
    """Forget whom the database still knows of them, whatever they waited for then; gives their number."""
    found = 0
    for customer_id, at in erasures.customers.items():
        found += db.write(lambda session, who=customer_id, at=at: _forget(session, who, at))  # type: ignore[misc]
    for intent_id, at in erasures.payments.items():
        db.write(lambda session, paid=intent_id, at=at: payments.forget_restored(session, paid, at))  # type: ignore[misc]
    return found


def _forget(session: Session, customer_id: str, at: datetime) -> bool:
    customer = orders.find_customer(session, customer_id)
    if customer is None or session.get(ErasedCustomer, customer_id) is not None:
        return False
    forget(session, customer, find_traces(session, customer), at)
    return True
