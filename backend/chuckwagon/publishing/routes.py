"""Routes of the checklist of a new truck, and of its publication."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.publishing import service
from chuckwagon.trucks.routes import own_truck_only
from chuckwagon.trucks.schemas import StaffTruck
from chuckwagon.web.routing import get, post


@get(
    "/api/trucks/{truck_id:str}/checklist",
    summary="Get what a truck still needs",
    errors=[401, 403, 404, 503],
    guards=[own_truck_only],
)
def get_checklist(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]
) -> service.Checklist:
    """Menu, tax, schedule, staff and payments, with who may do each. For superadmins and the truck's own admins."""
    with db.reading() as session:
        return service.read_checklist(session, actor, truck_id)


@post(
    "/api/trucks/{truck_id:str}/publish",
    summary="Publish a draft",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
)
def publish_truck(actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]) -> StaffTruck:
    """Superadmin only. 409 `truck_not_ready` with the names of the `open` points that are required.

    A truck that is published already stays as it is.
    """
    return service.publish(db, actor, truck_id)
