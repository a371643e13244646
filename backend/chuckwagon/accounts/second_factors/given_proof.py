"""What a user gives to prove a second factor, and recovery codes: ten that are shown once and count once each."""

import secrets
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import passwords
from chuckwagon.accounts.second_factors.models import RecoveryCode
from chuckwagon.accounts.second_factors.schemas import ProofRequest
from chuckwagon.db.database import try_update_one

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
