"""The checkouts of one attempt, of which a newer one takes over the slot and stock that an older one holds.

The caller gives back the slots and stock of what is released here, or takes them over in the same transaction.
"""

from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import locks
from chuckwagon.kit.ids import hash_secret
from chuckwagon.offers.uses import release_replaced_uses
from chuckwagon.orders.reservations import rows
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.orders.reservations.rows import ReservationRow
from chuckwagon.payments.checkout import checkout_rows
from chuckwagon.payments.checkout.checkout_rows import CheckoutRow
from chuckwagon.payments.models import Checkout

MIN_RANDOM_LENGTH = 16
SAME_PURCHASE_AFTER_PICKUP = timedelta(hours=2)  # a truck may run late, and its order still be in the kitchen


def bind_attempt(attempt: str | None, phone: str) -> str | None:
    """The attempt as it is stored: that of one customer, because another's payment and order are no one else's to see.

    A random one is its customer's own, also after they corrected their phone. A short one may be a counter, a table or
    a name that a shop's program sends for everyone, so it is that of one phone.
    """
    if attempt is None:
        return None
    return hash_secret(attempt if len(attempt) >= MIN_RANDOM_LENGTH else f"{phone}:{attempt}")


def lock_attempt(session: Session, attempt: str | None) -> None:
    """Lock the attempt until the commit, so that one of two concurrent requests sees the other's checkout.

    None locks nothing.
    """
    if attempt is not None:
        locks.lock_transaction(session, f"attempt:{hash_secret(attempt)}")


def counts_as_payment_of(earlier: CheckoutRow, checkout: CheckoutRow) -> bool:
    """Whether a payment of the earlier checkout of the attempt counts as the payment of the later one.

    True for the same cart, until `SAME_PURCHASE_AFTER_PICKUP` after the pickup time chosen in the earlier one. The
    browser keeps the attempt's ID with the cart, so another purchase may have the same attempt.
    """
    return is_recent(earlier, checkout) and _count_wanted(earlier.lines) == _count_wanted(checkout.lines)


def is_recent(earlier: CheckoutRow, checkout: CheckoutRow) -> bool:
    """Whether the order of the earlier checkout may still be wanted or eaten when the later one is made."""
    return checkout.created_at < earlier.pickup_at + SAME_PURCHASE_AFTER_PICKUP


def _count_wanted(lines: list[dict[str, Any]]) -> Counter[str]:
    """The quantities of what a cart asks for. Names and prices do not count: staff may change them while it is paid."""
    wanted: Counter[str] = Counter()
    for line in lines:
        options = sorted(option["option_id"] for option in line.get("modifiers", ()))
        what = [line["menu_item_id"], options, line.get("special_instructions") or ""]
        wanted[msgspec.json.encode(what).decode()] += line["quantity"]
    return wanted


def release_earlier(session: Session, truck_id: str, attempt: str | None) -> list[ReservationRow]:
    """Mark the held reservations of the attempt's checkouts as released, and return them; none without an attempt."""
    if attempt is None:
        return []
    ids = session.scalars(_select_held(truck_id, attempt).order_by(Reservation.id)).all()
    return [gone for one in ids if (gone := rows.try_release(session, one)) is not None]


def release_earlier_uses(session: Session, truck_id: str, attempt: str | None, offer_id: str | None) -> None:
    """Release the offer uses that unpaid checkouts of the attempt hold, because a newer checkout replaces them.

    `offer_id` is the newer one's offer, which is locked with theirs.
    """
    if attempt is None:
        return
    of_attempt = (Checkout.truck_id == truck_id, Checkout.attempt == attempt, Checkout.offer_id.is_not(None))
    checkout_ids = session.scalars(sa.select(Checkout.id).where(*of_attempt).order_by(Checkout.id)).all()
    release_replaced_uses(session, checkout_ids, offer_id)


def release_newer(session: Session, paid: CheckoutRow) -> list[ReservationRow]:
    """Mark the held reservations of newer checkouts that took them over from `paid` as released, and return them.

    A newer one that has a payment intent, or was made after `paid` had run out, keeps what it holds, because it may be
    paid too.
    """
    if paid.attempt is None:
        return []
    held = _select_held(paid.truck_id, paid.attempt).where(Checkout.sequence > paid.sequence)
    ids = session.scalars(held.order_by(Checkout.sequence)).all()
    return [gone for one in ids if (gone := _release_unpayable(session, paid, one)) is not None]


def _release_unpayable(session: Session, paid: CheckoutRow, newer_id: str) -> ReservationRow | None:
    newer = checkout_rows.lock_open_checkout(session, newer_id)
    if newer is None or newer.payment_intent_id is not None:
        return None
    if newer.created_at >= paid.expires_at and not counts_as_payment_of(paid, newer):
        return None
    return rows.try_release(session, newer_id)


def _select_held(truck_id: str, attempt: str) -> sa.Select[str]:
    held = sa.select(Reservation.id).join(Checkout, Checkout.id == Reservation.id)
    return held.where(Checkout.truck_id == truck_id, Checkout.attempt == attempt, Reservation.status == HELD)
