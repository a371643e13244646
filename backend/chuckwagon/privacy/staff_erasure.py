"""Erasure of a staff account and of the person's name in what stays: orders, refunds, disruptions and the audit log.

Who did something stays countable: a neutral name such as "Former user 12" replaces the person's in every row.
"""

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Session

from chuckwagon.accounts.erasure import erase_account, next_former_name
from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import IS_NOT_ERASED, lock_other_superadmins, lock_user
from chuckwagon.accounts.service import LastSuperadmin, OwnAccount
from chuckwagon.audit import hash_chain, log
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key, rewrite_responses, write_once
from chuckwagon.disruptions.models import Disruption
from chuckwagon.drawer.models import DayEvent, DrawerSession
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters
from chuckwagon.orders.models import Order, OrderEvent, Refund
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.payments.models import PaymentReview
from chuckwagon.privacy.schemas import MAX_REASON_LENGTH, ErasedStaff, StaffErasureRequest

_NAME_COLUMNS: tuple[InstrumentedAttribute[Any], ...] = (
    OrderEvent.by,
    Order.window_paid_to,
    Refund.asked_by,
    Refund.paid_out_by,
    PaymentReview.decided_by,
    DrawerSession.opened_by,
    DrawerSession.closed_by,
    DayEvent.by,
    CounterPayment.taken_by,
)
_NAME_FIELDS = ("by", "paidTo", "askedBy", "paidOutBy", "decidedBy", "openedBy", "closedBy", "actorName")
"""The fields of answers that hold nothing but the name of a member of staff."""
_REASON_INVALID = Sentence(
    f"Say why in at most {MAX_REASON_LENGTH} characters.", "erasure_reason_required", max=MAX_REASON_LENGTH
)


def erase_staff(db: Database, actor: Actor, user_id: str, given: StaffErasureRequest, key: str | None) -> ErasedStaff:
    """Erase a staff account on another superadmin's request, in a transaction of its own.

    Raises InvalidInput, NotFound for an unknown or erased account, OwnAccount, LastSuperadmin, and
    IdempotencyKeyReused.
    """
    reason = collapse_whitespace(given.reason)
    if not reason or len(reason) > MAX_REASON_LENGTH or has_control_characters(reason):
        raise InvalidInput(_REASON_INVALID, fields={"reason": _REASON_INVALID})

    def erase(session: Session) -> ErasedStaff:
        user = lock_user(session, user_id)
        if user.id == actor.user_id:
            raise OwnAccount
        # Locked for every erasure: that of the last superadmin is refused, and no two get one number.
        if not lock_other_superadmins(session, user.id) and user.role == SUPERADMIN:
            raise LastSuperadmin
        name = erase_user(session, actor.author, user, next_former_name(session), reason)
        return ErasedStaff(user.id, name, to_iso(clock.now()))

    repeat = parse_idempotency_key(actor.user_id, key, "erase_staff", [user_id, reason])
    erased = write_once(db, repeat, ErasedStaff, erase)
    db.empty_log()
    return erased


def erase_user(session: Session, by: log.AuditActor, user: User, new_name: str, reason: str) -> str:
    """Erase the account, replace the person's names everywhere, and record it. Returns the new name.

    A name that another account has too stays where nothing but the name is written: it may be the other's.
    """
    email = user.email
    names = {user.name} | hash_chain.list_names(session, user.id)
    shared = session.scalars(sa.select(User.name).where(User.id != user.id, User.name.in_(names), IS_NOT_ERASED))
    unshared = names - set(shared)
    erase_account(session, user, new_name)
    for column in _NAME_COLUMNS:
        _update(session, sa.update(column.class_).where(column.in_(unshared)).values({column.key: new_name}))
    _update(session, sa.update(Disruption).where(Disruption.actor_id == user.id).values(actor_name=new_name))
    # Rewritten and not deleted: without its answer a repeated request would refund or take the order a second time.
    rewrite_responses(session, [*unshared, user.id], lambda answer: _redact(answer, user.id, unshared, new_name))
    _rewrite_messages(session, user.id, email, new_name)
    digests = hash_chain.redact_events(session, user.id, new_name)
    details = {
        "name": new_name,
        "reason": reason,
        "rows": len(digests),
        hash_chain.REDACTIONS: hash_chain.digest_redactions(digests),
    }
    hash_chain.store_redactions(
        session, log.record(session, by, hash_chain.USER_ERASED, user.id, details=details), digests
    )
    return new_name


def _redact(value: Any, user_id: str, names: Collection[str], new_name: str) -> Any:
    """Replace the person in plain JSON data: in the user with the ID, and where a field is exactly one of the names."""
    if isinstance(value, list):
        return [_redact(one, user_id, names, new_name) for one in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _redact(one, user_id, names, new_name) for key, one in value.items()}
    fields = {key for key in _NAME_FIELDS if isinstance(inner.get(key), str) and inner[key] in names}
    if inner.get("_id") == user_id:
        fields |= {"name", "email"} & inner.keys()
    return inner | dict.fromkeys(fields, new_name)


def _rewrite_messages(session: Session, user_id: str, email: str, new_name: str) -> None:
    """Replace the person in messages: the author is an ID, a name and a role, and a notice has an address.

    The worker gives up a notice that waits for an account that is not active.
    """
    text = sa.cast(OutboxMessage.payload, sa.Text)
    of_user = sa.or_(text.contains(user_id), text.contains(email, autoescape=True))
    for message in session.scalars(sa.select(OutboxMessage).where(of_user)):
        by = message.payload.get("by")
        changed: dict[str, Any] = {}
        if isinstance(by, list) and by[0] == user_id:
            changed["by"] = [user_id, new_name, *by[2:]]
        if message.payload.get("email") == email:
            changed["email"] = new_name
        message.payload = message.payload | changed
    session.flush()


def _update(session: Session, statement: sa.Update) -> None:
    session.execute(statement.execution_options(synchronize_session=False))
