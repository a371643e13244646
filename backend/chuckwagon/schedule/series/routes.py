"""Routes of series of stops for staff."""

from typing import Annotated, Literal

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.schedule import queries
from chuckwagon.schedule.routes import TruckId
from chuckwagon.schedule.schemas import ListedSeries, Series, SeriesDeleted, SeriesRequest
from chuckwagon.schedule.series import service as series_service
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.web.routing import delete, get, post, put

StopId = Annotated[str | None, QueryParameter(name="stopId", max_length=100, required=False)]
Scope = Annotated[Literal["one", "later"], QueryParameter(name="scope", required=False)]


@get("/api/stop-series", summary="List series of stops", errors=[400, 401, 403, 503])
def list_series(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> list[ListedSeries]:
    """The truck's series that are not over, by their first day.

    `skipped` names the days without a stop because the truck has another one at that time.
    """
    return series_service.list_series(db, queries.choose_truck(actor, truck_id))


@post("/api/stop-series", summary="Add a series of stops", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def create_series(
    data: JSONBody[SeriesRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> Series:
    """Its stops of the next eight weeks exist at once. 409 `stop_overlaps` with the other `stop`."""
    return series_service.create_series(db, actor, data, idempotency_key)


@put(
    "/api/stop-series/{series_id:str}",
    summary="Change a series of stops",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
)
def change_series(
    data: JSONBody[SeriesRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    series_id: FromPath[str],
    reach: Scope = "later",
    stop_id: StopId = None,
) -> Series:
    """Changes the stop `stopId`, or it and all later ones without orders; without a stop, those from today on."""
    change = series_service.change_occurrence if reach == "one" else series_service.change_series
    return change(db, stop_usage, actor, series_id, data, stop_id)


@delete(
    "/api/stop-series/{series_id:str}",
    summary="Delete a series of stops",
    errors=[400, 401, 403, 404, 409, 503],
    status_code=200,
)
def delete_series(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    series_id: FromPath[str],
    reach: Scope = "later",
    stop_id: StopId = None,
) -> SeriesDeleted:
    """Removes the stop `stopId`, or it and all later ones; those with orders are kept."""
    remove = series_service.delete_occurrence if reach == "one" else series_service.end_series
    return remove(db, stop_usage, actor, series_id, stop_id)
