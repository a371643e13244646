"""Live stream of the order board: changed orders, menu changes, and the truck itself."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import AccessDecision, Action, Actor, decide_access
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.orders import queries
from chuckwagon.orders.models import Order
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import EncodedEvent, Grant, Topic
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.schedule.truck_queries import get_scheduled_staff_truck
from chuckwagon.trucks.queries import list_unarchived_ids
from chuckwagon.web.sse import encode_event


def open_board(db: Database, actor: Actor, truck_id: str | None) -> Topic:
    """The topic of a truck's board: of the admin's own truck, or of the one that a superadmin names.

    Superadmins follow an archived truck too, because they end what is left of its orders. Raises NotAllowed for another
    admin's truck, NotFound for an unknown one, and InvalidInput when a superadmin names none.
    """
    with db.reading() as session:
        truck = queries.get_truck_for_orders(session, actor, truck_id, allows_archived=actor.is_superadmin)
    return Topic(truck.id, render_any_board if actor.is_superadmin else render_board, filter_staff_grants)


def render_any_board(session: Session, topic: Topic, changes: Sequence[ChangeEvent]) -> list[EncodedEvent]:
    """The events of `render_board` for superadmins, whose boards go on when the truck is archived."""
    return render_board(session, topic, changes, with_archived=True)


def render_board(
    session: Session, topic: Topic, changes: Sequence[ChangeEvent], *, with_archived: bool = False
) -> list[EncodedEvent]:
    """Encoded events: an order or the truck with its current state, everything else with the ID of what changed.

    Orders that no longer exist are left out. Raises NotFound for an archived truck, which ends the boards of its
    staff, unless it is allowed.
    """
    ids = [change.subject_id for change in changes if change.kind == change_log.ORDER]
    orders = session.scalars(sa.select(Order).where(Order.id.in_(ids))).all() if ids else ()
    shown = {order.id: order for order in queries.load_staff_orders(session, orders)} if orders else {}
    events = []
    for change in changes:
        if change.kind == change_log.MENU:
            events.append(encode_event(change.id, "menu", {"menuItemId": change.subject_id}))
        elif change.kind == change_log.STOP:
            events.append(encode_event(change.id, "stop", {"stopId": change.subject_id}))
        elif change.kind == change_log.SLOTS:
            events.append(encode_event(change.id, "slots", {"stopId": change.subject_id}))
        elif change.kind == change_log.DISRUPTION:
            events.append(encode_event(change.id, "disruption", {"disruptionId": change.subject_id}))
        elif change.kind == change_log.TRUCK:
            truck = get_scheduled_staff_truck(session, topic.truck_id, clock.now(), with_archived=with_archived)
            events.append(encode_event(change.id, "truck", truck))
        elif change.subject_id in shown:
            events.append(encode_event(change.id, "order", shown[change.subject_id]))
    return events


def filter_staff_grants(session: Session, grants: Collection[Grant]) -> set[Grant]:
    """The grants whose session is still signed in and allowed to work on the truck; an archived one: superadmins."""
    unarchived = list_unarchived_ids(session, {truck_id for truck_id, _session_id in grants})
    actors = sessions.list_actors(session, {session_id for _truck_id, session_id in grants if session_id})
    return {
        (truck_id, session_id)
        for truck_id, session_id in grants
        if decide_access(actor := actors.get(session_id or ""), Action.MANAGE_ORDERS, truck_id)
        is AccessDecision.ALLOWED
        and (truck_id in unarchived or (actor is not None and actor.is_superadmin))
    }
