"""Limits of what one client address may read, in each process: of everything, and of searches, which no cache answers.

A flood of reads that are answered from memory still keeps the event loop busy: with a hundred connections each turn of
the loop answers a hundred of them. Crowds behind one address stay below the limits.
"""

from functools import lru_cache

from litestar.types import HTTPScope

from chuckwagon.db import rate_limits
from chuckwagon.db.rate_limits import TooManyReads, client_ip_key
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.settings import Settings
from chuckwagon.web.requests import resolve_client_ip

WRITES = frozenset(("POST", "PUT", "PATCH", "DELETE"))  # they have limits of their own


class ReadLimit:
    """Counts the reads of each client address. Used on the event loop only."""

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.limit_reads_per_address
        networks = settings.proxy_networks

        @lru_cache(rate_limits.MAX_REMEMBERED)
        def find_key(peer: str, *forwarded: bytes) -> str:
            hops = [header.decode("latin-1") for header in forwarded]
            return f"read:{client_ip_key(resolve_client_ip(peer, hops, networks))}"

        self._find_key = find_key

    async def find_refusal(self, scope: HTTPScope) -> TooManyRequests | None:
        """Count a read. Above the limit, return the error, after a pause if more than a few come in a second."""
        if self._limit <= 0 or scope["method"] in WRITES:
            return None
        client = scope.get("client")
        forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
        key = self._find_key(client[0] if client else "unknown", *forwarded)
        try:
            await rate_limits.refuse_remembered_slowly(key)
        except TooManyRequests as refused:
            return refused
        rate_limits.count_here(key, limit=self._limit, seconds=60, error=TooManyReads)
        return None


async def count_search(settings: Settings, client: str) -> None:
    """Count a search of a client's address key. Raises TooManyReads above the limit."""
    key = f"search:{client}"
    await rate_limits.refuse_remembered_slowly(key)
    rate_limits.count_here(key, limit=settings.limit_searches_per_address, seconds=60, error=TooManyReads)
