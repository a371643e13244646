"""The cookie by which a browser is known after a complete sign-in or a link by e-mail. It signs no one in."""

import re
from typing import TypeVar

from litestar import Response
from litestar.datastructures import Cookie

from chuckwagon.accounts.known_devices import RETENTION
from chuckwagon.accounts.sign_in_common import SignInSource
from chuckwagon.kit.ids import new_secret
from chuckwagon.web.requests import AnyRequest

T = TypeVar("T")

PATH = "/api/auth"
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


def read_device_token(request: AnyRequest, origin: str) -> str:
    """The token of the browser's cookie, or a new one for a browser on our own pages.

    Empty for other programs, which send no Origin of ours and may keep no cookies.
    """
    given = request.cookies.get(_name(origin), "")
    if _TOKEN.fullmatch(given):
        return given
    return new_secret() if request.headers.get("origin", "").lower() == origin.lower() else ""


def keep_device(answer: T, source: SignInSource) -> Response[T]:
    """The response, to a browser with the cookie by which it is known from now on."""
    if not source.device_token:
        return Response(answer)
    origin = source.site_origin
    cookie = Cookie(
        key=_name(origin),
        value=source.device_token,
        max_age=int(RETENTION.total_seconds()),
        path=PATH,
        secure=_is_https(origin),
        httponly=True,
        samesite="lax",
    )
    return Response(answer, cookies=[cookie])


def _name(origin: str) -> str:
    return "__Secure-device" if _is_https(origin) else "device"


def _is_https(origin: str) -> bool:
    return origin.startswith("https:")
