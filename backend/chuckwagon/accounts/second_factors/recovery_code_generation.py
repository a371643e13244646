"""How recovery codes are made, written and hashed."""

import secrets

from chuckwagon.accounts import passwords

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
