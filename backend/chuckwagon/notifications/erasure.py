"""Erasure of SMS: the body and the number are erased; that an SMS was sent, and its status, stay."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.customers.models import OptOut
from chuckwagon.db import database, rate_limits
from chuckwagon.db.database import change_rows
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.notifications import delivery_status
from chuckwagon.notifications.models import ManualSms
from chuckwagon.orders.erasure import in_batches
from chuckwagon.orders.messages import IS_REPLY, list_email_keys, name_sms_keys
from chuckwagon.orders.models import HAS_BODY, OrderSms, Refund
from chuckwagon.orders.pickup_changes import list_changes, list_push_keys

ERASED_REASON = "The customer's data was erased."


def lock_manual_sms(session: Session, phone: str) -> None:
    """Block new manual SMS to this phone until the end of the transaction."""
    database.lock_transaction(session, f"notify:{phone}")


def cancel_order_messages(session: Session, order_ids: Iterable[str]) -> bool:
    """Mark the waiting SMS, e-mails and pushes of these orders' customers as skipped.

    Returns False while one of them is being sent.
    """
    instant, is_idle = clock.now(), True
    for keys in in_batches([key for ids in in_batches(order_ids) for key in list_message_keys(session, ids)]):
        waiting = (OutboxMessage.key.in_(keys), OutboxMessage.status == outbox.WAITING)
        free = sa.or_(OutboxMessage.leased_until.is_(None), OutboxMessage.leased_until <= instant)
        skipped = {"status": outbox.SKIPPED, "finished_at": instant, "last_error": None}
        change_rows(session, sa.update(OutboxMessage).where(*waiting, free).values(skipped))
        # The receipt to an address that staff have typed names it.
        named = sa.select(OutboxMessage).where(OutboxMessage.key.in_(keys), OutboxMessage.status == outbox.SKIPPED)
        for message in session.scalars(named.where(OutboxMessage.payload["email"].as_string().is_not(None))).all():
            outbox.forget_address(session, message)
        is_idle &= session.scalar(sa.select(OutboxMessage.id).where(*waiting).limit(1)) is None
    return is_idle


def list_message_keys(session: Session, order_ids: list[str]) -> list[str]:
    """The outbox keys of all SMS, e-mails and pushes that these orders' customers may get."""
    refunds = session.execute(sa.select(Refund.order_id, Refund.id, Refund.key).where(Refund.order_id.in_(order_ids)))
    by_sms = name_sms_keys(order_ids, list_changes(session, order_ids), refunds)
    return [*by_sms, *list_email_keys(session, order_ids), *list_push_keys(session, order_ids)]


def anonymize_order_sms(session: Session, order_ids: Iterable[str]) -> None:
    """Erase the bodies and numbers of these orders' SMS, and mark those that were not sent as skipped."""
    for ids in in_batches(order_ids):
        about = OrderSms.order_id.in_(ids)
        unsent = (about, OrderSms.status == delivery_status.SENDING, OrderSms.provider_sid.is_(None))
        change_rows(
            session, sa.update(OrderSms).where(*unsent).values(status=delivery_status.SKIPPED, reason=ERASED_REASON)
        )
        change_rows(session, sa.update(OrderSms).where(about).values(body="", to_phone=None))
        _delete_replies(session, about)


def erase_phone(session: Session, phone: str) -> None:
    """Erase a phone from manual SMS and rate limits, and delete its opt-out."""
    erased = {"body": "", "to_phone": "", "request_hash": ""}
    change_rows(session, sa.update(ManualSms).where(ManualSms.to_phone == phone).values(erased))
    session.execute(sa.delete(OptOut).where(OptOut.phone == phone))
    rate_limits.delete_counts(session, [f"checkout:{phone}", f"offer-used:{phone}", f"sms-help:{phone}"])


def list_unerased_before(
    session: Session, model: type[OrderSms] | type[ManualSms], before: datetime, limit: int
) -> list[str]:
    """List the IDs of at most `limit` SMS created before `before` that still have a body, oldest first."""
    query = sa.select(model.id).where(HAS_BODY, model.created_at < before)
    return list(session.scalars(query.order_by(model.created_at).limit(limit)))


def erase_bodies(session: Session, model: type[OrderSms] | type[ManualSms], ids: list[str]) -> None:
    """Erase the bodies and numbers of these SMS. Of a reply nothing is left."""
    if model is OrderSms:
        _delete_replies(session, OrderSms.id.in_(ids))
    no_phone: Any = None if model is OrderSms else ""
    change_rows(session, sa.update(model).where(model.id.in_(ids)).values(body="", to_phone=no_phone))


def _delete_replies(session: Session, chosen: sa.ColumnElement[bool]) -> None:
    change_rows(session, sa.delete(OrderSms).where(chosen, IS_REPLY))
