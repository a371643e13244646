"""How a truck is found elsewhere: `robots.txt` and `sitemap.xml` for search engines, and what the widget shows.

The widget is `frontend/src/embed/truck.ts`. Why: docs/decisions/0066-found-by-its-own-data.md
"""

from datetime import datetime
from typing import Literal
from xml.sax.saxutils import escape

from litestar import Response
from litestar.datastructures import ResponseHeader
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.realtime.change_watcher import ALL_TRUCKS
from chuckwagon.schedule import states, truck_queries
from chuckwagon.schedule.schemas import ScheduledTruck, Stop
from chuckwagon.settings import Settings
from chuckwagon.trucks.queries import list_public_slugs
from chuckwagon.web.requests import AnyRequest, public_content, public_json
from chuckwagon.web.routing import ETAG, get, get_public

TEXT, XML = "text/plain", "application/xml"
CLOSED_FOLDERS = ("/admin/", "/api/", "/print/")
MAX_ADDRESSES = 50_000  # of one sitemap, by its protocol
EMBED_CACHE_CONTROL = "public, max-age=30"
EMBED_CACHED = ResponseHeader(name="Cache-Control", documentation_only=True, description=EMBED_CACHE_CONTROL)
ROBOTS_CACHE_CONTROL = "public, max-age=3600"
ROBOTS_CACHED = ResponseHeader(name="Cache-Control", documentation_only=True, description=ROBOTS_CACHE_CONTROL)


class EmbeddedStop(Struct, rename="camel"):
    """The stop that the widget names: the present one, or the next. Times include a delay."""

    place_name: str
    address: str
    timezone: str
    opens_at: datetime
    closes_at: datetime


class EmbeddedTruck(Struct, rename="camel"):
    """What a truck's widget shows on another site. `url` is the truck's page, `imageUrl` an image of the product's own.

    `state` is `open`, `paused` (also while nothing on the menu is on sale), `opens_later` or `closed`. `resumesAt` is
    when a running pause ends. `stop` is null for a truck without a coming stop, and for one that does not move.
    """

    slug: str
    name: str
    url: str
    image_url: str | None
    timezone: str
    state: Literal["open", "paused", "opens_later", "closed"]
    resumes_at: datetime | None
    stop: EmbeddedStop | None


@get(
    "/robots.txt",
    summary="Get the rules for search engines",
    headers=[ROBOTS_CACHED],
    media_type=TEXT,
    sync_to_thread=False,
)
def get_robots(settings: NamedDependency[Settings]) -> Response[bytes]:
    """Everything is open but the staff area, the API and the printers' addresses."""
    rules = ["User-agent: *", *(f"Disallow: {folder}" for folder in CLOSED_FOLDERS)]
    content = "\n".join([*rules, "", f"Sitemap: {settings.origin}/sitemap.xml", ""])
    return Response(content.encode(), media_type=TEXT, headers={"Cache-Control": ROBOTS_CACHE_CONTROL})


@get_public("/sitemap.xml", summary="Get the sitemap", errors=[503], media_type=XML)
def get_sitemap(
    request: AnyRequest, db: NamedDependency[Database], settings: NamedDependency[Settings]
) -> Response[bytes]:
    """The home page and the page of every active truck."""
    with db.reading() as session:
        slugs = list_public_slugs(session, MAX_ADDRESSES - 1)
    addresses = [f"{settings.origin}/{slug}" for slug in ("", *slugs)]
    entries = "\n".join(f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    content = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}\n</urlset>\n'
    )
    return public_content(request, content.encode(), XML, cache_key=ALL_TRUCKS)


@get_public(
    "/api/embed/{slug:str}", summary="Get what a truck's widget shows", errors=[404, 503], headers=[ETAG, EMBED_CACHED]
)
def get_embedded_truck(
    request: AnyRequest, db: NamedDependency[Database], settings: NamedDependency[Settings], slug: FromPath[str]
) -> Response[EmbeddedTruck]:
    """An active truck, for pages of any origin. An earlier slug leads to the present one."""
    with db.reading() as session:
        truck, until = truck_queries.get_scheduled_truck(session, clock.now(), slug=slug)
    response = public_json(request, _embed(truck, settings.origin), cache_key=truck.id, until=until)
    response.headers["Cache-Control"] = EMBED_CACHE_CONTROL
    return response


def _embed(truck: ScheduledTruck, origin: str) -> EmbeddedTruck:
    schedule = truck.schedule
    is_open = schedule.state == "open"
    return EmbeddedTruck(
        slug=truck.slug,
        name=truck.name,
        url=f"{origin}/{truck.slug}",
        image_url=truck.image_url if truck.image_url and truck.image_url.startswith("/") else None,
        timezone=truck.timezone,
        state="paused" if is_open and not truck.orderable else schedule.state,
        resumes_at=truck.paused_until,
        stop=_embed_stop(schedule.current or schedule.next),
    )


def _embed_stop(stop: Stop | None) -> EmbeddedStop | None:
    if stop is None:
        return None
    return EmbeddedStop(
        place_name=stop.place.name,
        address=stop.place.address,
        timezone=stop.place.timezone,
        opens_at=states.opens_at(stop),
        closes_at=states.closes_at(stop),
    )
