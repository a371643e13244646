"""What the ways to sign in share: where a try comes from, the throttle, the opening of the session, and a cookie.

By the cookie a browser is known after a complete sign-in or a link by e-mail. It signs no one in.
"""

import asyncio
import re
from collections.abc import Callable
from typing import TypeVar

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from sqlalchemy.orm import Session

from chuckwagon.accounts import audit_events, queries, sessions, throttle
from chuckwagon.accounts.models import User
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.accounts.throttle import RETENTION, find_device_counter
from chuckwagon.audit.log import RequestSource
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import TooManyRequests
from chuckwagon.kit.ids import hash_secret, new_secret
from chuckwagon.web.requests import AnyRequest

MAX_LOOKUPS_PER_MINUTE = 60  # of one address, or of one browser that some account knows
_known_to_some: set[str] = set()  # devices; only the event loop changes it


class SignInSource(msgspec.Struct, frozen=True):
    """Source of a check of a password or second factor.

    `address` is the client's key for rate limits, and `max_failures_per_minute` its limit. `origin` is the request
    source for the audit log. `user_agent` is the text with which the browser names itself, and
    `site_origin` the origin of our own pages. `device_token` is the browser's cookie, or the one it will get.
    """

    address: str
    max_failures_per_minute: int = throttle.MAX_FAILURES_PER_MINUTE
    origin: RequestSource = RequestSource()
    user_agent: str = ""
    site_origin: str = ""
    device_token: str = ""
    sends_email: bool = True

    @property
    def device(self) -> str:
        """The digest of the browser's token; empty for other programs."""
        return hash_secret(self.device_token) if self.device_token else ""


async def name_client(db: Database, source: SignInSource, find_account: Callable[[Session], str | None]) -> str:
    """The client in the queue for a password thread: the browser if the account knows it, else the address.

    So others at the address of a known browser take nothing from it. Any cookie asks for a read of the database, so
    an address that sends many is not looked up. Browsers that were known before are counted apart. For the event loop.
    """
    device = source.device
    if not device:
        return source.address
    key = f"devices-of:{device[:40] if device in _known_to_some else source.address}"
    try:
        rate_limits.refuse_remembered(key)
    except TooManyRequests:
        return source.address
    rate_limits.count_here(key, limit=MAX_LOOKUPS_PER_MINUTE, seconds=throttle.MINUTE_SECONDS)
    if not await asyncio.to_thread(_is_known, db, find_account, device):
        return source.address
    if len(_known_to_some) >= rate_limits.MAX_REMEMBERED:
        _known_to_some.clear()
    _known_to_some.add(device)
    return device


def _is_known(db: Database, find_account: Callable[[Session], str | None], device: str) -> bool:
    with db.reading() as session:
        account = find_account(session)
        return account is not None and find_device_counter(session, account, device) is not None


def refuse_throttled(session: Session, account: str, source: SignInSource, *, lock: bool = False) -> None:
    """Raise SignInPaused or SignInLocked while this account or place must wait."""
    throttle.refuse_throttled(
        session,
        account,
        source.address,
        device=source.device,
        max_failures_per_minute=source.max_failures_per_minute,
        sends_email=source.sends_email,
        lock=lock,
    )


def count_failure(session: Session, account: str, source: SignInSource) -> None:
    """Count a wrong password or second factor of this account."""
    limit = source.max_failures_per_minute
    throttle.count_failure(session, account, source.address, device=source.device, max_failures_per_minute=limit)


def open_user_session(
    session: Session, user: User, source: SignInSource, *, is_remembered: bool, method: str = ""
) -> SignInAnswer:
    """Open a session after all checks. `method` is the kind of the second factor. The caller holds the user's lock."""
    throttle.record_success(session, user, source.address, source.device)
    device = sessions.Device(source.user_agent, source.origin.address, source.device)
    token = sessions.open_session(session, user.id, is_remembered=is_remembered, device=device)
    audit_events.record_sign_in(session, user, source.origin, is_remembered=is_remembered, method=method)
    return SignInAnswer(token, queries.get_user_answer(session, user.id))


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
