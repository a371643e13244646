"""Reports of browsers: errors of the screens, and violations of the content security policy (CSP).

Anyone may send any report. The log line of an error contains no number, no e-mail address and no part of a path that
could be a key or personal data. The browser masks the same before it sends. The log line of a violation contains the
directive, the blocked origin and the position in our own pages: no query string, no number as long as a phone number,
and none of the page's text.
"""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from litestar.di import NamedDependency
from litestar.params import JSONBody, RawBody
from msgspec import Meta, Struct
from prometheus_client import Counter

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput, WrongMediaType
from chuckwagon.kit.sentences import Sentence
from chuckwagon.observability.logging import log, redact
from chuckwagon.settings import Settings
from chuckwagon.web.json_body import parse_json
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post
from chuckwagon.web.security_headers import REPORT_PATH

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
