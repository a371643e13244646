"""Routes of offers: for staff, and what a code takes off for customers, before the checkout."""

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.money import compute_tax_cents, to_cents, to_dollars, to_rate_units
from chuckwagon.kit.sentences import Sentence
from chuckwagon.offers import code_guess_limit, queries, service, uses
from chuckwagon.offers.discounts import check_total, normalize_code
from chuckwagon.offers.errors import OfferUnknown, OfferUsedUp
from chuckwagon.offers.queries import (
    CounterOfferQuoteRequest,
    OfferEnded,
    OfferQuote,
    OfferQuoteRequest,
    OfferRequest,
    StaffOffer,
)
from chuckwagon.settings import Settings
from chuckwagon.trucks.queries import find_checkout_truck, get_staff_truck
from chuckwagon.web.requests import client_address
from chuckwagon.web.routing import delete, get, post, put

TRUCK_NOT_FOUND = Sentence("We couldn't find this truck.", "truck_not_found")


def find_quote(db: Database, settings: Settings, request: OfferQuoteRequest, address: str) -> OfferQuote:
    """Compute the discount. Nothing is counted or held, so the checkout may still refuse the code.

    Also while unpaid checkouts hold the last uses: one of them may be the caller's, whom a quote does not know.

    Raises NotFound for a truck that is not public, OfferRefused, TooManyRequests.
    """
    with db.reading() as session:
        truck = find_checkout_truck(session, slug=request.slug)
        if truck is None:
            raise NotFound(TRUCK_NOT_FOUND)
        code_guess_limit.refuse_mass_guessing(session, settings, address)
        code_guess_limit.refuse_guessing(session, settings, address, truck.id)
    try:
        rate = 0 if truck.prices_include_tax else truck.tax_rate_units
        return _quote(db, truck.id, rate, request.code, request.subtotal)
    except OfferUnknown:
        db.write(lambda session: code_guess_limit.count_guess(session, settings, address, truck.id))
        raise


def _quote(db: Database, truck_id: str, added_tax_units: int, code: str, dollars: float) -> OfferQuote:
    with db.reading() as session:
        terms = queries.find_offer(session, truck_id, normalize_code(code))
        if terms is None:
            raise OfferUnknown
        subtotal = to_cents(dollars)
        discount = queries.apply_offer(terms, subtotal)
        left = subtotal - discount
        check_total(subtotal, discount, left + compute_tax_cents(left, added_tax_units))
        is_used_up = terms.max_uses is not None and uses.read_counts(session, terms.id).is_used_up
    if is_used_up:
        raise OfferUsedUp
    return OfferQuote(
        code=terms.code,
        percent=terms.percent,
        amount=None if terms.amount_cents is None else to_dollars(terms.amount_cents),
        min_subtotal=to_dollars(terms.min_subtotal_cents),
        discount=to_dollars(discount),
        once_per_phone=terms.once_per_phone,
    )


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
    return find_quote(db, settings, data, client_ip_key(client_address(request)))


@post(
    "/api/trucks/{truck_id:str}/counter/offer-quote",
    summary="Get the discount of a code at the counter",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
)
def quote_counter_offer(
    data: JSONBody[CounterOfferQuoteRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    truck_id: FromPath[str],
) -> OfferQuote:
    """As the quote for customers, also at a truck that they do not see. With `oncePerPhone` the order needs a phone."""
    authorize(actor, Action.MANAGE_ORDERS, truck_id)
    with db.reading() as session:
        truck = get_staff_truck(session, truck_id)
    rate = 0 if truck.prices_include_tax else to_rate_units(truck.tax_rate)
    return _quote(db, truck.id, rate, data.code, data.subtotal)
