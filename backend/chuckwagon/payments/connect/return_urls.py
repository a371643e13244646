"""Checks of the return URLs of Stripe's onboarding, which must be in our own staff area."""

import re
from urllib.parse import unquote, urlsplit

MAX_URL_LENGTH = 1000

# No backslash or space, because URL parsers disagree about them.
_SAFE_URL = re.compile(r"[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]+")


def is_own_staff_url(url: str, origin: str) -> bool:
    """Whether the URL is on this origin under `/admin/`, also after any decoding of its path."""
    if len(url) > MAX_URL_LENGTH or not _SAFE_URL.fullmatch(url):
        return False
    try:
        given, own = urlsplit(url), urlsplit(origin)
    except ValueError:
        return False
    same_origin = (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())
    return same_origin and _stays_under_admin(given.path)


def _stays_under_admin(path: str) -> bool:
    """Check the path after each round of decoding, because a proxy on the way may decode it."""
    seen: str | None = None
    while path != seen:
        segments = path.split("/")
        if segments[:2] != ["", "admin"] or len(segments) < 3 or "\\" in path or not path.isprintable():
            return False
        if any(segment in (".", "..") for segment in segments) or "" in segments[1:-1]:
            return False
        seen, path = path, unquote(path)
        if path.count("/") != seen.count("/"):
            return False
    return True
