"""What the staff of a truck watch: its orders, whole, what became of its menu, and the truck itself."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts import sessions
from chuckwagon.accounts.permissions import Action, Actor, Decision, judge
from chuckwagon.core import changes
from chuckwagon.core.changes import Seen
from chuckwagon.core.db import Database
from chuckwagon.core.errors import InvalidInput, NotFound
from chuckwagon.core.event_stream import write_event
from chuckwagon.core.hub import Event, Pass, Topic
from chuckwagon.orders import queries
from chuckwagon.orders.models import Order
from chuckwagon.trucks.queries import get_staff_truck, list_kept_trucks

WHICH_TRUCK = "Choose a truck."


def open_board(db: Database, actor: Actor, truck_id: str | None) -> Topic:
    """The board of the admin's own truck, or of the one that a superadmin names.

    Raises NotAllowed, NotFound, InvalidInput.
    """
    with db.reading() as session:
        truck = queries.find_scope(session, actor, Action.WORK_ORDERS, truck_id)
    if truck is None:
        raise InvalidInput(WHICH_TRUCK, fields={"truckId": WHICH_TRUCK})
    if truck.archived_at is not None:
        raise NotFound("This truck does not exist.")
    return Topic(truck.id, render_board, keep_staff)


def render_board(session: Session, topic: Topic, seen: Sequence[Seen]) -> list[Event]:
    """Each thing as it is now. Raises NotFound for a truck that is archived."""
    ids = [one.subject_id for one in seen if one.kind == changes.ORDER]
    found = session.scalars(sa.select(Order).where(Order.id.in_(ids))).all() if ids else ()
    shown = {order.id: order for order in queries.show_orders(session, found)} if found else {}
    events = []
    for one in seen:
        if one.kind == changes.MENU:
            events.append(write_event(one.id, "menu", {"menuItemId": one.subject_id}))
        elif one.kind == changes.TRUCK:
            events.append(write_event(one.id, "truck", get_staff_truck(session, topic.truck_id)))
        elif one.subject_id in shown:
            events.append(write_event(one.id, "order", shown[one.subject_id]))
    return events


def keep_staff(session: Session, passes: Collection[Pass]) -> set[Pass]:
    """Who is still signed in, and still works on this truck, which is still there."""
    kept = list_kept_trucks(session, {truck_id for truck_id, _session_id in passes})
    actors = sessions.list_actors(session, {session_id for _truck_id, session_id in passes if session_id})
    return {
        (truck_id, session_id)
        for truck_id, session_id in passes
        if truck_id in kept
        and judge(actors.get(session_id or ""), Action.WORK_ORDERS, truck_id) is Decision.ALLOWED
    }
