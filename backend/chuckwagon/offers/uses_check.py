"""Checks that the count of each offer is the number of its uses, and repairs it where it is not."""

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database, check_twice, lock_tables
from chuckwagon.offers.models import RELEASED, Offer, OfferUse

# Only the offers are locked: every transaction that changes a use changes its count too, and a lock on the uses first
# could wait for one that waits for the offers.
OFFERS = Offer.__tablename__


class OfferProblems(msgspec.Struct, frozen=True):
    """The offers whose count differs from their uses, and how many hold more than they may without a late payment."""

    counts: dict[str, int]
    over_limit: int

    @property
    def is_consistent(self) -> bool:
        """Whether every count is right and no offer was used too often."""
        return not (self.counts or self.over_limit)


def check_offers(db: Database) -> OfferProblems:
    """Compare every offer with its uses. Changes nothing."""
    return check_twice(db, _find_problems, OFFERS)


def recompute_offers(db: Database) -> OfferProblems:
    """Set every count that differs to the number of the offer's uses; returns what differed before."""

    def repair(session: Session) -> OfferProblems:
        lock_tables(session, OFFERS)
        problems = _find_problems(session)
        for offer_id, uses in problems.counts.items():
            session.execute(sa.update(Offer).where(Offer.id == offer_id).values(uses=uses))
        return problems

    return db.write(repair)


def _find_problems(session: Session) -> OfferProblems:
    is_active = OfferUse.status != RELEASED
    late = sa.func.sum(sa.case((OfferUse.over_limit, 1), else_=0))
    counted = sa.select(OfferUse.offer_id, sa.func.count(), late).where(is_active).group_by(OfferUse.offer_id)
    used = {offer_id: (int(uses), int(over)) for offer_id, uses, over in session.execute(counted)}
    wrong: dict[str, int] = {}
    over_limit = 0
    for offer_id, uses, max_uses in session.execute(sa.select(Offer.id, Offer.uses, Offer.max_uses)):
        real, over = used.get(offer_id, (0, 0))
        if uses != real:
            wrong[offer_id] = real
        over_limit += max_uses is not None and real - over > max_uses
    return OfferProblems(wrong, over_limit)
