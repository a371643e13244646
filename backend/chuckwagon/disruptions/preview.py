"""What a disruption would do now, with a digest by which the start notices that facts have changed since."""

import hashlib
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.customers.models import OptOut
from chuckwagon.disruptions import queries
from chuckwagon.disruptions.effects import CHANGE_KINDS, DisruptionPlan, Effect, OpenOrder, get_effect
from chuckwagon.disruptions.models import MOVED
from chuckwagon.disruptions.schemas import AffectedOrders, DisruptionPreview
from chuckwagon.kit.languages import Language
from chuckwagon.kit.money import to_dollars
from chuckwagon.notifications.templates import CATALOGS, PlanChangeFacts, announce_change
from chuckwagon.payments.checkout.checkouts_at_stop import count_open_checkouts
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.queries import get_stop
from chuckwagon.trucks.models import Truck

Affected = list[tuple[OpenOrder, Effect | None]]


def build_preview(session: Session, stop: Stop, plan: DisruptionPlan, user_id: str) -> DisruptionPreview:
    """What the plan would do to the stop and its orders now."""
    affected: Affected = [(one, get_effect(plan, one)) for one in queries.list_open_orders(session, stop.id)]
    effects = [effect for _order, effect in affected]
    refunds = [order.left_cents for order, effect in affected if effect == "refund"]
    pay_outs = [
        order.left_cents
        for order, effect in affected
        if effect == "refund" and order.is_paid_at_counter and order.left_cents
    ]
    sentences = _word(session, stop, plan)
    return DisruptionPreview(
        kind=plan.kind,  # type: ignore[arg-type]
        orders=AffectedOrders(
            effects.count("new_time"), effects.count("new_place"), effects.count("refund"), effects.count(None)
        ),
        messages=_count_messages(session, [order for order, effect in affected if effect is not None]),
        refund_total=to_dollars(sum(refunds)),
        pay_outs=len(pay_outs),
        pay_out_total=to_dollars(sum(pay_outs)),
        checkouts=count_open_checkouts(session, stop.id),
        sentence=sentences[session.get_one(User, user_id).language],  # type: ignore[index]
        sentences=sentences,
        digest=_digest(stop, plan, affected, sentences),
        stop=get_stop(session, stop.id),
    )


def _digest(stop: Stop, plan: DisruptionPlan, affected: Affected, sentences: dict[Language, str]) -> str:
    """Hash of what staff agree to: the plan of the stop, the words of the SMS, and what each order gets.

    Open checkouts are left out, because they come and go.
    """
    orders = [(order.id, effect, order.left_cents if effect == "refund" else 0) for order, effect in affected]
    facts = (stop.id, stop.plan_version, plan, sorted(sentences.items()), orders)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def _count_messages(session: Session, orders: Sequence[OpenOrder]) -> int:
    """The orders whose customer gets an SMS: with a phone whose owner has not opted out."""
    phones = {order.phone for order in orders if order.phone}
    opted_out = set(session.scalars(sa.select(OptOut.phone).where(OptOut.phone.in_(phones)))) if phones else set()
    return sum(order.phone is not None and order.phone not in opted_out for order in orders)


def _word(session: Session, stop: Stop, plan: DisruptionPlan) -> dict[Language, str]:
    """The words with which the SMS begin, by language."""
    truck = session.get_one(Truck, stop.truck_id)
    place = session.get_one(Place, plan.place_id if plan.kind == MOVED else stop.place_id)
    facts = PlanChangeFacts(CHANGE_KINDS[plan.kind], plan.minutes or 0, plan.sentence)
    return {language: announce_change(truck.name, place.name, place.address, facts, language) for language in CATALOGS}
