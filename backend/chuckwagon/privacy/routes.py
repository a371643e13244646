"""Personal data on request, for the superadmin: the person asks the platform, not one of its trucks."""

from litestar import Response, get, post
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core.db import Database
from chuckwagon.core.http import errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.privacy import service
from chuckwagon.privacy.export import export_customer
from chuckwagon.privacy.schemas import ErasedPerson, PersonFile

NO_STORE = [ResponseHeader(name="Cache-Control", documentation_only=True, description="no-store")]


@get(
    "/api/customers/{customer_id:str}/export",
    summary="Everything that is kept of a customer",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(401, 403, 404, 503),
    response_headers=NO_STORE,
)
def export_person(
    actor: NamedDependency[Actor], db: NamedDependency[Database], customer_id: FromPath[str]
) -> Response[PersonFile]:
    """For the person who asked: orders at all trucks, carts, texts, and what they told."""
    require(actor, Action.ANSWER_FOR_DATA)
    with db.reading() as session:
        found = export_customer(session, customer_id)
    disposition = f'attachment; filename="customer-{found.customer_id}.json"'
    return Response(found, headers={"Content-Disposition": disposition})


@post(
    "/api/customers/{customer_id:str}/erasure",
    status_code=200,
    summary="Forget a customer",
    sync_to_thread=True,
    security=BEARER,
    responses=errors(400, 401, 403, 404, 409, 422, 503),
    response_headers=NO_STORE,
)
def erase_person(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    customer_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> ErasedPerson:
    """Name, phone, e-mail, notes and the words of texts go for good; amounts, dishes and times stay.

    409 while an order is open or a payment is undecided. The same again is harmless.
    """
    require(actor, Action.ANSWER_FOR_DATA)
    return service.erase_customer(db, actor, customer_id, idempotency_key)


routes: list[HTTPRouteHandler] = [export_person, erase_person]
