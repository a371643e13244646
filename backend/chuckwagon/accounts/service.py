"""Signing in and out, one's own profile, and the staff that a superadmin looks after.

A failed sign-in never says why: unknown, wrong and disabled are one answer after the same work. Hashing takes
long, so it is done before the transaction, and what it was judged by is compared again inside.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audited, passwords, queries, sessions, throttle
from chuckwagon.accounts.models import ADMIN, SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import (
    Credentials,
    ProfileRequest,
    RegisterRequest,
    SignInAnswer,
    UserAnswer,
    UserRequest,
    read_email,
    read_name,
)
from chuckwagon.core import clock
from chuckwagon.core.audit import SYSTEM, Origin
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.core.errors import Conflict, InvalidInput, SignInNeeded
from chuckwagon.core.idempotency import Repeat, once, read_repeat
from chuckwagon.core.ids import new_id

CONFIRM = "Enter your current password to change your email or password"
WRONG_CURRENT = "The current password is not right"
NO_TRUCK = "This truck does not exist"


class WrongCredentials(SignInNeeded):
    code = "wrong_credentials"
    sentence = "Invalid email or password"


class EmailTaken(Conflict):
    code = "email_taken"
    sentence = "There is already an account with this email address."

    def __init__(self) -> None:
        super().__init__(fields={"email": self.sentence})


class OwnAccount(Conflict):
    code = "own_account"
    sentence = "You cannot disable or demote your own account. Ask another superadmin."


class OwnPassword(Conflict):
    code = "own_password"
    sentence = "Change your own password in your profile, with your current one."


class LastSuperadmin(Conflict):
    code = "last_superadmin"
    sentence = "This is the last superadmin. Make another one first."


class Caller(msgspec.Struct, frozen=True):
    """Who tries a password: the address as it is counted, and how many failures a minute it may have.

    `origin` is what the audit log keeps of the request.
    """

    address: str
    most_a_minute: int = throttle.MOST_A_MINUTE
    origin: Origin = Origin()


def sign_in(db: Database, given: Credentials, caller: Caller) -> SignInAnswer:
    """A new session. Raises WrongCredentials, or SignInPaused and SignInShut after too many failures."""
    with db.reading() as session:
        _refuse_waiting(session, given.email, caller)
        found = queries.find_user_by_email(session, given.email)
    is_right = passwords.is_right(given.password, found.password_hash if found else None)
    judged = found if is_right else None
    answer = db.write(lambda session: _open_or_count(session, judged, given, caller))
    if answer is None:
        raise WrongCredentials
    return answer


def _open_or_count(
    session: Session, judged: User | None, given: Credentials, caller: Caller
) -> SignInAnswer | None:
    """Asks for the wait again: of a crowd of guesses only the first few may be right."""
    _refuse_waiting(session, given.email, caller, lock=True)
    user = queries.lock_user(session, judged.id) if judged else None
    if user is None or judged is None or not user.is_active or user.password_hash != judged.password_hash:
        _count_failure(session, given.email, caller)
        audited.note_failed_sign_in(session, given.email, caller.origin)
        return None
    throttle.note_success(session, user, caller.address)
    token = sessions.open_session(session, user.id, is_remembered=given.is_remembered)
    audited.note_sign_in(session, user, caller.origin, is_remembered=given.is_remembered)
    return SignInAnswer(token, queries.get_user_answer(session, user.id))


def sign_out(db: Database, token: str, origin: Origin) -> None:
    """End the session of the token; one that is dead already stays so."""

    def end(session: Session) -> None:
        found = sessions.find_actor(session, token)
        sessions.end_session(session, token)
        if found is not None:
            audited.note_sign_out(session, msgspec.structs.replace(found[0], origin=origin))

    db.write(end)


def _refuse_waiting(session: Session, email: str, caller: Caller, *, lock: bool = False) -> None:
    throttle.refuse_waiting(session, email, caller.address, most_a_minute=caller.most_a_minute, lock=lock)


def _count_failure(session: Session, email: str, caller: Caller) -> None:
    throttle.count_failure(session, email, caller.address, most_a_minute=caller.most_a_minute)


def change_profile(db: Database, actor: Actor, given: ProfileRequest, caller: Caller) -> UserAnswer:
    """Change one's own name and, with the present password, e-mail and password.

    A new password ends the user's other sessions. Raises InvalidInput, EmailTaken, SignInPaused, SignInShut.
    """
    name = read_name(given.name) if given.name is not None else None
    email = read_email(given.email) if given.email is not None else None
    if given.new_password is not None:
        passwords.refuse_weak(given.new_password, "newPassword")
    with db.reading() as session:
        known = session.get_one(User, actor.user_id)
    if given.new_password is not None or email not in (None, known.email):
        _confirm(db, actor, known, given.current_password, caller)
    new_hash = passwords.make_hash(given.new_password) if given.new_password is not None else None
    return db.write(lambda session: _store_profile(session, actor, known, (name, email, new_hash)))


def _confirm(db: Database, actor: Actor, user: User, current: str | None, caller: Caller) -> None:
    """A stolen token alone must not take the account over; guesses count like failed sign-ins."""
    if not current:
        raise InvalidInput(CONFIRM, fields={"currentPassword": CONFIRM})
    with db.reading() as session:
        _refuse_waiting(session, user.email, caller)
    if not passwords.is_right(current, user.password_hash):
        db.write(lambda session: _count_wrong_password(session, actor, user, caller))
        raise InvalidInput(WRONG_CURRENT, fields={"currentPassword": WRONG_CURRENT})


def _count_wrong_password(session: Session, actor: Actor, user: User, caller: Caller) -> None:
    _count_failure(session, user.email, caller)
    audited.note_account(session, actor, user, audited.PASSWORD_REFUSED)


def _store_profile(
    session: Session, actor: Actor, known: User, changes: tuple[str | None, str | None, str | None]
) -> UserAnswer:
    name, email, new_hash = changes
    user = queries.lock_user(session, actor.user_id)
    if not user.is_active or user.password_hash != known.password_hash:
        raise SignInNeeded  # disabled or reset since the door let this request in
    before = audited.facts_of(session, user)
    user.name = name or user.name
    if email is not None:
        _rename(session, user, email)
    if new_hash is not None:
        user.password_hash = new_hash
        audited.note_account(session, actor, user, audited.PASSWORD_CHANGED)
        ended = sessions.end_other_sessions(session, user.id, actor.session_id)
        audited.note_revoked(session, actor, user, ended)
    session.flush()
    audited.note_changes(session, actor, user, before)
    return queries.get_user_answer(session, user.id)


def _rename(session: Session, user: User, email: str) -> None:
    user.email = email
    try:
        session.flush()
    except sa.exc.IntegrityError as error:
        raise EmailTaken from error


def register(
    db: Database, given: RegisterRequest, *, by: Actor | None = None, key: str | None = None
) -> UserAnswer:
    """A new account, made once for each Idempotency-Key of whoever makes it; by nobody from the command line.

    Raises InvalidInput, EmailTaken, IdempotencyKeyReused.
    """
    email, name = read_email(given.email), read_name(given.name)
    passwords.refuse_weak(given.password, "password")
    repeat = _read_repeat(given, by.user_id if by else "", key)
    values: dict[str, Any] = {
        "id": new_id(),
        "email": email,
        "name": name,
        "role": given.role,
        "is_active": True,
    }
    values["password_hash"] = passwords.make_hash(given.password)

    def insert(session: Session) -> UserAnswer:
        return once(session, repeat, UserAnswer, lambda: _insert(session, by, values, given.truck_id))

    return db.write(insert)


def _read_repeat(given: RegisterRequest, by: str, key: str | None) -> Repeat | None:
    """The fingerprint is stored, so the password goes into it as slowly hashed as everywhere."""
    if not key:
        return None
    password = passwords.fingerprint(given.password, f"{by}:{key}")
    return read_repeat(by, key, "register", msgspec.structs.replace(given, password=password))


def _insert(session: Session, by: Actor | None, values: dict[str, Any], truck_id: str | None) -> UserAnswer:
    truck = _existing_truck(session, truck_id) if values["role"] == ADMIN else None
    instant = clock.now()
    stamped = {**values, "truck_id": truck, "created_at": instant, "updated_at": instant}
    if not insert_if_absent(session, User, stamped):
        raise EmailTaken
    audited.note_new_user(session, by.author if by else SYSTEM, values, truck)
    return queries.get_user_answer(session, values["id"])


def change_user(db: Database, actor: Actor, user_id: str, given: UserRequest) -> UserAnswer:
    """Change a member of the staff; a disabled, moved or re-keyed one is signed out everywhere.

    Raises NotFound, InvalidInput, OwnAccount, OwnPassword, LastSuperadmin.
    """
    if given.password is not None and user_id == actor.user_id:
        raise OwnPassword  # a stolen token alone must not take the account over
    if given.name is not None:
        given = msgspec.structs.replace(given, name=read_name(given.name))
    new_hash = None
    if given.password is not None:
        passwords.refuse_weak(given.password, "password")
        new_hash = passwords.make_hash(given.password)
    return db.write(lambda session: _store_user(session, actor, (user_id, given, new_hash)))


def _store_user(session: Session, actor: Actor, change: tuple[str, UserRequest, str | None]) -> UserAnswer:
    user_id, given, new_hash = change
    user = queries.lock_user(session, user_id)
    loses_power = given.is_active is False or given.role == ADMIN
    if user.id == actor.user_id and loses_power:
        raise OwnAccount
    if loses_power and user.role == SUPERADMIN and not queries.lock_other_superadmins(session, user.id):
        raise LastSuperadmin
    before = audited.facts_of(session, user)
    user.name = given.name or user.name
    has_moved = _place(session, user, given)
    if given.is_active is not None:
        user.is_active = given.is_active
    if new_hash is not None:
        user.password_hash = new_hash
        throttle.forget_failures(session, user.email)
        audited.note_account(session, actor, user, audited.PASSWORD_RESET)
    session.flush()
    audited.note_changes(session, actor, user, before)
    if has_moved or new_hash is not None or given.is_active is False:
        ended = sessions.end_other_sessions(session, user.id, actor.session_id)
        audited.note_revoked(session, actor, user, ended)
    return queries.get_user_answer(session, user.id)


def _place(session: Session, user: User, given: UserRequest) -> bool:
    """Role and truck together, because a superadmin has none; says whether the truck is another one."""
    before = user.truck_id
    role = given.role or user.role
    truck = before if isinstance(given.truck_id, msgspec.UnsetType) else given.truck_id
    after = None if role == SUPERADMIN else truck or None
    if after != before:
        after = _existing_truck(session, after)
    user.role, user.truck_id = role, after
    return after != before


def _existing_truck(session: Session, truck_id: str | None) -> str | None:
    if truck_id and not queries.is_truck(session, truck_id):
        raise InvalidInput(NO_TRUCK, fields={"truckId": NO_TRUCK})
    return truck_id or None


def create_superadmin(db: Database, email: str, name: str, password: str) -> UserAnswer:
    """The first account, for whoever runs the command line. Raises InvalidInput and EmailTaken."""
    return register(db, RegisterRequest(email=email, name=name, password=password, role="superadmin"))


def forget_old(session: Session) -> None:
    """Drop sessions that have ended and failures of long ago."""
    sessions.forget_old(session)
    throttle.forget_old(session)
