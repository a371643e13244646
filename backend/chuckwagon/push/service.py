"""Sends one push message of the outbox, outside any transaction, and checks the subscriptions of browsers.

A caller says what to send with a function that is called for each try, so that a device or a person who lost the right
in the meantime gets nothing. A worker that dies between the call and its result sends the message once more; browsers
show one notification for each tag, so the second replaces the first.

A subscription, as `PushSubscription.toJSON()` gives it, tells the product where to send. So anything but a known push
service would make the product call any host that is named to it (server-side request forgery).

Why: docs/decisions/0048-web-push.md
"""

import hashlib
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct
from prometheus_client import Counter
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.webpush import (
    PushGateway,
    PushGone,
    PushKeyRefused,
    PushOptions,
    PushRejected,
    PushTarget,
    PushUnavailable,
)
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import decode_base64url, encode_base64url, hash_secret
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.vapid import is_public_key
from chuckwagon.observability.logging import log
from chuckwagon.push.models import MAX_ENDPOINT_LENGTH, OrderDevice, StaffDevice, forget_endpoint
from chuckwagon.settings import Settings

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


PUSH_RESULTS = Counter(
    "chuckwagon_push_total",
    "Tries to push to a device by result: accepted, gone (forgotten), refused, skipped, or unanswered (retried).",
    ("audience", "result"),
)


ACCEPTED = "accepted"
NOT_SET_UP, TOO_OLD, SERVICE_REFUSED = "not_set_up", "too_old", "service_refused"
DEVICE_GONE, KEY_REFUSED = "device_gone", "key_refused"


class PushContent(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the browser shows. A lock screen shows it too: no name, phone or money. `url` is a path of the product."""

    title: str
    body: str
    tag: str
    url: str
    lang: str


class PushMessage(msgspec.Struct, frozen=True):
    """A message for one device. `ttl_seconds` is how long it is of use."""

    device: StaffDevice | OrderDevice
    content: PushContent
    ttl_seconds: int


class PushCallbacks(msgspec.Struct, frozen=True):
    """How a kind of message is sent.

    `compose` returns the message, or the reason code for which none is sent. `on_end` is called in the transaction that
    ends the outbox message, with whether the push service has accepted it. `audience` is a metric label.
    """

    audience: str
    compose: Callable[[Session], PushMessage | str]
    on_end: Callable[[Session, bool], None] = lambda _session, _is_accepted: None


class _Prepared(msgspec.Struct, frozen=True):
    target: PushTarget
    payload: bytes
    options: PushOptions
    endpoint_digest: str


def send_push(
    db: Database,
    settings: Settings,
    gateway: Callable[[], PushGateway],
    claimed: OutboxMessage,
    callbacks: PushCallbacks,
) -> None:
    """Push the claimed message, and finish or reschedule it.

    A device that its push service does not know any more, or that subscribed with another key, is deleted. Nothing is
    sent without push keys, when `compose` returns a reason, and after the message's `ttl_seconds`.
    """
    with db.reading() as session:
        prepared = _prepare(session, settings, claimed, callbacks) if outbox.has_claim(session, claimed) else None
    if prepared is None:
        return
    if isinstance(prepared, str):
        reason = prepared
        db.write(lambda session: _end(session, claimed, callbacks, "skipped", reason))
        return
    digest = prepared.endpoint_digest
    try:
        gateway().send(prepared.target, prepared.payload, prepared.options)
    except PushGone:
        db.write(lambda session: _forget(session, claimed, callbacks, digest, "gone", DEVICE_GONE))
    except PushKeyRefused as refusal:
        log.error("push_key_refused", kind=claimed.kind, key=claimed.key, reason=str(refusal))
        db.write(lambda session: _forget(session, claimed, callbacks, digest, "refused", KEY_REFUSED))
    except PushRejected as refusal:
        reason = str(refusal)
        log.error("push_refused", kind=claimed.kind, key=claimed.key, reason=reason)
        db.write(lambda session: _end(session, claimed, callbacks, "refused", reason))
    except PushUnavailable as outage:
        reason, wait = str(outage), timedelta(seconds=outage.retry_after)
        db.write(lambda session: _retry_or_give_up(session, settings, claimed, callbacks, reason, wait))
    else:
        db.write(lambda session: _end(session, claimed, callbacks, ACCEPTED))


def _prepare(session: Session, settings: Settings, claimed: OutboxMessage, callbacks: PushCallbacks) -> _Prepared | str:
    """What to send, or the reason code for which nothing is sent."""
    if not settings.has_push:
        return NOT_SET_UP
    message = callbacks.compose(session)
    if isinstance(message, str):
        return message
    device = message.device
    if not is_allowed(device.endpoint, settings.other_push_services, settings.push_stand_in):
        return SERVICE_REFUSED
    seconds_left = int(message.ttl_seconds - (clock.now() - claimed.created_at).total_seconds())
    if seconds_left <= 0:
        return TOO_OLD
    return _Prepared(
        PushTarget(device.endpoint, device.public_key, device.auth_secret),
        msgspec.json.encode(message.content),
        PushOptions(seconds_left, make_topic(message.content.tag)),
        device.endpoint_digest,
    )


def make_topic(tag: str) -> str:
    """The topic of a tag: 32 characters, so that a newer message replaces one that a push service still keeps."""
    return encode_base64url(hashlib.sha256(tag.encode()).digest()[:24])


def _forget(
    session: Session, claimed: OutboxMessage, callbacks: PushCallbacks, endpoint_digest: str, result: str, reason: str
) -> None:
    forget_endpoint(session, endpoint_digest)
    _end(session, claimed, callbacks, result, reason)


def _retry_or_give_up(
    session: Session, settings: Settings, claimed: OutboxMessage, callbacks: PushCallbacks, reason: str, wait: timedelta
) -> None:
    if not outbox.has_claim(session, claimed):
        return
    first_delay = settings.push_retry_seconds
    if outbox.is_last_attempt(claimed, first_delay):
        _end(session, claimed, callbacks, "unanswered", reason)
        return
    outbox.postpone(session, claimed, reason, max(wait, outbox.get_retry_delay(claimed, first_delay)))
    after_commit(session, lambda: PUSH_RESULTS.labels(callbacks.audience, "unanswered").inc())


def _end(
    session: Session, claimed: OutboxMessage, callbacks: PushCallbacks, result: str, reason: str | None = None
) -> None:
    """End the message unless another worker has it, which then decides."""
    if not outbox.has_claim(session, claimed):
        return
    status = {ACCEPTED: outbox.DONE, "skipped": outbox.SKIPPED}.get(result, outbox.FAILED)
    outbox.finish(session, claimed.id, status, reason)
    callbacks.on_end(session, result == ACCEPTED)
    after_commit(session, lambda: PUSH_RESULTS.labels(callbacks.audience, result).inc())
