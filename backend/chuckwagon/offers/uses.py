"""Counts the uses of offers with their checkouts and orders, and gives them back.

Domain functions: they take a session and never commit. Uses are changed before the counts of their offers, and offers
are locked by ID where there are several. An offer's row is locked from its first change until the commit, so that
customers at the same instant are counted one by one.

Why: docs/decisions/0049-offers.md
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.db.rate_limits import refuse_large_share
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import hash_secret
from chuckwagon.offers import code_guess_limit, errors
from chuckwagon.offers.discounts import OfferTerms
from chuckwagon.offers.models import CONFIRMED, HELD, RELEASED, Offer, OfferUse

_offers, _uses = table_of(Offer), table_of(OfferUse)
_TERM_NAMES = OfferTerms.__struct_fields__
_INSTANT = sa.bindparam("instant", type_=_offers.c.ends_at.type)
_IS_OVER = sa.case((_offers.c.ends_at <= _INSTANT, 1), else_=0)
_FIND_TERMS = CompiledStatement(
    sa.select(*(_offers.c[name] for name in _TERM_NAMES))
    .where(
        _offers.c.code == sa.bindparam("code"),
        sa.or_(_offers.c.truck_id == sa.bindparam("truck_id"), _offers.c.truck_id.is_(None)),
    )
    .order_by(_offers.c.ended_at.is_(None).desc(), _IS_OVER, _offers.c.ended_at.desc(), _offers.c.id)
    .limit(1)
)
_COUNT_USE = CompiledStatement(
    sa.update(_offers)
    .where(
        _offers.c.id == sa.bindparam("offer_id"),
        _offers.c.version == sa.bindparam("version"),
        sa.or_(_offers.c.max_uses.is_(None), _offers.c.uses < _offers.c.max_uses),
    )
    .values(uses=_offers.c.uses + 1)
)
_COUNT_LATE_USE = CompiledStatement(
    sa.update(_offers)
    .where(_offers.c.id == sa.bindparam("offer_id"))
    .values(uses=_offers.c.uses + 1)
    .returning(_offers.c.uses, _offers.c.max_uses)
)
_UNCOUNT_USE = CompiledStatement(
    sa.update(_offers).where(_offers.c.id == sa.bindparam("offer_id")).values(uses=_offers.c.uses - 1)
)
_FIND_PHONE = CompiledStatement(
    sa.select(_uses.c.status, _uses.c.created_at, _uses.c.holder)
    .where(
        _uses.c.id != sa.bindparam("use_id"),
        _uses.c.offer_id == sa.bindparam("offer_id"),
        _uses.c.phone_digest == sa.bindparam("phone_digest"),
        _uses.c.status != RELEASED,
    )
    .order_by(_uses.c.status == HELD, _uses.c.created_at)
)


def _held(figure: sa.ColumnElement[Any]) -> sa.Select[Any]:
    is_other = (_uses.c.offer_id == sa.bindparam("offer_id"), _uses.c.id != sa.bindparam("use_id"))
    return sa.select(figure).select_from(_uses).where(*is_other, _uses.c.status == HELD)


_READ_COUNTS = CompiledStatement(
    sa.select(
        _offers.c.version,
        _offers.c.max_uses,
        _offers.c.uses,
        # Counted only when none is left: a popular offer has many uses.
        sa.case((_offers.c.uses < _offers.c.max_uses, 0), else_=_held(sa.func.count()).scalar_subquery()),
        sa.case(
            (_offers.c.uses < _offers.c.max_uses, None), else_=_held(sa.func.min(_uses.c.created_at)).scalar_subquery()
        ),
    ).where(_offers.c.id == sa.bindparam("offer_id"))
)
_READ_SHARE = CompiledStatement(
    sa.select(
        _offers.c.max_uses - _offers.c.uses,
        _held(sa.func.count()).where(_uses.c.holder == sa.bindparam("holder")).scalar_subquery(),
    ).where(_offers.c.id == sa.bindparam("offer_id"))
)
_IS_USE = _uses.c.id == sa.bindparam("use_id")
_INSERT_USE = CompiledStatement(sa.insert(_uses), _uses.c.keys())
_RENEW_USE = CompiledStatement(
    sa.update(_uses)
    .where(_IS_USE, _uses.c.status == RELEASED)
    .values(status=HELD, phone_digest=sa.bindparam("phone_digest"), holder=sa.bindparam("holder"), updated_at=_INSTANT)
)
_CONFIRM_USE = CompiledStatement(
    sa.update(_uses).where(_IS_USE, _uses.c.status == HELD).values(status=CONFIRMED, holder=None, updated_at=_INSTANT)
)
_released = (
    sa.update(_uses)
    .where(_IS_USE)
    .values(status=RELEASED, phone_digest=None, holder=None, updated_at=_INSTANT)
    .returning(_uses.c.offer_id)
)
_RELEASE_USE = CompiledStatement(_released.where(_uses.c.status != RELEASED))
_RELEASE_HELD_USE = CompiledStatement(_released.where(_uses.c.status == HELD))


class UseCounts(msgspec.Struct, frozen=True):
    """How often an offer may be used and is used; `held` of the `uses` are of unpaid checkouts, since `held_since`."""

    version: int
    max_uses: int | None
    uses: int
    held: int
    held_since: datetime | None

    @property
    def is_one_left(self) -> bool:
        return self.max_uses is None or self.uses < self.max_uses

    @property
    def is_used_up(self) -> bool:
        """Whether waiting for unpaid checkouts does not help."""
        return self.max_uses is not None and self.uses - self.held >= self.max_uses


def find_terms(session: Session, truck_id: str, code: str) -> OfferTerms | None:
    """The truck's or the platform's running offer with this code, else one that is over, else the last that ended.

    None without one.
    """
    row = _FIND_TERMS.first(session, {"truck_id": truck_id, "code": code, "instant": clock.now()})
    return None if row is None else OfferTerms(**dict(zip(_TERM_NAMES, row, strict=True)))


def lock_offers(session: Session, offer_ids: Iterable[str]) -> None:
    """Lock the offers until the commit, by ID."""
    locked = sa.select(_offers.c.id).where(_offers.c.id.in_(sorted(offer_ids))).order_by(_offers.c.id)
    session.execute(locked.with_for_update(key_share=True)).all()


def try_count_use(session: Session, offer_id: str, version: int) -> bool:
    """Count a use if one is left and the terms are those of this version. Returns whether it was counted.

    Locks the offer until the commit.
    """
    return _COUNT_USE.run(session, {"offer_id": offer_id, "version": version}) == 1


def count_late_use(session: Session, offer_id: str) -> bool | None:
    """Count a use even if none is left. Returns whether it is above the limit; None when there is no such offer."""
    row = _COUNT_LATE_USE.first(session, {"offer_id": offer_id})
    return None if row is None else row[1] is not None and row[0] > row[1]


def uncount_use(session: Session, offer_id: str) -> None:
    """Take back the count of a use that is released. The statement runs later in the transaction (`run_later`)."""
    _UNCOUNT_USE.run_later(session, {"offer_id": offer_id})


def find_use_of_phone(
    session: Session, offer_id: str, phone_digest: str, use_id: str
) -> tuple[str, datetime, str | None] | None:
    """Find (status, created at, holder) of another use than this with the phone, a confirmed one before a held one.

    The holder is the network, None once confirmed. The caller has locked the offer.
    """
    phone = {"offer_id": offer_id, "phone_digest": phone_digest, "use_id": use_id}
    row = _FIND_PHONE.first(session, phone)
    return None if row is None else (row[0], row[1], row[2])


def read_counts(session: Session, offer_id: str, use_id: str = "") -> UseCounts:
    """Count the uses of an offer; one that is being held again, and not counted yet, is left out of the held ones.

    One statement, so that a use which is confirmed or released meanwhile is seen once.
    """
    row = _READ_COUNTS.first(session, {"offer_id": offer_id, "use_id": use_id})
    if row is None:
        raise LookupError(offer_id)
    return UseCounts(*row)


def read_share(session: Session, offer_id: str, holder: str, use_id: str) -> tuple[int, int]:
    """(How many uses are left, how many others unpaid checkouts of this holder have) of a limited offer.

    The caller has counted the use, which locks the offer.
    """
    row = _READ_SHARE.first(session, {"offer_id": offer_id, "holder": holder, "use_id": use_id})
    return (0, 0) if row is None else (row[0], row[1])


def insert_use(session: Session, values: dict[str, Any]) -> None:
    """Insert a use. The statement runs later in the caller's transaction (`run_later`)."""
    instant = clock.now()
    _INSERT_USE.run_later(
        session, {"over_limit": False, "holder": None, "created_at": instant, "updated_at": instant} | values
    )


def try_renew_use(session: Session, use_id: str, phone_digest: str | None, holder: str) -> bool:
    """Mark a use that was released as held. False when it is not released."""
    values = {"use_id": use_id, "phone_digest": phone_digest, "holder": holder, "instant": clock.now()}
    return _RENEW_USE.run(session, values) == 1


def try_confirm_use(session: Session, use_id: str) -> bool:
    """Confirm a use that is held. False when it is not held, or not any more."""
    return _CONFIRM_USE.run(session, {"use_id": use_id, "instant": clock.now()}) == 1


def try_release_use(session: Session, use_id: str, *, only_held: bool = False) -> str | None:
    """Mark a use as released, forget its phone, and return its offer's ID; with `only_held`, not a confirmed one.

    None when there is no such use, or it was released before.
    """
    statement = _RELEASE_HELD_USE if only_held else _RELEASE_USE
    row = statement.first(session, {"use_id": use_id, "instant": clock.now()})
    return None if row is None else str(row[0])


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
    insert_use(session, use)


def take_use(session: Session, terms: OfferTerms, order_id: str, phone: str | None, hold: UseHold) -> None:
    """Count a use for an order at the counter, which confirms it at once. Locks the offer until the commit.

    Raises as `hold_use` does, and InvalidInput without the phone that a code for once per phone needs.
    """
    refuse_without_phone(terms, phone)
    digest = _digest_phone(terms, phone or "")
    _count(session, terms, order_id, digest, hold)
    insert_use(session, {"id": order_id, "offer_id": terms.id, "status": CONFIRMED, "phone_digest": digest})


def refuse_without_phone(terms: OfferTerms, phone: str | None) -> None:
    """Raises InvalidInput for a code for once per phone without the phone; only the counter may leave it out."""
    if terms.once_per_phone and not phone:
        raise InvalidInput(errors.PHONE_REQUIRED, fields={"customerPhone": errors.PHONE_REQUIRED})


def is_released(session: Session, use_id: str) -> bool:
    """Whether the use of a checkout was released; False when it had none."""
    return session.scalar(sa.select(OfferUse.status).where(OfferUse.id == use_id)) == RELEASED


def renew_use(session: Session, terms: OfferTerms, use_id: str, phone: str, hold: UseHold) -> None:
    """Hold a use that was released once more; nothing when it is held. Raises as `hold_use` does."""
    digest = _digest_phone(terms, phone)
    if try_renew_use(session, use_id, digest, hold.holder):
        _count(session, terms, use_id, digest, hold)


def confirm_use(session: Session, offer_id: str | None, use_id: str, phone: str) -> None:
    """Confirm the use of a paid checkout; nothing without an offer.

    Money has moved, so one that was released is counted again, even above the limit, and one that is unknown is
    inserted.
    """
    if offer_id is None or try_confirm_use(session, use_id):
        return
    over_limit = count_late_use(session, offer_id)
    if over_limit is None:
        return  # the database was restored from before the offer
    digest = _digest_phone(session.get_one(Offer, offer_id), phone)
    again = {"status": CONFIRMED, "over_limit": over_limit, "phone_digest": digest, "updated_at": clock.now()}
    is_released = (OfferUse.id == use_id, OfferUse.status == RELEASED)
    renewed = sa.update(OfferUse).where(*is_released).values(again).execution_options(synchronize_session=False)
    if session.execute(renewed).rowcount == 0:  # type: ignore[attr-defined]
        insert_use(session, {"id": use_id, "offer_id": offer_id} | again)


def release_use(session: Session, use_id: str) -> None:
    """Release the use of a checkout or order and its count; nothing when there is none or it was released before."""
    offer_id = try_release_use(session, use_id)
    if offer_id is not None:
        uncount_use(session, offer_id)


def release_held_use(session: Session, use_id: str) -> None:
    """Release the use of an unpaid checkout whose payment could not be made; one that is confirmed stays."""
    offer_id = try_release_use(session, use_id, only_held=True)
    if offer_id is not None:
        uncount_use(session, offer_id)


def release_replaced_uses(session: Session, use_ids: Iterable[str], next_offer_id: str | None) -> None:
    """Release the uses of unpaid checkouts that another one replaces; those that are confirmed stay.

    Locks their offers and the next one's, whose use the other checkout holds, by ID: another attempt may change from
    that code to this one at the same instant.
    """
    found = [try_release_use(session, use_id, only_held=True) for use_id in use_ids]
    released = [offer_id for offer_id in found if offer_id is not None]
    if released:
        lock_offers(session, {*released, next_offer_id or released[0]})
    for offer_id in released:
        uncount_use(session, offer_id)


def change_phone(session: Session, use_id: str, phone: str) -> None:
    """Count the use for another phone, because the one of its order was typed wrong; nothing without a use."""
    used = sa.select(Offer).join(OfferUse, OfferUse.offer_id == Offer.id).where(OfferUse.id == use_id)
    offer = session.scalar(used)  # none if the database was restored from before the offer
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
    if not try_count_use(session, terms.id, terms.version):
        raise _explain_refusal(session, terms, use_id, hold)
    if terms.max_uses is not None:
        left, held = read_share(session, terms.id, hold.holder, use_id)
        refuse_large_share(held, 1, left + 1 + held, hold.percent)
    if digest is None:
        return
    code_guess_limit.refuse_phones(session, hold.holder)
    other = find_use_of_phone(session, terms.id, digest, use_id)
    if other is not None:
        status, since, holder = other
        if status != HELD:
            raise errors.OfferUsed
        refused = _refuse_held(since, hold, by_phone=True)
        refused.is_about_phone = holder != hold.holder  # its own hold tells a network nothing new
        raise refused


def _explain_refusal(session: Session, terms: OfferTerms, use_id: str, hold: UseHold) -> errors.OfferRefused:
    """Why no use was counted: another user has changed the offer meanwhile, or none is left."""
    counts = read_counts(session, terms.id, use_id)
    if counts.version != terms.version or counts.is_one_left:
        return errors.OfferChanged()
    if counts.held_since is None or counts.is_used_up:
        return errors.OfferUsedUp()
    return _refuse_held(counts.held_since, hold, by_phone=False)


def _refuse_held(since: datetime, hold: UseHold, *, by_phone: bool) -> errors.OfferHeld:
    """Return the error for a use that is held since an instant. A hold that is over is given back within a minute."""
    until = max(since + timedelta(seconds=hold.seconds), clock.now())
    return errors.refuse_held(until, hold.timezone, by_phone=by_phone)


def _digest_phone(offer: OfferTerms | Offer, phone: str) -> str | None:
    """A digest of the phone that is another one for each offer; None without one, or where a phone may use it again.

    It is a pseudonym: who knows the offer can try all numbers. It is removed when the use is released, and when the
    customer is erased.
    """
    return hash_secret(f"{offer.id}:{phone}") if offer.once_per_phone and phone else None
