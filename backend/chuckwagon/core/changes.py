"""What has changed, for whoever watches: one row for each change, written by the change's own transaction.

A row names the thing and says nothing about it; whoever is told reads the thing as it is then. The ids of one
truck's changes become visible in their order, so that a watcher who has seen one has seen all before it.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, table_of
from chuckwagon.core.drivers import driver_of
from chuckwagon.core.prepared import Prepared
from chuckwagon.core.transaction_callbacks import after_commit, before_commit

ORDER, MENU, TRUCK = "order", "menu", "truck"
_SHOWN = sa.text(f"kind <> '{ORDER}'")  # what the public sees
KEPT = timedelta(hours=24)
_LOCK_SPACE = 0x43484E47  # keeps these advisory locks apart from anybody else's

Listener = Callable[[frozenset[str]], None]
_listeners: list[tuple[Listener, bool]] = []


class Change(Base):
    """One thing of a truck changed: an order, an item of its menu, or the truck itself."""

    __tablename__ = "changes"
    # Without the keyword SQLite hands out the ids of deleted rows again.
    __table_args__ = (
        sa.Index("ix_changes_truck", "truck_id", "id"),
        sa.Index("ix_changes_shown", "id", sqlite_where=_SHOWN, postgresql_where=_SHOWN),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    truck_id: Mapped[str] = mapped_column(sa.String(24))
    kind: Mapped[str] = mapped_column(sa.String(10))
    subject_id: Mapped[str] = mapped_column(sa.String(24))
    at: Mapped[datetime]


_INSERT = Prepared(sa.insert(table_of(Change)), ("truck_id", "kind", "subject_id", "at"))
_LOCK = Prepared(
    sa.select(
        sa.func.pg_advisory_xact_lock(_LOCK_SPACE, sa.func.hashtext(sa.bindparam("name", type_=sa.String)))
    )
)


class Seen(msgspec.Struct, frozen=True):
    """A change as a watcher reads it; of several changes of one thing the last."""

    id: int
    truck_id: str
    kind: str
    subject_id: str


def announce(session: Session, truck_id: str, kind: str, subject_id: str) -> None:
    """Tell the watchers of a truck, once the caller's transaction is durable; twice in it is once."""
    announced = session.info.setdefault("announced", {})
    if not announced:
        before_commit(session, lambda: _store(session, list(announced)))
    announced[truck_id, kind, subject_id] = None


def listen(listener: Listener, *, shown_only: bool = False) -> Callable[[], None]:
    """Have `listener` called, in a writer's thread, with the trucks that this process has changed.

    `shown_only`: not for orders, only for what the public sees. Gives a function that ends it.
    """
    entry = (listener, shown_only)
    _listeners.append(entry)
    return lambda: _listeners.remove(entry)


def read_position(session: Session, truck_id: str) -> int:
    """The id of the truck's last change; 0 where none is kept."""
    return session.scalar(sa.select(sa.func.max(Change.id)).where(Change.truck_id == truck_id)) or 0


def holds(session: Session, truck_id: str, position: int) -> bool:
    """Whether this is the id of a change of the truck that is still kept, and so all that followed it."""
    query = sa.select(Change.id).where(Change.id == position, Change.truck_id == truck_id)
    return session.scalar(query) is not None


def list_since(session: Session, positions: Mapping[str, int], limit: int | None = None) -> list[Seen]:
    """What has changed of each truck after the position given for it, once for each thing, in order."""
    given = sa.values(sa.column("truck_id", sa.String), sa.column("position", sa.BigInteger), name="given")
    watched = given.data(list(positions.items())).cte("watched")
    newest = sa.func.max(Change.id)
    query = (
        sa.select(newest, Change.truck_id, Change.kind, Change.subject_id)
        .join(watched, sa.and_(Change.truck_id == watched.c.truck_id, Change.id > watched.c.position))
        .group_by(Change.truck_id, Change.kind, Change.subject_id)
        .order_by(newest)
        .limit(limit)
    )
    return [Seen(*row) for row in session.execute(query)]


def forget_old(session: Session) -> None:
    """Drop what a watcher who comes back only now reads anew anyway."""
    session.execute(sa.delete(Change).where(Change.at < clock.now() - KEPT))


def begin_anew(session: Session) -> None:
    """After a restore: forget what the backup knew, and give out no id that was given out after it."""
    unused = int(clock.now().timestamp() * 1000)  # nobody changes a thousand things a second for ever
    session.execute(sa.delete(Change))
    if session.get_bind().dialect.name == "postgresql":
        counter = sa.func.pg_get_serial_sequence("changes", "id")
        session.execute(sa.select(sa.func.setval(counter, unused)))
        return
    row = {"id": unused, "truck_id": "", "kind": TRUCK, "subject_id": "", "at": clock.now()}
    session.execute(sa.insert(Change), [row])
    session.execute(sa.delete(Change))


def _store(session: Session, announced: list[tuple[str, str, str]]) -> None:
    """The last step of a transaction: the locks are held no longer than the commit takes."""
    trucks = frozenset(truck_id for truck_id, _kind, _subject in announced)
    is_shown = any(kind != ORDER for _truck_id, kind, _subject in announced)
    if driver_of(session).dialect.name == "postgresql":
        # What the public sees is kept by the newest of all trucks' changes, so these are in order together.
        for name in (["*"] if is_shown else []) + sorted(trucks):
            _LOCK.write(session, {"name": name})
    instant = clock.now()
    rows = [
        {"truck_id": truck_id, "kind": kind, "subject_id": subject_id, "at": instant}
        for truck_id, kind, subject_id in announced
    ]
    _INSERT.write_each(session, rows)
    after_commit(session, lambda: _ring(trucks, is_shown=is_shown))


def _ring(trucks: frozenset[str], *, is_shown: bool) -> None:
    for listener, shown_only in _listeners.copy():
        if is_shown or not shown_only:
            listener(trucks)
