"""Routes of links by e-mail. Those of passwords are public: who knows the token may set the password.

Invitations are for superadmins.
"""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.device_cookie import keep_device
from chuckwagon.accounts.guards import get_request_source, get_sign_in_source, needs_proof
from chuckwagon.accounts.models import INVITATION
from chuckwagon.accounts.password_links import invitations, passwords, schemas
from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import UserBody
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, choose_language, client_address
from chuckwagon.web.routing import delete, post


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
    passwords.request_reset(
        db, settings, data.email, language, _source(request), keep_password=bool(data.keep_password)
    )
    return schemas.ResetAnswer(accepted=True)


@post("/api/auth/password-link", summary="Check a link", errors=[400, 404, 413, 415, 503], status_code=200)
def read_link(data: JSONBody[schemas.LinkRequest], db: NamedDependency[Database]) -> schemas.LinkAnswer:
    """404 for a link that was used, is over or never was."""
    link = passwords.read_link(db, data.token)
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
    await run_in_password_thread(passwords.set_password, db, data.token, data.password, source)
    return keep_device(schemas.SetPasswordAnswer(is_set=True), source)


@post(
    "/api/auth/password-link/device",
    summary="Open the sign-in on this device by a link",
    errors=[400, 404, 413, 415, 503],
    status_code=200,
)
def open_device(
    data: JSONBody[schemas.LinkRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[schemas.DeviceAnswer]:
    """Uses the link up. Failed sign-ins elsewhere no longer delay this device; it is not signed in."""
    source = get_sign_in_source(request, settings)
    passwords.open_device(db, data.token, source)
    return keep_device(schemas.DeviceAnswer(is_known=True), source)


def _source(request: AnyRequest) -> passwords.LinkRequestSource:
    return passwords.LinkRequestSource(client_ip_key(client_address(request)), get_request_source(request))


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
    return UserBody(invitations.invite(db, settings, actor, data, idempotency_key))


@post(
    "/api/users/{user_id:str}/invitation",
    summary="Send an invitation again",
    errors=[401, 403, 404, 409, 429, 503],
    status_code=200,
    guards=[needs_proof],
)
def send_again(
    user_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> UserBody:
    """Sends a new link; the earlier one stops working. Superadmin only."""
    return UserBody(invitations.send_again(db, settings, actor, user_id))


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
    invitations.withdraw(db, actor, user_id)
    return schemas.WithdrawnAnswer(is_withdrawn=True)
