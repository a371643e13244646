"""Lost demand is counted in hourly sums: what a page reports, and what the server refuses or releases itself."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon import demand
from chuckwagon.demand import LostDemand
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.menu.models import StopStock
from tests.factories import make_item
from tests.orders.reservations.conftest import *  # noqa: F403 - a stop with capacity, and short ways to order at it
from tests.servers import wait_until

FIRST = "2026-07-02T15:00:00Z"  # the first slot


@pytest.fixture
def lost(db):
    """The sums as (stop, kind): count."""

    def read():
        with db.reading() as session:
            rows = session.scalars(sa.select(LostDemand))
            return {(row.stop_id, row.kind): row.count for row in rows}

    return read


@pytest.fixture
def report(client, truck):
    def send(kind, stop_id=None, slug=None):
        body = {"kind": kind, "stopId": stop_id}
        return client.post(f"/api/trucks/{slug or truck.slug}/demand", json=body).status_code

    return send


@pytest.mark.dialect
def test_views_of_a_closed_truck_are_counted_by_the_hour(db, report, lost, clock, stop_id):
    assert [report("closed_view"), report("closed_view", stop_id)] == [204, 204]
    assert lost() == {}  # pre-orders are open: at this stop everything can be ordered
    clock.set("2026-07-02T18:00:00Z")
    assert [report("closed_view"), report("closed_view"), report("closed_view", stop_id)] == [204, 204, 204]
    assert lost() == {("", "closed_view"): 2, (stop_id, "closed_view"): 1}
    clock.advance(timedelta(hours=1))
    report("closed_view")
    with db.reading() as session:
        hours = sa.select(LostDemand.hour, LostDemand.count).where(LostDemand.stop_id == "").order_by(LostDemand.hour)
        assert [tuple(row) for row in session.execute(hours)] == [(495_282, 2), (495_283, 1)]


def test_a_report_invents_neither_trucks_nor_stops(report, lost, cast, add_stop):
    elsewhere = add_stop(of=cast.other_truck)
    assert [report("sold_out", stop) for stop in ("nonsense", "a" * 24, elsewhere)] == [204, 204, 204]
    assert lost() == {("", "sold_out"): 3}
    assert [report("sold_out", slug="nowhere"), report("something")] == [404, 400]
    assert lost() == {("", "sold_out"): 3}


@pytest.mark.usefixtures("frozen_clock")
def test_one_address_is_counted_so_often_in_a_minute(report, lost, truck, settings):
    answers = [report("sold_out") for _ in range(settings.limit_demand_per_address + 1)]
    assert answers == [204] * settings.limit_demand_per_address + [429]
    assert lost() == {("", "sold_out"): settings.limit_demand_per_address}


@pytest.mark.dialect
def test_a_full_slot_and_a_sold_out_item_are_counted_at_their_stop(db, order, lost, stop_id, taco):
    assert order(10, FIRST, stop_id=stop_id).status_code == 200
    assert order(1, FIRST, stop_id=stop_id, phone="2125550111").json()["code"] == "slot_full"
    assert lost() == {(stop_id, "slot_full"): 1}
    db.write(
        lambda session: session.add(StopStock(stop_id=stop_id, subject_id=taco.id, is_option=False, initial=2, taken=0))
    )
    assert order(3, "2026-07-02T15:30:00Z", stop_id=stop_id, phone="2125550112").json()["code"] == "cart_invalid"
    assert lost() == {(stop_id, "slot_full"): 1, (stop_id, "sold_out"): 1}


def test_other_refusals_are_no_lost_demand(db, order, lost, truck, stop_id):
    other = make_item(db, truck, "Soup", price=500)
    gone = sa.text("UPDATE menu_items SET archived_at = created_at WHERE id = :id")
    db.write(lambda session: session.execute(gone, {"id": other.id}))
    assert order(item=other, stop_id=stop_id).json()["code"] == "cart_invalid"
    assert order(50, stop_id=stop_id).json()["code"] == "order_too_large"
    assert lost() == {}


def test_refusals_beyond_the_limit_are_refused_but_not_counted(db, order, lost, stop_id, settings):
    order(10, FIRST, stop_id=stop_id)
    answers = {order(1, FIRST, stop_id=stop_id).json()["code"] for _ in range(settings.limit_demand_per_address + 2)}
    assert answers == {"slot_full"}
    assert lost() == {(stop_id, "slot_full"): settings.limit_demand_per_address}


@pytest.mark.dialect
def test_a_checkout_that_runs_out_is_counted_once_and_one_that_is_replaced_is_not(order, worker, lost, clock, stop_id):
    attempt = {"X-Checkout-Attempt": "one-cart-of-ada-1"}
    assert order(1, headers=attempt, stop_id=stop_id).status_code == 200
    assert order(2, headers=attempt, stop_id=stop_id).status_code == 200
    assert lost() == {}
    clock.advance(timedelta(minutes=11))
    worker.run_once()
    wait_until(lambda: lost() == {(stop_id, "unpaid"): 1})
    clock.advance(timedelta(minutes=11))
    worker.run_once()
    assert lost() == {(stop_id, "unpaid"): 1}


def test_a_checkout_that_ran_out_is_counted_although_the_webhook_closes_it(order, settings, lost, clock, stop_id):
    opened = order(1, stop_id=stop_id).json()
    clock.advance(timedelta(minutes=11))
    stripe_gateway(settings).cancel_intent(opened["paymentIntentId"])
    wait_until(lambda: lost() == {(stop_id, "unpaid"): 1})


def test_a_paid_checkout_is_not_lost(order, pay, worker, lost, clock, stop_id):
    pay(order(1, stop_id=stop_id).json())
    clock.advance(timedelta(minutes=11))
    worker.run_once()
    assert lost() == {}


@pytest.mark.dialect
def test_old_sums_are_deleted(db, report, lost, clock, truck):
    report("sold_out")
    clock.advance(timedelta(days=demand.KEPT_DAYS))
    db.write(demand.delete_old_demand)
    assert lost() == {("", "sold_out"): 1}
    clock.advance(timedelta(hours=1))
    db.write(demand.delete_old_demand)
    assert lost() == {}
