"""Routes of pickup slots, for customers and for staff."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.schedule.models import Place
from chuckwagon.schedule.queries import choose_truck, get_stop_for
from chuckwagon.schedule.slots import queries
from chuckwagon.schedule.slots.schemas import OfferedSlots, SlotLoads
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, public_json
from chuckwagon.web.routing import get, get_public

MAX_UNITS = 100_000


@get_public("/api/trucks/{slug:str}/slots", summary="List pickup slots", errors=[400, 404, 503])
def list_slots(
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    slug: FromPath[str],
    stop_id: Annotated[str | None, QueryParameter(name="stopId", max_length=64, required=False)] = None,
    units: Annotated[int, QueryParameter(ge=0, le=MAX_UNITS, required=False)] = 1,
) -> Response[OfferedSlots]:
    """The slots of a stop for an order of so many units. Without a stop, those of the present or next one."""
    with db.reading() as session:
        offered = queries.list_offered_slots(session, slug, stop_id, units, settings.min_pickup_lead_minutes)
    return public_json(request, offered)


@get("/api/stops/{stop_id:str}/slots", summary="List the load of a stop's slots", errors=[401, 403, 404, 503])
def list_slot_loads(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> SlotLoads:
    """Every slot with the units that are taken, those that have begun included."""
    with db.reading() as session:
        stop = get_stop_for(session, actor, stop_id)
        return queries.list_slot_loads(session, stop, session.get_one(Place, stop.place_id).timezone)


@get(
    "/api/trucks/{truck_id:str}/slot-loads",
    summary="List the load of a truck's slots",
    errors=[400, 401, 403, 404, 503],
)
def list_always_loads(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]
) -> SlotLoads:
    """The slots of the next three hours of a truck that is always open, none without a capacity."""
    with db.reading() as session:
        return queries.list_always_loads(session, choose_truck(actor, truck_id))
