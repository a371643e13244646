"""Routes of connected accounts, for superadmins only."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.payments.connect import accounts
from chuckwagon.payments.connect.schemas import (
    AccountMade,
    AccountRequest,
    AccountStatus,
    LinkMade,
    LinkRequest,
)
from chuckwagon.settings import Settings
from chuckwagon.web.executors import ACCOUNTS
from chuckwagon.web.routing import get, post


@get(
    "/api/stripe/connect/account-status/{truck_id:str}",
    summary="Get a truck's onboarding status",
    errors=[401, 403, 404, 409, 503],
)
async def get_account_status(
    db: NamedDependency[Database], settings: NamedDependency[Settings], truck_id: FromPath[str]
) -> AccountStatus:
    """Fetched from Stripe for each request; a truck without an account needs no call."""
    return await ACCOUNTS.call(accounts.refresh_account_status, db, settings, truck_id)


@post(
    "/api/stripe/connect/create-account",
    summary="Create a truck's payment account",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
    guards=[needs_proof],
)
async def create_account(
    data: JSONBody[AccountRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> AccountMade:
    """A truck has one account, so repeating the request returns the same account."""
    return await ACCOUNTS.call(accounts.create_account, db, settings, actor, data, idempotency_key)


@post(
    "/api/stripe/connect/account-link",
    summary="Create an onboarding link",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
    guards=[needs_proof],
)
async def create_account_link(
    data: JSONBody[LinkRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> LinkMade:
    """Both URLs must be in this installation's staff area."""
    return await ACCOUNTS.call(accounts.create_onboarding_link, db, settings, actor, data)
