"""Route decorators: those of Litestar, with what nearly all routes of this API share.

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

from litestar.datastructures import ResponseHeader
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.types import Dependencies, Guard

from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.web.executors import READS
from chuckwagon.web.requests import client_address, error_responses

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


def form_operation(**fields: Schema) -> type[Operation]:
    """Build the OpenAPI operation of a multipart form that the handler reads itself. It requires the field `file`."""
    form = Schema(type=OpenAPIType.OBJECT, required=["file"], properties={**fields})

    @dataclass
    class FormOperation(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody({"multipart/form-data": OpenAPIMediaType(form)}, required=True)

    return FormOperation


def collect_routes(*modules: ModuleType) -> list[HTTPRouteHandler]:
    """All routes that the modules define or import, in this order."""
    return [value for module in modules for value in vars(module).values() if isinstance(value, HTTPRouteHandler)]
