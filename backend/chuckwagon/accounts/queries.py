"""Queries of staff accounts, and queries and conditional updates of links by e-mail.

They name the columns of trucks without an import of the trucks slice above them. `Database` imports the tables of all
slices, so these columns are there in each process that opens one.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.orm import Session, aliased

from chuckwagon.accounts.models import (
    EMAIL,
    ERASED_PREFIX,
    INVITATION,
    NO_PASSWORD,
    SUPERADMIN,
    PasswordLink,
    User,
    has_second_factor,
)
from chuckwagon.accounts.schemas import InvitationState, UserAnswer
from chuckwagon.db.database import Base, try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import copy_fields
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import hash_secret, is_id
from chuckwagon.kit.sentences import Sentence


def truck_table() -> sa.FromClause:
    """The table of trucks, for joins."""
    return Base.metadata.tables["trucks"]


def truck_columns() -> Any:
    """The columns of the table of trucks, as attributes."""
    return truck_table().c


def is_own_truck() -> sa.ColumnElement[bool]:
    """The join condition of users and trucks: the user's truck, unless it is archived."""
    truck = truck_columns()
    return sa.and_(truck.id == User.truck_id, truck.archived_at.is_(None))


CAN_SIGN_IN = (User.is_active.is_(True), User.password_hash != NO_PASSWORD)
IS_NOT_ERASED = User.email.not_like(f"{ERASED_PREFIX}%")
ACCOUNT_UNKNOWN = Sentence("This account does not exist.", "account_not_found")


def list_users(session: Session) -> list[UserAnswer]:
    """All accounts, also disabled ones but no erased ones, sorted by name and then by e-mail."""
    found = [_answer(row) for row in session.execute(_select_users().where(IS_NOT_ERASED))]
    return sorted(found, key=lambda user: (user.name.casefold(), user.email))


def get_user_answer(session: Session, user_id: str) -> UserAnswer:
    """One user, in the API's format. Raises NotFound, also for an erased one."""
    query = _select_users().where(User.id == user_id, IS_NOT_ERASED)
    row = session.execute(query).one_or_none() if is_id(user_id) else None
    if row is None:
        raise NotFound(ACCOUNT_UNKNOWN)
    return _answer(row)


def list_user_ids_of_truck(session: Session, truck_id: str | None) -> list[str]:
    """The IDs of those who can sign in and look after the truck: its admins and all superadmins, only these for None.

    An invited account cannot sign in yet.
    """
    of_truck = User.truck_id == truck_id if truck_id is not None else sa.false()
    query = sa.select(User.id).where(sa.or_(User.role == SUPERADMIN, of_truck), *CAN_SIGN_IN)
    return list(session.scalars(query.order_by(User.id)))


def count_superadmins_without_factor(session: Session) -> int:
    """How many superadmins can sign in with nothing but their password."""
    query = sa.select(sa.func.count()).select_from(User)
    return session.scalar(query.where(User.role == SUPERADMIN, *CAN_SIGN_IN, ~has_second_factor())) or 0


def find_user_by_email(session: Session, email: str) -> User | None:
    """User with this normalized e-mail address, also a disabled one; None if there is none."""
    return session.scalars(sa.select(User).where(User.email == email)).one_or_none()


def lock_user(session: Session, user_id: str) -> User:
    """Return the user, also a disabled one, and lock the row until the transaction ends.

    Raises NotFound, also for an erased one.
    """
    fresh = {"populate_existing": True}  # what was read before the lock may have changed
    query = sa.select(User).where(User.id == user_id, IS_NOT_ERASED).with_for_update().execution_options(**fresh)
    user = session.scalars(query).one_or_none() if is_id(user_id) else None
    if user is None:
        raise NotFound(ACCOUNT_UNKNOWN)
    return user


def lock_other_superadmins(session: Session, user_id: str) -> bool:
    """Lock the rows of all other superadmins who can sign in. Returns whether there are any.

    Disabled ones cannot, and invited ones have no password yet.
    """
    query = sa.select(User.id).where(User.role == SUPERADMIN, *CAN_SIGN_IN, User.id != user_id)
    return bool(session.scalars(query.order_by(User.id).with_for_update()).all())


def truck_exists(session: Session, truck_id: str) -> bool:
    """Whether the truck exists and is not archived."""
    truck = truck_columns()
    query = sa.select(truck.id).where(truck.id == truck_id, truck.archived_at.is_(None))
    return is_id(truck_id) and session.scalar(query) is not None


def _select_users() -> sa.Select[Any]:
    """Select all staff. Staff of an archived truck have no truck."""
    truck = truck_columns()
    columns: tuple[Any, ...] = (
        User.id,
        User.email,
        User.name,
        User.role,
        truck.id.label("truck_id"),
        truck.name.label("truck_name"),
        User.is_active,
        sa.case((User.has_chosen_language, User.language)).label("language"),
        has_second_factor().label("has_second_factor"),
        (User.password_hash == NO_PASSWORD).label("is_invited"),
        sa.func.coalesce(PasswordLink.created_at, User.created_at).label("invited_at"),
        PasswordLink.expires_at,
        _pending_email().label("pending_email"),
    )
    is_invitation = sa.and_(PasswordLink.user_id == User.id, PasswordLink.kind == INVITATION)
    return sa.select(*columns).outerjoin(truck_table(), is_own_truck()).outerjoin(PasswordLink, is_invitation)


def _pending_email() -> sa.ScalarSelect[Any]:
    waiting = aliased(PasswordLink)
    is_own = (waiting.user_id == User.id, waiting.kind == EMAIL)
    return sa.select(sa.func.max(waiting.email)).where(*is_own).scalar_subquery()


def _answer(row: Any) -> UserAnswer:
    is_over = row.expires_at is None or row.expires_at <= clock.now()
    return copy_fields(
        UserAnswer,
        row,
        has_second_factor=row.has_second_factor or UNSET,
        needs_second_factor=UNSET,
        pending_email=row.pending_email or UNSET,
        invitation=InvitationState(clock.to_iso(row.invited_at), is_over) if row.is_invited else UNSET,
    )


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
