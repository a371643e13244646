"""Where the hosted onboarding may send a browser back to: our own staff area and nowhere else."""

import re
from urllib.parse import unquote, urlsplit

LONGEST = 1000

# No backslash, no space, nothing that one reader of addresses takes for something else than another.
_PLAIN = re.compile(r"[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]+")


def is_own_staff_address(url: str, origin: str) -> bool:
    """Whether the address lies on this origin under `/admin/`, whatever is done to its path."""
    if len(url) > LONGEST or not _PLAIN.fullmatch(url):
        return False
    try:
        given, own = urlsplit(url), urlsplit(origin)
    except ValueError:
        return False
    same_origin = (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())
    return same_origin and _stays_under_admin(given.path)


def _stays_under_admin(path: str) -> bool:
    """The path as it is and after every round of decoding, because somebody on the way may decode it."""
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
