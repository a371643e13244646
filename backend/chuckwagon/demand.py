"""Lost demand: what customers wanted and did not get, as hourly sums without personal data.

One row for each truck, hour, stop and kind, however many are lost. What a customer's page reports comes by its route.
"""

from datetime import timedelta
from typing import Literal

import sqlalchemy as sa
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db import rate_limits
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, Database, table_of
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.schedule import checkout_stop, states
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import STOPS
from chuckwagon.trucks.queries import TRUCK_NOT_FOUND, CheckoutTruck, find_checkout_truck
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post

CLOSED_VIEW, SLOT_FULL, SOLD_OUT, UNPAID = "closed_view", "slot_full", "sold_out", "unpaid"
NO_STOP = ""


class LostDemand(Base):
    """How often one kind of demand was lost at a truck in one hour. It names no customer.

    `hour` counts whole hours since 1970 in UTC. `stop_id` is the stop that was asked for, or NO_STOP.
    """

    __tablename__ = "lost_demand"
    __table_args__ = (
        sa.CheckConstraint("kind IN ('closed_view', 'slot_full', 'sold_out', 'unpaid')", name="kind"),
        sa.Index(None, "hour"),
        sa.Index(None, "stop_id"),
    )

    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), primary_key=True)
    hour: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    stop_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(12), primary_key=True)
    count: Mapped[int]


ReportedKind = Literal["closed_view", "sold_out"]


class DemandReport(Struct, rename="camel"):
    """What a customer met: a page of a closed truck, or an item that is sold out.

    `stop_id` is the stop that the page shows.
    """

    kind: ReportedKind
    stop_id: str | None = None


class LostDemandCounts(Struct, rename="camel"):
    """Views while closed, full slots refused, sold-out items wanted, and checkouts that ran out unpaid."""

    closed_views: int = 0
    slot_full: int = 0
    sold_out: int = 0
    unpaid: int = 0


HOUR_SECONDS, MINUTE_SECONDS = 3600, 60
KEPT_DAYS = 800  # analytics read at most 731 days
_demand = table_of(LostDemand)
_COUNT = CompiledStatement(
    lambda insert: insert(_demand).on_conflict_do_update(
        index_elements=list(_demand.primary_key.columns), set_={"count": _demand.c.count + 1}
    ),
    ("truck_id", "hour", "stop_id", "kind", "count"),
)


def count_lost(session: Session, truck_id: str, stop_id: str | None, kind: str) -> None:
    """Count one lost order of this kind in the present hour. The caller has checked that truck and stop exist.

    The row is written later in the transaction (`CompiledStatement.run_later`).
    """
    hour = int(clock.now().timestamp()) // HOUR_SECONDS
    values = {"truck_id": truck_id, "hour": hour, "stop_id": stop_id or NO_STOP, "kind": kind, "count": 1}
    _COUNT.run_later(session, values)


def try_count_refusal(
    session: Session, settings: Settings, address: str, truck_id: str, stop_id: str | None, kind: str
) -> None:
    """Count a refused checkout in this transaction, unless this address was counted too often in this minute."""
    limit = settings.limit_demand_per_address
    if rate_limits.try_consume(session, f"demand:{address}", limit=limit, seconds=MINUTE_SECONDS):
        count_lost(session, truck_id, stop_id, kind)


def count_report(db: Database, settings: Settings, slug: str, report: DemandReport, address: str) -> None:
    """Count what a page reports. A view of a truck that takes orders is not counted.

    Raises NotFound for an unknown truck, and TooManyRequests for an address that reports too often.
    """

    def count(session: Session) -> None:
        limit = settings.limit_demand_per_address
        rate_limits.consume(session, f"demand:{address}", limit=limit, seconds=MINUTE_SECONDS)
        truck = find_checkout_truck(session, slug=slug)
        if truck is None:
            raise NotFound(TRUCK_NOT_FOUND)
        if report.kind == CLOSED_VIEW and _takes_orders(session, truck):
            return
        count_lost(session, truck.id, _find_stop_of(session, truck.id, report.stop_id), report.kind)

    db.write(count)


def _takes_orders(session: Session, truck: CheckoutTruck) -> bool:
    instant = clock.now()
    if not truck.accepts_orders_at(instant):
        return False
    if truck.schedule_mode != STOPS:
        return True
    stop = checkout_stop.find_coming_stop(session, truck.id, instant)
    return stop is not None and states.takes_orders(stop, instant)


def _find_stop_of(session: Session, truck_id: str, stop_id: str | None) -> str | None:
    """The stop's ID; None if the truck does not have this stop, because a report must not invent stops."""
    stop = checkout_stop.find_checkout_stop(session, stop_id) if stop_id and is_id(stop_id) else None
    return stop.id if stop is not None and stop.truck_id == truck_id else None


def delete_old_demand(session: Session) -> None:
    """Delete the sums that are older than KEPT_DAYS, which no analysis reads any more."""
    oldest = int((clock.now() - timedelta(days=KEPT_DAYS)).timestamp()) // HOUR_SECONDS
    session.execute(sa.delete(LostDemand).where(LostDemand.hour < oldest))


@post(
    "/api/trucks/{slug:str}/demand",
    summary="Report lost demand",
    errors=[400, 404, 413, 415, 429, 503],
    status_code=204,
)
def report_demand(
    data: JSONBody[DemandReport],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    slug: FromPath[str],
) -> None:
    """Counts a view while closed or a tap on a sold-out item, in an hourly sum without personal data."""
    count_report(db, settings, slug, data, client_ip_key(client_address(request)))
