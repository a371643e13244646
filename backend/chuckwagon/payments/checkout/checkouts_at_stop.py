"""Expires the open checkouts of a stop whose plan changes."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit import clock
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments.models import OPEN, Checkout


def count_open_checkouts(session: Session, stop_id: str) -> int:
    """Count the checkouts at the stop that may still be paid."""
    is_open = (Checkout.stop_id == stop_id, Checkout.status == OPEN, Checkout.expires_at > clock.now())
    return session.scalar(sa.select(sa.func.count()).select_from(Checkout).where(*is_open)) or 0


def expire_checkouts(session: Session, stop_id: str) -> None:
    """Set the end of the stop's open checkouts and of their holds to now. Their slots are still taken after this.

    The worker then cancels each payment intent at Stripe and gives back what the checkout holds. If Stripe says that it
    was paid meanwhile, the order is made as usual.
    """
    is_open = (Checkout.stop_id == stop_id, Checkout.status == OPEN, Checkout.expires_at > clock.now())
    expired = sa.update(Checkout).where(*is_open).values(expires_at=clock.now()).returning(Checkout.id)
    # After the checkouts, as a payment locks them.
    held = (Reservation.id.in_(session.scalars(expired).all()), Reservation.status == HELD)
    released = sa.update(Reservation).where(*held).values(hold_expires_at=clock.now())
    session.execute(released.execution_options(synchronize_session=False))
