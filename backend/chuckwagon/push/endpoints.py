"""Which addresses may be pushed to. No input or output.

A browser tells the product where to send, so anything but a known push service would make the product call any host
that is named to it (server-side request forgery).
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

# Chrome, Edge and Android; Firefox; Safari; Edge on Windows.
KNOWN_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.apple.com",
    "*.notify.windows.com",
)
HTTPS_PORT = 443


def is_allowed(endpoint: str, services: Sequence[str], stand_in: str | None = None) -> bool:
    """Whether the endpoint is at one of these services, over TLS and on its standard port.

    A service is a host, or `*.` and a domain for all hosts below it. `stand_in` is the URL below which the sandbox
    has its endpoints, if it is in use.
    """
    if not endpoint.isascii() or not endpoint.isprintable() or any(sign in endpoint for sign in " \\#"):
        return False
    if stand_in is not None and _is_below(endpoint, stand_in):
        return True
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port, parts.hostname or ""
    except ValueError:
        return False
    is_plain = parts.scheme == "https" and port in (None, HTTPS_PORT) and "@" not in parts.netloc
    return is_plain and any(_matches(host, service) for service in (*KNOWN_SERVICES, *services))


def _is_below(endpoint: str, base: str) -> bool:
    return endpoint.startswith(f"{base}/") and ".." not in endpoint and "?" not in endpoint


def _matches(host: str, service: str) -> bool:
    if service.startswith("*."):
        return host.endswith(service[1:]) and len(host) > len(service) - 1
    return host == service
