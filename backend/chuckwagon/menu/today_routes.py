"""The route of the home page for trucks that move. It is here, because its search reads menus and schedules."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from chuckwagon.db.database import Database
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.today_queries import GeoPosition, TodayTruck, list_today
from chuckwagon.realtime.change_watcher import ALL_TRUCKS
from chuckwagon.settings import Settings
from chuckwagon.web.executors import READS
from chuckwagon.web.read_limit import count_search
from chuckwagon.web.requests import AnyRequest, client_address, public_json
from chuckwagon.web.routing import get_public

BOTH_OR_NEITHER = Sentence("Give both lat and lng, or neither.", "position_incomplete")
Latitude = Annotated[float | None, QueryParameter(ge=-90, le=90, required=False)]
Longitude = Annotated[float | None, QueryParameter(ge=-180, le=180, required=False)]


@get_public("/api/stops/today", summary="List the trucks of today", errors=[400, 429, 503])
async def list_trucks_of_today(
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    lat: Latitude = None,
    lng: Longitude = None,
    is_open: Annotated[bool, QueryParameter(name="open", required=False)] = False,
    q: Annotated[str, QueryParameter(max_length=100, required=False)] = "",
) -> Response[list[TodayTruck]]:
    """Active trucks with their current or next stop. `q` searches trucks, menu items, cuisines and places.

    Open ones come first, then by the next opening, then by name. With a position the nearest come first.
    """
    if (lat is None) != (lng is None):
        raise InvalidInput(BOTH_OR_NEITHER, fields={"lat" if lat is None else "lng": BOTH_OR_NEITHER})
    position = None if lat is None or lng is None else GeoPosition(lat, lng)
    client = client_ip_key(client_address(request))
    if position is not None or is_open or q:
        await count_search(settings, client)

    def read() -> Response[list[TodayTruck]]:
        with db.reading() as session:
            trucks, until = list_today(session, clock.now(), position, is_open=is_open, text=q)
            return public_json(request, trucks, cache_key=ALL_TRUCKS, until=until)

    return await READS.call(read, client=client)
