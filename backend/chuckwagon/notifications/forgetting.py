"""Texts without words and without a number: that one was sent, and what became of it, stays."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits, outbox
from chuckwagon.core.outbox import OutboxMessage
from chuckwagon.notifications import delivery
from chuckwagon.notifications.models import HAS_WORDS, Message, OptOut, StaffText
from chuckwagon.orders.forgetting import in_pieces
from chuckwagon.orders.texts import KINDS, text_key

ERASED = "The customer's data was erased."


def hold_texts_to(session: Session, phone: str) -> None:
    """Have nobody of the staff write to this phone before the transaction ends."""
    limits.queue_up(session, f"notify:{phone}")


def cancel_texts(session: Session, order_ids: Iterable[str]) -> bool:
    """Have no text about the orders sent any more; False while one of them is being handed over right now."""
    instant, is_idle = clock.now(), True
    for keys in in_pieces(text_key(order_id, kind) for order_id in order_ids for kind in KINDS):
        waiting = (OutboxMessage.key.in_(keys), OutboxMessage.status == outbox.WAITING)
        free = sa.or_(OutboxMessage.leased_until.is_(None), OutboxMessage.leased_until <= instant)
        skipped = {"status": outbox.SKIPPED, "finished_at": instant, "last_error": None}
        _run(session, sa.update(OutboxMessage).where(*waiting, free).values(skipped))
        is_idle &= session.scalar(sa.select(OutboxMessage.id).where(*waiting).limit(1)) is None
    return is_idle


def forget_order_texts(session: Session, order_ids: Iterable[str]) -> None:
    """Take words and number out of the texts about the orders; what was not sent is skipped."""
    for ids in in_pieces(order_ids):
        about = Message.order_id.in_(ids)
        unsent = (about, Message.status == delivery.SENDING, Message.provider_sid.is_(None))
        _run(session, sa.update(Message).where(*unsent).values(status=delivery.SKIPPED, reason=ERASED))
        _run(session, sa.update(Message).where(about).values(body="", to_phone=None))


def forget_phone(session: Session, phone: str) -> None:
    """Take a phone out of what staff wrote to it, of the opt-outs and of the limits."""
    unsaid = {"body": "", "to_phone": "", "request_hash": ""}
    _run(session, sa.update(StaffText).where(StaffText.to_phone == phone).values(unsaid))
    session.execute(sa.delete(OptOut).where(OptOut.phone == phone))
    limits.forget(session, [f"checkout:{phone}", f"sms-help:{phone}"])


def list_worded_before(
    session: Session, kind: type[Message] | type[StaffText], before: datetime, limit: int
) -> list[str]:
    """Texts of before whose words are still there, oldest first."""
    query = sa.select(kind.id).where(HAS_WORDS, kind.created_at < before)
    return list(session.scalars(query.order_by(kind.created_at).limit(limit)))


def forget_words(session: Session, kind: type[Message] | type[StaffText], ids: list[str]) -> None:
    """Take the words and the number out of these texts."""
    nobody: Any = None if kind is Message else ""
    _run(session, sa.update(kind).where(kind.id.in_(ids)).values(body="", to_phone=nobody))


def _run(session: Session, statement: sa.Update) -> None:
    session.execute(statement.execution_options(synchronize_session=False))
