"""The chain of the audit log: each row carries the hash of its content and of the row before it.

Rows are written without a place, so that staff (and the guests who buy beside them) wait for nobody. A
moment later one worker at a time gives them their places in one chain, holding its head. A row that is
changed, removed or inserted breaks the chain there; of rows that were forgotten on purpose the hash of the
last one stays: the anchor.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import takewhile
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.audit import CONTENT, AuditEvent, digest_of
from chuckwagon.core.db import Base, Database, insert_if_absent, table_of

HEAD, ANCHOR = "head", "anchor"
NOTHING = "0" * 64
BATCH = 500

_events = table_of(AuditEvent)
_SEAL = (
    sa.update(_events)
    .where(_events.c.id == sa.bindparam("event_id"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("number", "previous", "hash")})
)
_WAITING = sa.select(_events.c.id, _events.c.digest).where(_events.c.number.is_(None))
_ROWS = sa.select(*(_events.c[name] for name in (*CONTENT, "digest", "number", "previous", "hash")))


class AuditMark(Base):
    """The two ends of the chain: its last row, and the last of the rows that were forgotten."""

    __tablename__ = "audit_marks"

    name: Mapped[str] = mapped_column(sa.String(10), primary_key=True)
    number: Mapped[int]
    hash: Mapped[str] = mapped_column(sa.String(64))


class Place(msgspec.Struct, frozen=True):
    """A row of the chain by number and hash; number 0 is before the first one."""

    number: int
    hash: str


class Verdict(msgspec.Struct, frozen=True):
    """What a walk along the chain has found; `problem` names the first row that is not as it should be."""

    checked: int
    unsealed: int
    last: Place
    problem: str | None


class _Broken(Exception):
    """The sentence names the row."""


def has_unsealed(session: Session) -> bool:
    """Whether rows wait for their place; a cheap look that takes no write lock."""
    return session.scalar(_WAITING.with_only_columns(_events.c.id).limit(1)) is not None


def seal(db: Database) -> None:
    """Give every row that waits its place, a batch a transaction."""
    while db.write(_seal_batch) == BATCH:
        pass


def _seal_batch(session: Session) -> int:
    """Whoever holds the head is alone with the chain; the second one sees what the first has sealed."""
    last = _hold_head(session)
    waiting = session.execute(_WAITING.order_by(_events.c.at, _events.c.id).limit(BATCH)).all()
    sealed = []
    for event_id, digest in waiting:
        here = _next_place(last, digest)
        values = {"new_number": here.number, "new_previous": last.hash, "new_hash": here.hash}
        sealed.append({"event_id": event_id, **values})
        last = here
    if sealed:
        session.execute(_SEAL, sealed)
        _move(session, HEAD, last)
    return len(sealed)


def forget_old(db: Database, days: int) -> None:
    """Forget the beginning of the chain that is older than so many days; what follows stays verifiable."""
    limit = clock.now() - timedelta(days=days)

    def forget(session: Session) -> int:
        _hold_head(session)
        first = sa.select(_events.c.number, _events.c.at, _events.c.hash).where(_events.c.number.is_not(None))
        rows = session.execute(first.order_by(_events.c.number).limit(BATCH)).all()
        old = list(takewhile(lambda row: row.at < limit, rows))
        if old:
            session.execute(sa.delete(_events).where(_events.c.number <= old[-1].number))
            _move(session, ANCHOR, Place(old[-1].number, old[-1].hash))
        return len(old)

    while db.write(forget) == BATCH:
        pass


def verify(db: Database, known: Place | None = None) -> Verdict:
    """Walk along the whole chain. `known` is a place that was noted down earlier and must still be in it."""
    with _one_view(db) as session:
        anchor, head = _place(session, ANCHOR), _place(session, HEAD)
        unsealed = session.execute(_ROWS.where(_events.c.number.is_(None))).mappings().all()
        here, problem = anchor, None
        try:
            _compare(here, known)
            for row in _chained(session):
                here = _follow(here, row)
                _compare(here, known)
            _finish(here, head, known)
            for row in unsealed:
                _read_content(row, "that waits for its place")
        except _Broken as broken:
            problem = str(broken)
        return Verdict(here.number - anchor.number, len(unsealed), here, problem)


def _follow(last: Place, row: Any) -> Place:
    """The place of the next row. Raises _Broken when it is not the one that followed."""
    number = last.number + 1
    if row["number"] != number:
        raise _Broken(f"Event {number} is missing.")
    _read_content(row, f"number {number}")
    here = _next_place(last, row["digest"])
    if (row["previous"], row["hash"]) != (last.hash, here.hash):
        raise _Broken(f"Event {number} ({row['id']}) does not follow event {last.number}.")
    return here


def _read_content(row: Any, which: str) -> None:
    if digest_of(row) != row["digest"]:
        raise _Broken(f"The event {which} ({row['id']}) is not as it was written.")


def _compare(here: Place, known: Place | None) -> None:
    if known is not None and known.number == here.number and known.hash != here.hash:
        raise _Broken(f"Event {here.number} is not the one that was noted down.")


def _finish(here: Place, head: Place, known: Place | None) -> None:
    if here != head:
        end = "are missing" if here.number < head.number else "were added by hand"
        raise _Broken(f"Events after number {min(here.number, head.number)} {end}.")
    if known is not None and known.number > here.number:
        raise _Broken(f"Event {known.number} was noted down and is missing.")


def _chained(session: Session) -> Iterator[Any]:
    """Batch by batch; where a walk ends early, nothing stays open."""
    rows = _ROWS.where(_events.c.number.is_not(None)).order_by(_events.c.number).limit(BATCH)
    batch = session.execute(rows).mappings().all()
    while batch:
        yield from batch
        batch = session.execute(rows.where(_events.c.number > batch[-1]["number"])).mappings().all()


def _next_place(last: Place, digest: str) -> Place:
    number = last.number + 1
    return Place(number, hashlib.sha256(f"{number}:{last.hash}:{digest}".encode("ascii")).hexdigest())


def _hold_head(session: Session) -> Place:
    """The last row of the chain; nobody else adds one until the transaction ends."""
    insert_if_absent(session, AuditMark, {"name": HEAD, "number": 0, "hash": NOTHING})
    mark = sa.select(AuditMark).where(AuditMark.name == HEAD).with_for_update()
    found = session.scalars(mark, execution_options={"populate_existing": True}).one()
    return Place(found.number, found.hash)


def _place(session: Session, name: str) -> Place:
    found = session.get(AuditMark, name)
    return Place(found.number, found.hash) if found else Place(0, NOTHING)


def _move(session: Session, name: str, place: Place) -> None:
    values = msgspec.structs.asdict(place)
    if not insert_if_absent(session, AuditMark, {"name": name, **values}):
        session.execute(
            sa.update(table_of(AuditMark)).where(table_of(AuditMark).c.name == name).values(values)
        )


@contextmanager
def _one_view(db: Database) -> Iterator[Session]:
    """Everything as it was at one moment, however long the walk takes."""
    level = {} if db.is_sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with Session(db.engine.execution_options(**level)) as session:
        yield session
