"""What the screens report of their own errors: which kind, what it says and on which page.

Anybody may send anything here. A line of the log holds no number, no e-mail address and no part of a path
that could be a key or a person's; the browser masks the same before it sends.
"""

import re
from typing import Annotated, Literal

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from chuckwagon.core import limits
from chuckwagon.core.db import Database
from chuckwagon.core.http import AnyRequest, client_address, errors
from chuckwagon.core.logging import log, redact
from chuckwagon.core.metrics import Counter
from chuckwagon.settings import Settings

CLIENT_ERRORS_PATH = "/api/client-errors"
LONGEST_MESSAGE = 200
MINUTE_SECONDS = 60
HIDDEN = "…"

CLIENT_ERRORS = Counter(
    "chuckwagon_client_errors_total",
    "Errors that the screens have reported: render, error or rejection.",
    "kind",
)

_NAME = re.compile(r"[A-Za-z]{1,40}")
_RELEASE = re.compile(r"[A-Za-z0-9._-]{1,60}")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")
_DIGITS = re.compile(r"\d+")
_PLAIN_PART = re.compile(r":id|[a-z][a-z-]{0,39}")


class ClientErrorReport(Struct):
    """An error as a screen reports it: `page` is the path with `:id` for what differs from order to order."""

    kind: Literal["render", "error", "rejection"]
    name: Annotated[str, Meta(max_length=200)]
    message: Annotated[str, Meta(max_length=1000)]
    page: Annotated[str, Meta(max_length=500)]
    release: Annotated[str, Meta(max_length=200)]


@post(
    CLIENT_ERRORS_PATH,
    status_code=204,
    sync_to_thread=True,
    summary="Errors of the screens, as they report them",
    responses=errors(400, 413, 415, 429, 503),
    opt={"max_body_bytes": "max_client_error_bytes"},
)
def receive_client_error(
    data: JSONBody[ClientErrorReport],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> None:
    """One line of the log, without personal data, and a count by kind."""
    key = f"client-error:{limits.address_key(client_address(request))}"
    limit = settings.limit_client_errors_per_address
    db.write(lambda session: limits.count(session, key, limit=limit, seconds=MINUTE_SECONDS))
    CLIENT_ERRORS.add(data.kind)
    log.warning(
        "client_error",
        kind=data.kind,
        name=data.name if _NAME.fullmatch(data.name) else "unknown",
        message=_masked(data.message),
        page=_page(data.page),
        release=data.release if _RELEASE.fullmatch(data.release) else "unknown",
    )


def _masked(message: str) -> str:
    line = " ".join(redact(message).split())
    return _DIGITS.sub("#", _EMAIL.sub("[email]", line))[:LONGEST_MESSAGE]


def _page(path: str) -> str:
    parts = [part for part in path.partition("?")[0].partition("#")[0].split("/") if part][:8]
    return "/" + "/".join(part if _PLAIN_PART.fullmatch(part) else HIDDEN for part in parts)


routes = [receive_client_error]
