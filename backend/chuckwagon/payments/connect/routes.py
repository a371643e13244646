"""The addresses of connected accounts. Superadmin only."""

from litestar import get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.http import errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.core.threads import ACCOUNTS
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.payments import connected_accounts
from chuckwagon.payments.account_schemas import (
    AccountMade,
    AccountRequest,
    AccountStatus,
    LinkMade,
    LinkRequest,
)
from chuckwagon.settings import Settings

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


@get(
    "/api/stripe/connect/account-status/{truck_id:str}",
    summary="How far a truck's payment account is",
    security=BEARER,
    responses=errors(401, 403, 404, 409, 503),
    response_headers=NO_STORE,
)
async def get_account_status(
    db: NamedDependency[Database], settings: NamedDependency[Settings], truck_id: FromPath[str]
) -> AccountStatus:
    """Asked of the provider at this moment; a truck without an account is answered without asking."""
    return await ACCOUNTS.call(connected_accounts.check_account, db, stripe_gateway(settings), truck_id)


@post(
    "/api/stripe/connect/create-account",
    status_code=200,
    summary="Open a payment account for a truck",
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 422, 503),
    response_headers=NO_STORE,
)
async def create_account(
    data: JSONBody[AccountRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> AccountMade:
    """A truck has one account: asking again gives the same."""
    stripe = stripe_gateway(settings)
    return await ACCOUNTS.call(connected_accounts.create_account, db, stripe, actor, data, idempotency_key)


@post(
    "/api/stripe/connect/account-link",
    status_code=200,
    summary="Send the owner to the provider's onboarding",
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 413, 415, 503),
    response_headers=NO_STORE,
)
async def create_account_link(
    data: JSONBody[LinkRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> LinkMade:
    """Both addresses must lead back to the staff area of this product."""
    stripe = stripe_gateway(settings)
    return await ACCOUNTS.call(connected_accounts.link_to_onboarding, db, stripe, settings, actor, data)


routes = [get_account_status, create_account, create_account_link]
