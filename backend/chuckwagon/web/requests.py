"""What every route shares: the strict request, public answers with an ETag, documented errors."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Empty, Receive, Scope, Send

from chuckwagon.core.errors import InvalidInput, TooLarge, WrongMediaType
from chuckwagon.core.proxies import forwarded_address
from chuckwagon.core.ready import Keep
from chuckwagon.core.wire import convert, read_json
from chuckwagon.settings import Settings

AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]

PUBLIC_HEADERS = [
    ResponseHeader(name="ETag", documentation_only=True, description="Strong, of the body's bytes."),
    ResponseHeader(name="Cache-Control", documentation_only=True, description="no-cache"),
]
MEANINGS = {
    400: "The input is not valid; `fields` names the places.",
    401: "No token, or one that is not valid.",
    403: "Signed in, but not allowed.",
    404: "Nothing was found here.",
    409: "In conflict with the present state.",
    413: "The request is too large.",
    415: "The body is not application/json.",
    422: "The Idempotency-Key was used with another request.",
    429: "Too many requests; see Retry-After.",
    503: "A provider or the database does not answer; see Retry-After.",
}


class ErrorBody(msgspec.Struct):
    """Every error: one sentence for people, a code for programs, and the places in a form."""

    error: str
    message: str
    code: str
    fields: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class StrictRequest(AnyRequest):
    """A request whose body is capped while it is read and whose JSON is taken literally.

    The framework reads a JSON string "1" as the number 1 where a number is expected; here it is refused.
    """

    __slots__ = ("_strict",)

    def __init__(self, scope: Scope, receive: Receive = empty_receive, send: Send = empty_send) -> None:
        super().__init__(scope, receive, send)
        self._strict: Any = Empty

    async def body(self) -> bytes:
        """The whole body. Raises TooLarge as soon as the cap is passed, announced or not."""
        if self._body is Empty:
            state = self._connection_state
            if state.body is Empty:
                state.body = await _read_capped(self, _body_cap(self))
            self._body = state.body
        return self._body

    async def json(self) -> Any:
        """The body as the type that the handler's `data` asks for.

        Raises WrongMediaType and InvalidInput.
        """
        if self._strict is Empty:
            raw = await self.body()
            if self.content_type[0].lower() != "application/json":
                raise WrongMediaType
            value = read_json(raw)
            wanted = self.route_handler.parsed_data_field
            self._strict = convert(value, wanted.annotation) if wanted else value
        return self._strict


def _body_cap(request: StrictRequest) -> int:
    """The cap of the route: the setting that its `opt` names, else the one for all."""
    settings: Settings = request.app.state.settings
    cap: int = getattr(settings, request.route_handler.opt.get("max_body_bytes", "max_body_bytes"))
    return cap


async def _read_capped(request: StrictRequest, cap: int) -> bytes:
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and (len(announced) > 15 or int(announced) > cap):
        raise TooLarge
    parts: list[bytes] = []
    total = 0
    while True:
        event = await request.receive()
        if event["type"] != "http.request":
            raise InvalidInput("The request ended before its body did.")
        parts.append(part := event.get("body", b""))
        total += len(part)
        if total > cap:
            raise TooLarge
        if not event.get("more_body", False):
            return b"".join(parts)


def public_json(
    request: AnyRequest, value: Any, *, shows: str | None = None, until: datetime | None = None
) -> Response[Any]:
    """A public answer that may be kept but is asked about each time: 304 while its bytes are the same.

    `shows` names the truck (or all) whose changes alone end it, `until` the instant at which time does.
    """
    keep = request.scope.get("keep")
    if isinstance(keep, Keep):
        keep.key, keep.until = shows, until
    content = msgspec.json.encode(value)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if etag_matches(request.headers.get("if-none-match", ""), etag):
        return Response(b"", status_code=304, headers=headers, media_type="application/json")
    return Response(content, headers=headers, media_type="application/json")


def etag_matches(if_none_match: str, etag: str) -> bool:
    """Whether one of the listed tags is this one; weak marks do not matter here."""
    listed = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return etag in listed or listed == ["*"]


def client_address(request: AnyConnection) -> str:
    """The address the connection came from, as the trusted proxies report it."""
    peer = request.client.host if request.client else "unknown"
    settings: Settings = request.app.state.settings
    if not settings.trusted_proxies:
        return peer
    return forwarded_address(peer, request.headers.getall("x-forwarded-for", []), settings.proxy_networks)


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """The `responses=` of a route: its errors as the API's description lists them."""
    return {
        status: ResponseSpec(ErrorBody, description=MEANINGS[status], generate_examples=False)
        for status in statuses
    }


def public_answers(*statuses: int) -> dict[int, ResponseSpec]:
    """The `responses=` of a route that answers with `public_json`."""
    unchanged = ResponseSpec(None, description="Unchanged since If-None-Match.", generate_examples=False)
    return {304: unchanged} | errors(*statuses)
