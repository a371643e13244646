"""Sign-in, one's own profile, and the staff. Whoever hashes a password does so on the few threads for it."""

from functools import partial

from litestar import get, patch, post, put
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts import queries, schemas, service
from chuckwagon.accounts.guards import BEARER, bearer_token, origin_of
from chuckwagon.accounts.passwords import password_call
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.http import AnyRequest, client_address, errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.core.limits import address_key
from chuckwagon.settings import Settings

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


@post(
    "/api/auth/login",
    status_code=200,
    summary="Sign in",
    responses=errors(400, 401, 413, 415, 429, 503),
    response_headers=NO_STORE,
)
async def sign_in(
    data: JSONBody[schemas.SignInRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.SignInAnswer:
    """A token for 24 hours, or 30 days with `remember`. Every failure is one and the same answer."""
    given = schemas.read_sign_in(data)
    return await password_call(service.sign_in, db, given, _caller(request, settings))


def _caller(request: AnyRequest, settings: Settings) -> service.Caller:
    address = address_key(client_address(request))
    return service.Caller(address, settings.limit_sign_in_failures_per_address, origin_of(request))


@post("/api/auth/logout", status_code=200, summary="Sign out", sync_to_thread=True, responses=errors(503))
def sign_out(request: AnyRequest, db: NamedDependency[Database]) -> dict[str, bool]:
    """The token is dead at once. Without one there is nothing to do, and that is fine."""
    token = bearer_token(request)
    if token:
        service.sign_out(db, token, origin_of(request))
    return {"signedOut": True}


@get(
    "/api/auth/verify",
    summary="Whether the token is still good",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 503),
    response_headers=NO_STORE,
)
def verify(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.UserBody:
    """The user of the token."""
    return _own_account(actor, db)


@get(
    "/api/auth/profile",
    summary="One's own account",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 503),
    response_headers=NO_STORE,
)
def get_profile(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.UserBody:
    """The user of the token."""
    return _own_account(actor, db)


def _own_account(actor: Actor, db: Database) -> schemas.UserBody:
    with db.reading() as session:
        return schemas.UserBody(queries.get_user_answer(session, actor.user_id))


@put(
    "/api/auth/profile",
    summary="Change one's own name, e-mail or password",
    security=BEARER,
    responses=errors(400, 401, 409, 413, 415, 429, 503),
    response_headers=NO_STORE,
)
async def change_profile(
    data: JSONBody[schemas.ProfileRequest],
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.UserBody:
    """E-mail and password need `currentPassword`; role and truck never change here."""
    caller = _caller(request, settings)
    return schemas.UserBody(await password_call(service.change_profile, db, actor, data, caller))


@post(
    "/api/auth/register",
    summary="Add a member of the staff",
    security=BEARER,
    responses=errors(400, 401, 403, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
async def register(
    data: JSONBody[schemas.RegisterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> schemas.UserBody:
    """Superadmin only."""
    work = partial(service.register, by=actor, key=idempotency_key)
    return schemas.UserBody(await password_call(work, db, data))


@get(
    "/api/users",
    summary="The staff",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 403, 503),
    response_headers=NO_STORE,
)
def list_users(db: NamedDependency[Database]) -> list[schemas.UserAnswer]:
    """Everybody with an account, by name. Superadmin only."""
    with db.reading() as session:
        return queries.list_users(session)


@patch(
    "/api/users/{user_id:str}",
    summary="Change a member of the staff",
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
async def change_user(
    data: JSONBody[schemas.UserRequest],
    user_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
) -> schemas.UserBody:
    """Superadmin only. Disabling, moving or a new password ends the sessions of that user."""
    return schemas.UserBody(await password_call(service.change_user, db, actor, user_id, data))


routes = [sign_in, sign_out, verify, get_profile, change_profile, register, list_users, change_user]
