"""Enqueues what tells staff of money that waits for a person: disputed payments, and payments held for review.

Superadmins get both, a truck's admins get its disputes. What is sent is composed in `notifications`, and skipped if it
is no longer true by then.
"""

from sqlalchemy.orm import Session

from chuckwagon.accounts.queries import list_user_ids_of_truck
from chuckwagon.jobs import outbox
from chuckwagon.kit.ids import hash_secret
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.messages.pushes import enqueue_dispute_pushes
from chuckwagon.orders.models import Order

DISPUTE_EMAIL, HELD_PAYMENT_EMAIL = "dispute_email", "held_payment_email"


def enqueue_dispute_alerts(session: Session, order: Order, dispute_id: str, status: str) -> None:
    """Enqueue an e-mail to each of the staff, once for each dispute and status; a push only if it needs an answer.

    Nothing for a status that neither needs an answer nor decides.
    """
    if status not in (*statuses.NEEDS_ANSWER, statuses.DISPUTE_WON, statuses.DISPUTE_LOST):
        return
    key = f"dispute:{hash_secret(dispute_id)[:32]}:{status}"  # an ID of Stripe's may be longer than a key
    for user_id in list_user_ids_of_truck(session, order.truck_id):
        payload = {"disputeId": dispute_id, "status": status, "userId": user_id}
        outbox.enqueue(session, DISPUTE_EMAIL, f"{key}:{user_id}", payload)
    if status in statuses.NEEDS_ANSWER:
        enqueue_dispute_pushes(session, order.id, order.truck_id, dispute_id, key)


def enqueue_held_payment_alerts(session: Session, review_id: str) -> None:
    """Enqueue an e-mail to each superadmin, once for each held payment."""
    for user_id in list_user_ids_of_truck(session, None):
        payload = {"reviewId": review_id, "userId": user_id}
        outbox.enqueue(session, HELD_PAYMENT_EMAIL, f"held_payment:{review_id}:{user_id}", payload)
