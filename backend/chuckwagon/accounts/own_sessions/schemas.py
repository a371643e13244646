"""JSON shapes of the user's own sessions."""

from msgspec import Struct, field


class SessionAnswer(Struct, rename="camel"):
    """One session. `userAgent` and `network` are those of the sign-in; null for sessions opened by earlier versions.

    `network` is the IPv4 /24 or IPv6 /48 of the address, as the audit log stores it.
    """

    id: str = field(name="_id")
    user_agent: str | None
    network: str | None
    is_remembered: bool
    is_current: bool
    signed_in_at: str
    last_used_at: str


class SessionsAnswer(Struct):
    """Sessions that are not over: the one of the request first, then the newest used."""

    sessions: list[SessionAnswer]


class SessionsEnded(Struct):
    """How many sessions were ended."""

    ended: int
    deleted: bool = True
