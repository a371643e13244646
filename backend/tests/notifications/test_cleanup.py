"""Devices end with their order, and old pushes are forgotten, in small transactions."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.notifications import push_messages as cleanup
from chuckwagon.orders.messages import NEW_ORDER_PUSHES, ORDER_PUSH, STAFF_PUSH
from chuckwagon.orders.models import Order
from chuckwagon.push.models import OrderDevice
from tests.orders.factories import add_order

KINDS = (NEW_ORDER_PUSHES, STAFF_PUSH, ORDER_PUSH)


@pytest.fixture
def order(db, cast):
    """Inserts an order of the own truck that is being cooked."""
    return lambda: add_order(db, truck_id=cast.truck.id, status="preparing")


@pytest.fixture
def leave(db):
    """Leaves messages of these kinds in the outbox, finished now unless they wait."""

    def enqueue(*kinds, waits=False):
        def insert(session):
            for number, kind in enumerate(kinds):
                key = f"{kind}:{number}:{waits}"
                outbox.enqueue(session, kind, key, {})
                if not waits:
                    outbox.finish(session, outbox.find_message(session, key).id)

        db.write(insert)

    return enqueue


def list_devices(db):
    with db.reading() as session:
        return session.scalars(sa.select(OrderDevice)).all()


def list_kinds(db):
    with db.reading() as session:
        return session.scalars(sa.select(OutboxMessage.kind).order_by(OutboxMessage.id)).all()


def has_ended(db):
    with db.reading() as session:
        return cleanup.has_ended(session)


def test_devices_end_with_their_order(pushes, order, db, clock):
    placed, open_one = order(), order()
    pushes.add_order_device(placed.tracking_token)
    pushes.add_order_device(open_one.tracking_token)
    done = sa.update(Order).where(Order.id == placed.id).values(status="completed", updated_at=clock.now())
    db.write(lambda session: session.execute(done))
    clock.advance(timedelta(hours=5))
    cleanup.delete_ended(db)
    assert len(list_devices(db)) == 2
    clock.advance(timedelta(hours=2))
    cleanup.delete_ended(db)
    assert [one.order_id for one in list_devices(db)] == [open_one.id]
    clock.advance(timedelta(hours=24))
    cleanup.delete_ended(db)
    assert list_devices(db) == []


@pytest.mark.dialect
def test_what_is_known_of_old_pushes_is_forgotten(db, leave, clock):
    leave(*KINDS, "order_ready_sms")
    leave(*KINDS, waits=True)
    clock.advance(timedelta(days=1))
    assert not has_ended(db)
    cleanup.delete_ended(db)
    assert len(list_kinds(db)) == 7
    clock.advance(timedelta(days=1, minutes=1))
    assert has_ended(db)
    cleanup.delete_ended(db)
    assert list_kinds(db) == ["order_ready_sms", *KINDS]
    assert not has_ended(db)


def test_they_are_deleted_in_batches_of_which_the_last_may_be_full(db, leave, clock, monkeypatch):
    monkeypatch.setattr(cleanup, "BATCH_SIZE", 2)
    leave(*([ORDER_PUSH] * 4))
    clock.advance(timedelta(days=3))
    rows = []
    real = cleanup._delete_batch

    def counting(*given, **named):
        rows.append(real(*given, **named))
        return rows[-1]

    monkeypatch.setattr(cleanup, "_delete_batch", counting)
    cleanup.delete_ended(db)
    assert rows == [0, 2, 2, 0]
    assert list_kinds(db) == []


def test_they_are_found_by_the_index_of_finished_pushes(db, clock):
    if not db.is_sqlite:
        pytest.skip("PostgreSQL reads a small table as a whole")
    query = cleanup._select_messages(clock.now()).limit(cleanup.BATCH_SIZE)
    text = str(query.compile(db.engine, compile_kwargs={"literal_binds": True}))
    with db.reading() as session:
        plan = str(session.execute(sa.text(f"EXPLAIN QUERY PLAN {text}")).all())
    assert "ix_outbox_messages_finished_pushes" in plan


def test_the_index_knows_every_kind_of_push():
    assert str(outbox.IS_PUSH) == f"kind IN {KINDS}"
