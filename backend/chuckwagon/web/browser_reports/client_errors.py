"""Receives errors that the front end reports: kind, message and page.

Anyone may send anything here. The log line contains no number, no e-mail address and no part of a path that could be a
key or personal data. The browser masks the same before it sends.
"""

import re
from typing import Annotated, Literal

from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct
from prometheus_client import Counter

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.observability.logging import log, redact
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post

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
