"""Routes of sign-in, the user's own profile, sessions and new address, staff accounts, invitations and links by e-mail.

PUT /api/auth/profile asks for a new address, which counts once its link was opened: a typed one may be a stranger's.
Handlers that hash a password run on the few threads reserved for that. Routes of links that set a password are public:
who knows the token may set it. Invitations are for superadmins.
"""

from functools import partial

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts import email_change, password_links, queries, schemas, service, sessions
from chuckwagon.accounts.guards import bearer_token, get_request_source, get_sign_in_source, needs_proof
from chuckwagon.accounts.models import INVITATION
from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import EmailChangeCancelled, UserAnswer, UserBody
from chuckwagon.accounts.second_factors.schemas import SecondFactorNeeded
from chuckwagon.accounts.sessions import mark_requirement
from chuckwagon.accounts.sign_in import SignInSource, keep_device, name_client
from chuckwagon.accounts.throttle import proof_account, refuse_remembered_sign_in
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, choose_language, client_address
from chuckwagon.web.routing import delete, get, patch, post, put


@post("/api/auth/login", summary="Sign in", errors=[400, 401, 413, 415, 429, 503], status_code=200)
async def sign_in(
    data: JSONBody[schemas.SignInRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[schemas.SignInAnswer | SecondFactorNeeded]:
    """Returns a token for 24 hours, or 30 days with `remember`. All failures get the same response.

    For a user with a second factor it returns `secondFactor` instead, for POST /api/auth/second-factor.
    """
    given = schemas.read_sign_in(data)
    source = get_sign_in_source(request, settings)
    client = await name_client(db, source, lambda _: given.email)
    await _refuse_remembered(given.email, source, client)
    answer = await run_in_password_thread(service.sign_in, db, given, source, client=client)
    if not isinstance(answer, schemas.SignInAnswer):
        return Response(answer)
    answer.user = mark_requirement(answer.user, settings.require_second_factor)
    return keep_device(answer, source)


async def _refuse_remembered(email: str, source: SignInSource, client: str) -> None:
    """Raise what was raised a moment ago, without a password thread. A known browser is a client of its own."""
    if client == source.device:
        await refuse_remembered_sign_in(email, device=source.device)
    else:
        await refuse_remembered_sign_in(email, address=source.address)


@post("/api/auth/logout", summary="Sign out", errors=[503], status_code=200, headers=())
def sign_out(request: AnyRequest, db: NamedDependency[Database]) -> dict[str, bool]:
    """Revokes the token at once. Succeeds without a token, too."""
    token = bearer_token(request)
    if token:
        service.sign_out(db, token, get_request_source(request))
    return {"signedOut": True}


@get("/api/auth/verify", summary="Verify the token", errors=[401, 503])
def verify(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> schemas.UserBody:
    """The user of the token."""
    return _own_account(actor, db, settings)


@get("/api/auth/profile", summary="Get my account", errors=[401, 503])
def get_profile(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> schemas.UserBody:
    """The user of the token."""
    return _own_account(actor, db, settings)


def _own_account(actor: Actor, db: Database, settings: Settings) -> schemas.UserBody:
    with db.reading() as session:
        user = queries.get_user_answer(session, actor.user_id)
    return schemas.UserBody(mark_requirement(user, settings.require_second_factor))


@put(
    "/api/auth/profile",
    summary="Change my name, language, email or password",
    errors=[400, 401, 403, 409, 413, 415, 429, 503],
)
async def change_profile(
    data: JSONBody[schemas.ProfileRequest],
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.UserBody:
    """Changing email or password requires `currentPassword`. Role and truck cannot be changed here.

    A new email address counts once the link to it was opened; until then it is `pendingEmail`.
    """
    source = get_sign_in_source(request, settings)
    client = await name_client(db, source, lambda _: proof_account(actor.user_id))
    user = await run_in_password_thread(service.change_profile, db, actor, data, source, client=client)
    return schemas.UserBody(mark_requirement(user, settings.require_second_factor))


@post(
    "/api/auth/register",
    summary="Add a staff account",
    errors=[400, 401, 403, 409, 413, 415, 422, 503],
    guards=[needs_proof],
)
async def register(
    data: JSONBody[schemas.RegisterRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> schemas.UserBody:
    """Superadmin only."""
    work = partial(service.register, by=actor, key=idempotency_key)
    return schemas.UserBody(await run_in_password_thread(work, db, data))


@get("/api/users", summary="List staff accounts", errors=[401, 403, 503])
def list_users(db: NamedDependency[Database]) -> list[schemas.UserAnswer]:
    """All staff accounts, by name. Superadmin only."""
    with db.reading() as session:
        return queries.list_users(session)


@patch(
    "/api/users/{user_id:str}",
    summary="Change a staff account",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    guards=[needs_proof],
)
async def change_user(
    data: JSONBody[schemas.UserRequest],
    user_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
) -> schemas.UserBody:
    """Superadmin only. Disabling the account, changing its role or truck, or setting a password ends its sessions."""
    return schemas.UserBody(await run_in_password_thread(service.change_user, db, actor, user_id, data))


PREFIX = "/api/auth/sessions"


@get(PREFIX, summary="List my sessions", errors=[401, 503])
def list_sessions(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.SessionsAnswer:
    """Where the user is signed in. `lastUsedAt` is exact to five minutes."""
    with db.reading() as session:
        return schemas.SessionsAnswer(sessions.list_own(session, actor))


@delete(PREFIX, summary="End my other sessions", errors=[401, 503], status_code=200)
def end_others(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.SessionsEnded:
    """All but the one of the request."""
    return schemas.SessionsEnded(sessions.end_others(db, actor))


@delete(f"{PREFIX}/{{session_id:str}}", summary="End one of my sessions", errors=[401, 404, 503], status_code=200)
def end_one(
    session_id: FromPath[str], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> schemas.SessionsEnded:
    """404 for a session that is over or of another user."""
    sessions.end_one(db, actor, session_id)
    return schemas.SessionsEnded(1)


PATH = "/api/auth/email-change"


@post(PATH, summary="Send the link to my new email address again", errors=[401, 409, 429, 503], status_code=200)
def send_again(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> UserBody:
    """The earlier link stops working. 409 if no address waits."""
    return UserBody(_mark(email_change.send_again(db, actor), settings))


@delete(PATH, summary="Keep my email address", errors=[401, 409, 503], status_code=200)
def cancel(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> EmailChangeCancelled:
    """The link to the new one stops working. 409 if no address waits."""
    return EmailChangeCancelled(_mark(email_change.cancel(db, actor), settings))


@post(
    f"{PATH}/confirm",
    summary="Confirm my new email address",
    errors=[400, 401, 404, 409, 413, 415, 503],
    status_code=200,
)
def confirm(
    data: schemas.LinkBody,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> UserBody:
    """With the token of the link, which works once, for a day. 404 in a session of another user."""
    return UserBody(_mark(email_change.confirm(db, actor, data.token), settings))


def _mark(user: UserAnswer, settings: Settings) -> UserAnswer:
    return mark_requirement(user, settings.require_second_factor)


@post("/api/auth/password-reset", summary="Forgot password", errors=[400, 409, 413, 415, 429, 503], status_code=202)
def request_reset(
    data: JSONBody[schemas.ResetRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.ResetAnswer:
    """Has a link sent if an account has this address. The response does not tell whether one has."""
    headers = request.headers
    language = choose_language(cookie=headers.get("cookie", ""), accept_language=headers.get("accept-language", ""))
    password_links.request_reset(
        db, settings, data.email, language, _source(request), keep_password=bool(data.keep_password)
    )
    return schemas.ResetAnswer(accepted=True)


@post("/api/auth/password-link", summary="Check a link", errors=[400, 404, 413, 415, 503], status_code=200)
def read_link(data: schemas.LinkBody, db: NamedDependency[Database]) -> schemas.LinkAnswer:
    """404 for a link that was used, is over or never was."""
    link = password_links.read_link(db, data.token)
    answer = schemas.LinkAnswer(link.kind, link.email)  # type: ignore[arg-type]
    if link.kind == INVITATION:
        answer.name, answer.role, answer.truck_name = link.name, link.role, link.truck_name  # type: ignore[assignment]
    return answer


@post(
    "/api/auth/password-link/password",
    summary="Set the password by a link",
    errors=[400, 404, 413, 415, 503],
    status_code=200,
)
async def set_password(
    data: JSONBody[schemas.SetPasswordRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[schemas.SetPasswordAnswer]:
    """Uses the link up and ends all sessions of the account. Sign in with the new password afterwards."""
    source = get_sign_in_source(request, settings)
    await run_in_password_thread(password_links.set_password, db, data.token, data.password, source)
    return keep_device(schemas.SetPasswordAnswer(is_set=True), source)


@post(
    "/api/auth/password-link/device",
    summary="Open the sign-in on this device by a link",
    errors=[400, 404, 413, 415, 503],
    status_code=200,
)
def open_device(
    data: schemas.LinkBody,
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[schemas.DeviceAnswer]:
    """Uses the link up. Failed sign-ins elsewhere no longer delay this device; it is not signed in."""
    source = get_sign_in_source(request, settings)
    password_links.open_device(db, data.token, source)
    return keep_device(schemas.DeviceAnswer(is_known=True), source)


def _source(request: AnyRequest) -> password_links.LinkRequestSource:
    return password_links.LinkRequestSource(client_ip_key(client_address(request)), get_request_source(request))


@post(
    "/api/invitations",
    summary="Invite by e-mail",
    errors=[400, 401, 403, 409, 413, 415, 422, 429, 503],
    guards=[needs_proof],
)
def invite(
    data: JSONBody[schemas.InvitationRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> UserBody:
    """Adds an account without a password, and sends a link of 7 days that sets it. Superadmin only."""
    return UserBody(password_links.invite(db, settings, actor, data, idempotency_key))


@post(
    "/api/users/{user_id:str}/invitation",
    summary="Send an invitation again",
    errors=[401, 403, 404, 409, 429, 503],
    status_code=200,
    guards=[needs_proof],
    operation_id="ApiUsersUserIdInvitationSendAgain",
)
def send_invitation_again(
    user_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> UserBody:
    """Sends a new link; the earlier one stops working. Superadmin only."""
    return UserBody(password_links.resend_invitation(db, settings, actor, user_id))


@delete(
    "/api/users/{user_id:str}/invitation",
    summary="Withdraw an invitation",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
    guards=[needs_proof],
)
def withdraw(
    user_id: FromPath[str], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> schemas.WithdrawnAnswer:
    """Deletes the invited account, whose password was never set. Superadmin only."""
    password_links.withdraw(db, actor, user_id)
    return schemas.WithdrawnAnswer(is_withdrawn=True)
