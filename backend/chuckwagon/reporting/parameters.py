"""Query parameters that several reports share, and what they select."""

from typing import Annotated

from litestar.params import QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor
from chuckwagon.orders.queries import resolve_truck_scope
from chuckwagon.reporting.periods import Period, parse_period
from chuckwagon.trucks.models import DEFAULT_TIMEZONE, Truck

TruckId = Annotated[str | None, QueryParameter(name="truckId", required=False, description="Usually one's own truck")]
FirstDay = Annotated[str | None, QueryParameter(name="from", required=False, description="A day on the truck's clock")]
LastDay = Annotated[
    str | None, QueryParameter(name="to", required=False, description="A day on the truck's clock, inclusive")
]


def resolve_report_scope(
    session: Session, actor: Actor, action: Action, truck_id: str | None, first: str | None, last: str | None
) -> tuple[Truck | None, Period]:
    """Return the truck that a report is about, None for all trucks, and the period on its clock.

    Raises NotAllowed, NotFound, InvalidInput.
    """
    truck = resolve_truck_scope(session, actor, action, truck_id)
    return truck, parse_period(first, last, truck.timezone if truck else DEFAULT_TIMEZONE)
