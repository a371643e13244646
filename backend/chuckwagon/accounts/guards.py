"""The door of every route: who is asking, and may they, before the body is even read."""

import asyncio

import msgspec
from litestar.handlers.base import BaseRouteHandler

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import Actor, Who, action_of, require
from chuckwagon.core.audit import Origin, short_address
from chuckwagon.core.db import Database
from chuckwagon.core.http import AnyConnection, AnyRequest, client_address
from chuckwagon.core.watch import watch_of

BEARER: list[dict[str, list[str]]] = [{"bearer": []}]
MAX_TOKEN = 200


async def permit(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Refuse whoever the table of permissions does not let through to this route.

    Of a truck's things only the best case is judged here: the service that loads the thing asks again.
    """
    if connection.scope.get("method") == "OPTIONS":
        return
    action = action_of(str(connection.scope.get("method")), connection.scope["path_template"])
    if action.who in (Who.ANYBODY, Who.SIGNATURE):
        return
    actor = await find_actor(connection)
    require(actor, action, actor.truck_id if actor else None)
    connection.scope["user"] = actor


def current_actor(request: AnyRequest) -> Actor:
    """Dependency `actor`: whoever the door let in. Only for routes that ask for a sign-in."""
    actor: Actor = request.user
    return actor


async def current_visitor(request: AnyRequest) -> Actor | None:
    """Dependency `visitor` of a public route that shows its staff more: a bad token is nobody's."""
    return await find_actor(request)


async def find_actor(connection: AnyConnection) -> Actor | None:
    """Who the token of the request belongs to; None without a valid one."""
    token = bearer_token(connection)
    actor = await asyncio.to_thread(_find, connection.app.state.db, token) if token else None
    return msgspec.structs.replace(actor, origin=origin_of(connection)) if actor else None


def origin_of(connection: AnyConnection) -> Origin:
    """What the audit log says of where a request came from."""
    return Origin(watch_of(connection.scope).number, short_address(client_address(connection)))


def bearer_token(connection: AnyConnection) -> str | None:
    """The token of the Authorization header, unread."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= MAX_TOKEN else None


def _find(db: Database, token: str) -> Actor | None:
    with db.reading() as session:
        found = sessions.find_actor(session, token)
    if found is None:
        return None
    actor, is_due = found
    if is_due:
        db.write(lambda session: sessions.note_seen(session, actor))
    return actor
