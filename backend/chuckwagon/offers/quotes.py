"""Tells a customer what a code takes off, before the checkout."""

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.money import compute_tax_cents, to_cents, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.offers import code_guess_limit, queries, statements
from chuckwagon.offers.discounts import check_total, normalize_code
from chuckwagon.offers.refusals import OfferUnknown, OfferUsedUp
from chuckwagon.offers.schemas import OfferQuote, OfferQuoteRequest
from chuckwagon.settings import Settings
from chuckwagon.trucks.checkout_view import CheckoutTruck, find_checkout_truck

TRUCK_NOT_FOUND = Sentence("We couldn't find this truck.", "truck_not_found")


def quote_offer(db: Database, settings: Settings, request: OfferQuoteRequest, address: str) -> OfferQuote:
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
        return _quote(db, truck, request)
    except OfferUnknown:
        db.write(lambda session: code_guess_limit.count_guess(session, settings, address, truck.id))
        raise


def _quote(db: Database, truck: CheckoutTruck, request: OfferQuoteRequest) -> OfferQuote:
    with db.reading() as session:
        terms = queries.find_offer(session, truck.id, normalize_code(request.code))
        if terms is None:
            raise OfferUnknown
        subtotal = to_cents(request.subtotal)
        discount = queries.apply_offer(terms, subtotal)
        left = subtotal - discount
        check_total(subtotal, discount, left + compute_tax_cents(left, truck.tax_rate_units))
        is_used_up = terms.max_uses is not None and statements.read_counts(session, terms.id).is_used_up
    if is_used_up:
        raise OfferUsedUp
    return OfferQuote(
        code=terms.code,
        percent=terms.percent,
        amount=None if terms.amount_cents is None else to_dollars(terms.amount_cents),
        min_subtotal=to_dollars(terms.min_subtotal_cents),
        discount=to_dollars(discount),
    )
