"""JSON shapes of a browser's push subscription, as `PushSubscription.toJSON()` gives it, and the allowed addresses.

A browser tells the product where to send, so anything but a known push service would make the product call any host
that is named to it (server-side request forgery).
"""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.vapid import decode_base64url, is_public_key
from chuckwagon.push.models import MAX_ENDPOINT_LENGTH

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


AUTH_SECRET_BYTES = 16
SERVICE_UNKNOWN = Sentence("This browser's push service is not supported.", "push_service_unknown")
KEYS_INVALID = Sentence("The browser's keys for notifications are not valid.", "push_keys_invalid")


class SubscriptionKeys(Struct):
    """The browser's public key and its secret, in base64url."""

    p256dh: Annotated[str, Meta(max_length=90)]
    auth: Annotated[str, Meta(max_length=24)]


class BrowserSubscription(Struct):
    """Where a browser is pushed to, and the keys that its messages are encrypted with."""

    endpoint: Annotated[str, Meta(max_length=MAX_ENDPOINT_LENGTH)]
    keys: SubscriptionKeys

    def check(self, services: Sequence[str], stand_in: str | None) -> dict[str, str]:
        """The columns of a device. Raises InvalidInput."""
        if not is_allowed(self.endpoint, services, stand_in):
            raise InvalidInput(SERVICE_UNKNOWN, fields={"subscription.endpoint": SERVICE_UNKNOWN})
        if not is_public_key(self.keys.p256dh) or not _is_auth_secret(self.keys.auth):
            raise InvalidInput(KEYS_INVALID, fields={"subscription.keys": KEYS_INVALID})
        return {
            "endpoint": self.endpoint,
            "endpoint_digest": hash_secret(self.endpoint),
            "public_key": self.keys.p256dh,
            "auth_secret": self.keys.auth,
        }


def _is_auth_secret(text: str) -> bool:
    try:
        return len(decode_base64url(text)) == AUTH_SECRET_BYTES
    except ValueError:
        return False
