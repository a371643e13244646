"""Identifiers and secrets from a cryptographic random source. They reveal no time and no count."""

import hashlib
import re
import secrets
import time
from functools import lru_cache

PREFIX_SECONDS = 0.25
_ID = re.compile(r"[0-9a-f]{24}")


def new_id() -> str:
    """Generate 24 lower-case hex characters, the format of every published `_id`.

    The ids that a process makes at about the same time begin alike, so that their rows lie together in an index. The
    prefix is random too, and the other 80 bits are new for each id. A prefix lasts for a time and not for a number of
    ids, because that would tell how many others were made between two of one's own.
    """
    return _prefix(time.monotonic() // PREFIX_SECONDS) + secrets.token_hex(10)


@lru_cache(maxsize=1)
def _prefix(_period: float) -> str:
    """Two random bytes, kept for PREFIX_SECONDS."""
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
