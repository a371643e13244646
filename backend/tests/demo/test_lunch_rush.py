"""A lunch rush: customers order and pay through the public API, at a chosen pace, and stop when told to."""

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.orders.models import Order
from tests.factories import make_item, make_truck
from tests.servers import wait_until


@pytest.fixture
def street(client, db):
    """Two open trucks; one has options that must be chosen."""
    for name, groups in (("Spice Route", [("Size", 1, 1, [("Small", 0), ("Large", 200)])]), ("Bun House", None)):
        truck = make_truck(db, name)
        for item in ("Taco", "Soup", "Cola"):
            make_item(db, truck, item, 450, groups)


@pytest.fixture
def rush(sandbox):
    """Call the control with this method; the answer is JSON."""

    def call(method="GET", **body):
        if method == "POST":
            return sandbox.post("/_sandbox/rush", json=body)
        return httpx.request(method, f"{sandbox._http.base_url}/_sandbox/rush", timeout=60)

    yield call
    call("DELETE")


def count_orders(db):
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count(Order.id)).where(Order.payment_status == "paid"))


def test_every_customer_is_accounted_for_and_every_payment_becomes_an_order(street, rush, db, sandbox):
    started = rush("POST", customers=12, minutes=0.02)
    assert started.status_code == 200, started.text
    assert started.json()["running"] is True
    wait_until(lambda: not rush().json()["running"])
    told = rush().json()
    assert (told["sent"], told["onTheWay"], sum(told["outcomes"].values())) == (12, 0, 12)
    assert (told["outcomes"]["failed"], told["outcomes"]["refused"]) == (0, 0)
    bought = told["outcomes"]["ordered"] + told["outcomes"]["closed_browser"]
    assert bought > 0
    wait_until(lambda: count_orders(db) == bought)
    sandbox.wait_until_told()


def test_a_rush_that_is_stopped_sends_nobody_more(street, rush):
    rush("POST", customers=500, minutes=60)
    wait_until(lambda: rush().json()["sent"] > 0)
    rush("DELETE")
    wait_until(lambda: not rush().json()["running"])
    told = rush().json()
    assert told["sent"] < 500
    assert (told["onTheWay"], told["outcomes"]["failed"]) == (0, 0)
    assert rush("POST", customers=1, minutes=0.01).status_code == 200  # another one may come


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"customers": 0}, "customers"),
        ({"customers": 501}, "customers"),
        ({"customers": "many"}, "customers"),
        ({"customers": True}, "customers"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 61}, "minutes"),
        ({"minutes": "soon"}, "minutes"),
    ],
)
def test_wrong_numbers_are_refused(rush, body, param):
    answer = rush("POST", **body)
    assert (answer.status_code, answer.json()["error"]["param"]) == (400, param)
    assert rush().json()["running"] is False


def test_only_one_rush_runs_at_a_time(street, rush):
    assert rush("POST", customers=100, minutes=60).status_code == 200
    assert rush("POST", customers=1, minutes=1).status_code == 400


def test_without_an_open_truck_customers_leave(client, rush):
    rush("POST", customers=2, minutes=0.01)
    wait_until(lambda: not rush().json()["running"])
    assert rush().json()["outcomes"]["refused"] == 2


def test_the_home_page_sends_a_rush_and_says_how_many_are_on_their_way(street, rush, sandbox):
    assert "Send a lunch rush" in sandbox.get("/").text
    rush("POST", customers=100, minutes=60)
    page = sandbox.get("/").text
    assert "on their way" in page
    assert "DELETE /_sandbox/rush" in page
