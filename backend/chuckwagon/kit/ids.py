"""Identifiers and secrets from a cryptographic random source. They reveal no time and no count."""

import hashlib
import re
import secrets

_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """Generate 24 lower-case hex characters, the format of every published `_id`."""
    return secrets.token_hex(12)


def is_id(text: str) -> bool:
    """Whether the text has the format of an `_id`. The API treats any other text as an unknown id."""
    return _ID.fullmatch(text) is not None


def new_secret() -> str:
    """Generate a 256-bit secret for URLs and tokens: 43 URL-safe characters."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Hash a secret with SHA-256, in hex, for storage where it only has to be compared."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
