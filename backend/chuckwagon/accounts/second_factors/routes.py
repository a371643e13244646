"""Routes of second factors: the second step of a sign-in, new proofs, the user's own factors, passkeys, a lost device.

Handlers that hash a password or a recovery code run on the threads reserved for that.
"""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts import models
from chuckwagon.accounts.guards import get_sign_in_source
from chuckwagon.accounts.passwords import run_in_password_thread
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import SignInAnswer
from chuckwagon.accounts.second_factors import enrollment, schemas, service
from chuckwagon.accounts.second_factors.schemas import FactorAdded, SecurityAnswer
from chuckwagon.accounts.sessions import is_required, mark_requirement
from chuckwagon.accounts.sign_in import keep_device, name_client
from chuckwagon.accounts.throttle import proof_account
from chuckwagon.db.database import Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest
from chuckwagon.web.routing import delete, get, patch, post

PREFIX = "/api/auth/second-factors"


@post(
    "/api/auth/second-factor",
    summary="Sign in: second step",
    errors=[400, 401, 413, 415, 429, 503],
    status_code=200,
)
async def finish_sign_in(
    data: JSONBody[schemas.SecondStepRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> Response[SignInAnswer]:
    """Takes the `secondFactor.token` of the first step, for ten minutes and once.

    All failures get the same response.
    """
    source = get_sign_in_source(request, settings)
    client = await name_client(db, source, lambda session: service.find_waiting_email(session, data.token))
    answer = await run_in_password_thread(service.finish_sign_in, db, data, source, client=client)
    return keep_device(answer, source)


@post("/api/auth/proof", summary="Confirm that it is you", errors=[400, 401, 413, 415, 429, 503], status_code=200)
async def give_proof(
    data: JSONBody[schemas.ReproofRequest],
    request: AnyRequest,
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.ProofAnswer:
    """Counts for ten minutes in this session. With a second factor its code is asked for, else the password."""
    source = get_sign_in_source(request, settings)
    client = await name_client(db, source, lambda _: proof_account(actor.user_id))
    until = await run_in_password_thread(service.give_proof, db, actor, data, source, client=client)
    return schemas.ProofAnswer(to_iso(until))


@get(PREFIX, summary="List my second factors", errors=[401, 503])
def list_factors(
    actor: NamedDependency[Actor], db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> schemas.SecurityAnswer:
    """Without their secrets, which are shown once."""
    return describe_security(db, actor, settings)


@post(
    f"{PREFIX}/authenticator",
    summary="Set up an authenticator app",
    errors=[401, 403, 409, 503],
    status_code=200,
)
def start_authenticator(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.SetupAnswer:
    """The app counts once a code confirms it, within half an hour. Needs a recent proof."""
    made = enrollment.start_authenticator(db, actor)
    return schemas.SetupAnswer(made.secret, made.uri)


@post(
    f"{PREFIX}/authenticator/confirm",
    summary="Confirm an authenticator app",
    errors=[400, 401, 403, 409, 413, 415, 429, 503],
    status_code=200,
)
async def confirm_authenticator(
    data: JSONBody[schemas.ConfirmRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.FactorAdded:
    """The first factor comes with recovery codes and ends the other sessions. Needs a recent proof."""
    added = await run_in_password_thread(enrollment.confirm_authenticator, db, actor, data)
    return schemas.FactorAdded(describe_security(db, actor, settings), added.recovery_codes)


@post(f"{PREFIX}/recovery-codes", summary="Make new recovery codes", errors=[401, 403, 409, 429, 503], status_code=200)
async def renew_recovery_codes(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> schemas.CodesAnswer:
    """All earlier codes end. Needs a recent proof."""
    return schemas.CodesAnswer(await run_in_password_thread(enrollment.renew_recovery_codes, db, actor))


@delete(
    f"{PREFIX}/{{factor_id:str}}",
    summary="Remove a second factor",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
def remove_factor(
    factor_id: FromPath[str],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> schemas.SecurityAnswer:
    """Ends the other sessions; with the last factor go the recovery codes. Needs a recent proof."""
    enrollment.remove_factor(db, actor, factor_id, settings.require_second_factor)
    return describe_security(db, actor, settings)


@delete(
    "/api/users/{user_id:str}/second-factors",
    summary="Remove a user's second factors",
    errors=[401, 403, 404, 409, 503],
    status_code=200,
)
def remove_factors_of(
    user_id: FromPath[str], actor: NamedDependency[Actor], db: NamedDependency[Database]
) -> schemas.FactorsRemoved:
    """For a lost device. Superadmin only, with a recent proof of their own. All sessions of the user end."""
    return schemas.FactorsRemoved(enrollment.remove_factors_of(db, actor, user_id))


def describe_security(db: Database, actor: Actor, settings: Settings) -> schemas.SecurityAnswer:
    """How the actor's account is protected."""
    with db.reading() as session:
        return schemas.SecurityAnswer(
            [schemas.describe_factor(factor) for factor in models.list_factors(session, actor.user_id)],
            models.count_recovery_codes(session, actor.user_id),
            is_required(settings.require_second_factor, actor.role),
        )


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
