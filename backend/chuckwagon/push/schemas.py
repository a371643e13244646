"""JSON shapes of a browser's push subscription, as `PushSubscription.toJSON()` gives it."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from chuckwagon.kit.base64url import decode_base64url
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.vapid import is_public_key
from chuckwagon.push.endpoints import is_allowed
from chuckwagon.push.models import MAX_ENDPOINT_LENGTH

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
