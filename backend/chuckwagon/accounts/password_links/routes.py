"""Routes of password links. All of them are public: who knows the token may set the password."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import JSONBody

from chuckwagon.accounts.device_cookie import keep_device
from chuckwagon.accounts.guards import get_request_source, get_sign_in_source
from chuckwagon.accounts.password_links import schemas, service
from chuckwagon.accounts.password_links.models import INVITATION
from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.settings import Settings
from chuckwagon.web.language_choice import choose_language
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post


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
    service.request_reset(db, settings, data.email, language, _source(request), keep_password=bool(data.keep_password))
    return schemas.ResetAnswer(accepted=True)


@post("/api/auth/password-link", summary="Check a link", errors=[400, 404, 413, 415, 503], status_code=200)
def read_link(data: JSONBody[schemas.LinkRequest], db: NamedDependency[Database]) -> schemas.LinkAnswer:
    """404 for a link that was used, is over or never was."""
    link = service.read_link(db, data.token)
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
    await run_in_password_thread(service.set_password, db, data.token, data.password, source)
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
    service.open_device(db, data.token, source)
    return keep_device(schemas.DeviceAnswer(is_known=True), source)


def _source(request: AnyRequest) -> service.LinkRequestSource:
    return service.LinkRequestSource(client_ip_key(client_address(request)), get_request_source(request))
