"""Client IP address behind reverse proxies, from X-Forwarded-For headers of trusted proxies."""

import ipaddress
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from chuckwagon.observability.logging import log
from chuckwagon.settings import Network, Settings

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_NOTE = "untrusted-forwarder"  # a file of the data folder
_NOTE_SECONDS = 86_400


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


class UntrustedForwarder(msgspec.Struct, frozen=True):
    """A peer that sent X-Forwarded-For, or the network of a public one, and when, in seconds since 1970."""

    peer: str
    seen_at: float


def note_untrusted_forwarder(settings: Settings, peer: str) -> None:
    """Log, and note in the data folder for `doctor`, that `peer` sent X-Forwarded-For without being trusted.

    Once a day in all processes of a machine, because any client may send the header.
    """
    note, address = settings.data_dir / _NOTE, _parse_address(peer)
    with suppress(OSError):
        if address is None or (note.is_file() and time.time() - note.stat().st_mtime < _NOTE_SECONDS):
            return
        shown = _hide_host(address)
        partial = note.with_name(f".{note.name}.{os.getpid()}")
        partial.write_text(shown, encoding="ascii")
        partial.rename(note)
        log.warning("forwarding_header_ignored", peer=shown, reason="CHUCKWAGON_TRUSTED_PROXIES does not name it")


def find_untrusted_forwarder(settings: Settings) -> UntrustedForwarder | None:
    """The last peer noted, unless it is trusted by now. A damaged note counts as none, because it only informs."""
    note = settings.data_dir / _NOTE
    try:
        peer, seen_at = note.read_text(encoding="ascii"), note.stat().st_mtime
        noted = ipaddress.ip_network(peer)
    except (OSError, ValueError):
        return None
    # Of one IP version: networks of different ones cannot be compared.
    is_trusted = any(noted.overlaps(network) for network in settings.proxy_networks if network.version == noted.version)
    return None if is_trusted else UntrustedForwarder(peer, seen_at)


def _hide_host(address: IpAddress) -> str:
    """The address of a private network, which is a proxy's; else only its network, because it may be a customer's."""
    if address.is_private:
        return str(address)
    return str(ipaddress.ip_network((address, 24 if address.version == 4 else 48), strict=False))


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
