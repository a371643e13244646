"""What a user gives to prove a second factor."""

import msgspec

from chuckwagon.accounts.second_factors.recovery_words import hash_recovery_code
from chuckwagon.accounts.second_factors.schemas import ProofRequest


class GivenProof(msgspec.Struct, frozen=True):
    """One proof, ready for the transaction. What was not given is empty."""

    code: str = ""
    recovery_digest: str = ""


def prepare_proof(user_id: str, given: ProofRequest) -> GivenProof:
    """Do the slow work of a check, before the transaction. Called on a password thread, because it hashes."""
    digest = hash_recovery_code(user_id, given.recovery_code) if given.recovery_code else ""
    return GivenProof("".join((given.code or "").split()), digest)
