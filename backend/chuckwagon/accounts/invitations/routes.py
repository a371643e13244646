"""Routes of invitations, for superadmins."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.invitations import schemas, service
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import UserBody
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.settings import Settings
from chuckwagon.web.routing import delete, post


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
    return UserBody(service.invite(db, settings, actor, data, idempotency_key))


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
    return UserBody(service.send_again(db, settings, actor, user_id))


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
    service.withdraw(db, actor, user_id)
    return schemas.WithdrawnAnswer(is_withdrawn=True)
