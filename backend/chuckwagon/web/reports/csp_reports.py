"""What browsers report: something on a page wanted what its policy forbids.

Anybody may send anything here. A line of the log holds the rule, the origin that was blocked and the place in
our own pages: no query, no number long enough to be a phone's, nothing of the page's text.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from litestar import post
from litestar.di import NamedDependency
from litestar.params import RawBody

from chuckwagon.core import limits
from chuckwagon.core.db import Database
from chuckwagon.core.errors import InvalidInput, WrongMediaType
from chuckwagon.core.headers import REPORT_PATH
from chuckwagon.core.http import AnyRequest, client_address, errors
from chuckwagon.core.logging import log
from chuckwagon.core.wire import read_json
from chuckwagon.settings import Settings

ONE, MANY = "application/csp-report", "application/reports+json"
MOST_LINES = 5  # of one request
MINUTE = 60

_RULE = re.compile(r"[a-z-]{1,40}")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9+-]{0,30}")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,100}")
# A part of a path that is the address of a screen or a file; keys and phone numbers are longer.
_PLAIN = re.compile(r"[A-Za-z0-9._-]{1,40}")
_DIGITS = re.compile(r"[0-9]{5,}")


@post(
    REPORT_PATH,
    status_code=204,
    sync_to_thread=True,
    summary="Violations of the pages' policy, as browsers report them",
    responses=errors(400, 413, 415, 429, 503),
    opt={"max_body_bytes": "max_csp_report_bytes"},
)
def receive_csp_report(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> None:
    """`application/csp-report` or `application/reports+json`; other kinds of report are forgotten."""
    found = list(_violations(request.content_type[0].lower(), body))
    key = f"csp:{limits.address_key(client_address(request))}"
    limit = settings.limit_csp_reports_per_address
    db.write(lambda session: limits.count(session, key, limit=limit, seconds=MINUTE))
    for violation in found[:MOST_LINES]:
        log.warning("csp_violation", **violation)


def _violations(media_type: str, body: bytes) -> Iterator[dict[str, Any]]:
    if media_type not in (ONE, MANY):
        raise WrongMediaType(f"Send a report as {ONE} or {MANY}.")
    value = read_json(body)
    if media_type == ONE:
        yield _line(_object(_object(value).get("csp-report")))
        return
    for report in value if isinstance(value, list) else [value]:
        if _object(report).get("type") == "csp-violation":
            yield _line(_object(report.get("body")))


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput("This is no report of a browser.")
    return value


def _line(report: dict[str, Any]) -> dict[str, Any]:
    """The two forms of a report name the same things with hyphens and in camel case."""

    def named(*names: str) -> str:
        found = next((report[name] for name in names if name in report), "")
        return found if isinstance(found, str) else ""

    rule = named("effective-directive", "effectiveDirective", "violated-directive").partition(" ")[0]
    line = report.get("line-number", report.get("lineNumber"))
    return {
        "rule": rule if _RULE.fullmatch(rule) else "unknown",
        "blocked": _origin(named("blocked-uri", "blockedURL")),
        "page": _path(named("document-uri", "documentURL")),
        "source": _path(named("source-file", "sourceFile")),
        "line": line if isinstance(line, int) and 0 <= line < 10**7 else None,
        "disposition": "report" if named("disposition") == "report" else "enforce",
    }


def _origin(text: str) -> str:
    """Who was kept out: `inline`, `eval`, a scheme or an origin."""
    scheme, host = _split(text)[:2]
    if host:
        return f"{scheme}://{host}"
    word = scheme or text
    return word if _WORD.fullmatch(word) else "unknown"


def _path(text: str) -> str:
    """A path without what may be a key or a person's: those parts are left out."""
    path = _split(text)[2]
    parts = path.split("/")[:8]
    kept = (part if _PLAIN.fullmatch(part) and not _DIGITS.search(part) else "…" for part in parts if part)
    return f"/{'/'.join(kept)}" if path else ""


def _split(text: str) -> tuple[str, str, str]:
    """Scheme, host and path of an address; empty for what is none."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "", "", ""
    if not _WORD.fullmatch(parts.scheme) or (host and not _HOST.fullmatch(host)):
        return "", "", ""
    return parts.scheme, f"{host}:{port}" if host and port else host, parts.path if host else ""


routes = [receive_csp_report]
