"""Identifiers and secrets from a cryptographic random source: they carry no time and no counter."""

import hashlib
import re
import secrets

_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """24 lower-case hex characters, the form of every published `_id`."""
    return secrets.token_hex(12)


def is_id(text: str) -> bool:
    """Whether the text has the form of an `_id`; anything else is answered like an absent one."""
    return _ID.fullmatch(text) is not None


def new_secret() -> str:
    """A 256-bit secret for addresses and tokens."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """SHA-256 in hex: how a secret is stored when it only has to be recognised."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
