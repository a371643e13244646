"""Offers for tests."""

from typing import Any

from chuckwagon.db.database import Database
from chuckwagon.offers.models import Offer


def make_offer(db: Database, truck_id: str | None, code: str = "TACO10", **fields: Any) -> Offer:
    """Insert an offer, by default ten percent without limits."""
    discount = {} if "amount_cents" in fields else {"percent": 10}
    offer = Offer(truck_id=truck_id, code=code, **discount | fields)
    db.write(lambda session: session.add(offer))
    return offer


def read_uses(db: Database, offer: Offer) -> int:
    """The count of the offer as it is stored."""
    with db.reading() as session:
        return session.get_one(Offer, offer.id).uses
