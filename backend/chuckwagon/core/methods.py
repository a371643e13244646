"""OPTIONS: what an address takes.

The framework's own answer names the first method that was registered at an address and forgets the others.
"""

from collections.abc import Iterable

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler

OPTIONS = HttpMethod.OPTIONS


def with_head(methods: Iterable[str]) -> str:
    """The value of `Allow`: HEAD is answered wherever GET is."""
    named = set(methods)
    return ", ".join(sorted(named | ({"HEAD"} if "GET" in named else set())))


def options_of(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """For each address of these handlers one that says what it takes."""
    taken: dict[str, set[str]] = {}
    for handler in handlers:
        methods = {HttpMethod(method).value for method in handler.http_methods}
        for path in handler.paths:
            taken.setdefault(path, {OPTIONS.value}).update(methods)
    return [_answer(path, with_head(methods)) for path, methods in taken.items()]


def _answer(path: str, allowed: str) -> HTTPRouteHandler:
    def say_methods() -> Response[None]:
        return Response(None, status_code=204, headers={"Allow": allowed})

    options = HTTPRouteHandler(path, http_method=[OPTIONS], include_in_schema=False, sync_to_thread=False)
    return options(say_methods)
