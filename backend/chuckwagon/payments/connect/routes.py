"""Routes of connected accounts, for superadmins only."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

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
from chuckwagon.web.requests import NO_STORE, error_responses


@get(
    "/api/stripe/connect/account-status/{truck_id:str}",
    summary="Get a truck's onboarding status",
    responses=error_responses(401, 403, 404, 409, 503),
    response_headers=NO_STORE,
)
async def get_account_status(
    db: NamedDependency[Database], settings: NamedDependency[Settings], truck_id: FromPath[str]
) -> AccountStatus:
    """Fetched from Stripe for each request; a truck without an account needs no call."""
    return await ACCOUNTS.call(accounts.refresh_account_status, db, settings, truck_id)


@post(
    "/api/stripe/connect/create-account",
    status_code=200,
    summary="Create a truck's payment account",
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
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
    status_code=200,
    summary="Create an onboarding link",
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
async def create_account_link(
    data: JSONBody[LinkRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> LinkMade:
    """Both URLs must be in this installation's staff area."""
    return await ACCOUNTS.call(accounts.create_onboarding_link, db, settings, actor, data)


routes = [get_account_status, create_account, create_account_link]
