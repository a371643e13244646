"""Audit events of accounts: sign-ins, failed sign-ins and changes.

A failed sign-in stores nothing of the input except the first letter and the domain of an unknown e-mail address.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import queries
from chuckwagon.accounts.models import SIGN_IN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import truck_columns
from chuckwagon.audit.log import AuditActor, RequestSource, anonymous_actor, diff_fields, record
from chuckwagon.kit.validation import mask_email

SIGNED_IN, SIGN_IN_FAILED, SIGNED_OUT = "session.opened", "session.failed", "session.closed"
REVOKED = "session.revoked"
CREATED, CHANGED = "user.created", "user.changed"
DISABLED, ENABLED = "user.disabled", "user.enabled"
PASSWORD_CHANGED, PASSWORD_RESET = "user.password_changed", "user.password_reset"
PASSWORD_SET_BY_LINK = "user.password_set_by_link"  # noqa: S105 - a name
RESET_REQUESTED, SIGN_IN_LINK_REQUESTED = "user.reset_requested", "user.sign_in_link_requested"
DEVICE_OPENED = "user.device_opened"
EMAIL_CHANGE_REQUESTED, EMAIL_CHANGE_CANCELLED = "user.email_change_requested", "user.email_change_cancelled"
INVITED, INVITATION_WITHDRAWN = "user.invited", "user.invitation_withdrawn"
INVITATION_ACCEPTED = "user.invitation_accepted"
PASSWORD_REFUSED = "user.password_refused"  # noqa: S105 - a name
FACTOR_ADDED, FACTOR_REMOVED = "user.factor_added", "user.factor_removed"
FACTOR_RENAMED = "user.factor_renamed"
FACTOR_FAILED, PROVEN = "session.factor_failed", "session.proven"
RECOVERY_CODE_USED, RECOVERY_CODES_RENEWED = "user.recovery_code_used", "user.recovery_codes_renewed"


def record_sign_in(
    session: Session, user: User, origin: RequestSource, *, is_remembered: bool, method: str = ""
) -> None:
    """Record a successful sign-in, whether the session is a remembered one, and the kind of the second factor."""
    by = AuditActor(user.id, user.name, user.role, origin)
    details = {"remembered": is_remembered} | ({"secondFactor": method} if method else {})
    record(session, by, SIGNED_IN, user.id, truck_id=user.truck_id, details=details)


def record_failed_sign_in(session: Session, email: str, origin: RequestSource) -> None:
    """Record a failed sign-in."""
    _record_of_email(session, SIGN_IN_FAILED, email, origin)


def record_link_request(session: Session, email: str, kind: str, origin: RequestSource) -> None:
    """Record that a link to set a password, or one to sign in on another device, was asked for."""
    _record_of_email(session, SIGN_IN_LINK_REQUESTED if kind == SIGN_IN else RESET_REQUESTED, email, origin)


def _record_of_email(session: Session, action: str, email: str, origin: RequestSource) -> None:
    """Record what a visitor did with an e-mail address. A known account is named; an unknown address is masked."""
    known = queries.find_user_by_email(session, email)
    details = {"name": known.name} if known else {"email": mask_email(email)}
    subject, truck = (known.id, known.truck_id) if known else (None, None)
    record(session, anonymous_actor(origin), action, subject, truck_id=truck, details=details)


def record_sign_out(session: Session, actor: Actor) -> None:
    """Record that the actor has ended the own session."""
    record(session, actor.author, SIGNED_OUT, actor.user_id, truck_id=actor.truck_id)


def record_ended_sessions(session: Session, by: AuditActor, user: User, count: int) -> None:
    """Record that `count` sessions of the user were ended, other than by signing out. Zero records nothing."""
    if count:
        details = {"name": user.name, "sessions": count}
        record(session, by, REVOKED, user.id, truck_id=user.truck_id, details=details)


def record_new_user(session: Session, by: AuditActor, values: Mapping[str, Any], truck_id: str | None) -> None:
    """Record a new account with its name, masked e-mail address and role. `values` is keyed by column."""
    details = {"name": values["name"], "email": mask_email(values["email"]), "role": values["role"]}
    record(session, by, CREATED, values["id"], truck_id=truck_id, details=details)


def snapshot_user(session: Session, user: User) -> dict[str, Any]:
    """Audited fields of the user, keyed by JSON name, for `record_user_changes`.

    `truck` is the truck's name. `language` is None until the user has chosen one.
    """
    truck = truck_columns()
    truck_name = sa.select(truck.name).where(truck.id == user.truck_id)
    return {
        "name": user.name,
        "email": user.email,
        "role": user.role,
        "isActive": user.is_active,
        "language": user.language if user.has_chosen_language else None,
        "truck": session.scalar(truck_name) if user.truck_id else None,
    }


def record_user_changes(session: Session, actor: Actor, user: User, before: Mapping[str, Any]) -> None:
    """Record what differs from the earlier snapshot; nothing if nothing does.

    Enabling and disabling are events of their own. E-mail addresses are masked.
    """
    changed = diff_fields(before, snapshot_user(session, user))
    if changed.pop("isActive", None):
        action = ENABLED if user.is_active else DISABLED
        record_account_event(session, actor, user, action)
    if "email" in changed:
        was, now = changed["email"]
        changed["email"] = changed["email"]._replace(before=mask_email(was), after=mask_email(now))
    if changed:
        details = {"name": user.name, **changed}
        record(session, actor.author, CHANGED, user.id, truck_id=user.truck_id, details=details)


def record_account_event(session: Session, actor: Actor, user: User, action: str) -> None:
    """Record an event without details, such as a password change."""
    record(session, actor.author, action, user.id, truck_id=user.truck_id, details={"name": user.name})


def record_factor_event(session: Session, by: AuditActor, user: User, action: str, **details: Any) -> None:
    """Record what happened to a second factor or to the recovery codes of the user."""
    record(session, by, action, user.id, truck_id=user.truck_id, details={"name": user.name, **details})
