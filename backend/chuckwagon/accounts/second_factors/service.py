"""Proves a second factor, as the second step of a sign-in and again in a session, and signs in with a passkey alone.

A sign-in waits for its second step under a random token, stored as a digest, that works once. A wrong, used or old
proof gets one response, is counted and is in the audit log. The slow hash of a recovery code runs before the
transaction, and the transaction uses the proof up.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, passwords, queries, sessions, throttle
from chuckwagon.accounts.models import (
    AUTHENTICATOR,
    PASSKEY,
    RECOVERY_CODE,
    AuthenticatorSetup,
    PendingSignIn,
    SecondFactor,
    User,
    count_recovery_codes,
    list_methods,
    user_has_factor,
)
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.accounts.second_factors import codes, enrollment, passkeys
from chuckwagon.accounts.second_factors.codes import GivenProof, prepare_proof
from chuckwagon.accounts.second_factors.passkeys import purge_challenges
from chuckwagon.accounts.second_factors.schemas import (
    Method,
    NewPasskey,
    PasskeySignIn,
    PendingAnswer,
    ReproofRequest,
    SecondFactorNeeded,
    SecondStepRequest,
)
from chuckwagon.accounts.security_notices import Notice, enqueue_notice
from chuckwagon.accounts.sign_in import SignInSource, count_failure, open_user_session, refuse_throttled
from chuckwagon.accounts.throttle import proof_account
from chuckwagon.audit.log import AuditActor, anonymous_actor
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import InvalidInput, SignInNeeded
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import collapse_whitespace

LIFETIME = timedelta(minutes=10)
MAX_PENDING = 20  # per user; who knows the password must not fill the table


class PendingUser(msgspec.Struct, frozen=True):
    """The user of a sign-in that waits, and whether its session will be a remembered one."""

    user_id: str
    email: str
    is_remembered: bool


def open_pending(session: Session, user_id: str, *, is_remembered: bool) -> tuple[str, datetime]:
    """Return (token, expires_at) of a new sign-in that waits.

    From MAX_PENDING on, the user's oldest ones are deleted. The caller holds the user's row lock, which makes the
    number exact.
    """
    token, expires_at = new_secret(), clock.now() + LIFETIME
    of_user = PendingSignIn.user_id == user_id
    newest = sa.select(PendingSignIn.token_digest).where(of_user).order_by(PendingSignIn.expires_at.desc())
    kept = session.scalars(newest.limit(MAX_PENDING - 1)).all()
    session.execute(sa.delete(PendingSignIn).where(of_user, PendingSignIn.token_digest.not_in(kept)))
    row = {"token_digest": hash_secret(token), "user_id": user_id, "is_remembered": is_remembered}
    session.execute(sa.insert(PendingSignIn).values(**row, expires_at=expires_at))
    return token, expires_at


def find_pending(session: Session, token: str) -> PendingUser | None:
    """The active user whose sign-in waits for this token; None for a token that is unknown, used or over."""
    query = sa.select(User.id, User.email, PendingSignIn.is_remembered).join(User, User.id == PendingSignIn.user_id)
    row = session.execute(query.where(*_works(token), User.is_active.is_(True))).one_or_none()
    return None if row is None else PendingUser(*row)


def claim_pending(session: Session, token: str, user_id: str) -> bool:
    """Delete the sign-in that waits, so that its token works once.

    Returns False if the token is unknown, used or over, or belongs to another user.
    """
    used = sa.delete(PendingSignIn).where(*_works(token), PendingSignIn.user_id == user_id)
    return try_update_one(session, used)


def _works(token: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (PendingSignIn.token_digest == hash_secret(token), PendingSignIn.expires_at > clock.now())


def ask_for_second_factor(session: Session, user_id: str, *, is_remembered: bool) -> SecondFactorNeeded:
    """Store a sign-in that waits, after the right password, and return the answer that asks for a second factor.

    The caller holds the user's row lock.
    """
    token, expires_at = open_pending(session, user_id, is_remembered=is_remembered)
    methods: list[Method] = list_methods(session, user_id)  # type: ignore[assignment]
    return SecondFactorNeeded(PendingAnswer(token, methods, to_iso(expires_at)))


def purge_pending(session: Session) -> None:
    """Delete sign-ins, set-ups and challenges whose time is over."""
    for table in (PendingSignIn, AuthenticatorSetup):
        session.execute(sa.delete(table).where(table.expires_at <= clock.now()))
    purge_challenges(session)


Verify = Callable[[Session, str, GivenProof], bool]
"""Called with the session, the user's ID and what was given; False for what is wrong, over or of another kind."""
VERIFIERS: dict[str, Verify] = {
    AUTHENTICATOR: codes.verify,
    PASSKEY: passkeys.verify,
    RECOVERY_CODE: codes.use_recovery_code,
}


def verify(session: Session, user_id: str, given: GivenProof) -> str | None:
    """Use up what was given, and return its kind; None if it proves nothing. The caller holds the user's row lock."""
    return next((kind for kind, is_proven in VERIFIERS.items() if is_proven(session, user_id, given)), None)


PROOF_WRONG = Sentence(
    "This is not right, or it was used already. Please try the newest code.", "second_factor_proof_wrong"
)
PASSWORD_WRONG = Sentence("The password is not right.", "proof_password_wrong")


class SecondFactorWrong(SignInNeeded):
    """The code, or the token of the sign-in, is wrong, used or over. The error does not say which."""

    code = "second_factor_wrong"
    sentence = "This code is not right or no longer valid. Try the newest one, or sign in again."


def find_waiting_email(session: Session, token: str) -> str | None:
    """The address of the user whose sign-in waits for this token; None for a token that does not work."""
    waiting = find_pending(session, token)
    return waiting.email if waiting else None


def finish_sign_in(db: Database, given: SecondStepRequest, source: SignInSource) -> SignInAnswer:
    """Open the session of a sign-in that waits for a second factor, once.

    Raises SecondFactorWrong, and SignInPaused or SignInLocked after too many failures.
    """
    with db.reading() as session:
        waiting = find_pending(session, given.token)
        if waiting is not None:
            refuse_throttled(session, waiting.email, source)
    if waiting is None:
        raise SecondFactorWrong
    bound_to = hash_secret(given.token)
    proof = prepare_proof(waiting.user_id, given, passkeys.SECOND_STEP, bound_to, source.site_origin)
    answer = db.write(lambda session: _finish_or_count_failure(session, waiting, given.token, proof, source))
    if answer is None:
        raise SecondFactorWrong
    return answer


def _finish_or_count_failure(
    session: Session, waiting: PendingUser, token: str, proof: GivenProof, source: SignInSource
) -> SignInAnswer | None:
    refuse_throttled(session, waiting.email, source, lock=True)
    user = queries.lock_user(session, waiting.user_id)
    method = verify(session, user.id, proof) if user.is_active and find_pending(session, token) else None
    if method is None:
        _record_failure(session, user, source)
        return None
    if not claim_pending(session, token, user.id):
        return None
    if method == RECOVERY_CODE:
        _record_used_code(session, user, source)
    return open_user_session(session, user, source, is_remembered=waiting.is_remembered, method=method)


def _record_failure(session: Session, user: User, source: SignInSource) -> None:
    count_failure(session, user.email, source)
    by = anonymous_actor(source.origin)
    audit_events.record_factor_event(session, by, user, audit_events.FACTOR_FAILED)


def _record_used_code(session: Session, user: User, source: SignInSource) -> None:
    left = count_recovery_codes(session, user.id)
    by = AuditActor(user.id, user.name, user.role, source.origin)
    audit_events.record_factor_event(session, by, user, audit_events.RECOVERY_CODE_USED, left=left)
    enqueue_notice(session, user, Notice.RECOVERY_CODE_USED)


def give_proof(db: Database, actor: Actor, given: ReproofRequest, source: SignInSource) -> datetime:
    """Prove again, in a session, that its user is there. Returns the instant (UTC) until which that counts.

    Users without a second factor prove it by the password. Raises InvalidInput for a wrong proof, and SignInPaused or
    SignInLocked after too many. They are counted apart from failed sign-ins, which strangers can cause.
    """
    with db.reading() as session:
        user = session.get_one(User, actor.user_id)
        refuse_throttled(session, proof_account(user.id), source)
        has_factor = user_has_factor(session, user.id)
    is_right = not has_factor and passwords.is_correct(given.password or "", user.password_hash)
    context = (passkeys.PROOF, actor.session_id, source.site_origin)
    proof = prepare_proof(user.id, given, *context) if has_factor else GivenProof()
    hashed = user.password_hash if is_right else None
    until = db.write(lambda session: _prove_or_count_failure(session, actor, hashed, proof, source))
    if until is None:
        raise _wrong_proof(given, has_factor=has_factor)
    return until


def _prove_or_count_failure(
    session: Session, actor: Actor, checked_hash: str | None, proof: GivenProof, source: SignInSource
) -> datetime | None:
    """`checked_hash`: the user's password was right when it had this hash."""
    account = proof_account(actor.user_id)
    refuse_throttled(session, account, source, lock=True)
    user = queries.lock_user(session, actor.user_id)
    if user_has_factor(session, user.id):
        method = verify(session, user.id, proof)
    else:
        method = "password" if checked_hash == user.password_hash else None
    if method is None:
        count_failure(session, account, source)
        audit_events.record_factor_event(session, actor.author, user, audit_events.FACTOR_FAILED)
        return None
    if method == RECOVERY_CODE:
        _record_used_code(session, user, source)
    audit_events.record_factor_event(session, actor.author, user, audit_events.PROVEN, method=method)
    throttle.clear_failures_at(session, account, source.address, source.device)
    return sessions.record_proof(session, actor.session_id)


def _wrong_proof(given: ReproofRequest, *, has_factor: bool) -> InvalidInput:
    if not has_factor:
        return InvalidInput(PASSWORD_WRONG, fields={"password": PASSWORD_WRONG})
    if given.passkey is not None:
        return InvalidInput(PROOF_WRONG, fields={"passkey": PROOF_WRONG})
    field = "recoveryCode" if given.recovery_code else "code"
    return InvalidInput(PROOF_WRONG, fields={field: PROOF_WRONG})


MAX_CHALLENGES = 100  # an hour from one address
NOT_ADDED = Sentence("The passkey could not be added. Please try again.", "passkey_not_added")


class PasskeyRefused(SignInNeeded):
    """The passkey is unknown or removed, or it has not signed an open challenge of this site."""

    code = "passkey_refused"
    sentence = "This passkey was not accepted. Try again, or sign in with your password."


def start_addition(db: Database, actor: Actor, origin: str) -> dict[str, Any]:
    """Options for a new passkey. Raises ReauthenticationRequired, TooManyFactors."""

    def start(session: Session) -> dict[str, Any]:
        user = enrollment.prepare_addition(session, actor)
        challenge = passkeys.make_challenge(session, passkeys.ADD, actor.session_id)
        return passkeys.registration_options(session, user, origin, challenge)

    return db.write(start)


def add_passkey(db: Database, actor: Actor, given: NewPasskey, origin: str) -> enrollment.AddedFactor:
    """Make the passkey a factor. Raises InvalidInput and what `add_factor` raises."""
    name = collapse_whitespace(given.name)

    def insert(session: Session, user: User) -> None:
        challenge = passkeys.claim_challenge(session, given.credential, passkeys.ADD, actor.session_id)
        verified = passkeys.check_registration(given.credential, origin, challenge) if challenge else None
        if verified is None or passkeys.find_passkey(session, given.credential) is not None:
            raise InvalidInput(NOT_ADDED)
        factor_id = new_id()
        session.add(SecondFactor(id=factor_id, user_id=user.id, kind=PASSKEY, name=name))
        session.flush()
        session.add(passkeys.new_passkey(factor_id, verified))
        session.flush()

    return enrollment.add_factor(db, actor, PASSKEY, insert)


def start_sign_in(db: Database, token: str | None, source: SignInSource) -> dict[str, Any]:
    """Options for a sign-in, or for its second step with the `token` of the first.

    Raises PasskeyRefused for a token that does not work, and without one TooManyRequests.
    """

    def start(session: Session) -> dict[str, Any]:
        if not token:  # a token has one open challenge, so it needs no limit
            rate_limits.consume(
                session, f"passkey-from:{source.address}", limit=MAX_CHALLENGES, seconds=rate_limits.HOUR_SECONDS
            )
        waiting = find_pending(session, token) if token else None
        if token and waiting is None:
            raise PasskeyRefused
        purpose = passkeys.SECOND_STEP if token else passkeys.SIGN_IN
        challenge = passkeys.make_challenge(session, purpose, hash_secret(token) if token else "")
        user_id = waiting.user_id if waiting else None
        return passkeys.authentication_options(session, user_id, source.site_origin, challenge)

    return db.write(start)


def start_proof(db: Database, actor: Actor, origin: str) -> dict[str, Any]:
    """Options for proving a passkey again in this session."""

    def start(session: Session) -> dict[str, Any]:
        challenge = passkeys.make_challenge(session, passkeys.PROOF, actor.session_id)
        return passkeys.authentication_options(session, actor.user_id, origin, challenge)

    return db.write(start)


def sign_in(db: Database, given: PasskeySignIn, source: SignInSource) -> SignInAnswer:
    """Open a session by a passkey alone, which has verified its user.

    A refused try uses the challenge up. Wrong passwords of the account do not delay it, because a signature cannot be
    guessed. Raises PasskeyRefused.
    """
    answer = db.write(lambda session: _open_session(session, given, source))
    if answer is None:
        raise PasskeyRefused
    return answer


def _open_session(session: Session, given: PasskeySignIn, source: SignInSource) -> SignInAnswer | None:
    challenge = passkeys.claim_challenge(session, given.credential, passkeys.SIGN_IN)
    seen = passkeys.find_passkey(session, given.credential)
    if challenge is None or seen is None:
        return None
    user = queries.lock_user(session, seen[1])
    found = passkeys.find_passkey(session, given.credential)  # again, because its removal may have held the lock
    if found is None:
        return None
    passkey, _ = found
    is_right = passkeys.check_authentication(session, passkey, given.credential, source.site_origin, challenge)
    if not user.is_active or not is_right:
        by = anonymous_actor(source.origin)
        audit_events.record_factor_event(session, by, user, audit_events.FACTOR_FAILED)
        return None
    return open_user_session(session, user, source, is_remembered=given.remember, method=PASSKEY)
