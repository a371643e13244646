"""Recovery codes: ten that are shown once and count once each, for a lost device."""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.second_factors.given_proof import CODE_COUNT, GivenProof, hash_recovery_code, new_recovery_code
from chuckwagon.accounts.second_factors.models import RecoveryCode
from chuckwagon.db.database import try_update_one


def make_codes(user_id: str) -> dict[str, str]:
    """Make new codes, keyed by their digests. Called on a password thread, because it hashes."""
    codes = [new_recovery_code() for _ in range(CODE_COUNT)]
    return {hash_recovery_code(user_id, code): code for code in codes}


def replace_codes(session: Session, user_id: str, digests: list[str]) -> None:
    """Store these codes in place of all earlier ones."""
    delete_codes(session, user_id)
    session.execute(sa.insert(RecoveryCode), [{"user_id": user_id, "digest": digest} for digest in digests])


def delete_codes(session: Session, user_id: str) -> None:
    """Delete all codes of the user."""
    session.execute(sa.delete(RecoveryCode).where(RecoveryCode.user_id == user_id))


def verify(session: Session, user_id: str, given: GivenProof) -> bool:
    """Whether this is an unused code of the user. It is used up."""
    used = sa.delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.digest == given.recovery_digest)
    return bool(given.recovery_digest) and try_update_one(session, used)
