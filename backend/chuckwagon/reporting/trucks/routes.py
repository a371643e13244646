"""Route of the comparison of trucks."""

from litestar.di import NamedDependency

from chuckwagon.db.database import Database
from chuckwagon.reporting.parameters import FirstDay, LastDay
from chuckwagon.reporting.periods import local_today, parse_period
from chuckwagon.reporting.trucks.schemas import TruckComparison
from chuckwagon.reporting.trucks.service import compare_trucks
from chuckwagon.trucks.models import DEFAULT_TIMEZONE
from chuckwagon.web.routing import get

MAX_DAYS = 31


@get("/api/analytics/trucks", summary="Compare all trucks", errors=[400, 401, 403, 503])
def get_truck_comparison(
    db: NamedDependency[Database], first: FirstDay = None, last: LastDay = None
) -> TruckComparison:
    """Sales and changed stops of the days, by default today, and how each truck stands now."""
    today = local_today(DEFAULT_TIMEZONE).isoformat()
    period = parse_period(first or last or today, last or first or today, DEFAULT_TIMEZONE, MAX_DAYS)
    with db.reading() as session:
        return compare_trucks(session, period)
