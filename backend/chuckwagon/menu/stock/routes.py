"""Routes of the counted stock of a stop, for staff."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.menu.stock import service
from chuckwagon.menu.stock.schemas import AdjustRequest, StockRequest, StopStockAnswer
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.web.routing import get, post, put


@get("/api/stops/{stop_id:str}/stock", summary="Get the counted stock of a stop", errors=[401, 403, 404, 503])
def get_stock(
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> StopStockAnswer:
    """The counts in the order of the menu, what is ordered, and the counts of the last stop at the same place."""
    return service.get_stock(db, stop_usage, actor, stop_id)


@put(
    "/api/stops/{stop_id:str}/stock",
    summary="Set the counted stock of a stop",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    opt={"max_body_bytes": "max_menu_item_bytes"},
)
def set_stock(
    data: JSONBody[StockRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
) -> StopStockAnswer:
    """What is left out is unlimited again. No count goes below what is ordered."""
    return service.set_stock(db, stop_usage, actor, stop_id, data)


@post(
    "/api/stops/{stop_id:str}/stock/adjust",
    summary="Correct one count",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 503],
    status_code=200,
)
def adjust_stock(
    data: JSONBody[AdjustRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    stop_usage: NamedDependency[StopUsage],
    stop_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StopStockAnswer:
    """Adds or removes pieces (`by`), or sets how many are left. 409 `stock_taken` below what is ordered."""
    return service.adjust_stock(db, stop_usage, actor, stop_id, data, idempotency_key)
