"""What a user gives to prove a second factor, and how recovery codes are made, written and hashed."""

import secrets
from typing import Any

import msgspec

from chuckwagon.accounts import passwords
from chuckwagon.accounts.second_factors.schemas import ProofRequest

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
