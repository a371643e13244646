"""Whose request it is behind reverse proxies: only what a trusted one has written is believed."""

import ipaddress
from collections.abc import Iterable, Sequence

from chuckwagon.settings import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def forwarded_address(peer: str, forwarded: Iterable[str], trusted: Sequence[Network]) -> str:
    """The first address, seen from us, that is no proxy of ours.

    `forwarded` are the X-Forwarded-For headers in their order. Each proxy adds at the end whom it was called
    by, so the list is read backwards; what stands before the first stranger is the stranger's own claim.
    """
    address = peer
    for hop in reversed([hop for header in forwarded for hop in header.split(",")]):
        before = _read(hop)
        if before is None or not is_trusted(address, trusted):
            break
        address = str(before)
    return address


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Whether the address is one of our proxies."""
    parsed = _read(address)
    return parsed is not None and any(parsed in network for network in trusted)


def _read(text: str) -> Address | None:
    """An address, with or without a port; a v4 address that a v6 socket saw is a v4 address."""
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
