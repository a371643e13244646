"""The change log: one row for each change of an order, a menu item, a truck, a stop, its slots, a disruption, a drawer,
a printer.

It is written in the transaction of the change.

A row names the changed object without its data; subscribers read the current data. The ids of a truck's changes
become visible in ascending order, so a subscriber that has seen one id has seen all smaller ones.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import InstrumentedAttribute, Mapped, Session, mapped_column

from chuckwagon.db.compiled import CompiledStatement, driver_of
from chuckwagon.db.database import Base, table_of
from chuckwagon.db.transaction_callbacks import after_commit, before_commit
from chuckwagon.kit import clock

ORDER, MENU, TRUCK, STOP, SLOTS = "order", "menu", "truck", "stop", "slots"
DISRUPTION, DRAWER, COUNTER_PAYMENT, PRINTER = "disruption", "drawer", "counterpay", "printer"
STAFF_ONLY = (ORDER, DISRUPTION, DRAWER, COUNTER_PAYMENT, PRINTER)
_IS_PUBLIC = sa.text(f"kind <> '{ORDER}'")  # almost only changes that customers can see
RETENTION = timedelta(hours=24)
_LOCK_NAMESPACE = 0x43484E47  # keeps these advisory locks apart from all others

ChangeCallback = Callable[[frozenset[str]], None]
_listeners: list[tuple[ChangeCallback, bool]] = []


class ChangeRow(Base):
    """A change of an order, a menu item, a stop or how full its slots are, a disruption, or of the truck itself."""

    __tablename__ = "changes"
    # Without AUTOINCREMENT SQLite reuses the ids of deleted rows.
    __table_args__ = (
        sa.Index("ix_changes_truck", "truck_id", "id"),
        sa.Index("ix_changes_shown", "id", sqlite_where=_IS_PUBLIC, postgresql_where=_IS_PUBLIC),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    truck_id: Mapped[str] = mapped_column(sa.String(24))
    kind: Mapped[str] = mapped_column(sa.String(10))
    subject_id: Mapped[str] = mapped_column(sa.String(24))
    at: Mapped[datetime]


_INSERT = CompiledStatement(sa.insert(table_of(ChangeRow)), ("truck_id", "kind", "subject_id", "at"))
_LOCK = CompiledStatement(
    sa.select(sa.func.pg_advisory_xact_lock(_LOCK_NAMESPACE, sa.func.hashtext(sa.bindparam("name", type_=sa.String))))
)


class ChangeEvent(msgspec.Struct, frozen=True):
    """The last of one or more changes of an object, as subscribers get it."""

    id: int
    truck_id: str
    kind: str
    subject_id: str


def publish_change(session: Session, truck_id: str, kind: str, subject_id: str) -> None:
    """Record a change at the end of the caller's transaction, and notify listeners after the commit.

    Repeated changes of one object in a transaction count once.
    """
    changes = session.info.setdefault("changes", {})
    if not changes:
        before_commit(session, lambda: _insert_changes(session, list(changes)))
    changes[truck_id, kind, subject_id] = None


def add_listener(listener: ChangeCallback, *, public_only: bool = False) -> Callable[[], None]:
    """Call `listener` after each change of this process, with the ids of the changed trucks, in the writer's thread.

    With `public_only` it is not called for what only staff see. Returns a function that removes the listener.
    """
    entry = (listener, public_only)
    _listeners.append(entry)
    return lambda: _listeners.remove(entry)


def get_last_change_id(session: Session, truck_id: str) -> int:
    """The id of the truck's last change; 0 if none is retained."""
    return session.scalar(sa.select(select_last_change_id(truck_id))) or 0


def select_last_change_id(truck_id: str | sa.ColumnElement[str] | InstrumentedAttribute[str]) -> sa.ScalarSelect[int]:
    """A value for other statements: the id of the last change of the truck; NULL if none is retained."""
    return sa.select(sa.func.max(ChangeRow.id)).where(ChangeRow.truck_id == truck_id).scalar_subquery()


def get_last_public_change_id(session: Session, truck_id: str) -> int:
    """The id of the truck's last change that customers can see; 0 if none is retained."""
    shown = sa.select(ChangeRow.id).where(ChangeRow.truck_id == truck_id, ChangeRow.kind.not_in(STAFF_ONLY))
    return session.scalar(shown.order_by(ChangeRow.id.desc()).limit(1)) or 0


def is_retained(session: Session, truck_id: str, change_id: int) -> bool:
    """Whether the truck's change with this id is still in the log, and therefore all later ones."""
    query = sa.select(ChangeRow.id).where(ChangeRow.id == change_id, ChangeRow.truck_id == truck_id)
    return session.scalar(query) is not None


def list_since(session: Session, positions: Mapping[str, int], limit: int | None = None) -> list[ChangeEvent]:
    """List the changes after a change id, the newest for each object and kind, ordered by id.

    `positions` maps the id of each truck to the last change id that the caller has seen. Other trucks are left out.
    """
    given = sa.values(sa.column("truck_id", sa.String), sa.column("position", sa.BigInteger), name="given")
    watched = given.data(list(positions.items())).cte("watched")
    newest = sa.func.max(ChangeRow.id)
    query = (
        sa.select(newest, ChangeRow.truck_id, ChangeRow.kind, ChangeRow.subject_id)
        .join(watched, sa.and_(ChangeRow.truck_id == watched.c.truck_id, ChangeRow.id > watched.c.position))
        .group_by(ChangeRow.truck_id, ChangeRow.kind, ChangeRow.subject_id)
        .order_by(newest)
        .limit(limit)
    )
    return [ChangeEvent(*row) for row in session.execute(query)]


def delete_old_changes(session: Session) -> None:
    """Delete changes older than RETENTION. A client that was away for longer reloads everything."""
    session.execute(sa.delete(ChangeRow).where(ChangeRow.at < clock.now() - RETENTION))


def reset_after_restore(session: Session) -> None:
    """Delete all changes after a restore, and skip every id that was used since the backup."""
    unused = int(clock.now().timestamp() * 1000)  # above all used ids: there are fewer than 1000 a second
    session.execute(sa.delete(ChangeRow))
    if session.get_bind().dialect.name == "postgresql":
        counter = sa.func.pg_get_serial_sequence("changes", "id")
        session.execute(sa.select(sa.func.setval(counter, unused)))
        return
    row = {"id": unused, "truck_id": "", "kind": TRUCK, "subject_id": "", "at": clock.now()}
    session.execute(sa.insert(ChangeRow), [row])
    session.execute(sa.delete(ChangeRow))


def _insert_changes(session: Session, changes: list[tuple[str, str, str]]) -> None:
    """Insert the changes as the last step of the transaction, so that their locks are held only during the commit."""
    trucks = frozenset(truck_id for truck_id, _kind, _subject in changes)
    is_public = any(kind not in STAFF_ONLY for _truck_id, kind, _subject in changes)
    if driver_of(session).dialect.name == "postgresql":
        # Cached public pages are validated by the newest change of all trucks, so public changes share one order.
        for name in (["*"] if is_public else []) + sorted(trucks):
            _LOCK.run_later(session, {"name": name})
    instant = clock.now()
    rows = [
        {"truck_id": truck_id, "kind": kind, "subject_id": subject_id, "at": instant}
        for truck_id, kind, subject_id in changes
    ]
    _INSERT.run_each_later(session, rows)
    after_commit(session, lambda: _notify_listeners(trucks, is_public=is_public))


def _notify_listeners(trucks: frozenset[str], *, is_public: bool) -> None:
    for listener, public_only in _listeners.copy():
        if is_public or not public_only:
            listener(trucks)
