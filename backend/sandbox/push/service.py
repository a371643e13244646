"""The subscriptions of stand-in browsers, and the messages that arrive for them, decrypted as a browser would."""

import base64
import binascii
import json
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

import http_ece
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from sandbox.ids import new_id
from sandbox.store import Record, Store

MAX_BODY_BYTES = 4096
MAX_TOKEN_SECONDS = 24 * 60 * 60
ACTIVE, GONE = "active", "gone"


class Refused(Exception):
    """The push service's answer to a message that it does not take."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class PushService:
    """All subscriptions and what they were sent."""

    def __init__(self, store: Store, origin: str) -> None:
        self._store = store
        self._origin = origin

    def subscribe(self, server_key: str, known: str = "") -> dict[str, Any]:
        """Make a subscription as a browser's PushManager does. `server_key` is the sender's public key.

        `known` is the endpoint of the browser's present one, which is given back while it is active.
        """
        record = self.find(known.rpartition("/")[2])
        if record is not None and (record["serverKey"], record["state"]) == (server_key, ACTIVE):
            return self._describe(record)
        private = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        subscription_id = new_id("sub_", 24)
        record = {
            "id": subscription_id,
            "private": private,
            "auth": _encode(secrets.token_bytes(16)),
            "serverKey": server_key,
            "state": ACTIVE,
            "created": time.time(),
        }
        return self._describe(self._store.put("push_subscription", subscription_id, record))

    def _describe(self, record: Record) -> dict[str, Any]:
        """The subscription as a browser gives it to the sender."""
        public = ec.derive_private_key(record["private"], ec.SECP256R1()).public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"{self._origin}/push/send/{record['id']}"
        return {"endpoint": endpoint, "keys": {"p256dh": _encode(point), "auth": record["auth"]}}

    def find(self, subscription_id: str) -> Record | None:
        return self._store.find("push_subscription", subscription_id)

    def set_state(self, record: Record, state: str) -> Record:
        """End a subscription, as a user does who forbids notifications, or bring it back."""
        record["state"] = state
        return self._store.put("push_subscription", record["id"], record)

    def messages(self) -> list[Record]:
        """List what has arrived, oldest first."""
        return self._store.all("push_message")

    def receive(self, subscription_id: str, headers: dict[str, str], body: bytes) -> Record:
        """Take a message. Raises Refused as real services answer."""
        record = self.find(subscription_id)
        if record is None:
            raise Refused(404, "There is no such subscription.")
        if record["state"] == GONE:
            raise Refused(410, "The subscription has ended.")
        if len(body) > MAX_BODY_BYTES:
            raise Refused(413, "The message is too large.")
        if headers.get("content-encoding") != "aes128gcm" or not headers.get("ttl", "").isdecimal():
            raise Refused(400, "Content-Encoding must be aes128gcm, and TTL a number of seconds.")
        _verify(headers.get("authorization", ""), record["serverKey"], self._origin)
        message_id = new_id("push_", 16)
        message = {
            "id": message_id,
            "subscription": subscription_id,
            "ttl": int(headers["ttl"]),
            "topic": headers.get("topic", ""),
            "urgency": headers.get("urgency", "normal"),
            "content": _decrypt(record, body),
            "created": time.time(),
        }
        return self._store.put("push_message", message_id, message)


def _decrypt(record: Record, body: bytes) -> Any:
    private = ec.derive_private_key(record["private"], ec.SECP256R1())
    try:
        plain = http_ece.decrypt(body, private_key=private, auth_secret=_decode(record["auth"]), version="aes128gcm")
        return json.loads(plain)
    except (http_ece.ECEException, InvalidTag, ValueError):
        raise Refused(400, "The message cannot be decrypted.") from None


def _verify(authorization: str, server_key: str, origin: str) -> None:
    """Check the sender's signed token: for this service, not expired, and of the key that was subscribed with."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(",") if "=" in part)
    try:
        is_signed = scheme.lower() == "vapid" and Vapid02.verify(f"vapid t={parts['t']},k={parts['k']}")
        claims = json.loads(_decode(parts["t"].split(".")[1]))
    except (KeyError, ValueError, IndexError, AssertionError):
        raise Refused(401, "The token cannot be read.") from None
    if not is_signed:
        raise Refused(401, "The token is not signed by its key.")
    if parts["k"] != server_key:
        raise Refused(403, "The subscription belongs to another sender.")
    left = claims.get("exp", 0) - time.time()
    sub = urlsplit(str(claims.get("sub", ""))).scheme
    if claims.get("aud") != origin or not 0 < left <= MAX_TOKEN_SECONDS or sub not in ("mailto", "https"):
        raise Refused(403, "The token is for another service, has expired or names no contact.")


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError(text) from error
