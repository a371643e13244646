"""Identifiers and secrets from a cryptographic random source.

An identifier contains no time and no count. Two ids with one prefix were probably made by one process at about the same
time.

Why: docs/decisions/0006-opaque-ids.md
"""

import base64
import binascii
import hashlib
import re
import secrets
import time
from functools import lru_cache

PREFIX_SECONDS = 0.25
_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """Generate 24 lower-case hex characters, the format of every published `_id`.

    The first 16 bits are random and shared by the ids that a process makes within PREFIX_SECONDS, so that their rows
    lie together in an index. The other 80 are random for each id. The prefix changes with time and not after so many
    ids: otherwise, who has two ids with one prefix could estimate how many were made in between.
    """
    return _prefix(time.monotonic() // PREFIX_SECONDS) + secrets.token_hex(10)


@lru_cache(maxsize=1)
def _prefix(_period: float) -> str:
    """Two random bytes, which stay the same for a period: the argument is the key of the cache."""
    return secrets.token_hex(2)


def is_id(text: str) -> bool:
    """Whether the text has the format of an `_id`. The API treats any other text as an unknown id."""
    return _ID.fullmatch(text) is not None


def new_secret() -> str:
    """Generate a 256-bit secret for URLs and tokens: 43 URL-safe characters."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Hash a secret with SHA-256, in hex, for storage where it only has to be compared."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def encode_base64url(raw: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """The bytes of base64url without padding. Raises ValueError."""
    if not text.isascii():
        raise ValueError("not base64url")
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError("not base64url") from error
