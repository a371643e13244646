"""What a browser may do with an answer: the headers of each kind of answer, written out once.

An answer keeps those that it has already. Nothing here depends on a request, so none of it is made twice.
"""

from collections.abc import Iterable
from enum import Enum
from urllib.parse import urlsplit

import msgspec
from litestar.types import Message, Send

Headers = list[tuple[bytes, bytes]]

REPORT_PATH = "/api/csp-report"
REPORT_GROUP = "csp"
NOTHING = "default-src 'none'; frame-ancestors 'none'"
# Opened by itself, a picture runs nothing and loads nothing.
PICTURE_ONLY = "default-src 'none'; sandbox"
TWO_YEARS = "max-age=63072000; includeSubDomains"
# Of what a page could ask for, it may have nothing but a payment.
CLOSED_FEATURES = ("camera", "microphone", "geolocation", "usb", "browsing-topics")
PAYMENT_FEATURES = ("payment", "publickey-credentials-get")


class Kind(Enum):
    """The kinds of answer, by what a browser makes of them."""

    PAGE = "page"
    FILE = "file"
    API = "api"
    PICTURE = "picture"


class Sources(msgspec.Struct, frozen=True):
    """What a page needs beside the product's own files, as the policy writes it.

    Other origins for its scripts, calls and frames; hashes of scripts and styles that stand in the page.
    """

    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    payers: tuple[str, ...] = ()  # frames that may take a payment


class Added:
    """Headers for one kind of answer. `default` yields to the answer's own, `always` comes on top."""

    def __init__(self, default: Iterable[tuple[str, str]], always: Iterable[tuple[str, str]] = ()) -> None:
        self._always = _encoded(always)
        self._all = [*_encoded(default), *self._always]
        self._default = self._all[: len(self._all) - len(self._always)]
        self._names = frozenset(name for name, _value in self._default)

    def to(self, headers: Iterable[tuple[bytes, bytes]]) -> Headers:
        """The answer's headers and these."""
        own = list(headers)
        taken = self._names.intersection(name.lower() for name, _value in own)
        if not taken:
            return own + self._all
        return own + [pair for pair in self._default if pair[0] not in taken] + self._always


def make_headers(origin: str, sources: Sources, *, is_shared: bool = False) -> dict[Kind, Added]:
    """The headers of every kind for a product at this public address.

    `is_shared`: pages of other origins may call the API, so its answers differ by who asks.
    """
    common = [("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY")]
    if _is_https(origin):
        common.append(("Strict-Transport-Security", TWO_YEARS))
    closed = [*common, ("Referrer-Policy", "no-referrer")]
    varies = [("Vary", "Origin")] if is_shared else []
    return {
        Kind.PAGE: Added([*common, *_page_only(page_policy(sources, origin), sources)]),
        Kind.FILE: Added([*closed, ("Content-Security-Policy", NOTHING), _shared_with("same-origin")]),
        Kind.API: Added(
            [*closed, ("Content-Security-Policy", NOTHING), _shared_with("same-site"), _NOT_KEPT], varies
        ),
        # A picture is public, and other pages may show it.
        Kind.PICTURE: Added(
            [*closed, ("Content-Security-Policy", PICTURE_ONLY), _shared_with("cross-origin")]
        ),
    }


def page_policy(sources: Sources, origin: str) -> str:
    """The policy of a page, which the application keeps as long as nobody loads another one."""
    rules = [
        "default-src 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        _rule("script-src", "'self'", *sources.scripts),
        _rule("connect-src", "'self'", *sources.calls),
        _rule("frame-src", *(sources.frames or ("'none'",))),
        _rule("style-src", "'self'", *sources.styles),
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        # Pictures may lie on any host, and an upload is shown before it is sent.
        "img-src 'self' data: blob: https:",
        *(["upgrade-insecure-requests"] if _is_https(origin) else []),
        f"report-to {REPORT_GROUP}",
        f"report-uri {REPORT_PATH}",
    ]
    return "; ".join(rules)


def _is_https(origin: str) -> bool:
    return urlsplit(origin).scheme == "https"


def with_headers(send: Send, added: Added, request_id: str, *, is_kept: bool = False) -> Send:
    """Send answers with these headers, and with the number that the log knows the request by.

    An answer that is kept for others has the number of none of them.
    """

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = added.to(message.get("headers", ()))
            if not (is_kept and message["status"] == 200):
                headers.append((b"x-request-id", request_id.encode()))
            message["headers"] = headers
        await send(message)

    return wrapped


_NOT_KEPT = ("Cache-Control", "no-store")


def _page_only(policy: str, sources: Sources) -> list[tuple[str, str]]:
    return [
        ("Content-Security-Policy", policy),
        ("Reporting-Endpoints", f'{REPORT_GROUP}="{REPORT_PATH}"'),
        ("Referrer-Policy", "strict-origin"),
        ("Permissions-Policy", _features(sources.payers)),
        ("Cross-Origin-Opener-Policy", "same-origin-allow-popups"),
        _shared_with("same-origin"),
    ]


def _features(payers: tuple[str, ...]) -> str:
    allowed = " ".join(["self", *(f'"{origin}"' for origin in payers)])
    open_ones = [f"{feature}=({allowed})" for feature in PAYMENT_FEATURES]
    return ", ".join([*open_ones, *(f"{feature}=()" for feature in CLOSED_FEATURES)])


def _shared_with(whom: str) -> tuple[str, str]:
    return ("Cross-Origin-Resource-Policy", whom)


def _rule(name: str, *sources: str) -> str:
    return " ".join([name, *sources])


def _encoded(pairs: Iterable[tuple[str, str]]) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in pairs]
