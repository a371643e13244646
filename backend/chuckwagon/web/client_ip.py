"""Client IP address behind reverse proxies, from X-Forwarded-For headers of trusted proxies."""

import ipaddress
from collections.abc import Iterable, Sequence

from chuckwagon.settings import Network

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def resolve_client_ip(peer: str, forwarded: Iterable[str], trusted: Sequence[Network]) -> str:
    """Client IP address: the last hop that is not a trusted proxy; `peer` without trusted proxies.

    `forwarded` holds the X-Forwarded-For headers in order. Each proxy appends the address of its client, so the list is
    read backwards. Hops before the first untrusted one are supplied by the client and ignored.
    """
    address = peer
    for hop in reversed([hop for header in forwarded for hop in header.split(",")]):
        before = _parse_address(hop)
        if before is None or not is_trusted_proxy(address, trusted):
            break
        address = str(before)
    return address


def is_trusted_proxy(address: str, trusted: Sequence[Network]) -> bool:
    """Whether the address belongs to a trusted proxy."""
    parsed = _parse_address(address)
    return parsed is not None and any(parsed in network for network in trusted)


def _parse_address(text: str) -> IpAddress | None:
    """Parse an address with or without a port; None for other text.

    IPv4-mapped IPv6 addresses become IPv4 addresses.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return mapped or parsed
