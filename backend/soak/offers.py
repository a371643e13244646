"""An offer with fewer uses than customers who want it, and whether it was counted right when all is over."""

from collections.abc import Iterator

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.offers.models import CONFIRMED, Offer, OfferUse
from chuckwagon.orders.reservations.usage_check import check_offers
from soak.client import ProductClient
from soak.ledgers import Books
from soak.recorder import Journal

CODE, PERCENT = "SOAK10", 10
WANTED_BY_EVERY, ORDERS_PER_USE = 3, 10  # so that it is used up early
CERTAIN_FROM_ORDERS = 60  # then 20 customers want 6 uses, and staff cannot cancel so many that all get one


def add_offer(product: ProductClient, token: str, orders: int) -> None:
    """Add the offer at every truck."""
    body = {"truckId": None, "code": CODE, "percent": PERCENT, "maxUses": max(1, orders // ORDERS_PER_USE)}
    product.ask("POST", "/api/offers", headers={"Authorization": f"Bearer {token}"}, json=body).raise_for_status()


def wants_offer(number: int) -> bool:
    """Whether the customer of this purchase has the code."""
    return number % WANTED_BY_EVERY == 0


def discount_cents(subtotal_cents: int) -> int:
    """What the offer takes off, rounded half up. Does not use the product's function, to find its errors."""
    return (subtotal_cents * PERCENT + 50) // 100


def find_wrong_uses(db: Database, books: Books, journal: Journal) -> Iterator[str]:
    """Compare the count of the offer with its uses, and its uses with the orders that were not cancelled."""
    problems = check_offers(db)
    yield from (f"offer {one} has {uses} uses and counts others" for one, uses in problems.counts.items())
    with db.reading() as session:
        max_uses = session.scalar(sa.select(Offer.max_uses).where(Offer.code == CODE)) or 0
        mine = (Offer.code == CODE, OfferUse.offer_id == Offer.id, OfferUse.status == CONFIRMED)
        late = session.scalar(sa.select(sa.func.count(OfferUse.id)).where(*mine, OfferUse.over_limit)) or 0
        uses = session.scalar(sa.select(sa.func.count(OfferUse.id)).where(*mine)) or 0
    kept = sum(order["offerCode"] == CODE and order["status"] != "cancelled" for order in books.orders)
    if uses != kept:
        yield f"{kept} orders that were not cancelled have the code, and {uses} uses are confirmed"
    if kept - late > max_uses:
        yield f"{kept} orders have a code of {max_uses} uses, {late} of them paid late"
    yield from find_missing_proof(kept, journal)


def find_missing_proof(kept: int, journal: Journal) -> Iterator[str]:
    """Whether none or all got the code, so that its limit was not tried. With few orders that may happen."""
    refused = journal.counts["offer used up"]
    if len(journal.purchases) >= CERTAIN_FROM_ORDERS and (kept == 0 or refused == 0):
        yield f"{kept} orders used the code and {refused} were refused it: nothing is proven"
