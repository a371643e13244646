"""The hub of a process: it looks at what has changed and hands it to everybody who watches, in every screen.

Whoever watches subscribes first and reads where the truck stands then, so that nothing falls in between.
What changed is read and written out once for a topic, however many watch it.
"""

import asyncio
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.core import changes
from chuckwagon.core.bells import Bells
from chuckwagon.core.changes import Seen
from chuckwagon.core.db import OUTAGES, Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.logging import log
from chuckwagon.core.service_thread import ServiceThread

LOOK_SECONDS = 1.0  # in any case, should a bell not have rung
CHECK_SECONDS = 15.0
GATHER_SECONDS = 0.02  # changes of one rush are read together
MOST_WAITING = 200  # events; whoever reads slower than that comes back and resumes

Event = tuple[int, bytes]
Pass = tuple[str, str | None]


class Topic(msgspec.Struct, frozen=True):
    """What can be watched: a truck, or one thing of it (`subject_id`) together with the truck itself.

    `render` reads what has changed as it is now and writes it out; NotFound from it ends the streams. `check`
    says which (truck, session) pairs may still watch; None: nobody can lose the right.
    """

    truck_id: str
    render: Callable[[Session, "Topic", Sequence[Seen]], list[Event]]
    check: Callable[[Session, Collection[Pass]], set[Pass]] | None = None
    subject_id: str | None = None

    def concerned(self, seen: Iterable[Seen]) -> list[Seen]:
        """The changes that matter to this topic."""
        if self.subject_id is None:
            return list(seen)
        return [one for one in seen if one.kind == changes.TRUCK or one.subject_id == self.subject_id]


class Subscription:
    """Somebody who watches. Lives on the event loop; only the hub's own thread stays outside of it."""

    __slots__ = ("_events", "_woken", "is_over", "session_id", "topic")

    def __init__(self, topic: Topic, session_id: str | None) -> None:
        self.topic = topic
        self.session_id = session_id
        self.is_over = False
        self._events: list[Event] = []
        self._woken = asyncio.Event()

    def put(self, events: Sequence[Event]) -> None:
        """Have the events sent; ends the stream of somebody who does not read them."""
        if len(self._events) + len(events) > MOST_WAITING:
            self.end()
        else:
            self._events.extend(events)
            self._woken.set()

    def end(self) -> None:
        """Nothing more is sent, not even what waits: whoever comes back gets it then."""
        self._events.clear()
        self.is_over = True
        self._woken.set()

    async def take(self, seconds: float) -> list[Event]:
        """The next events, in order; none when nothing happened for so long or the stream is over."""
        try:
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        except TimeoutError:
            return []
        self._woken.clear()
        found, self._events = self._events, []
        return found


class Hub:
    """All that is watched in this process, and the one thread that looks after it."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = threading.Lock()
        self._topics: dict[str, dict[Topic, set[Subscription]]] = defaultdict(dict)
        self._positions: dict[str, int] = {}
        self._by_address: Counter[str] = Counter()
        self._bells = Bells(db, self._wake)
        self._woken = threading.Event()
        self._is_stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = ServiceThread("hub", self._watch)
        self._has_begun = False
        self._checked_at = time.monotonic()

    def start(self) -> None:
        """Begin to look, for the streams of the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._bells.start()
        self._has_begun = True
        self._thread.start()

    def stop(self) -> None:
        """End the thread; waits for it."""
        self._is_stopping = True
        self._bells.stop()
        if self._has_begun:
            self._thread.stop(wake=self._woken.set)

    def streams_of(self, address: str) -> int:
        """How many streams one client address has open in this process."""
        with self._lock:
            return self._by_address.get(address, 0)

    def admit(self, address: str, most: int) -> bool:
        """Count one more stream of a client address, unless it has `most` of them. Then `release` it."""
        with self._lock:
            if self._by_address[address] >= most:
                return False
            self._by_address[address] += 1
            return True

    def release(self, address: str) -> None:
        """A stream that was admitted has ended."""
        with self._lock:
            self._by_address[address] -= 1
            if self._by_address[address] <= 0:
                del self._by_address[address]

    def subscribe(self, topic: Topic, position: int, session_id: str | None) -> Subscription:
        """Have everything after `position` put into the subscription; what lies before may come as well."""
        subscription = Subscription(topic, session_id)
        with self._lock:
            self._positions.setdefault(topic.truck_id, position)
            self._topics[topic.truck_id].setdefault(topic, set()).add(subscription)
            is_first = len(self._positions) == 1
        if self._is_stopping:
            subscription.end()
        if is_first:
            self._bells.listen(is_needed=True)
            self._woken.set()
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Forget the subscription; a truck that nobody watches is no longer looked at."""
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
            self._bells.listen(is_needed=False)

    def end_streams(self) -> None:
        """The server is about to end: so do the streams, and those that begin now. On the event loop."""
        self._is_stopping = True
        self._end(self._subscriptions())

    def __len__(self) -> int:
        """How many streams are open."""
        return len(self._subscriptions())

    def _wake(self, trucks: Collection[str] | None = None) -> None:
        """Something has changed, of these trucks or of any. Called by any thread."""
        if trucks is None or not self._positions.keys().isdisjoint(trucks):
            self._woken.set()

    def _watch(self) -> None:
        """One round: wait for a change or the next look, hand out what has changed, check who may watch."""
        self._woken.wait(LOOK_SECONDS if self._positions else None)
        self._woken.clear()
        if self._look():
            time.sleep(GATHER_SECONDS)
        if time.monotonic() - self._checked_at > CHECK_SECONDS:
            self._checked_at = time.monotonic()
            self._check()

    def _look(self) -> bool:
        """Hand out what has changed; says whether anything had."""
        with self._lock:
            positions = dict(self._positions)
        if not positions:
            return False
        with self._db.reading() as session:
            seen = changes.list_since(session, positions)
            by_truck: dict[str, list[Seen]] = defaultdict(list)
            for one in seen:
                by_truck[one.truck_id].append(one)
            for truck_id, of_truck in by_truck.items():
                self._tell(session, truck_id, of_truck)
        return bool(seen)

    def _tell(self, session: Session, truck_id: str, seen: list[Seen]) -> None:
        with self._lock:
            watching = {topic: list(them) for topic, them in self._topics.get(truck_id, {}).items()}
        for topic, subscriptions in watching.items():
            concerned = topic.concerned(seen)
            if not concerned:
                continue
            try:
                events = topic.render(session, topic, concerned)
            except OUTAGES:
                raise  # the same changes are looked at again once the database is back
            except NotFound:
                self._on_loop(self._end, subscriptions)
            except Exception:  # noqa: BLE001 - one thing that cannot be shown must not silence the others
                log.exception("stream_failed", truck_id=truck_id)
                self._on_loop(self._end, subscriptions)
            else:
                self._on_loop(_put, subscriptions, events)
        with self._lock:
            if truck_id in self._positions:
                self._positions[truck_id] = max(self._positions[truck_id], seen[-1].id)

    def _check(self) -> None:
        """End the streams of those who may no longer watch, with one question for all that are alike."""
        asked: dict[Any, dict[Pass, list[Subscription]]] = defaultdict(lambda: defaultdict(list))
        for subscription in self._subscriptions():
            topic = subscription.topic
            if topic.check is not None:
                asked[topic.check][topic.truck_id, subscription.session_id].append(subscription)
        for check, passes in asked.items():
            with self._db.reading() as session:
                valid = check(session, passes.keys())
            for one, subscriptions in passes.items():
                if one not in valid:
                    self._on_loop(self._end, subscriptions)

    def _subscriptions(self) -> list[Subscription]:
        with self._lock:
            return [one for topics in self._topics.values() for them in topics.values() for one in them]

    def _on_loop(self, call: Callable[..., None], *given: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *given)

    @staticmethod
    def _end(subscriptions: Iterable[Subscription]) -> None:
        for subscription in subscriptions:
            subscription.end()


def _put(subscriptions: Iterable[Subscription], events: Sequence[Event]) -> None:
    for subscription in subscriptions:
        subscription.put(events)
