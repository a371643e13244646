"""The publish/subscribe broker of a process: one thread polls the change log and sends events to all streams.

A client subscribes first and then reads the current state, so that no change is lost in between. Each change is read
and encoded once per topic, regardless of the number of its subscriptions.

Why: docs/decisions/0021-live-streams.md
"""

import asyncio
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.kit.errors import NotFound
from chuckwagon.observability.background_thread import BackgroundThread
from chuckwagon.observability.logging import log
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeEvent
from chuckwagon.realtime.change_watcher import create_change_watcher

POLL_SECONDS = 1.0  # also without a notification, because one may be lost
ACCESS_CHECK_SECONDS = 15.0
DEBOUNCE_SECONDS = 0.02  # changes in quick succession are read together
MAX_QUEUED_EVENTS = 200  # a slower client is disconnected, and resumes when it reconnects

EncodedEvent = tuple[int, bytes]
"""The change id and the encoded event."""
Grant = tuple[str, str | None]
"""A truck id and the id of the session that watches it."""


class Topic(msgspec.Struct, frozen=True):
    """What a stream follows: all changes of a truck, or one object of it (`subject_id`), its stops and the truck.

    `render` reads the current data of changed objects and encodes them; a NotFound closes the streams. `check`
    returns those of the given grants that are still valid; None if they cannot be revoked. It is asked before each
    delivery, and every ACCESS_CHECK_SECONDS for streams to which nothing is delivered. Both are called in the broker's
    thread. `token` is the secret that opened the stream of one object.
    """

    truck_id: str
    render: Callable[[Session, "Topic", Sequence[ChangeEvent]], list[EncodedEvent]]
    check: Callable[[Session, Collection[Grant]], set[Grant]] | None = None
    subject_id: str | None = None
    token: str | None = None

    def relevant_changes(self, changes: Iterable[ChangeEvent]) -> list[ChangeEvent]:
        """Those of the truck's changes that the topic follows: all of them without a `subject_id`.

        With one, those of that object, of the truck itself and of its stops.
        """
        if self.subject_id is None:
            return list(changes)
        about_truck = (change_log.TRUCK, change_log.STOP)
        return [one for one in changes if one.kind in about_truck or one.subject_id == self.subject_id]


class Subscription:
    """The event queue of one stream. Used only on the event loop."""

    __slots__ = ("_events", "_woken", "is_closed", "session_id", "topic")

    def __init__(self, topic: Topic, session_id: str | None) -> None:
        self.topic = topic
        self.session_id = session_id
        self.is_closed = False
        self._events: list[EncodedEvent] = []
        self._woken = asyncio.Event()

    def put(self, events: Sequence[EncodedEvent]) -> None:
        """Queue events. If the client reads too slowly, close the subscription instead."""
        if len(self._events) + len(events) > MAX_QUEUED_EVENTS:
            self.close()
        else:
            self._events.extend(events)
            self._woken.set()

    def close(self) -> None:
        """Close the stream and discard its queued events. The client catches up when it reconnects."""
        self._events.clear()
        self.is_closed = True
        self._woken.set()

    async def take(self, seconds: float) -> list[EncodedEvent]:
        """Wait up to `seconds` for events and return them in order; an empty list after a timeout or `close`."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        events, self._events = self._events, []
        return events


_Delivery = tuple[Sequence[Subscription], Sequence[EncodedEvent]]


class Broker:
    """All subscriptions of this process, and the thread that serves them. Thread-safe."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._topics: dict[str, dict[Topic, set[Subscription]]] = defaultdict(dict)
        self._positions: dict[str, int] = {}
        self._by_address: Counter[str] = Counter()
        self.watcher = create_change_watcher(db, self._wake)
        self._woken = threading.Event()
        self._is_stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = BackgroundThread("broker", self._run_round)
        self._has_started = False
        self._checked_at = time.monotonic()

    def start(self) -> None:
        """Start the watcher and the thread. Called on the event loop of the streams."""
        self._loop = asyncio.get_running_loop()
        self.watcher.start(self._loop)
        self._has_started = True
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and wait for it."""
        self._is_stopping = True
        self.watcher.stop()
        if self._has_started:
            self._thread.stop(wake=self._woken.set)

    def count_streams(self, address: str) -> int:
        """The number of open streams of a client address in this process."""
        with self._lock:
            return self._by_address.get(address, 0)

    def try_add_stream(self, address: str, limit: int) -> bool:
        """Count a new stream of a client address; False if it has `limit` streams. Pair with `remove_stream`.

        A limit of 0 is no limit.
        """
        with self._lock:
            if 0 < limit <= self._by_address[address]:
                return False
            self._by_address[address] += 1
            return True

    def remove_stream(self, address: str) -> None:
        """Stop counting a stream of a client address."""
        with self._lock:
            self._by_address[address] -= 1
            if self._by_address[address] <= 0:
                del self._by_address[address]

    def subscribe(self, topic: Topic, position: int, session_id: str | None) -> Subscription:
        """Subscribe to all changes after the change id `position`. Earlier ones may come as well."""
        subscription = Subscription(topic, session_id)
        with self._lock:
            self._positions.setdefault(topic.truck_id, position)
            self._topics[topic.truck_id].setdefault(topic, set()).add(subscription)
            is_first = len(self._positions) == 1
        if self._is_stopping:
            subscription.close()
        if is_first:
            self.watcher.set_needed(is_needed=True)
            self._woken.set()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Remove the subscription. A truck without subscriptions is no longer polled."""
        topic = subscription.topic
        with self._lock:
            topics = self._topics[topic.truck_id]
            topics.get(topic, set()).discard(subscription)
            if not topics.get(topic):
                topics.pop(topic, None)
            if not topics:
                del self._topics[topic.truck_id]
                self._positions.pop(topic.truck_id, None)
            is_last = not self._positions
        if is_last:
            self.watcher.set_needed(is_needed=False)

    def end_streams(self) -> None:
        """Close all streams, and at once those that open later, because the server is stopping.

        Called on the event loop.
        """
        self._is_stopping = True
        self._close(self._list_subscriptions())

    def __len__(self) -> int:
        """The number of subscriptions."""
        return len(self._list_subscriptions())

    def _wake(self, trucks: Collection[str] | None = None) -> None:
        """Wake the thread after a change of these trucks; of any truck if None. Called from any thread."""
        if trucks is None or not self._positions.keys().isdisjoint(trucks):
            self._woken.set()

    def _run_round(self) -> None:
        """Run one round: wait for a change or the next poll, publish the changes, check access."""
        self._woken.wait(POLL_SECONDS if self._positions else None)
        self._woken.clear()
        if self._poll():
            time.sleep(DEBOUNCE_SECONDS)
        if time.monotonic() - self._checked_at > ACCESS_CHECK_SECONDS:
            self._checked_at = time.monotonic()
            with self._db.reading() as session:
                self._close_revoked(session, self._list_subscriptions())

    def _poll(self) -> bool:
        """Publish new changes to the streams. Returns whether there were any."""
        with self._lock:
            positions = dict(self._positions)
        if not positions:
            return False
        with self._db.reading() as session:
            changes = change_log.list_since(session, positions)
            self._publish(session, changes)
        return bool(changes)

    def _publish(self, session: Session, changes: list[ChangeEvent]) -> None:
        by_truck: dict[str, list[ChangeEvent]] = defaultdict(list)
        for change in changes:
            by_truck[change.truck_id].append(change)
        rendered = [one for truck_id, of_truck in by_truck.items() for one in self._render(session, truck_id, of_truck)]
        # Asked after rendering: what ended before the data was read must not get it.
        self._close_revoked(session, [one for subscriptions, _events in rendered for one in subscriptions])
        for subscriptions, events in rendered:
            self._on_loop(_put, subscriptions, events)
        with self._lock:
            for truck_id in by_truck.keys() & self._positions.keys():
                self._positions[truck_id] = max(self._positions[truck_id], by_truck[truck_id][-1].id)

    def _render(self, session: Session, truck_id: str, changes: list[ChangeEvent]) -> Iterator[_Delivery]:
        """Yield the truck's subscriptions with the events that are for them. Closes those that cannot be rendered."""
        with self._lock:
            topics = {topic: list(them) for topic, them in self._topics.get(truck_id, {}).items()}
        for topic, subscriptions in topics.items():
            relevant = topic.relevant_changes(changes)
            if not relevant:
                continue
            try:
                events = topic.render(session, topic, relevant)
            except OUTAGE_ERRORS:
                raise  # the same changes are published once the database is back
            except NotFound:
                self._on_loop(self._close, subscriptions)
            except Exception:  # noqa: BLE001 - an object that cannot be rendered must not stop the other topics
                log.exception("stream_failed", truck_id=truck_id)
                self._on_loop(self._close, subscriptions)
            else:
                yield subscriptions, events

    def _close_revoked(self, session: Session, subscriptions: Iterable[Subscription]) -> None:
        """Close the streams whose grant was revoked. One query checks all grants with the same `check` function."""
        by_check: dict[Any, dict[Grant, list[Subscription]]] = defaultdict(lambda: defaultdict(list))
        for subscription in subscriptions:
            topic = subscription.topic
            if topic.check is not None:
                by_check[topic.check][topic.truck_id, subscription.session_id].append(subscription)
        for check, grants in by_check.items():
            valid = check(session, grants.keys())
            for grant, subscriptions in grants.items():
                if grant not in valid:
                    self._on_loop(self._close, subscriptions)

    def _list_subscriptions(self) -> list[Subscription]:
        with self._lock:
            return [one for topics in self._topics.values() for them in topics.values() for one in them]

    def _on_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    @staticmethod
    def _close(subscriptions: Iterable[Subscription]) -> None:
        for subscription in subscriptions:
            subscription.close()


def _put(subscriptions: Iterable[Subscription], events: Sequence[EncodedEvent]) -> None:
    for subscription in subscriptions:
        if not subscription.is_closed:
            subscription.put(events)
