"""Queries and conditional updates of password links."""

from collections.abc import Collection
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import EMAIL, INVITATION, PasswordLink, User
from chuckwagon.accounts.queries import is_own_truck, truck_columns, truck_table
from chuckwagon.db.database import try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret

KEPT_AFTER_END = timedelta(days=1)


class LinkTarget(msgspec.Struct, frozen=True):
    """What a link is for, and its user with the name of the truck."""

    kind: str
    user_id: str
    email: str
    name: str
    role: str
    truck_name: str | None


def find_target(session: Session, token: str) -> LinkTarget | None:
    """What the link of this token is for; None unless it works: sent, not used, not over, of an active user.

    A link that confirms an address is not found, because it works in a session of its user only.
    """
    truck = truck_columns()
    query = (
        sa.select(PasswordLink.kind, User.id, User.email, User.name, User.role, truck.name.label("truck_name"))
        .join(User, User.id == PasswordLink.user_id)
        .outerjoin(truck_table(), is_own_truck())
    )
    is_found = (*_works(token), PasswordLink.kind != EMAIL, User.is_active.is_(True))
    row = session.execute(query.where(*is_found)).one_or_none()
    return None if row is None else LinkTarget(*row)


def claim_link(session: Session, token: str, user_id: str, kinds: Collection[str]) -> bool:
    """Delete the link, so that it works once. Returns False if it is used, over, of another kind or another user.

    The caller holds the user's row lock.
    """
    is_row = (*_works(token), PasswordLink.user_id == user_id, PasswordLink.kind.in_(kinds))
    return try_update_one(session, sa.delete(PasswordLink).where(*is_row))


def claim_email(session: Session, token: str, user_id: str) -> str | None:
    """The address that the link of this user confirms, once; None if it is used or over. As `claim_link`."""
    is_row = (*_works(token), PasswordLink.user_id == user_id, PasswordLink.kind == EMAIL)
    email: str | None = session.scalar(sa.select(PasswordLink.email).where(*is_row))
    return email if claim_link(session, token, user_id, (EMAIL,)) else None


def find_pending_email(session: Session, user_id: str) -> str | None:
    """The address that waits for its link, also one whose link is over; None if none waits."""
    waits = (PasswordLink.user_id == user_id, PasswordLink.kind == EMAIL)
    return session.scalar(sa.select(PasswordLink.email).where(*waits))


def _works(token: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (PasswordLink.token_digest == hash_secret(token), PasswordLink.expires_at > clock.now())


def delete_links(session: Session, user_id: str, kind: str | None = None) -> None:
    """Delete all links of the user, because the account or its password has changed; or those of one kind."""
    gone = sa.delete(PasswordLink).where(PasswordLink.user_id == user_id)
    if kind is not None:
        gone = gone.where(PasswordLink.kind == kind)
    session.execute(gone.execution_options(synchronize_session=False))


def purge_links(session: Session) -> None:
    """Delete links a day after their end, and requests that could not be sent for a day.

    Invitations stay until they are used or withdrawn, because the staff page shows that one is over.
    """
    over = sa.func.coalesce(PasswordLink.expires_at, PasswordLink.created_at) < clock.now() - KEPT_AFTER_END
    session.execute(sa.delete(PasswordLink).where(PasswordLink.kind != INVITATION, over))
