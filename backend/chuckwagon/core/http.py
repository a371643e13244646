"""What HTTP has in common: strict bodies, one form of error, answers with an ETag."""

import hashlib
import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec
import sqlalchemy as sa
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from chuckwagon.core.errors import AppError, TooLarge, Unavailable, WrongMediaType
from chuckwagon.core.ids import new_id
from chuckwagon.core.logging import log
from chuckwagon.core.wire import invalid_from, read_json

T = TypeVar("T")
AnyRequest = Request[Any, Any, Any]

_CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 405: "method_not_allowed"}
_SENTENCES = {
    404: "Nothing was found here.",
    405: "This address does not take that method.",
    413: TooLarge.sentence,
}
_WHAT = {
    400: "Invalid input",
    401: "No or bad token",
    403: "Not allowed",
    404: "Absent",
    409: "Conflict with the present state",
    413: "Body too large",
    415: "Wrong media type",
    422: "Idempotency key reused with another body",
    429: "Too many requests; see Retry-After",
    503: "A provider or the database is out; see Retry-After",
}


class ErrorBody(msgspec.Struct, omit_defaults=True):
    """Every error: a sentence for people, a code for programs, and the fields of a form that broke a rule."""

    error: str
    message: str
    code: str
    fields: dict[str, str] | None = None


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON is read by our one reader."""

    async def json(self) -> Any:
        """The decoded body. Raises WrongMediaType, InvalidInput, TooLarge."""
        raw = await self.body()
        media_type = self.headers.get("content-type", "").split(";")[0].strip().lower()
        if media_type != "application/json":
            raise WrongMediaType
        return read_json(raw)


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """The errors of a route, for the description of the API."""
    return {
        status: ResponseSpec(ErrorBody, description=_WHAT[status], generate_examples=False)
        for status in statuses
    }


def client_address(request: AnyRequest) -> str:
    """The network address of the caller, as the connection has it."""
    return request.client.host if request.client else ""


def public_json(request: AnyRequest, value: T) -> Response[T]:
    """A public answer with a strong ETag; 304 without a body for a caller who has it already.

    Typed as what it carries, which is what the description of the API shows; it holds ready bytes.
    """
    body = msgspec.json.encode(value)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if _has(request.headers.get("if-none-match", ""), etag):
        return Response(cast("T", b""), status_code=304, headers=headers)
    return Response(cast("T", body), headers=headers, media_type="application/json; charset=utf-8")


def _has(if_none_match: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in tags or etag in tags


def json_error(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> Response[Any]:
    """An error answer; never kept by a cache."""
    return Response(
        body,
        status_code=status,
        headers={**headers, "Cache-Control": "no-store"},
        media_type="application/json; charset=utf-8",
    )


def answer_app_error(_request: AnyRequest, error: AppError) -> Response[Any]:
    """Our own refusals know what to say."""
    return json_error(error.status, error.body(), error.headers)


def answer_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """The framework's refusals in our form."""
    status = error.status_code
    if status == 400:
        return answer_app_error(request, _invalid(error))
    if status >= 500:
        return answer_unexpected(request, error)
    sentence = _SENTENCES.get(status, error.detail)
    code = "too_large" if status == 413 else _CODES.get(status, "bad_request")
    return json_error(status, {"error": sentence, "message": sentence, "code": code}, error.headers or {})


def _invalid(error: HTTPException) -> AppError:
    found = error.extra if isinstance(error.extra, list) else []
    first = found[0] if found and isinstance(found[0], dict) else {}
    path = re.sub(r"^data\.?", "", str(first.get("key", "")))
    message = str(first.get("message") or "The request is not valid")
    return invalid_from(f"{message} - at `$.{path}`" if path else message)


def answer_outage(request: AnyRequest, error: sa.exc.SQLAlchemyError) -> Response[Any]:
    """The database is out: the same call may go through in a moment."""
    log.error("database_out", reason=type(error).__name__, route=request.scope.get("path_template"))
    return answer_app_error(request, Unavailable())


def answer_unexpected(request: AnyRequest, error: Exception) -> Response[Any]:
    """A mistake of ours: told to the log in full, to the caller by its number only."""
    request_id = new_id()
    log.error("unexpected", exc_info=error, request_id=request_id, route=request.scope.get("path_template"))
    sentence = f"Something went wrong on our side. Please try again. (Reference {request_id})"
    return json_error(500, {"error": sentence, "message": sentence, "code": "internal"}, {})
