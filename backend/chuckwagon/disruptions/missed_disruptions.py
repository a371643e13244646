"""Applies disruptions to an order whose payment succeeded after they had started.

Its customer agreed to an older plan of the stop. The order is made as always, then follows every change since.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.disruptions import models, queries
from chuckwagon.disruptions.effects import get_effect, read_plan_columns
from chuckwagon.disruptions.models import Disruption, DisruptionStep
from chuckwagon.disruptions.steps import apply_step
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import Checkout
from chuckwagon.schedule.checkout_view import lock_plan


def apply_missed(session: Session, order_id: str) -> None:
    """Apply the missing steps of an order, in the sequence of the disruptions. Locks the stop's plan.

    Does nothing for an order without a stop or a checkout.
    """
    order = session.get_one(Order, order_id)
    if order.stop_id is None or order.checkout_id is None:
        return
    lock_plan(session, order.stop_id)  # a disruption that starts now takes the order itself
    checkout = session.get_one(Checkout, order.checkout_id)
    for row in _list_missed(session, order, checkout):
        _apply_disruption(session, row, order)


def _list_missed(session: Session, order: Order, checkout: Checkout) -> list[Disruption]:
    """The disruptions since the plan that the customer agreed to, for which the order has no step.

    A checkout that was recovered from its payment does not know that plan, only when it was made.
    """
    is_newer = Disruption.plan_version > checkout.stop_plan_version
    if checkout.stop_plan_version is None:
        is_newer = Disruption.started_at > checkout.created_at
    has_step = sa.exists().where(DisruptionStep.disruption_id == Disruption.id, DisruptionStep.order_id == order.id)
    missed = (
        Disruption.stop_id == order.stop_id,
        Disruption.state == models.STARTED,
        is_newer,
        ~has_step,
    )
    return list(session.scalars(sa.select(Disruption).where(*missed).order_by(Disruption.number)))


def _apply_disruption(session: Session, row: Disruption, order: Order) -> None:
    found = queries.list_open_orders(session, row.stop_id, order.id)
    if not found or get_effect(read_plan_columns(row), found[0]) is None:
        return
    step = DisruptionStep(
        id=new_id(),
        disruption_id=row.id,
        order_id=order.id,
        state=models.WAITING,
        created_at=clock.now(),
        updated_at=clock.now(),
    )
    session.add(step)
    session.flush()
    apply_step(session, step.id)
