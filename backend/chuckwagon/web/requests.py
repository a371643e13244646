"""Request class with a strict JSON body, the client's address and language, JSON responses with an ETag, and errors.

Behind reverse proxies the address comes from X-Forwarded-For headers of trusted proxies. The language is the
customer's own choice, else the browser's.
"""

import hashlib
import ipaddress
import os
import time
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.connection.base import empty_receive, empty_send
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Empty, Receive, Scope, Send

from chuckwagon.kit.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.kit.sentences import ENGLISH, LANGUAGES, Language, Param, Sentence
from chuckwagon.observability.logging import log
from chuckwagon.settings import Network, Settings
from chuckwagon.web.json_body import convert, parse_json
from chuckwagon.web.response_cache import CachePolicy

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


AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]
BODY_INCOMPLETE = Sentence("The request ended before its body did.", "body_incomplete")
STATUS_DESCRIPTIONS = {
    400: "The request is not valid; `fields` names the places in a form.",
    401: "No token, or one that is not valid.",
    403: "Signed in, but not allowed.",
    404: "Nothing was found here.",
    405: "What stands for an id makes it another address, which takes other methods.",
    409: "In conflict with the present state.",
    413: "The request is too large.",
    414: "The address is longer than 4 KiB.",
    415: "The body is not application/json.",
    422: "The Idempotency-Key was used with another request.",
    429: "Too many requests; see Retry-After.",
    503: "A provider or the database does not answer; see Retry-After.",
}


class ReasonBody(msgspec.Struct):
    """The reason of a sentence and the values in it, to word it in another language. Money is in cents."""

    reason: str
    params: dict[str, Param] | msgspec.UnsetType = msgspec.UNSET


class ErrorBody(msgspec.Struct, rename="camel"):
    """Every error: one English sentence for people, a code for programs, and the places in a form.

    `reason` and `params` word the sentence in another language, `fieldReasons` those of `fields`.
    """

    error: str
    message: str
    code: str
    reason: str
    params: dict[str, Param] | msgspec.UnsetType = msgspec.UNSET
    fields: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    field_reasons: dict[str, ReasonBody] | msgspec.UnsetType = msgspec.UNSET


class StrictHttpRequest(AnyRequest):
    """Request whose body size is limited while it is read and whose JSON types are not coerced.

    Litestar would accept the JSON string "1" where a number is expected.
    """

    __slots__ = ("_is_streamed", "_parsed")

    def __init__(self, scope: Scope, receive: Receive = empty_receive, send: Send = empty_send) -> None:
        super().__init__(scope, receive, send)
        self._parsed: Any = Empty
        self._is_streamed = False

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the parts of the body, once; `body` joins and keeps it, `form` parses it.

        Raises TooLarge once Content-Length or the bytes read exceed the limit, and InvalidInput when the client
        disconnects before the end. Raises RuntimeError for a second reader, which would wait without end.
        """
        if self._is_streamed:
            raise RuntimeError("The body has been read already.")
        self._is_streamed = True
        limit = _max_body_bytes(self)
        content_length = self.headers.get("content-length", "")
        if content_length.isdecimal() and (len(content_length) > 15 or int(content_length) > limit):
            raise TooLarge
        total = 0
        is_open = True
        while is_open:
            event = await self.receive()
            if event["type"] != "http.request":
                raise InvalidInput(BODY_INCOMPLETE)
            part = event.get("body", b"")
            total += len(part)
            if total > limit:
                raise TooLarge
            yield part
            is_open = event.get("more_body", False)

    async def json(self) -> Any:
        """Parse the body into the type of the handler's `data` argument.

        Raises WrongMediaType, TooLarge, and InvalidInput for malformed JSON or a wrong type.
        """
        if self._parsed is Empty:
            raw = await self.body()
            if self.content_type[0].lower() != "application/json":
                raise WrongMediaType
            value = parse_json(raw)
            wanted = self.route_handler.parsed_data_field
            self._parsed = convert(value, wanted.annotation) if wanted else value
        return self._parsed


def _max_body_bytes(request: StrictHttpRequest) -> int:
    """Limit of the route in bytes: the setting named by its `max_body_bytes` option, else the general one."""
    settings: Settings = request.app.state.settings
    limit: int = getattr(settings, request.route_handler.opt.get("max_body_bytes", "max_body_bytes"))
    return limit


def public_json(
    request: AnyRequest,
    value: Any,
    *,
    cache_key: str | None = None,
    until: datetime | None = None,
    media_type: str = "application/json",
) -> Response[Any]:
    """Public response with `value` as JSON, which clients must revalidate: 304 while its bytes are the same.

    With a `cache_key` (a truck's ID or ALL_TRUCKS) the response cache may keep it until that truck changes, but no
    longer than `until`.
    """
    content = msgspec.json.encode(value)
    return public_content(request, content, media_type, cache_key=cache_key, until=until)


def public_content(
    request: AnyRequest,
    content: bytes,
    media_type: str,
    *,
    cache_key: str | None = None,
    until: datetime | None = None,
) -> Response[Any]:
    """Public response that clients may store but must revalidate: 304 while its bytes are the same.

    With a `cache_key` (a truck's ID or ALL_TRUCKS) the response cache may keep it until that truck changes, but no
    longer than `until`.
    """
    policy = request.scope.get("cache_policy")
    if isinstance(policy, CachePolicy):
        policy.key, policy.until = cache_key, until
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag_matches(request.headers.get("if-none-match", ""), etag):
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(content, headers=headers, media_type=media_type)


def etag_matches(if_none_match: str, etag: str) -> bool:
    """Whether an If-None-Match header matches the ETag. Compares weakly, as RFC 9110 section 13.1.2 requires."""
    listed = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return etag in listed or listed == ["*"]


def client_address(request: AnyConnection) -> str:
    """Client IP address, as the trusted proxies report it; without any, the peer's.

    "unknown" without a peer.
    """
    peer = request.client.host if request.client else "unknown"
    settings: Settings = request.app.state.settings
    forwarded = request.headers.getall("x-forwarded-for", [])
    if not forwarded:
        return peer
    networks = settings.proxy_networks
    if not is_trusted_proxy(peer, networks):
        note_untrusted_forwarder(settings, peer)
    return resolve_client_ip(peer, forwarded, networks)


def error_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Build the `responses=` of a route: the errors that the OpenAPI document lists."""
    return {
        status: ResponseSpec(ErrorBody, description=STATUS_DESCRIPTIONS[status], generate_examples=False)
        for status in statuses
    }


LANGUAGE_COOKIE = "language"
LANGUAGE_VARY = "Accept-Language, Cookie"


def choose_language(*, cookie: str = "", accept_language: str = "") -> Language:
    """Choose the language from the two headers of a request.

    The cookie `language`, which the switch on the page sets, comes before Accept-Language. English is the default.
    """
    return _read_cookie(cookie) or _negotiate(accept_language) or ENGLISH


def parse_language(text: str) -> Language | None:
    """Return the language of a tag such as `es` or `es-MX`; None for one that the product does not speak."""
    primary = text.strip().lower().partition("-")[0]
    return next((language for language in LANGUAGES if language == primary), None)


def _read_cookie(header: str) -> Language | None:
    """Return the language of the cookie; None without a valid one. Other cookies of the host may be malformed."""
    pairs = (part.partition("=") for part in header.split(";"))
    values = (value for name, _, value in pairs if name.strip() == LANGUAGE_COOKIE)
    return next((language for value in values if (language := parse_language(value))), None)


def _negotiate(header: str) -> Language | None:
    """Return the language with the highest weight, the first of several with the same weight; None without one.

    Languages that the product does not speak are skipped.
    """
    weighted = [_parse_range(part) for part in header.split(",")]
    wanted = [(weight, language) for weight, language in weighted if language is not None and weight > 0]
    return max(wanted, key=lambda pair: pair[0])[1] if wanted else None


def _parse_range(part: str) -> tuple[float, Language | None]:
    """Parse one range of Accept-Language, such as `es-MX;q=0.8`. A malformed weight counts as 0."""
    tag, _, parameter = part.partition(";")
    name, _, value = parameter.strip().partition("=")
    if not parameter.strip():
        return 1.0, parse_language(tag)
    try:
        weight = float(value) if name.strip().lower() == "q" else 0.0
    except ValueError:
        weight = 0.0
    return (weight if 0 <= weight <= 1 else 0.0), parse_language(tag)
