"""OPTIONS handlers, which list the methods of a path.

Litestar's own handler lists only the first method that was registered at a path.
"""

from collections.abc import Iterable

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

OPTIONS = HttpMethod.OPTIONS


def format_allow_header(methods: Iterable[str]) -> str:
    """The value of the `Allow` header for these methods, sorted. HEAD is added wherever GET is allowed."""
    allowed = set(methods)
    return ", ".join(sorted(allowed | ({"HEAD"} if "GET" in allowed else set())))


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Build one OPTIONS handler for each path of these handlers."""
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
