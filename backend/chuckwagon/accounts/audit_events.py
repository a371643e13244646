"""What the audit log says of accounts: who signed in or failed to, and what became of whose account.

A failure keeps nothing of what was typed but the first letter of an unknown e-mail address and its domain.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import queries
from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.audit import Author, Origin, differing, record, visitor
from chuckwagon.core.masks import masked_email

SIGNED_IN, SIGN_IN_FAILED, SIGNED_OUT = "session.opened", "session.failed", "session.closed"
REVOKED = "session.revoked"
CREATED, CHANGED = "user.created", "user.changed"
DISABLED, ENABLED = "user.disabled", "user.enabled"
PASSWORD_CHANGED, PASSWORD_RESET = "user.password_changed", "user.password_reset"
PASSWORD_REFUSED = "user.password_refused"  # noqa: S105 - a name


def note_sign_in(session: Session, user: User, origin: Origin, *, is_remembered: bool) -> None:
    """Somebody is in."""
    by = Author(user.id, user.name, user.role, origin)
    record(session, by, SIGNED_IN, user.id, truck_id=user.truck_id, details={"remembered": is_remembered})


def note_failed_sign_in(session: Session, email: str, origin: Origin) -> None:
    """Somebody is not; a known account is named, an unknown one only hinted at."""
    known = queries.find_user_by_email(session, email)
    details = {"name": known.name} if known else {"email": masked_email(email)}
    subject, truck = (known.id, known.truck_id) if known else (None, None)
    record(session, visitor(origin), SIGN_IN_FAILED, subject, truck_id=truck, details=details)


def note_sign_out(session: Session, actor: Actor) -> None:
    """Somebody has left."""
    record(session, actor.author, SIGNED_OUT, actor.user_id, truck_id=actor.truck_id)


def note_revoked(session: Session, actor: Actor, user: User, count: int) -> None:
    """So many sign-ins of the user were ended by somebody else than their holder; none is no news."""
    if count:
        details = {"name": user.name, "sessions": count}
        record(session, actor.author, REVOKED, user.id, truck_id=user.truck_id, details=details)


def note_new_user(session: Session, by: Author, values: Mapping[str, Any], truck_id: str | None) -> None:
    """An account was made."""
    details = {"name": values["name"], "email": masked_email(values["email"]), "role": values["role"]}
    record(session, by, CREATED, values["id"], truck_id=truck_id, details=details)


def facts_of(session: Session, user: User) -> dict[str, Any]:
    """What is compared before and after a change; the truck by its name."""
    facts = {"name": user.name, "email": user.email, "role": user.role, "isActive": user.is_active}
    named = sa.select(queries.TRUCKS.c.name).where(queries.TRUCKS.c.id == user.truck_id)
    return facts | {"truck": session.scalar(named) if user.truck_id else None}


def note_changes(session: Session, actor: Actor, user: User, before: Mapping[str, Any]) -> None:
    """The account as it is now beside how it was."""
    changed = differing(before, facts_of(session, user))
    if changed.pop("isActive", None):
        action = ENABLED if user.is_active else DISABLED
        note_account(session, actor, user, action)
    if "email" in changed:
        was, now = changed["email"]
        changed["email"] = changed["email"]._replace(before=masked_email(was), after=masked_email(now))
    if changed:
        details = {"name": user.name, **changed}
        record(session, actor.author, CHANGED, user.id, truck_id=user.truck_id, details=details)


def note_account(session: Session, actor: Actor, user: User, action: str) -> None:
    """Something happened to the account as a whole."""
    record(session, actor.author, action, user.id, truck_id=user.truck_id, details={"name": user.name})
