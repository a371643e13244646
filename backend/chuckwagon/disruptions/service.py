"""Disruption commands of staff: preview, start, take back, and try failed steps again.

A preview has a digest by which the start notices that facts have changed since.
Why: docs/decisions/0042-disruptions.md
"""

import hashlib
from collections.abc import Sequence
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.accounts.sessions import require_proof_above
from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import Database, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.disruptions import audit_events, models, queries
from chuckwagon.disruptions.effects import CHANGE_KINDS, DisruptionPlan, Effect, OpenOrder, get_effect
from chuckwagon.disruptions.models import MOVED, Disruption, DisruptionStep
from chuckwagon.disruptions.schemas import (
    AffectedOrders,
    DisruptionAnswer,
    DisruptionPreview,
    DisruptionRequest,
    read_new_place,
    read_plan,
)
from chuckwagon.disruptions.steps import APPLY_STEP, FAILED, START, step_key
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.money import to_cents, to_dollars
from chuckwagon.kit.sentences import Language
from chuckwagon.notifications.catalogs import CATALOGS
from chuckwagon.notifications.service import retry_change_sms
from chuckwagon.notifications.templates import PlanChangeFacts, announce_change
from chuckwagon.orders.status_changes import retry_refund
from chuckwagon.payments.checkout.statements import count_open_checkouts
from chuckwagon.realtime import change_log
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.places_service import store_place
from chuckwagon.schedule.queries import choose_truck, get_stop
from chuckwagon.schedule.stops_service import lock_stop_for
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

Affected = list[tuple[OpenOrder, Effect | None]]


def build_preview(
    session: Session, stop: Stop, plan: DisruptionPlan, user_id: str, new_place: Place | None = None
) -> DisruptionPreview:
    """What the plan would do to the stop and its orders now. A new place is not stored yet."""
    affected: Affected = [(one, get_effect(plan, one)) for one in queries.list_open_orders(session, stop.id)]
    effects = [effect for _order, effect in affected]
    refunds = [order.left_cents for order, effect in affected if effect == "refund"]
    pay_outs = [
        order.left_cents
        for order, effect in affected
        if effect == "refund" and order.is_paid_at_counter and order.left_cents
    ]
    sentences = _word(session, stop, plan, new_place)
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
        digest=_digest(stop, plan, affected, sentences, new_place),
        stop=get_stop(session, stop.id),
    )


def _digest(
    stop: Stop, plan: DisruptionPlan, affected: Affected, sentences: dict[Language, str], new_place: Place | None
) -> str:
    """Hash of what staff agree to: the plan of the stop, the words of the SMS, and what each order gets.

    Open checkouts are left out, because they come and go.
    """
    orders = [(order.id, effect, order.left_cents if effect == "refund" else 0) for order, effect in affected]
    position = new_place and (new_place.latitude, new_place.longitude)  # its name and address are in the sentences
    facts = (stop.id, stop.plan_version, plan, sorted(sentences.items()), orders, position)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()


def _count_messages(session: Session, orders: Sequence[OpenOrder]) -> int:
    """The orders whose customer gets an SMS: with a phone whose owner has not opted out."""
    phones = {order.phone for order in orders if order.phone}
    opted_out = set(session.scalars(sa.select(OptOut.phone).where(OptOut.phone.in_(phones)))) if phones else set()
    return sum(order.phone is not None and order.phone not in opted_out for order in orders)


def _word(session: Session, stop: Stop, plan: DisruptionPlan, new_place: Place | None) -> dict[Language, str]:
    """The words with which the SMS begin, by language."""
    truck = session.get_one(Truck, stop.truck_id)
    place = new_place or session.get_one(Place, plan.place_id if plan.kind == MOVED else stop.place_id)
    facts = PlanChangeFacts(CHANGE_KINDS[plan.kind], plan.minutes or 0, plan.sentence)
    return {language: announce_change(truck.name, place.name, place.address, facts, language) for language in CATALOGS}


class DisruptionRunning(Conflict):
    """Another change of plan of the stop has orders to change; `disruption` in the response is that one."""

    code = "disruption_running"
    sentence = "Another change of plan of this stop is still running."


class PreviewOutdated(Conflict):
    """Orders or the stop have changed since the preview; `preview` in the response is a fresh one."""

    code = "preview_outdated"
    sentence = "Something has changed since this preview. Please look again."


class DisruptionAlreadyStarted(Conflict):
    """The change of plan has started; `disruption` in the response is its present state."""

    code = "disruption_started"
    sentence = "This change of plan has started and cannot be taken back."


def preview(db: Database, actor: Actor, stop_id: str, request: DisruptionRequest) -> DisruptionPreview:
    """What the disruption would do now.

    Raises NotFound, NotAllowed, InvalidInput, DisruptionRunning while another one of the stop has orders to change, and
    StopOverlaps if the extended end meets another stop.
    """
    with db.reading() as session:
        stop = queries.get_stop_for(session, actor, stop_id)
        _refuse_running(session, stop_id)
        plan, new_place = read_plan(session, stop, request), read_new_place(session, stop, request)
        return build_preview(session, stop, plan, actor.user_id, new_place)


def schedule(
    db: Database, settings: Settings, actor: Actor, stop_id: str, request: DisruptionRequest, key: str | None
) -> DisruptionAnswer:
    """Schedule the disruption that was previewed, once for each idempotency key. The worker starts it seconds later.

    Raises NotFound, NotAllowed, InvalidInput, DisruptionRunning, PreviewOutdated if the preview of now has another
    digest, StopOverlaps, IdempotencyKeyReused if the key was used with a different request, and
    ReauthenticationRequired when a user without a recent proof refunds more than the limit.
    """
    with db.reading() as session:
        queries.get_stop_for(session, actor, stop_id)
    repeat = parse_idempotency_key(actor.user_id, key, "schedule_disruption", stop_id, request)
    return write_once(
        db, repeat, DisruptionAnswer, lambda session: _schedule(session, settings, actor, stop_id, request)
    )


def list_disruptions(db: Database, actor: Actor, stop_id: str) -> list[DisruptionAnswer]:
    """The newest disruptions of a stop, newest first. Raises NotFound, NotAllowed."""
    with db.reading() as session:
        return queries.list_newest_of_stop(session, queries.get_stop_for(session, actor, stop_id).id)


def list_unfinished(db: Database, actor: Actor, truck_id: str | None) -> list[DisruptionAnswer]:
    """What is under way at a truck, or has left staff something to do. Raises InvalidInput, NotAllowed."""
    chosen = choose_truck(actor, truck_id)
    authorize(actor, Action.MANAGE_DISRUPTIONS, chosen)
    with db.reading() as session:
        return queries.list_unfinished(session, chosen)


def get_disruption(db: Database, actor: Actor, disruption_id: str) -> DisruptionAnswer:
    """A disruption with its progress. Raises NotFound, NotAllowed."""
    with db.reading() as session:
        return queries.build_answer(session, queries.get_disruption_for(session, actor, disruption_id))


def withdraw(db: Database, actor: Actor, disruption_id: str) -> DisruptionAnswer:
    """Take back a disruption that has not started; no change if it was taken back before.

    Raises NotFound, NotAllowed, DisruptionAlreadyStarted.
    """
    return db.write(lambda session: _withdraw(session, actor, disruption_id))


def retry(db: Database, settings: Settings, actor: Actor, disruption_id: str) -> DisruptionAnswer:
    """Try failed steps, SMS and refunds of a disruption again.

    Raises NotFound, NotAllowed, and ReauthenticationRequired as `schedule`.
    """
    free_cents = settings.refund_proof_dollars * 100
    return db.write(lambda session: _retry(session, actor, disruption_id, free_cents))


def _refuse_running(session: Session, stop_id: str) -> None:
    running = queries.find_blocking(session, stop_id)
    if running is not None:
        raise DisruptionRunning(disruption=msgspec.to_builtins(queries.build_answer(session, running)))


def _schedule(
    session: Session, settings: Settings, actor: Actor, stop_id: str, request: DisruptionRequest
) -> DisruptionAnswer:
    # The stop's lock keeps other disruptions and payments at it waiting, so that the digest compares what is true.
    stop = lock_stop_for(session, actor, stop_id)
    _refuse_running(session, stop_id)
    plan, new_place = read_plan(session, stop, request), read_new_place(session, stop, request)
    fresh = build_preview(session, stop, plan, actor.user_id, new_place)
    if request.digest != fresh.digest:
        raise PreviewOutdated(preview=msgspec.to_builtins(fresh))
    require_proof_above(session, actor, to_cents(fresh.refund_total), settings.refund_proof_dollars * 100)
    if new_place is not None:
        plan = msgspec.structs.replace(plan, place_id=store_place(session, actor, new_place).id)
    row = _insert(session, settings, actor, stop, plan)
    counts = fresh.orders
    audit_events.record_scheduled(session, actor, row, counts.new_time + counts.new_place + counts.refunded)
    delay = timedelta(seconds=settings.disruption_seconds)
    outbox.enqueue(session, START, f"disruption:{row.id}:start", {"disruptionId": row.id}, delay=delay)
    change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)
    return queries.build_answer(session, row)


def _insert(session: Session, settings: Settings, actor: Actor, stop: Stop, plan: DisruptionPlan) -> Disruption:
    last = session.scalar(sa.select(sa.func.max(Disruption.number)).where(Disruption.stop_id == stop.id))
    now = clock.now()
    row = Disruption(
        **msgspec.structs.asdict(plan),
        id=new_id(),
        stop_id=stop.id,
        truck_id=stop.truck_id,
        number=(last or 0) + 1,
        state=models.SCHEDULED,
        actor_id=actor.user_id,
        actor_name=actor.author.name,
        actor_role=actor.role,
        created_at=now,
        starts_at=now + timedelta(seconds=settings.disruption_seconds),
    )
    session.add(row)
    session.flush()
    return row


def _withdraw(session: Session, actor: Actor, disruption_id: str) -> DisruptionAnswer:
    row = queries.get_disruption_for(session, actor, disruption_id, lock=True)
    is_scheduled = (Disruption.id == row.id, Disruption.state == models.SCHEDULED)
    if try_update_one(session, sa.update(Disruption).where(*is_scheduled).values(state=models.WITHDRAWN)):
        session.refresh(row)
        audit_events.record_withdrawn(session, actor, row)
        change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)
    shown = queries.build_answer(session, row)
    if row.state == models.STARTED:
        raise DisruptionAlreadyStarted(disruption=msgspec.to_builtins(shown))
    return shown


def _retry(session: Session, actor: Actor, disruption_id: str, free_cents: int) -> DisruptionAnswer:
    row = queries.get_disruption_for(session, actor, disruption_id, lock=True)
    steps = queries.list_steps(session, [row.id])[row.id]
    author, by = actor.author, actor.author.name
    failed = [step for step in steps if step.outcome.progress == FAILED]
    due_cents = queries.sum_due_refunds(session, row, [step.order_id for step in failed])
    require_proof_above(session, actor, due_cents, free_cents)
    tried = sum(_retry_step(session, step) | retry_refund(session, author, step.order_id, by) for step in failed)
    audit_events.record_retried(session, actor, row, tried)
    change_log.publish_change(session, row.truck_id, change_log.DISRUPTION, row.id)
    return queries.build_answer(session, row)


def _retry_step(session: Session, step: queries.StepRow) -> bool:
    is_failed = (DisruptionStep.id == step.id, DisruptionStep.state == models.FAILED)
    waiting = {"state": models.WAITING, "reason": None, "updated_at": clock.now()}
    if try_update_one(session, sa.update(DisruptionStep).where(*is_failed).values(waiting)):
        outbox.reopen(session, APPLY_STEP, step_key(step.id), {"stepId": step.id})
        return True
    return step.sms_kind is not None and retry_change_sms(session, step.order_id, step.sms_kind)
