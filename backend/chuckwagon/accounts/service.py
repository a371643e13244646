"""Signing in and out, the user's own profile, and management of staff accounts, up to their erasure.

A failed sign-in never says why: an unknown account, a wrong password and a disabled account get the same response
after the same work. Hashing is slow, so it runs before the transaction, which then checks that the account has not
changed since.
"""

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, passwords, queries, sessions, throttle
from chuckwagon.accounts.email_change import NO_EMAIL, EmailTaken, request_change
from chuckwagon.accounts.models import (
    ADMIN,
    ERASED_PREFIX,
    NO_PASSWORD,
    SUPERADMIN,
    AuthenticatorSetup,
    KnownDevice,
    KnownSignInAddress,
    PasswordLink,
    RecoveryCode,
    SecondFactor,
    User,
    user_has_factor,
)
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.queries import delete_links, purge_links
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
from chuckwagon.accounts.second_factors.schemas import SecondFactorNeeded
from chuckwagon.accounts.second_factors.service import ask_for_second_factor, purge_pending
from chuckwagon.accounts.security_notices import Notice, enqueue_notice
from chuckwagon.accounts.sessions import require_proof_of_factor
from chuckwagon.accounts.sign_in import SignInSource, count_failure, open_user_session, refuse_throttled
from chuckwagon.accounts.throttle import proof_account
from chuckwagon.audit.log import SYSTEM_ACTOR, RequestSource
from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.db.idempotency import IdempotentRequest, parse_idempotency_key, write_once
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, SignInNeeded
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import ENGLISH, Language, Sentence

CURRENT_PASSWORD_REQUIRED = Sentence(
    "Enter your current password to change your email or password", "current_password_required"
)
WRONG_CURRENT_PASSWORD = Sentence("The current password is not right", "current_password_wrong")
UNKNOWN_TRUCK = Sentence("This truck does not exist", "truck_unknown")


class WrongCredentials(SignInNeeded):
    """No account that may sign in has this email and password. It does not say which of them is wrong."""

    code = "wrong_credentials"
    sentence = "Invalid email or password"


class OwnAccount(Conflict):
    """Superadmins cannot disable, demote or erase themselves."""

    code = "own_account"
    sentence = "You cannot disable, demote or erase your own account. Ask another superadmin."


class OwnPassword(Conflict):
    """Superadmins set their own password in the profile, not among the staff accounts."""

    code = "own_password"
    sentence = "Change your own password in your profile, with your current one."


class LastSuperadmin(Conflict):
    """No active superadmin would be left."""

    code = "last_superadmin"
    sentence = "This is the last superadmin. Make another one first."


class ProfileChanges(msgspec.Struct, frozen=True):
    """Valid changes of the user's own account, and the address to ask for. None leaves a value as it is."""

    name: str | None
    email: str | None
    password_hash: str | None
    language: Language | None


def sign_in(db: Database, given: Credentials, source: SignInSource) -> SignInAnswer | SecondFactorNeeded:
    """Open a session and return its token and user, or ask a user who has a second factor for it.

    Raises WrongCredentials, and counts the failure; SignInPaused while the account or the address must wait, and
    SignInLocked while the account is locked.
    """
    with db.reading() as session:
        refuse_throttled(session, given.email, source)
        found = queries.find_user_by_email(session, given.email)
    is_right = passwords.is_correct(given.password, found.password_hash or None if found else None)
    checked = found if is_right else None
    answer = db.write(lambda session: _open_session_or_count_failure(session, checked, given, source))
    if answer is None:
        raise WrongCredentials
    return answer


def _open_session_or_count_failure(
    session: Session, checked: User | None, given: Credentials, source: SignInSource
) -> SignInAnswer | SecondFactorNeeded | None:
    """Open the session or the wait for a second factor, or count the failure and return None.

    Checks the throttle again under its lock, so that parallel guesses do not get more tries.
    """
    refuse_throttled(session, given.email, source, lock=True)
    user = queries.lock_user(session, checked.id) if checked else None
    if user is None or checked is None or not user.is_active or user.password_hash != checked.password_hash:
        count_failure(session, given.email, source)
        audit_events.record_failed_sign_in(session, given.email, source.origin)
        return None
    if user_has_factor(session, user.id):  # earlier failures stay counted, because they may be wrong second factors
        return ask_for_second_factor(session, user.id, is_remembered=given.is_remembered)
    return open_user_session(session, user, source, is_remembered=given.is_remembered)


def sign_out(db: Database, token: str, origin: RequestSource) -> None:
    """End the session of the token, if it is still valid."""

    def end(session: Session) -> None:
        found = sessions.find_actor_by_token(session, token)
        sessions.end_session(session, token)
        if found is not None:
            audit_events.record_sign_out(session, msgspec.structs.replace(found[0], origin=origin))

    db.write(end)


def change_profile(db: Database, actor: Actor, given: ProfileRequest, source: SignInSource) -> UserAnswer:
    """Change the user's own name and language and, with the current password, the password.

    A new e-mail address waits until its link is opened. A new password ends the user's other sessions. Raises
    InvalidInput, also for a wrong current password, EmailTaken, Conflict for a new address where no e-mail can be sent,
    SignInPaused or SignInLocked after too many wrong passwords, SignInNeeded if the account was disabled or got
    another password meanwhile, and ReauthenticationRequired.
    """
    name = read_name(given.name) if given.name is not None else None
    email = read_email(given.email) if given.email is not None else None
    if given.new_password is not None:
        passwords.refuse_weak(given.new_password, "newPassword")
    with db.reading() as session:
        known = session.get_one(User, actor.user_id)
        email = None if email == known.email else email
        changes_sign_in = given.new_password is not None or email is not None
        if changes_sign_in:
            require_proof_of_factor(session, actor)
    if email is not None and not source.sends_email:
        raise Conflict(NO_EMAIL)
    if changes_sign_in:
        _confirm_password(db, actor, known, given.current_password, source)
    new_hash = passwords.make_hash(given.new_password) if given.new_password is not None else None
    changes = ProfileChanges(name, email, new_hash, given.language)

    def store(session: Session) -> UserAnswer:
        if changes_sign_in:
            throttle.clear_failures_at(session, proof_account(actor.user_id), source.address, source.device)
        return _store_profile(session, actor, known, changes)

    return db.write(store)


def _confirm_password(db: Database, actor: Actor, user: User, current: str | None, source: SignInSource) -> None:
    """Check the current password, because a stolen token must not suffice to take over the account.

    Wrong passwords are counted with wrong proofs, apart from failed sign-ins, which strangers can cause.
    """
    if not current:
        raise InvalidInput(CURRENT_PASSWORD_REQUIRED, fields={"currentPassword": CURRENT_PASSWORD_REQUIRED})
    with db.reading() as session:
        refuse_throttled(session, proof_account(user.id), source)
    if not passwords.is_correct(current, user.password_hash):
        db.write(lambda session: _count_wrong_password(session, actor, user, source))
        raise InvalidInput(WRONG_CURRENT_PASSWORD, fields={"currentPassword": WRONG_CURRENT_PASSWORD})


def _count_wrong_password(session: Session, actor: Actor, user: User, source: SignInSource) -> None:
    count_failure(session, proof_account(user.id), source)
    audit_events.record_account_event(session, actor, user, audit_events.PASSWORD_REFUSED)


def _store_profile(session: Session, actor: Actor, known: User, changes: ProfileChanges) -> UserAnswer:
    user = queries.lock_user(session, actor.user_id)
    if not user.is_active or user.password_hash != known.password_hash:
        raise SignInNeeded  # disabled, or the password was reset, since the guard ran
    before = audit_events.snapshot_user(session, user)
    user.name = changes.name or user.name
    if changes.language is not None:
        user.language, user.has_chosen_language = changes.language, True
    if changes.password_hash is not None:
        delete_links(session, user.id)
        user.password_hash = changes.password_hash
        audit_events.record_account_event(session, actor, user, audit_events.PASSWORD_CHANGED)
        enqueue_notice(session, user, Notice.PASSWORD_CHANGED)
        ended = sessions.end_other_sessions(session, user.id, actor.session_id)
        audit_events.record_ended_sessions(session, actor.author, user, ended)
    if changes.email is not None:
        request_change(session, actor, user, changes.email)
    session.flush()
    audit_events.record_user_changes(session, actor, user, before)
    return queries.get_user_answer(session, user.id)


def register(db: Database, given: RegisterRequest, *, by: Actor | None = None, key: str | None = None) -> UserAnswer:
    """Create an account, once per Idempotency-Key of the creator. `by` is None on the command line.

    Raises InvalidInput, EmailTaken, and IdempotencyKeyReused if the key was used with a different request.
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
    return write_once(db, repeat, UserAnswer, lambda session: insert_user(session, by, values, given.truck_id))


def _read_repeat(given: RegisterRequest, by: str, key: str | None) -> IdempotentRequest | None:
    """The request for `write_once`; None without a key.

    Its hash is stored, so the password in it is hashed as slowly as elsewhere.
    """
    if not key:
        return None
    password = passwords.fingerprint(given.password, f"{by}:{key}")
    return parse_idempotency_key(by, key, "register", msgspec.structs.replace(given, password=password))


def insert_user(session: Session, by: Actor | None, values: dict[str, Any], truck_id: str | None) -> UserAnswer:
    """Insert an account, for a truck unless it is a superadmin's. Raises InvalidInput, EmailTaken."""
    truck = _require_truck(session, truck_id) if values["role"] == ADMIN else None
    instant = clock.now()
    stamped = {**values, "truck_id": truck, "created_at": instant, "updated_at": instant}
    if not insert_if_absent(session, User, stamped):
        raise EmailTaken
    audit_events.record_new_user(session, by.author if by else SYSTEM_ACTOR, values, truck)
    return queries.get_user_answer(session, values["id"])


def change_user(db: Database, actor: Actor, user_id: str, given: UserRequest) -> UserAnswer:
    """Change a staff account. Disabling it, changing its role or truck, or setting a password ends its sessions.

    Raises NotFound, InvalidInput, OwnPassword for the actor's own password, OwnAccount when actors disable or demote
    themselves, and LastSuperadmin when no active superadmin would be left.
    """
    if given.password is not None and user_id == actor.user_id:
        raise OwnPassword  # a stolen token must not suffice to take over the account
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
    loses_superadmin = given.is_active is False or given.role == ADMIN
    if user.id == actor.user_id and loses_superadmin:
        raise OwnAccount
    if loses_superadmin and user.role == SUPERADMIN and not queries.lock_other_superadmins(session, user.id):
        raise LastSuperadmin
    before = audit_events.snapshot_user(session, user)
    user.name = given.name or user.name
    has_moved = _assign_truck(session, user, given)
    if given.is_active is not None:
        user.is_active = given.is_active
    if new_hash is not None:
        user.password_hash = new_hash
        throttle.clear_failures(session, user.email)
        audit_events.record_account_event(session, actor, user, audit_events.PASSWORD_RESET)
        enqueue_notice(session, user, Notice.PASSWORD_CHANGED)
    session.flush()
    audit_events.record_user_changes(session, actor, user, before)
    if new_hash is not None or given.is_active is False:
        delete_links(session, user.id)
    if has_moved or user.role != before["role"] or new_hash is not None or given.is_active is False:
        ended = sessions.end_other_sessions(session, user.id, actor.session_id)
        audit_events.record_ended_sessions(session, actor.author, user, ended)
    return queries.get_user_answer(session, user.id)


def _assign_truck(session: Session, user: User, given: UserRequest) -> bool:
    """Set role and truck together, because a superadmin has no truck. Returns whether the truck changed."""
    before = user.truck_id
    role = given.role or user.role
    truck = before if isinstance(given.truck_id, msgspec.UnsetType) else given.truck_id
    after = None if role == SUPERADMIN else truck or None
    if after != before:
        after = _require_truck(session, after)
    user.role, user.truck_id = role, after
    return after != before


def _require_truck(session: Session, truck_id: str | None) -> str | None:
    if truck_id and not queries.truck_exists(session, truck_id):
        raise InvalidInput(UNKNOWN_TRUCK, fields={"truckId": UNKNOWN_TRUCK})
    return truck_id or None


def create_superadmin(db: Database, email: str, name: str, password: str) -> UserAnswer:
    """Create a superadmin from the command line. Raises InvalidInput and EmailTaken."""
    return register(db, RegisterRequest(email=email, name=name, password=password, role="superadmin"))


def purge_expired(session: Session) -> None:
    """Delete expired sessions, links, pending sign-ins and set-ups, and old failed sign-ins and known places."""
    purge_links(session)
    purge_pending(session)
    sessions.purge_expired(session)
    throttle.purge_failures_and_places(session)


FORMER = "Former user"


def is_erased(email: str) -> bool:
    """Whether an address stands for that of an erased account."""
    return email.startswith(ERASED_PREFIX)


def next_former_name(session: Session) -> str:
    """The next free neutral name. The caller holds a lock that all erasures take."""
    names = session.scalars(sa.select(User.name).where(User.email.startswith(ERASED_PREFIX)))
    numbers = [int(name.removeprefix(f"{FORMER} ")) for name in names]
    return f"{FORMER} {max(numbers, default=0) + 1}"


def erase_account(session: Session, user: User, new_name: str) -> None:
    """Erase the account: its address, password, factors, sessions with their push devices, and sign-in rows."""
    for account in (user.email, proof_account(user.id)):
        throttle.clear_failures(session, account)
    sessions.end_other_sessions(session, user.id, "")
    of_user = sa.or_(PasswordLink.user_id == user.id, PasswordLink.email == user.email)
    session.execute(sa.delete(PasswordLink).where(of_user).execution_options(synchronize_session=False))
    for model in (SecondFactor, RecoveryCode, AuthenticatorSetup, KnownDevice, KnownSignInAddress):
        gone = sa.delete(model).where(model.user_id == user.id)
        session.execute(gone.execution_options(synchronize_session=False))
    user.email, user.name, user.password_hash = f"{ERASED_PREFIX}{user.id}", new_name, NO_PASSWORD
    user.role, user.truck_id, user.is_active = ADMIN, None, False
    user.language, user.has_chosen_language = ENGLISH, False
    session.flush()
