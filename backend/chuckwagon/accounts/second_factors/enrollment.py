"""Adding, renaming and removing second factors, and renewing recovery codes.

All but a new name needs a recent proof, except from the command line. The first factor and the removal of one end the
user's other sessions, as a new password does: they were opened under other conditions. Recovery codes exist as long as
there is a factor.
"""

from collections.abc import Callable

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries, sessions
from chuckwagon.accounts.models import (
    AUTHENTICATOR,
    AuthenticatorSetup,
    SecondFactor,
    User,
    list_factors,
    user_has_factor,
)
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.second_factors.codes import (
    NewSecret,
    confirm_setup,
    delete_recovery_codes,
    make_recovery_codes,
    replace_recovery_codes,
    start_setup,
)
from chuckwagon.accounts.second_factors.schemas import ConfirmRequest
from chuckwagon.accounts.security_notices import Notice, enqueue_notice
from chuckwagon.accounts.sessions import LastFactorRequired, Requirement, is_required, require_proof
from chuckwagon.audit.log import SYSTEM_ACTOR, AuditActor
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import collapse_whitespace

MAX_FACTORS = 10
MAX_CODE_SETS = 20  # an hour for one user
SETUP_CODE_WRONG = Sentence(
    "This code is not right. Check that the time of your phone is set automatically, and try the newest code.",
    "setup_code_wrong",
)
FACTOR_UNKNOWN = Sentence("This second factor does not exist any more.", "second_factor_not_found")


class TooManyFactors(Conflict):
    code = "too_many_second_factors"
    sentence = f"You have {MAX_FACTORS} second factors. Remove one before you add another."


class NoSecondFactor(Conflict):
    code = "no_second_factor"
    sentence = "Recovery codes replace a second factor. Set one up first."


class CannotRemoveOwnFactors(Conflict):
    """Superadmins remove their own factors in the profile, not among the staff accounts."""

    code = "own_second_factors"
    sentence = "Remove your own second factors in your profile, under Security."


class AddedFactor(msgspec.Struct, frozen=True):
    """The recovery codes that came with the first factor; none with a further one."""

    recovery_codes: list[str]


def start_authenticator(db: Database, actor: Actor) -> NewSecret:
    """Make a secret for an app, which counts once a code confirms it.

    Raises ReauthenticationRequired, TooManyFactors.
    """

    def start(session: Session) -> NewSecret:
        user = prepare_addition(session, actor)
        return start_setup(session, user.id, user.email)

    return db.write(start)


def confirm_authenticator(db: Database, actor: Actor, given: ConfirmRequest) -> AddedFactor:
    """Make the app of the set-up a factor. Raises InvalidInput and what `add_factor` raises."""
    name = collapse_whitespace(given.name)

    def confirm(session: Session, user: User) -> None:
        if not confirm_setup(session, user.id, name, given.code):
            raise InvalidInput(SETUP_CODE_WRONG, fields={"code": SETUP_CODE_WRONG})

    return add_factor(db, actor, AUTHENTICATOR, confirm)


def add_factor(db: Database, actor: Actor, kind: str, insert: Callable[[Session, User], None]) -> AddedFactor:
    """Add a factor of any kind, which `insert` checks and stores in the transaction, under the user's lock.

    With the first factor come recovery codes, and the user's other sessions end. Raises ReauthenticationRequired,
    TooManyFactors, TooManyRequests, and what `insert` raises.
    """
    with db.reading() as session:
        require_proof(session, actor)
        needs_codes = not user_has_factor(session, actor.user_id)
    codes = _make_codes(db, actor) if needs_codes else {}

    def add(session: Session) -> AddedFactor:
        user = prepare_addition(session, actor)
        is_first = not user_has_factor(session, user.id)
        insert(session, user)
        audit_events.record_factor_event(session, actor.author, user, audit_events.FACTOR_ADDED, kind=kind)
        enqueue_notice(session, user, Notice.FACTOR_ADDED)
        if not is_first:
            return AddedFactor([])
        made = codes or make_recovery_codes(user.id)  # the other factor was removed in between, which is rare
        replace_recovery_codes(session, user.id, list(made))
        _end_other_sessions(session, actor, user)
        return AddedFactor(list(made.values()))

    return db.write(add)


def _make_codes(db: Database, actor: Actor) -> dict[str, str]:
    """Make recovery codes. Their hashes take a password thread for long, so each user gets few tries an hour.

    Raises TooManyRequests.
    """
    key = f"recovery-codes:{actor.user_id}"
    db.write(lambda session: rate_limits.consume(session, key, limit=MAX_CODE_SETS, seconds=rate_limits.HOUR_SECONDS))
    return make_recovery_codes(actor.user_id)


def prepare_addition(session: Session, actor: Actor) -> User:
    """Return the actor's account, locked for another factor. Raises ReauthenticationRequired, TooManyFactors."""
    require_proof(session, actor)
    user = queries.lock_user(session, actor.user_id)
    if len(list_factors(session, user.id)) >= MAX_FACTORS:
        raise TooManyFactors
    return user


def renew_recovery_codes(db: Database, actor: Actor) -> list[str]:
    """Replace all recovery codes of the actor and return the new ones.

    Raises ReauthenticationRequired, TooManyRequests, and NoSecondFactor for an actor who has none.
    """
    with db.reading() as session:
        _check_renewal(session, actor)
    codes = _make_codes(db, actor)

    def renew(session: Session) -> None:
        user = queries.lock_user(session, actor.user_id)
        _check_renewal(session, actor)
        replace_recovery_codes(session, user.id, list(codes))
        audit_events.record_factor_event(session, actor.author, user, audit_events.RECOVERY_CODES_RENEWED)
        enqueue_notice(session, user, Notice.RECOVERY_CODES_RENEWED)

    db.write(renew)
    return list(codes.values())


def _check_renewal(session: Session, actor: Actor) -> None:
    require_proof(session, actor)
    if not user_has_factor(session, actor.user_id):
        raise NoSecondFactor


def rename_factor(db: Database, actor: Actor, factor_id: str, name: str) -> None:
    """Rename one of the actor's factors. Raises NotFound."""

    def rename(session: Session) -> None:
        own = (SecondFactor.id == factor_id, SecondFactor.user_id == actor.user_id)
        if not try_update_one(session, sa.update(SecondFactor).where(*own).values(name=collapse_whitespace(name))):
            raise NotFound(FACTOR_UNKNOWN)
        user = queries.lock_user(session, actor.user_id)
        audit_events.record_factor_event(session, actor.author, user, audit_events.FACTOR_RENAMED)

    db.write(rename)


def remove_factor(db: Database, actor: Actor, factor_id: str, requirement: Requirement) -> None:
    """Remove one of the actor's factors. The actor's other sessions end.

    Raises NotFound, ReauthenticationRequired, and LastFactorRequired for the last factor of an actor who must have one.
    """

    def remove(session: Session) -> None:
        require_proof(session, actor)
        user = queries.lock_user(session, actor.user_id)
        factor = next((each for each in list_factors(session, user.id) if each.id == factor_id), None)
        if factor is None or not _delete_factor(session, user.id, factor.id):
            raise NotFound(FACTOR_UNKNOWN)
        if not user_has_factor(session, user.id):
            if is_required(requirement, user.role):
                raise LastFactorRequired
            delete_recovery_codes(session, user.id)
        audit_events.record_factor_event(session, actor.author, user, audit_events.FACTOR_REMOVED, kind=factor.kind)
        enqueue_notice(session, user, Notice.FACTOR_REMOVED)
        _end_other_sessions(session, actor, user)

    db.write(remove)


def _delete_factor(session: Session, user_id: str, factor_id: str) -> bool:
    return try_update_one(
        session, sa.delete(SecondFactor).where(SecondFactor.id == factor_id, SecondFactor.user_id == user_id)
    )


def remove_factors_of(db: Database, actor: Actor, user_id: str) -> int:
    """Remove all factors of another user, who has lost the device. Returns how many there were.

    All sessions of the user end. Raises NotFound, CannotRemoveOwnFactors, ReauthenticationRequired.
    """
    if user_id == actor.user_id:
        raise CannotRemoveOwnFactors

    def remove(session: Session) -> int:
        require_proof(session, actor)
        return _remove_all(session, queries.lock_user(session, user_id), actor.author)

    return db.write(remove)


def remove_factors_by_command(db: Database, email: str) -> int | None:
    """Remove all factors of the user with this e-mail address. Returns how many there were; None without a user.

    All sessions of the user end. For the command line, without a proof.
    """

    def remove(session: Session) -> int | None:
        found = queries.find_user_by_email(session, email.strip().lower())
        return None if found is None else _remove_all(session, queries.lock_user(session, found.id), SYSTEM_ACTOR)

    return db.write(remove)


def _remove_all(session: Session, user: User, by: AuditActor) -> int:
    kinds = [factor.kind for factor in list_factors(session, user.id)]
    for table in (SecondFactor, AuthenticatorSetup):
        session.execute(sa.delete(table).where(table.user_id == user.id))
    delete_recovery_codes(session, user.id)
    for kind in kinds:
        audit_events.record_factor_event(session, by, user, audit_events.FACTOR_REMOVED, kind=kind)
    if kinds:
        enqueue_notice(session, user, Notice.FACTOR_REMOVED)
    ended = sessions.end_other_sessions(session, user.id, "")
    audit_events.record_ended_sessions(session, by, user, ended)
    return len(kinds)


def _end_other_sessions(session: Session, actor: Actor, user: User) -> None:
    ended = sessions.end_other_sessions(session, user.id, actor.session_id)
    audit_events.record_ended_sessions(session, actor.author, user, ended)
