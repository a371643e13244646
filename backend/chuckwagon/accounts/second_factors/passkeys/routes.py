"""Routes of passkeys."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.device_cookie import keep_device
from chuckwagon.accounts.guards import get_sign_in_source
from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.accounts.second_factors import enrollment
from chuckwagon.accounts.second_factors.passkeys import schemas, service
from chuckwagon.accounts.second_factors.requirement import mark_requirement
from chuckwagon.accounts.second_factors.routes import PREFIX, describe_security
from chuckwagon.accounts.second_factors.schemas import FactorAdded, SecurityAnswer
from chuckwagon.db.database import Database
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import patch, post

SIGN_IN = "/api/auth/passkey"


@post(
    f"{SIGN_IN}/options", summary="Sign in by passkey: options", errors=[400, 401, 413, 415, 429, 503], status_code=200
)
def start_sign_in(
    data: JSONBody[schemas.OptionsRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.OptionsAnswer:
    """For a sign-in without a password, or with the token of the first step for the second. Five minutes, one use."""
    return schemas.OptionsAnswer(service.start_sign_in(db, data.token, get_sign_in_source(request, settings)))


@post(SIGN_IN, summary="Sign in by passkey", errors=[400, 401, 413, 415, 429, 503], status_code=200)
def sign_in(
    data: JSONBody[schemas.PasskeySignIn],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[SignInAnswer]:
    """By the passkey alone, which verifies its user. All failures get the same response."""
    source = get_sign_in_source(request, settings)
    answer = service.sign_in(db, data, source)
    answer.user = mark_requirement(answer.user, settings.require_second_factor)
    return keep_device(answer, source)


@post("/api/auth/proof/options", summary="Confirm by passkey: options", errors=[401, 503], status_code=200)
def start_proof(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> schemas.OptionsAnswer:
    """For `passkey` of POST /api/auth/proof in this session."""
    return schemas.OptionsAnswer(service.start_proof(db, actor, settings.origin))


@post(f"{PREFIX}/passkey", summary="Add a passkey: options", errors=[401, 403, 409, 503], status_code=200)
def start_addition(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> schemas.OptionsAnswer:
    """Needs a recent proof."""
    return schemas.OptionsAnswer(service.start_addition(db, actor, settings.origin))


@post(
    f"{PREFIX}/passkey/confirm",
    summary="Add a passkey",
    errors=[400, 401, 403, 409, 413, 415, 429, 503],
    status_code=200,
)
async def add_passkey(
    data: JSONBody[schemas.NewPasskey],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> FactorAdded:
    """The first factor brings recovery codes and ends the other sessions. Needs a recent proof."""
    added = await run_in_password_thread(service.add_passkey, db, actor, data, settings.origin)
    return FactorAdded(describe_security(db, actor, settings), added.recovery_codes)


@patch(f"{PREFIX}/{{factor_id:str}}", summary="Rename a second factor", errors=[400, 401, 404, 413, 415, 503])
def rename_factor(
    data: JSONBody[schemas.RenameRequest],
    factor_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> SecurityAnswer:
    """Only the user's own."""
    enrollment.rename_factor(db, actor, factor_id, data.name)
    return describe_security(db, actor, settings)
