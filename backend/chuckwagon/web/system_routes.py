"""Health check, public settings, the OpenAPI document, and the reports of browsers: errors, and violations of the CSP.

Anyone may send any report. The log line of an error contains no number, no e-mail address and no part of a path that
could be a key or personal data. The browser masks the same before it sends. The log line of a violation contains the
directive, the blocked origin and the position in our own pages: no query string, no number as long as a phone number,
and none of the page's text.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import anyio
import msgspec
import sqlalchemy as sa
from litestar import Litestar, Response
from litestar.di import NamedDependency
from litestar.params import JSONBody, RawBody
from msgspec import Meta, Struct
from prometheus_client import Counter

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput, Unavailable, WrongMediaType
from chuckwagon.kit.ids import derive_public_key
from chuckwagon.kit.sentences import Sentence
from chuckwagon.observability.logging import log, redact
from chuckwagon.settings import Settings
from chuckwagon.web.json_body import parse_json
from chuckwagon.web.requests import AnyRequest, client_address, public_content
from chuckwagon.web.routing import build_openapi, get, get_public, post
from chuckwagon.web.security_headers import REPORT_PATH

HEALTH_TIMEOUT_SECONDS = 1.0


class Health(msgspec.Struct):
    status: str


class SampleAccount(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Account of the demo, whose password is public, with its person's name."""

    name: str
    email: str
    password: str
    role: str
    truck_slug: str | None = None
    truck_name: str | None = None


class PushConfig(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """What a browser needs to subscribe. `standInUrl` is the sandbox's push service, in place of the browser's own."""

    public_key: str
    stand_in_url: str | None = None


class Config(msgspec.Struct, rename="camel"):
    """Settings that the front end needs to start. `tax_rate` is a percentage.

    `sends_email` says whether there are receipts by e-mail, password resets and invitations.
    """

    publishable_key: str
    currency: str
    min_pickup_lead_minutes: int
    tax_rate: float
    demo: bool
    dev_tools: bool
    sends_email: bool
    map_site: str
    push: PushConfig | msgspec.UnsetType = msgspec.UNSET
    map_style: str | msgspec.UnsetType = msgspec.UNSET
    stripe_js_url: str | msgspec.UnsetType = msgspec.UNSET
    demo_accounts: list[SampleAccount] | msgspec.UnsetType = msgspec.UNSET


@get("/health", summary="Check that the process and the database respond", errors=[503], headers=())
async def health(request: AnyRequest, db: NamedDependency[Database]) -> Health:
    """200 when the database answers within a second, else 503."""
    if request.app.state.get("is_draining"):
        raise Unavailable(Sentence("This server is about to end.", "server_ending"))
    try:
        with anyio.fail_after(HEALTH_TIMEOUT_SECONDS):
            # A thread outside the shared limiter: a busy server must not look unhealthy.
            await anyio.to_thread.run_sync(db.ping, abandon_on_cancel=True, limiter=anyio.CapacityLimiter(1))
    except (TimeoutError, sa.exc.SQLAlchemyError, OSError) as error:
        raise Unavailable(Sentence("The database does not answer.", "database_unavailable")) from error
    return Health("ok")


@get("/api/config", summary="Get public settings", headers=(), sync_to_thread=False)
def config(settings: NamedDependency[Settings], sample_accounts: NamedDependency[list[SampleAccount]]) -> Config:
    """Public settings of the front end, with the sandbox's script and the demo accounts where they exist."""
    return Config(
        publishable_key=settings.stripe_publishable_key,
        currency="usd",
        min_pickup_lead_minutes=settings.min_pickup_lead_minutes,
        tax_rate=settings.tax_rate,
        demo=settings.demo,
        dev_tools=settings.shows_dev_tools,
        sends_email=settings.has_mail,
        map_site=settings.map_site,
        push=_push_config(settings),
        map_style=settings.map_style or msgspec.UNSET,
        stripe_js_url=settings.stripe_js_url or msgspec.UNSET,
        demo_accounts=sample_accounts or msgspec.UNSET,
    )


def _push_config(settings: Settings) -> PushConfig | msgspec.UnsetType:
    if not settings.has_push:
        return msgspec.UNSET
    return PushConfig(derive_public_key(settings.push_private_key), settings.push_stand_in)


@get_public("/api/openapi.json", summary="Get the OpenAPI document", sync_to_thread=False)
def describe_api(request: AnyRequest) -> Response[dict[str, Any]]:
    """OpenAPI 3.1, generated from the code."""
    return public_content(request, _encoded_openapi(request.app), "application/json")


@lru_cache(maxsize=1)
def _encoded_openapi(api: Litestar) -> bytes:
    """Kept, because building it takes 0.7 s the first time and 0.1 s after, in which the process answers no request."""
    return msgspec.json.encode(build_openapi(api))


CLIENT_ERRORS_PATH = "/api/client-errors"
MAX_MESSAGE_LENGTH = 200
MINUTE_SECONDS = 60
MASK = "…"
CLIENT_ERRORS = Counter(
    "chuckwagon_client_errors_total",
    "Errors that the screens have reported: render, error, rejection or hydration.",
    ("kind",),
)
_NAME = re.compile(r"[A-Za-z]{1,40}")
_RELEASE = re.compile(r"[A-Za-z0-9._-]{1,60}")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")
_DIGITS = re.compile(r"\d+")
_PLAIN_PART = re.compile(r":id|[a-z][a-z-]{0,39}")


class ClientErrorReport(Struct):
    """Error reported by the front end. `page` is the path with IDs replaced by `:id`."""

    kind: Literal["render", "error", "rejection", "hydration"]
    name: Annotated[str, Meta(max_length=200)]
    message: Annotated[str, Meta(max_length=1000)]
    page: Annotated[str, Meta(max_length=500)]
    release: Annotated[str, Meta(max_length=200)]


@post(
    CLIENT_ERRORS_PATH,
    summary="Report a front-end error",
    errors=[400, 413, 415, 429, 503],
    status_code=204,
    opt={"max_body_bytes": "max_client_error_bytes"},
    headers=(),
)
def receive_client_error(
    data: JSONBody[ClientErrorReport],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> None:
    """Writes one log line without personal data and counts the error by kind."""
    key = f"client-error:{rate_limits.client_ip_key(client_address(request))}"
    limit = settings.limit_client_errors_per_address
    db.write(lambda session: rate_limits.consume(session, key, limit=limit, seconds=MINUTE_SECONDS))
    CLIENT_ERRORS.labels(data.kind).inc()
    log.warning(
        "client_error",
        kind=data.kind,
        name=data.name if _NAME.fullmatch(data.name) else "unknown",
        message=_mask_message(data.message),
        page=_mask_path(data.page),
        release=data.release if _RELEASE.fullmatch(data.release) else "unknown",
    )


def _mask_message(message: str) -> str:
    line = " ".join(redact(message).split())
    return _DIGITS.sub("#", _EMAIL.sub("[email]", line))[:MAX_MESSAGE_LENGTH]


def _mask_path(path: str) -> str:
    parts = [part for part in path.partition("?")[0].partition("#")[0].split("/") if part][:8]
    return "/" + "/".join(part if _PLAIN_PART.fullmatch(part) else MASK for part in parts)


CSP_REPORT_TYPE, REPORTS_TYPE = "application/csp-report", "application/reports+json"
MAX_LOGGED = 5  # violations per request
_DIRECTIVE = re.compile(r"[a-z-]{1,40}")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9+-]{0,30}")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,100}")
# Path part of a page or file; keys and phone numbers are longer.
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,40}")
_LONG_NUMBER = re.compile(r"[0-9]{5,}")


@post(
    REPORT_PATH,
    summary="Report content security policy violations",
    errors=[400, 413, 415, 429, 503],
    status_code=204,
    opt={"max_body_bytes": "max_csp_report_bytes"},
    headers=(),
)
def receive_csp_report(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> None:
    """Takes `application/csp-report` or `application/reports+json` and ignores other types of report."""
    found = list(_violations(request.content_type[0].lower(), body))
    key = f"csp:{rate_limits.client_ip_key(client_address(request))}"
    limit = settings.limit_csp_reports_per_address
    db.write(lambda session: rate_limits.consume(session, key, limit=limit, seconds=MINUTE_SECONDS))
    for violation in found[:MAX_LOGGED]:
        log.warning("csp_violation", **violation)


def _violations(media_type: str, body: bytes) -> Iterator[dict[str, Any]]:
    if media_type not in (CSP_REPORT_TYPE, REPORTS_TYPE):
        text = f"Send a report as {CSP_REPORT_TYPE} or {REPORTS_TYPE}."
        raise WrongMediaType(Sentence(text, "report_type_wrong"))
    value = parse_json(body)
    if media_type == CSP_REPORT_TYPE:
        yield _log_fields(_require_object(_require_object(value).get("csp-report")))
        return
    for report in value if isinstance(value, list) else [value]:
        if _require_object(report).get("type") == "csp-violation":
            yield _log_fields(_require_object(report.get("body")))


def _require_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput(Sentence("This is not a browser report.", "report_invalid"))
    return value


def _log_fields(report: dict[str, Any]) -> dict[str, Any]:
    """Log fields of a violation. The two report formats use the same names, with hyphens or in camel case."""

    def find(*names: str) -> str:
        found = next((report[name] for name in names if name in report), "")
        return found if isinstance(found, str) else ""

    rule = find("effective-directive", "effectiveDirective", "violated-directive").partition(" ")[0]
    line = report.get("line-number", report.get("lineNumber"))
    return {
        "rule": rule if _DIRECTIVE.fullmatch(rule) else "unknown",
        "blocked": _blocked_origin(find("blocked-uri", "blockedURL")),
        "page": _mask_page_path(find("document-uri", "documentURL")),
        "source": _mask_page_path(find("source-file", "sourceFile")),
        "line": line if isinstance(line, int) and 0 <= line < 10**7 else None,
        "disposition": "report" if find("disposition") == "report" else "enforce",
    }


def _blocked_origin(text: str) -> str:
    """Blocked source: `inline`, `eval`, a scheme or an origin."""
    scheme, host = _split_url(text)[:2]
    if host:
        return f"{scheme}://{host}"
    word = scheme or text
    return word if _WORD.fullmatch(word) else "unknown"


def _mask_page_path(text: str) -> str:
    """Path with the parts masked that may be keys or personal data."""
    path = _split_url(text)[2]
    parts = path.split("/")[:8]
    kept = (part if _PLAIN.fullmatch(part) and not _LONG_NUMBER.search(part) else "…" for part in parts if part)
    return f"/{'/'.join(kept)}" if path else ""


def _split_url(text: str) -> tuple[str, str, str]:
    """Return (scheme, host with port, path) of a URL, all empty if it cannot be parsed."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "", "", ""
    if not _WORD.fullmatch(parts.scheme) or (host and not _HOST.fullmatch(host)):
        return "", "", ""
    return parts.scheme, f"{host}:{port}" if host and port else host, parts.path if host else ""
