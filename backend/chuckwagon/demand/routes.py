"""The route by which a customer's page reports lost demand."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.demand import service
from chuckwagon.demand.service import DemandReport
from chuckwagon.settings import Settings
from chuckwagon.web.requests import AnyRequest, client_address
from chuckwagon.web.routing import post


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
    service.report_demand(db, settings, slug, data, client_ip_key(client_address(request)))
