"""Live stream of a truck for customers: its public fields with the schedule, changes of its menu and its stops."""

from collections.abc import Collection, Sequence

from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.realtime import change_log
from chuckwagon.realtime.broker import EncodedEvent, Grant, Topic
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.schedule import truck_queries
from chuckwagon.trucks import queries
from chuckwagon.web.sse import encode_event


def open_truck(db: Database, truck_id: str) -> Topic:
    """The topic of an active truck. Raises NotFound, also for an inactive or archived truck."""
    with db.reading() as session:
        if not queries.is_public_truck(session, truck_id):
            raise NotFound(queries.TRUCK_NOT_FOUND)
    return Topic(truck_id, render_truck, filter_public_grants)


def render_truck(session: Session, topic: Topic, changes: Sequence[ChangeEvent]) -> list[EncodedEvent]:
    """Encoded events: the truck with its public fields and schedule, everything else with the ID of what changed.

    Changes of orders are left out. Raises NotFound for a truck that is not public.
    """
    events = []
    for change in changes:
        if change.kind == change_log.MENU:
            events.append(encode_event(change.id, "menu", {"menuItemId": change.subject_id}))
        elif change.kind == change_log.STOP:
            events.append(encode_event(change.id, "stop", {"stopId": change.subject_id}))
        elif change.kind == change_log.SLOTS:
            events.append(encode_event(change.id, "slots", {"stopId": change.subject_id}))
        elif change.kind == change_log.TRUCK:
            truck, _end = truck_queries.get_scheduled_truck(session, clock.now(), truck_id=topic.truck_id)
            events.append(encode_event(change.id, "truck", truck))
    return events


def filter_public_grants(session: Session, grants: Collection[Grant]) -> set[Grant]:
    """The grants whose truck is still public."""
    public_ids = queries.list_public_ids(session, {truck_id for truck_id, _session_id in grants})
    return {grant for grant in grants if grant[0] in public_ids}
