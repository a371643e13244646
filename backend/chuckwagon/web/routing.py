"""Route decorators: those of Litestar, with what nearly all routes of this API share; OPTIONS; the OpenAPI document.

A function that is not async runs in a thread, because it waits for the database. The OpenAPI document lists the errors
of the route, and `Cache-Control: no-store` unless the route names other `headers`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial, wraps
from inspect import iscoroutinefunction
from types import ModuleType
from typing import Any, TypedDict, Unpack

from litestar import Litestar, Response
from litestar.datastructures import ResponseHeader
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, RequestBody, Schema
from litestar.types import Dependencies, Guard

from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.error_reasons import REASONS
from chuckwagon.kit.errors import InvalidInput, UriTooLong
from chuckwagon.web.error_handlers import MethodNotAllowed, format_allow_header
from chuckwagon.web.executors import READS
from chuckwagon.web.requests import STATUS_DESCRIPTIONS, client_address, error_responses

NO_STORE = ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")
NO_CACHE = ResponseHeader(name="Cache-Control", documentation_only=True, description="no-cache")
ETAG = ResponseHeader(name="ETag", documentation_only=True, description="Strong, of the body's bytes.")
VARY = ResponseHeader(name="Vary", documentation_only=True, description="Authorization")
UNCHANGED = ResponseSpec(None, description="Unchanged since If-None-Match.", generate_examples=False)
Decorator = Callable[[Callable[..., Any]], HTTPRouteHandler]


class LitestarRouteOptions(TypedDict, total=False):
    """Options that Litestar takes as they are."""

    dependencies: Dependencies
    guards: Sequence[Guard]
    media_type: str
    operation_class: type[Operation]
    operation_id: str
    opt: Mapping[str, Any]
    status_code: int
    sync_to_thread: bool


def _route(
    method: HttpMethod,
    path: str | Sequence[str],
    *,
    summary: str,
    errors: Iterable[int] = (),
    responses: Mapping[int, ResponseSpec] | None = None,
    headers: Sequence[ResponseHeader] = (NO_STORE,),
    **options: Unpack[LitestarRouteOptions],
) -> Decorator:
    """Build the decorator of a route. `responses` are documented besides success and the statuses in `errors`."""

    def decorate(handler: Callable[..., Any]) -> HTTPRouteHandler:
        if not iscoroutinefunction(handler):
            options.setdefault("sync_to_thread", True)
        route = HTTPRouteHandler(
            path,
            http_method=method,
            summary=summary,
            responses={**(responses or {}), **error_responses(*errors)},
            response_headers=headers,
            **options,
        )
        return route(handler)

    return decorate


get = partial(_route, HttpMethod.GET)
post = partial(_route, HttpMethod.POST)
put = partial(_route, HttpMethod.PUT)
patch = partial(_route, HttpMethod.PATCH)
delete = partial(_route, HttpMethod.DELETE)


def get_public(path: str, *, headers: Sequence[ResponseHeader] = (ETAG, NO_CACHE), **options: Any) -> Decorator:
    """The decorator of a route that returns `public_json`. Its handler takes `request`, and runs in a thread of READS.

    So one client has a part of these threads only, and never those of other requests.
    """
    decorate = get(path, responses={304: UNCHANGED}, headers=headers, **options)

    def decorate_handler(handler: Callable[..., Any]) -> HTTPRouteHandler:
        if iscoroutinefunction(handler) or not options.get("sync_to_thread", True):
            return decorate(handler)

        @wraps(handler)
        async def read(**given: Any) -> Any:
            client = client_ip_key(client_address(given["request"]))
            return await READS.call(partial(handler, **given), client=client)

        return decorate(read)

    return decorate_handler


# What staff may see more of also varies by their token.
get_public_or_staff = partial(get_public, headers=(ETAG, NO_CACHE, VARY))


def make_alias(route: HTTPRouteHandler, path: str, *, operation_id: str) -> HTTPRouteHandler:
    """The same handler on a second path, which the OpenAPI document calls an alias.

    A list of paths would give both one summary, and Litestar would name a function that runs in a thread wrongly.
    """
    [original] = route.paths
    [method] = route.http_methods
    alias = copy(route)
    alias.paths = {path}
    alias.operation_id = operation_id
    alias.summary = f"{route.summary} (alias)"
    alias.description = f"Same as `{method} {re.sub(':[a-z]+}', '}', original)}`."
    return alias


def form_operation(required: Sequence[str] = ("file",), **fields: Schema) -> type[Operation]:
    """Build the OpenAPI operation of a multipart form that the handler reads itself."""
    form = Schema(type=OpenAPIType.OBJECT, required=list(required), properties={**fields})

    @dataclass
    class FormOperation(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody({"multipart/form-data": OpenAPIMediaType(form)}, required=True)

    return FormOperation


def file_operation(*media_types: str) -> type[Operation]:
    """Build the OpenAPI operation of a response whose body has one of these types; JSON may have any shape."""

    @dataclass
    class FileOperation(Operation):
        def __post_init__(self) -> None:
            success = (self.responses or {})["200"]
            if isinstance(success, OpenAPIResponse) and success.content:
                [described] = success.content.values()
                any_json = OpenAPIMediaType(Schema())
                success.content = {kind: any_json if kind == "application/json" else described for kind in media_types}

    return FileOperation


def collect_routes(*modules: ModuleType) -> list[HTTPRouteHandler]:
    """All routes that the modules define or import, in this order."""
    return [value for module in modules for value in vars(module).values() if isinstance(value, HTTPRouteHandler)]


_JSON_TYPES = {str: "string", int: "integer", float: "number"}
# What any address may answer before its route is known. With an id in it, the id may make it another address.
COMMON_ERRORS = {InvalidInput.status, UriTooLong.status}
COMMON_ERRORS_WITH_ID = COMMON_ERRORS | {MethodNotAllowed.status}


def build_openapi(api: Litestar) -> dict[str, Any]:
    """Build the OpenAPI document from Litestar's schema and correct what Litestar describes wrongly."""
    document: dict[str, Any] = _replace_one_of(api.openapi_schema.to_schema())
    for address, path in document["paths"].items():
        for operation in path.values():
            _refer_to_errors(operation, COMMON_ERRORS_WITH_ID if "{" in address else COMMON_ERRORS)
            body = operation.get("requestBody")
            if body and all(_allows_null(kind["schema"]) for kind in body["content"].values()):
                body["required"] = False
    document["components"]["responses"] = {_name(status): _error_response(status) for status in STATUS_DESCRIPTIONS}
    _describe_reasons(document["components"]["schemas"])
    return document


def _refer_to_errors(operation: dict[str, Any], common: set[int]) -> None:
    """Describe the errors of an operation by reference: all errors have one shape, and each status one meaning."""
    described = {int(status): response for status, response in operation["responses"].items()}
    errors = common.union(status for status in described if status >= InvalidInput.status)
    references = {status: {"$ref": f"#/components/responses/{_name(status)}"} for status in errors}
    operation["responses"] = {str(status): response for status, response in sorted((described | references).items())}


def _error_response(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ErrorBody"}
    return {"description": STATUS_DESCRIPTIONS[status], "content": {"application/json": {"schema": schema}}}


def _name(status: int) -> str:
    return f"Error{status}"


def _describe_reasons(schemas: dict[str, Any]) -> None:
    """List the reasons of sentences, and add `ErrorReasons`, which has the values of each reason under its name."""
    for name in ("ErrorBody", "ReasonBody"):
        schemas[name]["properties"]["reason"] = {"type": "string", "enum": list(REASONS)}
    for name in ("ImportProblem", "ImportQuestion", "LeftOut"):
        schemas[name]["properties"]["code"] = {"type": "string", "enum": list(REASONS)}
    schemas["ErrorReasons"] = {
        "type": "object",
        "description": "The values in the sentence of each reason, as in `params`. No response has this shape.",
        "properties": {reason: _describe_params(params) for reason, params in REASONS.items()},
        "required": list(REASONS),
    }


def _describe_params(params: dict[str, type]) -> dict[str, Any]:
    properties = {name: {"type": _JSON_TYPES[kind]} for name, kind in params.items()}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _allows_null(schema: dict[str, Any]) -> bool:
    """Whether the schema allows null, which means that the body is optional."""
    return {"type": "null"} in schema.get("anyOf", ())


def _replace_one_of(part: Any) -> Any:
    """A copy with `anyOf` for `oneOf`, because an object may match several schemas.

    A staff truck is a public one too.
    """
    if isinstance(part, list):
        return [_replace_one_of(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {("anyOf" if name == "oneOf" else name): _replace_one_of(value) for name, value in part.items()}


OPTIONS = HttpMethod.OPTIONS


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Build one OPTIONS handler for each path of these handlers, because Litestar's own lists one method of a path."""
    methods_by_path: dict[str, set[str]] = {}
    for handler in handlers:
        methods = {HttpMethod(method).value for method in handler.http_methods}
        for path in handler.paths:
            methods_by_path.setdefault(path, {OPTIONS.value}).update(methods)
    return [_options_handler(path, format_allow_header(methods)) for path, methods in methods_by_path.items()]


def _options_handler(path: str, allowed: str) -> HTTPRouteHandler:
    def answer_options() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allowed})

    options = HTTPRouteHandler(path, http_method=[OPTIONS], include_in_schema=False, sync_to_thread=False)
    return options(answer_options)
