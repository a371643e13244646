"""Confirms the reservation of a paid checkout. Money has moved, so nothing is refused here, only flagged."""

from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.orders.models import ONLINE
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.reservations import service, statements
from chuckwagon.orders.reservations.service import OrderNeeds
from chuckwagon.orders.reservations.statements import ReservationRow
from chuckwagon.payments.checkout.holds import RenewalPlan, plan_renewal
from chuckwagon.payments.checkout.statements import CheckoutRow, release_newer
from chuckwagon.schedule.slot_allocation import Allocation
from chuckwagon.schedule.slot_rows import lock_truck_slots


def confirm_slot(session: Session, checkout: CheckoutRow, lines: Sequence[PricedLine]) -> list[str]:
    """Confirm the checkout's slot and stock; returns the flags that the order gets: `over_capacity` or none.

    What was released before the payment arrived is taken again, even where it does not fit any more; then the order
    gets the flag. Nothing is taken when the stop is gone.
    """
    if checkout.slot_at is None and checkout.source == ONLINE:
        return []
    if statements.try_confirm(session, checkout.id):
        return []
    if checkout.stop_id is None:
        lock_truck_slots(session, checkout.truck_id)  # of a stop the plan is locked already
    known = statements.find_reservation(session, checkout.id)
    if checkout.slot_at is None and known is None:
        return []  # a counter order without slots
    # A newer checkout of the purchase, which can no longer be paid, may have taken over what this one held.
    moved = release_newer(session, checkout)
    plan = plan_renewal(session, checkout, lines, known, moved)
    if plan is None:
        service.release_capacity(session, moved)
        return []
    if checkout.slot_at is None:  # at the counter after the stop's end: only its stock
        plan = msgspec.structs.replace(plan, needs=OrderNeeds(0, plan.needs.stock), allocation={})
    if plan.allocation is not None and not plan.shortages:
        kept = _build(checkout, plan, plan.allocation)
        if _try_reserve(session, kept, plan, moved):
            _store(session, kept, known)
            return []
    forced = _build(checkout, plan, {plan.position: plan.needs.units} if plan.needs.units else {})
    forced = msgspec.structs.replace(forced, is_over_capacity=True)
    service.reserve(session, forced, plan.calendar, moved, forces_slots=True, forces_stock=True)
    _store(session, forced, known)
    return [service.OVER_CAPACITY]


def _try_reserve(session: Session, kept: ReservationRow, plan: RenewalPlan, moved: Sequence[ReservationRow]) -> bool:
    """Take what fits, in a savepoint. False, and nothing taken, when another customer was faster."""
    try:
        with session.begin_nested():
            service.reserve(session, kept, plan.calendar, moved)
    except service.CONFLICT_ERRORS:
        return False
    return True


def _build(checkout: CheckoutRow, plan: RenewalPlan, allocation: Allocation) -> ReservationRow:
    return service.build_reservation(
        checkout.id,
        checkout.truck_id,
        plan.calendar,
        plan.position,
        allocation,
        plan.needs,
        is_online=checkout.source == ONLINE,
    )


def _store(session: Session, kept: ReservationRow, known: ReservationRow | None) -> None:
    if known is None:
        statements.insert_reservation(session, kept)
    else:
        statements.replace_reservation(session, msgspec.structs.replace(kept, created_at=known.created_at))
