"""Codes of authenticator apps, recovery codes, and what a user gives to prove a second factor.

Authenticator apps show codes of six digits that change every 30 seconds (RFC 6238). Each counts once. Codes of the step
before and after the present one are taken, for clocks that differ. Ten recovery codes are shown once, and count once.
"""

import secrets
from datetime import timedelta
from typing import Any

import msgspec
import pyotp
import sqlalchemy as sa
from pyotp.exceptions import OTPVerificationError
from sqlalchemy.orm import Session

from chuckwagon.accounts import passwords
from chuckwagon.accounts.models import AUTHENTICATOR, Authenticator, AuthenticatorSetup, RecoveryCode, SecondFactor
from chuckwagon.accounts.second_factors.schemas import ProofRequest
from chuckwagon.db.database import try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id

CODE_COUNT = 10
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are taken for each other
CODE_LENGTH = 10


def new_recovery_code() -> str:
    """A random code of ten characters, of which there are 8 × 10^14: `abcde-fghjk`."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
    return f"{letters[: CODE_LENGTH // 2]}-{letters[CODE_LENGTH // 2 :]}"


def hash_recovery_code(user_id: str, code: str) -> str:
    """Hash a code as slowly as a password, with the user's random ID as salt, so that it can be looked up."""
    letters = "".join(letter for letter in code.lower() if letter.isalnum())
    return passwords.fingerprint(letters, f"recovery-code:{user_id}")


class GivenProof(msgspec.Struct, frozen=True):
    """One proof, ready for the transaction. What was not given is empty."""

    code: str = ""
    recovery_digest: str = ""
    credential: dict[str, Any] | None = None
    """A passkey's answer to the challenge for `purpose` and `bound_to`, from a page of `site_origin`."""
    purpose: str = ""
    bound_to: str = ""
    site_origin: str = ""


def prepare_proof(user_id: str, given: ProofRequest, purpose: str, bound_to: str, site_origin: str) -> GivenProof:
    """Do the slow work of a check, before the transaction. Called on a password thread, because it hashes."""
    digest = hash_recovery_code(user_id, given.recovery_code) if given.recovery_code else ""
    code = "".join((given.code or "").split())
    return GivenProof(code, digest, given.passkey, purpose, bound_to, site_origin)


def make_recovery_codes(user_id: str) -> dict[str, str]:
    """Make new codes, keyed by their digests. Called on a password thread, because it hashes."""
    codes = [new_recovery_code() for _ in range(CODE_COUNT)]
    return {hash_recovery_code(user_id, code): code for code in codes}


def replace_recovery_codes(session: Session, user_id: str, digests: list[str]) -> None:
    """Store these codes in place of all earlier ones."""
    delete_recovery_codes(session, user_id)
    session.execute(sa.insert(RecoveryCode), [{"user_id": user_id, "digest": digest} for digest in digests])


def delete_recovery_codes(session: Session, user_id: str) -> None:
    """Delete all codes of the user."""
    session.execute(sa.delete(RecoveryCode).where(RecoveryCode.user_id == user_id))


def use_recovery_code(session: Session, user_id: str, given: GivenProof) -> bool:
    """Whether this is an unused code of the user. It is used up."""
    used = sa.delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.digest == given.recovery_digest)
    return bool(given.recovery_digest) and try_update_one(session, used)


ISSUER = "Chuckwagon"
WINDOW_STEPS = 1
SETUP_LIFETIME = timedelta(minutes=30)


class NewSecret(msgspec.Struct, frozen=True):
    """The secret of a set-up, and the address with which an app takes it up."""

    secret: str
    uri: str


def verify(session: Session, user_id: str, given: GivenProof) -> bool:
    """Whether the code is right for one of the user's apps and was not used before. Uses it up."""
    if not given.code:
        return False
    query = sa.select(Authenticator.factor_id, Authenticator.secret).join(SecondFactor)
    rows = session.execute(query.where(SecondFactor.user_id == user_id)).all()
    return any(_claim_code(session, factor_id, secret, given.code) for factor_id, secret in rows)


def _claim_code(session: Session, factor_id: str, secret: str, code: str) -> bool:
    """Use up the code's time step and all before it. False for a wrong code and for one that was used."""
    step = find_step(secret, code)
    if step is None:
        return False
    unused = sa.update(Authenticator).where(Authenticator.factor_id == factor_id, Authenticator.last_step < step)
    if not try_update_one(session, unused.values(last_step=step)):
        return False
    session.execute(sa.update(SecondFactor).where(SecondFactor.id == factor_id).values(used_at=clock.now()))
    return True


def find_step(secret: str, code: str) -> int | None:
    """The time step of the code; None if it is not right now."""
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=clock.now(), valid_window=WINDOW_STEPS)
    except OTPVerificationError:
        return None


def start_setup(session: Session, user_id: str, email: str) -> NewSecret:
    """Store a new secret of the user until a code confirms it. It replaces an earlier one that was not confirmed."""
    secret = pyotp.random_base32()
    session.execute(sa.delete(AuthenticatorSetup).where(AuthenticatorSetup.user_id == user_id))
    expires_at = clock.now() + SETUP_LIFETIME
    session.execute(sa.insert(AuthenticatorSetup).values(user_id=user_id, secret=secret, expires_at=expires_at))
    return NewSecret(secret, pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=ISSUER))


def confirm_setup(session: Session, user_id: str, name: str, code: str) -> bool:
    """Turn the set-up into a factor if the code is right, and use the code up.

    Returns False, and changes nothing, for a wrong code or without a current set-up. The caller holds the user's lock.
    """
    is_current = (AuthenticatorSetup.user_id == user_id, AuthenticatorSetup.expires_at > clock.now())
    secret = session.scalar(sa.select(AuthenticatorSetup.secret).where(*is_current))
    step = find_step(secret, "".join(code.split())) if secret else None
    if secret is None or step is None:
        return False
    session.execute(sa.delete(AuthenticatorSetup).where(AuthenticatorSetup.user_id == user_id))
    factor = SecondFactor(id=new_id(), user_id=user_id, kind=AUTHENTICATOR, name=name)
    session.add(factor)
    session.flush()
    session.execute(sa.insert(Authenticator).values(factor_id=factor.id, secret=secret, last_step=step))
    return True
