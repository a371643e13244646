"""Adding a passkey, signing in with one alone, and what a passkey is asked for in the second step and in a session."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries
from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.accounts.second_factors import enrollment, passkeys
from chuckwagon.accounts.second_factors.models import PASSKEY, SecondFactor
from chuckwagon.accounts.second_factors.pending import find_pending
from chuckwagon.accounts.second_factors.schemas import NewPasskey, PasskeySignIn
from chuckwagon.accounts.sign_in_common import SignInSource, open_user_session
from chuckwagon.audit.log import anonymous_actor
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput, SignInNeeded
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import collapse_whitespace

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
