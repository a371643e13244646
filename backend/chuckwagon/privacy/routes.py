"""Routes of personal data requests, for superadmins, because people ask the platform and not a truck."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.guards import needs_proof
from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.privacy import service
from chuckwagon.privacy.export import export_customer, record_export
from chuckwagon.privacy.schemas import ErasedPerson, ErasedStaff, PersonFile, StaffErasureRequest
from chuckwagon.web.routing import get, post


@get(
    "/api/customers/{customer_id:str}/export",
    summary="Export a customer's data",
    errors=[401, 403, 404, 503],
    guards=[needs_proof],
)
def export_person(
    actor: NamedDependency[Actor], db: NamedDependency[Database], customer_id: FromPath[str]
) -> Response[PersonFile]:
    """For the customer: orders at all trucks, carts, SMS, and everything the customer entered.

    With a recent proof and an entry in the audit log.
    """
    authorize(actor, Action.MANAGE_PERSONAL_DATA)
    with db.reading() as session:
        found = export_customer(session, customer_id)
    db.write(lambda session: record_export(session, actor.author, found))
    disposition = f'attachment; filename="customer-{found.customer_id}.json"'
    return Response(found, headers={"Content-Disposition": disposition})


@post(
    "/api/customers/{customer_id:str}/erasure",
    summary="Erase a customer's data",
    errors=[400, 401, 403, 404, 409, 422, 503],
    status_code=200,
    guards=[needs_proof],
)
def erase_person(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    customer_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> ErasedPerson:
    """Erases name, phone, e-mail, notes and SMS bodies for good; amounts, menu items and times stay.

    With a recent proof. Answers 409 while an order is open or a payment is undecided. Repeating the request changes
    nothing.
    """
    authorize(actor, Action.MANAGE_PERSONAL_DATA)
    return service.erase_customer(db, actor, customer_id, idempotency_key)


@post(
    "/api/users/{user_id:str}/erasure",
    summary="Erase a staff account",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
    guards=[needs_proof],
)
def erase_staff(
    data: JSONBody[StaffErasureRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    user_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> ErasedStaff:
    """Superadmin only, with a recent proof. Erases name, e-mail address, password, factors, devices and sessions.

    What the person did stays under a neutral name, also in the audit log. The address is free for a new account.
    Answers 409 for the own account and for the last superadmin's.
    """
    authorize(actor, Action.MANAGE_USERS)
    return service.erase_staff(db, actor, user_id, data, idempotency_key)
