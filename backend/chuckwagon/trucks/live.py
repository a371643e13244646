"""What customers watch of a truck: whether it takes orders, and what became of its menu."""

from collections.abc import Collection, Sequence

from sqlalchemy.orm import Session

from chuckwagon.core import changes
from chuckwagon.core.changes import Seen
from chuckwagon.core.db import Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.event_stream import write_event
from chuckwagon.core.hub import Event, Pass, Topic
from chuckwagon.trucks import queries


def open_window(db: Database, truck_id: str) -> Topic:
    """The public side of an active truck. Raises NotFound."""
    with db.reading() as session:
        if not queries.is_public_truck(session, truck_id):
            raise NotFound(queries.ABSENT)
    return Topic(truck_id, render_window, keep_public)


def render_window(session: Session, topic: Topic, seen: Sequence[Seen]) -> list[Event]:
    """Each thing as it is now, orders aside. Raises NotFound for a truck that left the street."""
    events = []
    for one in seen:
        if one.kind == changes.MENU:
            events.append(write_event(one.id, "menu", {"menuItemId": one.subject_id}))
        elif one.kind == changes.TRUCK:
            truck = queries.get_truck_for(session, None, truck_id=topic.truck_id)
            events.append(write_event(one.id, "truck", truck))
    return events


def keep_public(session: Session, passes: Collection[Pass]) -> set[Pass]:
    """Whose truck is still on the street."""
    shown = queries.list_public_ids(session, {truck_id for truck_id, _session_id in passes})
    return {one for one in passes if one[0] in shown}
