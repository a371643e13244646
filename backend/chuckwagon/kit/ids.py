"""Identifiers and secrets from a cryptographic random source. They reveal no time and no count."""

import hashlib
import itertools
import re
import secrets
from functools import lru_cache

IDS_PER_PREFIX = 256
_ID = re.compile(r"[0-9a-f]{24}")
_made = itertools.count()


def new_id() -> str:
    """Generate 24 lower-case hex characters, the format of every published `_id`.

    The ids that a process makes one after another begin alike, so that their rows lie together in an index. The prefix
    is random too, and the other 80 bits are new for each id.
    """
    return _prefix(next(_made) // IDS_PER_PREFIX) + secrets.token_hex(10)


@lru_cache(maxsize=1)
def _prefix(_number: int) -> str:
    """Two random bytes, kept for IDS_PER_PREFIX ids."""
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
