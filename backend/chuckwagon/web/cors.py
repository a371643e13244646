"""CORS: pages of the origins that a setting names may call the API from a browser.

Starlette's CORSMiddleware is not used. It answers a preflight before the security headers, the request id and the
response cache, refuses unknown origins with plain text instead of the API's own response, and tells them the exposed
headers.
"""

from collections.abc import Iterable

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
