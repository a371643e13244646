"""Routes of offers: for staff, and the price of a code for customers."""

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.offers import queries, quotes, service
from chuckwagon.offers.schemas import OfferEnded, OfferQuote, OfferQuoteRequest, OfferRequest, StaffOffer
from chuckwagon.settings import Settings
from chuckwagon.web.requests import client_address
from chuckwagon.web.routing import delete, get, post, put

TruckId = Annotated[str | None, QueryParameter(name="truckId", max_length=100, required=False)]


@get("/api/offers", summary="List offers", errors=[400, 401, 403, 503])
def list_offers(
    actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: TruckId = None
) -> list[StaffOffer]:
    """The truck's offers, the newest first and ended ones last. A superadmin without `truckId` gets the platform's."""
    chosen = queries.choose_truck(actor, truck_id)
    with db.reading() as session:
        return queries.list_offers(session, chosen)


@post("/api/offers", summary="Add an offer", errors=[400, 401, 403, 404, 409, 413, 415, 422, 503])
def create_offer(
    data: JSONBody[OfferRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    idempotency_key: IdempotencyKey = None,
) -> StaffOffer:
    """409 `offer_code_taken` for a code that a running offer of the truck or of the platform has."""
    return service.create_offer(db, actor, data, idempotency_key)


@put("/api/offers/{offer_id:str}", summary="Change an offer", errors=[400, 401, 403, 404, 409, 413, 415, 503])
def change_offer(
    data: JSONBody[OfferRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    offer_id: FromPath[str],
) -> StaffOffer:
    """A stale `version` is 409 with the current offer. Open checkouts keep their price."""
    return service.change_offer(db, actor, offer_id, data)


@delete("/api/offers/{offer_id:str}", summary="End an offer", errors=[401, 403, 404, 503], status_code=200)
def end_offer(actor: NamedDependency[Actor], db: NamedDependency[Database], offer_id: FromPath[str]) -> OfferEnded:
    """It stays in the list as ended, and its code can be given to another offer."""
    service.end_offer(db, actor, offer_id)
    return OfferEnded()


@post(
    "/api/offers/quote",
    summary="Get the discount of a code",
    errors=[400, 404, 409, 413, 415, 429, 503],
    status_code=200,
)
def quote_offer(
    data: JSONBody[OfferQuoteRequest],
    request: Request[Any, Any, Any],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> OfferQuote:
    """409 with the reason when the code cannot be used. Nothing is held by it."""
    return quotes.quote_offer(db, settings, data, client_ip_key(client_address(request)))
