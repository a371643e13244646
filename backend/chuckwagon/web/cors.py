"""CORS: pages of the origins that a setting names may call the API from a browser; OPTIONS lists a path's methods.

Starlette's CORSMiddleware is not used. It answers a preflight before the security headers, the request id and the
response cache, refuses unknown origins with plain text instead of the API's own response, and tells them the exposed
headers. Litestar's own OPTIONS handler lists only the first method that was registered at a path.
"""

from collections.abc import Iterable

from litestar import Response
from litestar.enums import HttpMethod
from litestar.handlers import HTTPRouteHandler
from litestar.types import HTTPScope, Send

from chuckwagon.web.security_headers import Headers

METHODS = "GET, POST, PUT, PATCH, DELETE"
ALLOWED_HEADERS = "Authorization, Content-Type, Idempotency-Key, X-Checkout-Attempt, If-Match"
EXPOSED_HEADERS = "Content-Disposition, ETag, Retry-After, X-Request-Id"
MAX_AGE_SECONDS = "600"


class CorsHeadersByOrigin:
    """The CORS response headers of each allowed origin.

    They never allow credentials, because the API uses no cookies.
    """

    def __init__(self, origins: Iterable[str]) -> None:
        self._answers = {origin.encode(): _answer_headers(origin) for origin in origins}

    def find(self, scope: HTTPScope) -> Headers | None:
        """The headers for the origin of this request; None without an origin, or if the setting does not name it."""
        if not self._answers:
            return None
        for name, value in scope["headers"]:
            if name == b"origin":
                return self._answers.get(value)
        return None


def is_preflight(scope: HTTPScope) -> bool:
    """Whether a browser asks which methods and headers it may send."""
    return scope["method"] == "OPTIONS" and any(
        name == b"access-control-request-method" for name, _value in scope["headers"]
    )


async def answer_preflight(send: Send) -> None:
    """Send the answer to a preflight; it is the same for every path, because each route checks its callers itself.

    The caller has checked the origin and adds its headers.
    """
    await send({"type": "http.response.start", "status": 204, "headers": _PREFLIGHT})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _answer_headers(origin: str) -> Headers:
    return [
        (b"access-control-allow-origin", origin.encode()),
        (b"access-control-expose-headers", EXPOSED_HEADERS.encode()),
    ]


_PREFLIGHT: Headers = [
    (b"access-control-allow-methods", METHODS.encode()),
    (b"access-control-allow-headers", ALLOWED_HEADERS.encode()),
    (b"access-control-max-age", MAX_AGE_SECONDS.encode()),
]


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
