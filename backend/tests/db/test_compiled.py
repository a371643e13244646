"""Compiled statements convert parameters and rows as SQLAlchemy does."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock

pytestmark = pytest.mark.dialect

_messages = table_of(OutboxMessage)
COLUMNS = ("kind", "key", "payload", "status", "attempts", "available_at", "created_at")
INSERT = CompiledStatement(sa.insert(_messages), COLUMNS)
WAITING = CompiledStatement(
    sa.select(_messages.c.payload, _messages.c.available_at, _messages.c.leased_until)
    .where(_messages.c.kind == sa.bindparam("kind"), _messages.c.status == "waiting")
    .order_by(_messages.c.key)
)


def row(key, instant):
    values = ("bake", key, {"of": [key]}, "waiting", 0, instant, instant)
    return dict(zip(COLUMNS, values, strict=True))


def test_values_come_back_as_they_went_in(db):
    instant = clock.now() + timedelta(microseconds=1)
    db.write(lambda session: INSERT.run_each_later(session, [row(key, instant) for key in "ab"]))
    with db.reading() as session:
        found = WAITING.all(session, {"kind": "bake"})
        assert found == [({"of": [key]}, instant, None) for key in "ab"]
        assert [tuple(one) for one in session.execute(
            sa.select(_messages.c.payload, _messages.c.available_at, _messages.c.leased_until)
        )] == found  # fmt: skip
        assert WAITING.first(session, {"kind": "burn"}) is None


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("2026-07-01T12:00:00-05:00", "2026-07-01 17:00:00.000000"),
        ("2026-07-01T17:00:00.000120+00:00", "2026-07-01 17:00:00.000120"),
    ],
)
def test_an_instant_is_kept_in_utc_and_sqlite_sorts_it_as_text(db, given, text):
    instant = datetime.fromisoformat(given)
    db.write(lambda session: session.add(OutboxMessage(**row("a", instant))))
    with db.reading() as session:
        assert WAITING.first(session, {"kind": "bake"})[1] == instant
        if session.get_bind().dialect.name == "sqlite":
            assert session.scalar(sa.text("SELECT available_at FROM outbox_messages")) == text


def test_a_refused_statement_takes_only_its_own_transaction_along(db):
    instant = clock.now()
    db.write(lambda session: INSERT.run(session, row("a", instant)))

    def write_twice(session):
        INSERT.run(session, row("b", instant))
        INSERT.run(session, row("a", instant))

    with pytest.raises(sa.exc.IntegrityError):
        db.write(write_twice)
    with db.reading() as session:
        assert len(WAITING.all(session, {"kind": "bake"})) == 1
    db.write(lambda session: INSERT.run(session, row("b", instant)))


def test_what_the_session_has_not_written_yet_is_seen(db):
    def add_and_look(session):
        session.add(OutboxMessage(**row("a", clock.now())))
        return len(WAITING.all(session, {"kind": "bake"}))

    assert db.write(add_and_look) == 1


def test_an_insert_must_give_what_has_a_default(db):
    short = CompiledStatement(sa.insert(_messages), tuple(name for name in COLUMNS if name != "status"))
    with pytest.raises(TypeError, match="default"):
        db.write(lambda session: short.run(session, row("a", clock.now())))
