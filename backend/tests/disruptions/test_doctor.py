"""`chuckwagon doctor` names changes of plan that are stuck or have not reached their orders."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.disruptions import queries, start
from chuckwagon.disruptions.models import DisruptionStep
from chuckwagon.orders.models import Order
from tests.disruptions.conftest import TAKE_BACK

LATER = timedelta(minutes=11)


@pytest.fixture
def problems(db):
    def find():
        with db.reading() as session:
            return queries.find_problems(session)

    return find


@pytest.mark.dialect
def test_all_is_well_while_and_after_a_disruption_runs(customers, schedule, run, problems):
    customers.order()
    made = schedule("cancelled")
    assert problems() == []
    run(made)
    assert problems() == []


def test_a_disruption_that_does_not_start_is_named(customers, schedule, now, problems):
    customers.order()
    schedule("cancelled")
    now.advance(LATER)
    assert problems() == ["1 changes of plan should have started more than ten minutes ago"]


def test_a_step_that_waits_is_named(customers, schedule, now, db, problems):
    customers.order()
    made = schedule("late", minutes=20)
    now.advance(TAKE_BACK)
    db.write(lambda session: start.start(session, made["_id"]))
    assert problems() == []
    now.advance(LATER)
    assert problems() == ["1 orders have been waiting for their change of plan for more than ten minutes"]


@pytest.mark.dialect
def test_an_order_that_disagrees_is_named(customers, disrupt, db, now, problems):
    customers.order()
    disrupt("cancelled")
    db.write(lambda session: session.execute(sa.update(Order).values(status="confirmed")))
    assert problems() == ["1 orders are open although their stop was cancelled or ended before them"]
    db.write(lambda session: session.execute(sa.delete(DisruptionStep)))
    now.advance(LATER)
    assert problems() == ["1 open orders are for a stop that was cancelled"]


def test_orders_at_a_stop_that_was_put_back_are_as_they_should_be(customers, disrupt, ask, stop, now, problems):
    customers.order()
    disrupt("cancelled")
    assert ask("PUT", f"/stops/{stop['_id']}", json={"status": "scheduled"}).status_code == 200
    customers.order()
    now.advance(LATER)
    assert problems() == []
