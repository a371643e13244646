"""What a user gives to prove a second factor."""

from typing import Any

import msgspec

from chuckwagon.accounts.second_factors.recovery_code_generation import hash_recovery_code
from chuckwagon.accounts.second_factors.schemas import ProofRequest


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
