"""Exception handlers: the only code that turns an exception into a response, in Litestar and outside of it.

No input of a client may cause a server error.
"""

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.types import HTTPScope, Send

from chuckwagon.db.database import OUTAGE_ERRORS
from chuckwagon.kit.errors import AppError, InvalidInput, MovedPermanently, NotFound, TooLarge, Unavailable
from chuckwagon.kit.sentences import Sentence, at_parameter
from chuckwagon.observability.logging import log
from chuckwagon.web.json_body import to_invalid_input
from chuckwagon.web.request_context import get_request_context
from chuckwagon.web.requests import AnyRequest

_MISSING = re.compile(r"Missing required \w+ parameter '(.+?)'")


class MethodNotAllowed(AppError):
    status = 405
    code = "method_not_allowed"
    sentence = "This address does not take this method."


class ServerError(AppError):
    status = 500
    code = "server_error"
    sentence = "Something went wrong on our side. Please try again."


def handle_exception(request: AnyRequest, error: Exception) -> Response[dict[str, Any]]:
    """Build the JSON response to an exception of a route handler or of Litestar. Unexpected ones are logged, and 500.

    A database outage is logged, and 503.
    """
    app_error = _to_app_error(request, error)
    get_request_context(request.scope).outcome = app_error.code
    body, status, headers = app_error.body(), app_error.status, dict(app_error.headers or {})
    if isinstance(app_error, MovedPermanently):
        # Asked for again each time, because a truck may take an earlier name back.
        location = app_error.new_address(request.scope["path"], request.scope["query_string"])
        headers |= {"Location": location, "Cache-Control": "no-cache"}
    return Response(body, status_code=status, headers=headers, media_type="application/json")


async def send_error(send: Send, error: AppError) -> None:
    """Send the error as ASGI messages, outside Litestar, in the same form as `handle_exception`."""
    text = msgspec.json.encode(error.body()).decode()
    await send_text(send, error.status, text, media_type="application/json", headers=error.headers)


async def send_text(
    send: Send,
    status: int,
    text: str,
    *,
    media_type: str = "text/html",
    headers: dict[str, str] | None = None,
) -> None:
    """Send a short text as ASGI messages, with `Cache-Control: no-store`."""
    body = text.encode()
    content_type = media_type if media_type == "application/json" else f"{media_type}; charset=utf-8"
    own = {"Content-Type": content_type, "Content-Length": str(len(body)), "Cache-Control": "no-store"}
    pairs = [(name.lower().encode(), value.encode()) for name, value in (own | (headers or {})).items()]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _to_app_error(request: AnyRequest, error: Exception) -> AppError:
    if isinstance(error, AppError):
        return error
    if isinstance(error, HTTPException) and error.status_code < 500:
        return _from_http_exception(request, error)
    if isinstance(error, OUTAGE_ERRORS):
        log.error("database_unavailable", reason=type(error).__name__, **_request_fields(request.scope))
        return Unavailable()
    log_failure(request.scope, error)
    return ServerError(requestId=get_request_context(request.scope).request_id)


def log_failure(scope: HTTPScope, error: Exception) -> None:
    """Log an unexpected exception. The log line carries the request ID that the client receives."""
    get_request_context(scope).outcome = ServerError.code
    log.error("request_failed", **_request_fields(scope), exc_info=error)


def _request_fields(scope: HTTPScope) -> dict[str, str]:
    """Log fields of the request: the route template, never the path, which may contain a secret."""
    context = get_request_context(scope)
    return {"method": context.method, "route": context.route_template}


def _from_http_exception(request: AnyRequest, error: HTTPException) -> AppError:
    if isinstance(error, MethodNotAllowedException):
        allowed = (error.headers or {}).get("allow", "")
        methods = filter(None, (method.strip() for method in allowed.split(",")))
        return MethodNotAllowed(headers={"Allow": format_allow_header(methods)})
    if isinstance(error, ValidationException):
        return _from_validation_exception(request, error)
    if error.status_code == NotFound.status:
        return NotFound()
    if error.status_code == TooLarge.status:
        return TooLarge()
    return InvalidInput()


def _from_validation_exception(request: AnyRequest, error: ValidationException) -> InvalidInput:
    """Translate Litestar's validation messages into one sentence per field."""
    missing = _MISSING.search(error.detail)
    if missing:
        name = missing.group(1)
        sentence = Sentence(f"{name} is missing.", "parameter_missing", name=name)
        return InvalidInput(sentence, fields={name: Sentence("Required.", "required")})
    found: dict[str, Sentence] = {}
    for problem in error.extra if isinstance(error.extra, list) else []:
        key = str(problem.get("key", ""))
        if key == "data":
            return InvalidInput(Sentence("The body is missing. Send a JSON object.", "body_missing"))
        found[_public_name(request, key)] = to_invalid_input(str(problem.get("message", ""))).args[0]
    if not found:
        return InvalidInput()
    name, reason = next(iter(found.items()))
    return InvalidInput(at_parameter(name, reason), fields=found)


def _public_name(request: AnyRequest, parameter: str) -> str:
    """Name of a parameter in the query string or headers, which may differ from the argument's name."""
    field = request.route_handler.parsed_fn_signature.parameters.get(parameter)
    return getattr(field and field.kwarg_definition, "name", None) or parameter


def format_allow_header(methods: Iterable[str]) -> str:
    """The value of the `Allow` header for these methods, sorted. HEAD is added wherever GET is allowed."""
    allowed = set(methods)
    return ", ".join(sorted(allowed | ({"HEAD"} if "GET" in allowed else set())))
