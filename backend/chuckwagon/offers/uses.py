"""Counts the uses of offers with their checkouts and orders, and gives them back.

Domain functions: they take a session and never commit. Uses are changed before the counts of their offers, and offers
are locked by ID where there are several. An offer's row is locked from its first change until the commit, so that
customers at the same instant are counted one by one.

Why: docs/decisions/0049-offers.md
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.rate_limits import refuse_large_share
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret
from chuckwagon.offers import code_guess_limit, refusals, statements
from chuckwagon.offers.discounts import OfferTerms
from chuckwagon.offers.models import CONFIRMED, HELD, RELEASED, Offer, OfferUse


class UseHold(msgspec.Struct, frozen=True):
    """How long an unpaid checkout holds a use, and the time zone in which a customer is told when that ends.

    `holder` is the client's network, whose unpaid checkouts may hold `percent` of what is left.
    """

    seconds: int
    timezone: str
    holder: str
    percent: int


def hold_use(session: Session, terms: OfferTerms, use_id: str, phone: str, hold: UseHold) -> None:
    """Count a use for an unpaid checkout, and insert it. Locks the offer until the commit.

    Raises OfferUsedUp when none is left, OfferUsed when it is once per phone and this phone has used it, OfferHeld
    when that is so only until unpaid checkouts run out, OfferUnchecked, TooManyUnpaid, and OfferChanged when the terms
    are not those of its version any more.
    """
    digest = _digest_phone(terms, phone)
    _count(session, terms, use_id, digest, hold)
    use = {"id": use_id, "offer_id": terms.id, "status": HELD, "phone_digest": digest, "holder": hold.holder}
    statements.insert_use(session, use)


def is_released(session: Session, use_id: str) -> bool:
    """Whether the use of a checkout was released; False when it had none."""
    return session.scalar(sa.select(OfferUse.status).where(OfferUse.id == use_id)) == RELEASED


def renew_use(session: Session, terms: OfferTerms, use_id: str, phone: str, hold: UseHold) -> None:
    """Hold a use that was released once more; nothing when it is held. Raises as `hold_use` does."""
    digest = _digest_phone(terms, phone)
    if statements.try_renew_use(session, use_id, digest, hold.holder):
        _count(session, terms, use_id, digest, hold)


def confirm_use(session: Session, offer_id: str | None, use_id: str, phone: str) -> None:
    """Confirm the use of a paid checkout; nothing without an offer.

    Money has moved, so one that was released is counted again, even above the limit, and one that is unknown is
    inserted.
    """
    if offer_id is None or statements.try_confirm_use(session, use_id):
        return
    over_limit = statements.count_late_use(session, offer_id)
    if over_limit is None:
        return  # the database was restored from before the offer
    digest = _digest_phone(session.get_one(Offer, offer_id), phone)
    again = {"status": CONFIRMED, "over_limit": over_limit, "phone_digest": digest, "updated_at": clock.now()}
    is_released = (OfferUse.id == use_id, OfferUse.status == RELEASED)
    renewed = sa.update(OfferUse).where(*is_released).values(again).execution_options(synchronize_session=False)
    if session.execute(renewed).rowcount == 0:  # type: ignore[attr-defined]
        statements.insert_use(session, {"id": use_id, "offer_id": offer_id} | again)


def release_use(session: Session, use_id: str) -> None:
    """Release the use of a checkout or order and its count; nothing when there is none or it was released before."""
    offer_id = statements.try_release_use(session, use_id)
    if offer_id is not None:
        statements.uncount_use(session, offer_id)


def release_held_use(session: Session, use_id: str) -> None:
    """Release the use of an unpaid checkout whose payment could not be made; one that is confirmed stays."""
    offer_id = statements.try_release_use(session, use_id, only_held=True)
    if offer_id is not None:
        statements.uncount_use(session, offer_id)


def release_replaced_uses(session: Session, use_ids: Iterable[str], next_offer_id: str | None) -> None:
    """Release the uses of unpaid checkouts that another one replaces; those that are confirmed stay.

    Locks their offers and the next one's, whose use the other checkout holds, by ID: another attempt may change from
    that code to this one at the same instant.
    """
    found = [statements.try_release_use(session, use_id, only_held=True) for use_id in use_ids]
    released = [offer_id for offer_id in found if offer_id is not None]
    if released:
        statements.lock_offers(session, {*released, next_offer_id or released[0]})
    for offer_id in released:
        statements.uncount_use(session, offer_id)


def change_phone(session: Session, offer_id: str, use_id: str, phone: str) -> None:
    """Count the use for another phone, because the one of its order was typed wrong."""
    offer = session.get(Offer, offer_id)  # none if the database was restored from before the offer
    if offer is not None:
        counted = sa.update(OfferUse).where(OfferUse.id == use_id, OfferUse.phone_digest.is_not(None))
        changed = counted.values(phone_digest=_digest_phone(offer, phone))
        session.execute(changed.execution_options(synchronize_session=False))


def forget_phones(session: Session, use_ids: Iterable[str]) -> None:
    """Remove what was derived from the phone of these uses. The counts stay."""
    gone = sa.update(OfferUse).where(OfferUse.id.in_(list(use_ids))).values(phone_digest=None)
    session.execute(gone.execution_options(synchronize_session=False))


def delete_released_uses(session: Session, use_ids: Iterable[str]) -> None:
    """Delete the released uses of deleted checkouts."""
    gone = sa.delete(OfferUse).where(OfferUse.id.in_(list(use_ids)), OfferUse.status == RELEASED)
    session.execute(gone.execution_options(synchronize_session=False))


def _count(session: Session, terms: OfferTerms, use_id: str, digest: str | None, hold: UseHold) -> None:
    """Count a use that is about to be inserted, or was just marked as held again. Raises as `hold_use` does."""
    if not statements.try_count_use(session, terms.id, terms.version):
        raise _explain_refusal(session, terms, use_id, hold)
    if terms.max_uses is not None:
        left, held = statements.read_share(session, terms.id, hold.holder, use_id)
        refuse_large_share(held, 1, left + 1 + held, hold.percent)
    if digest is None:
        return
    code_guess_limit.refuse_phones(session, hold.holder)
    other = statements.find_use_of_phone(session, terms.id, digest, use_id)
    if other is not None:
        status, since, holder = other
        if status != HELD:
            raise refusals.OfferUsed
        refused = _refuse_held(since, hold, by_phone=True)
        refused.is_about_phone = holder != hold.holder  # its own hold tells a network nothing new
        raise refused


def _explain_refusal(session: Session, terms: OfferTerms, use_id: str, hold: UseHold) -> refusals.OfferRefused:
    """Why no use was counted: another user has changed the offer meanwhile, or none is left."""
    counts = statements.read_counts(session, terms.id, use_id)
    if counts.version != terms.version or counts.is_one_left:
        return refusals.OfferChanged()
    if counts.held_since is None or counts.is_used_up:
        return refusals.OfferUsedUp()
    return _refuse_held(counts.held_since, hold, by_phone=False)


def _refuse_held(since: datetime, hold: UseHold, *, by_phone: bool) -> refusals.OfferHeld:
    """Return the error for a use that is held since an instant. A hold that is over is given back within a minute."""
    until = max(since + timedelta(seconds=hold.seconds), clock.now())
    return refusals.refuse_held(until, hold.timezone, by_phone=by_phone)


def _digest_phone(offer: OfferTerms | Offer, phone: str) -> str | None:
    """A digest of the phone that is another one for each offer; None without one, or where a phone may use it again.

    It is a pseudonym: who knows the offer can try all numbers. It is removed when the use is released, and when the
    customer is erased.
    """
    return hash_secret(f"{offer.id}:{phone}") if offer.once_per_phone and phone else None
