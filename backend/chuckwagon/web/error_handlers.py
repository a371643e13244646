"""The one place where a failure becomes an answer; nothing a person sends may end as a server error."""

import re
from typing import Any

import sqlalchemy as sa
from litestar import Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.types import HTTPScope

from chuckwagon.core.errors import AppError, InvalidInput, NotFound, TooLarge, Unavailable
from chuckwagon.core.http import AnyRequest
from chuckwagon.core.logging import log
from chuckwagon.core.methods import with_head
from chuckwagon.core.watch import watch_of
from chuckwagon.core.wire import invalid_from

OUTAGES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)

_MISSING = re.compile(r"Missing required \w+ parameter '(.+?)'")


class MethodNotAllowed(AppError):
    status = 405
    code = "method_not_allowed"
    sentence = "This address does not take this method."


class ServerError(AppError):
    status = 500
    code = "server_error"
    sentence = "Something went wrong on our side. Please try again."


def answer_failure(request: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    """The JSON answer to any exception of a handler or of the framework."""
    known = _known(request, error)
    watch_of(request.scope).outcome = known.code
    return Response(
        known.body(), status_code=known.status, headers=known.headers, media_type="application/json"
    )


def _known(request: AnyRequest, error: Exception) -> AppError:
    if isinstance(error, AppError):
        return error
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _from_framework(request, error)
    if isinstance(error, OUTAGES):
        log.error("database_unavailable", reason=type(error).__name__, **_place(request.scope))
        return Unavailable()
    note_failure(request.scope, error)
    return ServerError(requestId=watch_of(request.scope).number)


def note_failure(scope: HTTPScope, error: Exception) -> None:
    """Write down a mistake of ours, under the number that the caller is told."""
    watch_of(scope).outcome = ServerError.code
    log.error("request_failed", **_place(scope), exc_info=error)


def _place(scope: HTTPScope) -> dict[str, str]:
    """The template of the address, never the address: it may be a secret."""
    watch = watch_of(scope)
    return {"method": watch.method, "route": watch.known_route}


def _from_framework(request: AnyRequest, error: HTTPException) -> AppError:
    if isinstance(error, MethodNotAllowedException):
        allowed = (error.headers or {}).get("allow", "")
        methods = filter(None, (method.strip() for method in allowed.split(",")))
        return MethodNotAllowed(headers={"Allow": with_head(methods)})
    if isinstance(error, ValidationException):
        return _invalid(request, error)
    if error.status_code == NotFound.status:
        return NotFound()
    if error.status_code == TooLarge.status:
        return TooLarge()
    return InvalidInput("The request is not valid.")


def _invalid(request: AnyRequest, error: ValidationException) -> InvalidInput:
    """The framework's list of complaints as sentences at their places."""
    missing = _MISSING.search(error.detail)
    if missing:
        return InvalidInput(f"{missing.group(1)} is missing.", fields={missing.group(1): "Required."})
    found: dict[str, str] = {}
    for complaint in error.extra if isinstance(error.extra, list) else []:
        key = str(complaint.get("key", ""))
        if key == "data":
            return InvalidInput("The body is missing. Send a JSON object.")
        found[_published_name(request, key)] = str(invalid_from(str(complaint.get("message", ""))))
    if not found:
        return InvalidInput()
    name, reason = next(iter(found.items()))
    return InvalidInput(f"{name}: {reason}", fields=found)


def _published_name(request: AnyRequest, parameter: str) -> str:
    """The name in the address or the headers, where the handler's own differs."""
    field = request.route_handler.parsed_fn_signature.parameters.get(parameter)
    return getattr(field and field.kwarg_definition, "name", None) or parameter
