"""Security headers and content security policy (CSP) of each kind of response.

Headers that a response has already set win. The sets are built once at start, because they depend on no request.

Why pages have four policies: docs/decisions/0052-policy-per-document.md
"""

from collections.abc import Iterable
from enum import Enum
from urllib.parse import urlsplit

import msgspec
from litestar.types import Message, Send

Headers = list[tuple[bytes, bytes]]

REPORT_PATH = "/api/csp-report"
REPORT_GROUP = "csp"
CSP_NONE = "default-src 'none'; frame-ancestors 'none'"
# An image that is opened in a tab of its own runs and loads nothing.
IMAGE_CSP = "default-src 'none'; sandbox"
HSTS = "max-age=63072000; includeSubDomains"
# The address of an image of a truck or its menu may name any host.
ANY_HOST = ("https:",)
# The pages use none of these browser features. Payments and the position of a customer who asks for it are allowed.
DENIED_FEATURES = ("camera", "microphone", "usb", "browsing-topics")
PAYMENT_FEATURES = ("payment", "publickey-credentials-get")


class ResponseKind(Enum):
    """Kind of response, by how a browser uses it."""

    PAGE = "page"
    FILE = "file"
    API = "api"
    IMAGE = "picture"  # the value is a metric label


class PageKind(Enum):
    """Kind of page, by what it may load. A document keeps its policy, also for the screens that it shows later."""

    SHOP = "shop"  # one document from the list of trucks to the payment
    ORDER = "order"  # goes on to the trucks, but the checkout gets a document of its own
    STAFF = "staff"
    CLOSED = "closed"  # the API's reader, and what is no screen


class CspSources(msgspec.Struct, frozen=True):
    """CSP sources that a page needs in addition to the product's own files.

    Scripts and styles may be origins or hashes of inline elements.
    """

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    connections: tuple[str, ...] = ()
    push: tuple[str, ...] = ()  # where a device subscribes, if not at its browser's own push service
    frames: tuple[str, ...] = ()
    payment_frames: tuple[str, ...] = ()  # origins of frames that may use the payment features
    maps: tuple[str, ...] = ()  # origins of the style and tiles of maps
    images: tuple[str, ...] = ()


class HeaderSet:
    """Headers of one kind of response. Those in `default` yield to the response's own, those in `always` are added."""

    def __init__(self, default: Iterable[tuple[str, str]], always: Iterable[tuple[str, str]] = ()) -> None:
        self._always = _encode(always)
        self._all = [*_encode(default), *self._always]
        self._default = self._all[: len(self._all) - len(self._always)]
        self._names = frozenset(name for name, _value in self._default)

    def apply(self, headers: Iterable[tuple[bytes, bytes]]) -> Headers:
        """Return the response's headers with these added; its own win over the default ones."""
        own = list(headers)
        overridden = self._names.intersection(name.lower() for name, _value in own)
        if not overridden:
            return own + self._all
        return own + [pair for pair in self._default if pair[0] not in overridden] + self._always


def build_header_sets(
    origin: str, shop: CspSources, *, is_shared: bool = False
) -> dict[ResponseKind | PageKind, HeaderSet]:
    """Build the header set of every kind of response for this public origin, of pages by their kind.

    `shop` is what the customers' pages need. With `is_shared`, other origins may call the API, so its responses vary
    by origin.
    """
    common = [("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY")]
    if _is_https(origin):
        common.append(("Strict-Transport-Security", HSTS))
    closed = [*common, ("Referrer-Policy", "no-referrer")]
    varies = [("Vary", "Origin")] if is_shared else []
    return {
        **{
            kind: HeaderSet([*common, *_page_headers(page_csp(sources, origin), sources)])
            for kind, sources in _sources_by_kind(shop)
        },
        ResponseKind.FILE: HeaderSet(
            [*closed, ("Content-Security-Policy", _file_csp(shop)), _resource_policy("same-origin")]
        ),
        ResponseKind.API: HeaderSet(
            [*closed, ("Content-Security-Policy", CSP_NONE), _resource_policy("same-site"), _NO_STORE], varies
        ),
        # Images are public, and other sites may embed them.
        ResponseKind.IMAGE: HeaderSet(
            [*closed, ("Content-Security-Policy", IMAGE_CSP), _resource_policy("cross-origin")]
        ),
    }


def _sources_by_kind(shop: CspSources) -> list[tuple[PageKind, CspSources]]:
    """What each kind of page needs. Staff type addresses of images on any host and see them at once."""
    return [
        (PageKind.SHOP, shop),
        (PageKind.ORDER, CspSources(connections=shop.push, maps=shop.maps, images=shop.images)),
        (PageKind.STAFF, CspSources(connections=shop.push, images=shop.images)),
        (PageKind.CLOSED, CspSources()),
    ]


def page_csp(sources: CspSources, origin: str) -> str:
    """The Content-Security-Policy of an HTML page, for the public `origin` of the product."""
    rules = [
        "default-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        _directive("script-src", "'self'", *sources.scripts),
        _directive("connect-src", "'self'", *sources.connections, *sources.maps),
        _directive("frame-src", *(sources.frames or ("'none'",))),
        _directive("style-src", "'self'", *sources.styles),
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        # Maps draw from data, and an upload is previewed before it is sent.
        _directive("img-src", "'self'", "data:", "blob:", *sources.images),
        *(["upgrade-insecure-requests"] if _is_https(origin) else []),
        f"report-to {REPORT_GROUP}",
        f"report-uri {REPORT_PATH}",
    ]
    return "; ".join(rules)


def _file_csp(sources: CspSources) -> str:
    """CSP of the build's files. The worker of the map is one of them and loads the tiles under its own policy."""
    return "; ".join([CSP_NONE, *([_directive("connect-src", *sources.maps)] if sources.maps else [])])


def _is_https(origin: str) -> bool:
    return urlsplit(origin).scheme == "https"


def add_security_headers(send: Send, header_set: HeaderSet, request_id: str, *, is_shared: bool = False) -> Send:
    """Wrap `send` to add the headers and the request ID.

    A shared response, which the response cache may store, gets no request ID.
    """

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = header_set.apply(message.get("headers", ()))
            if not (is_shared and message["status"] == 200):
                headers.append((b"x-request-id", request_id.encode()))
            message["headers"] = headers
        await send(message)

    return wrapped


def with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    """Wrap `send` to add these headers to the response."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *headers]
        await send(message)

    return wrapped


_NO_STORE = ("Cache-Control", "no-store")


def _page_headers(policy: str, sources: CspSources) -> list[tuple[str, str]]:
    return [
        ("Content-Security-Policy", policy),
        ("Reporting-Endpoints", f'{REPORT_GROUP}="{REPORT_PATH}"'),
        ("Referrer-Policy", "strict-origin"),
        ("Permissions-Policy", _permissions_policy(sources.payment_frames)),
        ("Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
        _resource_policy("same-origin"),
    ]


def _permissions_policy(payers: tuple[str, ...]) -> str:
    allowed = " ".join(["self", *(f'"{origin}"' for origin in payers)])
    payment = [f"{feature}=({allowed})" for feature in PAYMENT_FEATURES]
    return ", ".join([*payment, "geolocation=(self)", *(f"{feature}=()" for feature in DENIED_FEATURES)])


def _resource_policy(scope: str) -> tuple[str, str]:
    return ("Cross-Origin-Resource-Policy", scope)


def _directive(name: str, *sources: str) -> str:
    return " ".join([name, *sources])


def _encode(pairs: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in pairs]
