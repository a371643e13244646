"""Sends an SMS about a change of plan again after it failed or was skipped."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.notifications import delivery_status
from chuckwagon.orders.messages.sms_status_queries import sms_key
from chuckwagon.orders.models import OrderSms
from chuckwagon.orders.pickup_changes.models import PickupChange


def retry_change_sms(session: Session, order_id: str, kind: str) -> bool:
    """Make the SMS about a change of plan due again; returns False unless it has failed or was skipped.

    One that was skipped is composed and checked again. One that failed keeps its words, by which its job looks for an
    earlier result. The customer's time to choose counts from this try.
    """
    message = outbox.find_message(session, sms_key(order_id, kind))
    if message is None or message.status not in (outbox.FAILED, outbox.SKIPPED):
        return False
    mine = (OrderSms.order_id == order_id, OrderSms.kind == kind, OrderSms.provider_sid.is_(None))
    session.execute(sa.delete(OrderSms).where(*mine, OrderSms.status == delivery_status.SKIPPED))
    again = {"status": delivery_status.SENDING, "reason": None, "error_code": None, "updated_at": clock.now()}
    session.execute(sa.update(OrderSms).where(*mine).values(again).execution_options(synchronize_session=False))
    untold = sa.update(PickupChange).where(PickupChange.id == message.payload["changeId"]).values(told_at=None)
    session.execute(untold.execution_options(synchronize_session=False))
    outbox.reopen(session, message.kind, message.key, message.payload)
    return True
