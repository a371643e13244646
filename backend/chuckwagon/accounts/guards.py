"""Guard of every route: authenticates and authorizes a request before its body is read.

Why: docs/decisions/0014-accounts.md
"""

import asyncio
import re

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.handlers.base import BaseRouteHandler

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import user_has_factor
from chuckwagon.accounts.permissions import AccessPolicy, Action, Actor, authorize, get_action
from chuckwagon.accounts.sessions import Requirement, SecondFactorRequired, is_required, require_proof
from chuckwagon.accounts.sign_in import SignInSource, read_device_token
from chuckwagon.audit.log import RequestSource, anonymize_ip
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.settings import Settings
from chuckwagon.web.request_context import get_request_context
from chuckwagon.web.requests import AnyConnection, AnyRequest, client_address

MAX_TOKEN_LENGTH = MAX_USER_AGENT_LENGTH = 200
_PARAMETER_TYPE = re.compile(r":\w+}")  # as in `{user_id:str}`


async def authorize_request(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: refuse a caller that the permission table does not allow on this route.

    Raises SignInNeeded, NotAllowed or NotFound. The caller of a route that is not public is kept as `request.user`. For
    a truck's objects, this checks only the caller's own truck. The service that loads the object checks its truck.
    """
    if connection.scope.get("method") == "OPTIONS":
        return
    action = get_action(str(connection.scope.get("method")), connection.scope["path_template"])
    if action.policy in (AccessPolicy.PUBLIC, AccessPolicy.SIGNATURE):
        return
    actor = await authenticate(connection)
    authorize(actor, action, actor.truck_id if actor else None)
    if actor is not None and actor.lacks_factor and action is not Action.MANAGE_OWN_ACCOUNT:
        raise SecondFactorRequired
    connection.scope["user"] = actor


async def needs_proof(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Guard: ask for a recent proof of the second factor, else of the password, before the body is read."""
    await asyncio.to_thread(_require_proof, connection.app.state.db, connection.scope["user"])


def _require_proof(db: Database, actor: Actor) -> None:
    with db.reading() as session:
        require_proof(session, actor)


def get_security(route: HTTPRouteHandler) -> list[dict[str, list[str]]]:
    """OpenAPI security of a route: a bearer token, unless everyone or a signed webhook may call it."""
    paths = [_PARAMETER_TYPE.sub("}", path) for path in route.paths]
    policies = {get_action(method, path).policy for method in route.http_methods for path in paths}
    return [] if policies & {AccessPolicy.PUBLIC, AccessPolicy.SIGNATURE} else [{"bearer": []}]


def get_current_actor(request: AnyRequest) -> Actor:
    """Dependency `actor`: the signed-in user. Only for routes that require a sign-in."""
    actor: Actor = request.user
    return actor


async def find_current_actor(request: AnyRequest) -> Actor | None:
    """Dependency `current_actor` of a public route that shows more to staff.

    None without a valid token, and for users who have to set up a second factor first.
    """
    actor = await authenticate(request)
    return None if actor is None or actor.lacks_factor else actor


async def authenticate(connection: AnyConnection) -> Actor | None:
    """Find the user of the request's token, with the request's source; None without a valid token.

    Also records that the session was used, at most once in TOUCH_INTERVAL.
    """
    token, state = bearer_token(connection), connection.app.state
    requirement = state.settings.require_second_factor
    actor = await asyncio.to_thread(_find_and_touch, state.db, token, requirement) if token else None
    return msgspec.structs.replace(actor, origin=get_request_source(connection)) if actor else None


def get_request_source(connection: AnyConnection) -> RequestSource:
    """Source of the request, as the audit log stores it."""
    return RequestSource(get_request_context(connection.scope).request_id, anonymize_ip(client_address(connection)))


def get_sign_in_source(request: AnyRequest, settings: Settings) -> SignInSource:
    """Source of the request, as the throttle of sign-ins and the audit log need it."""
    address = client_ip_key(client_address(request))
    return SignInSource(
        address,
        settings.limit_sign_in_failures_per_address,
        get_request_source(request),
        _read_user_agent(request.headers.get("user-agent", "")),
        settings.origin,
        read_device_token(request, settings.origin),
        settings.has_mail,
    )


def _read_user_agent(header: str) -> str:
    return "".join(filter(str.isprintable, header))[:MAX_USER_AGENT_LENGTH]


def bearer_token(connection: AnyConnection) -> str | None:
    """Token of the Authorization header, not yet verified. None if there is none or it is too long."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= MAX_TOKEN_LENGTH else None


def _find_and_touch(db: Database, token: str, requirement: Requirement) -> Actor | None:
    with db.reading() as session:
        found = sessions.find_actor_by_token(session, token)
        if found is None:
            return None
        actor, is_touch_due = found
        if is_required(requirement, actor.role):
            actor = msgspec.structs.replace(actor, lacks_factor=not user_has_factor(session, actor.user_id))
    if is_touch_due:
        db.write(lambda session: sessions.touch_session(session, actor))
    return actor
