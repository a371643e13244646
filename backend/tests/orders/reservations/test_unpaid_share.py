"""The unpaid checkouts of one network leave half of a stop and of an offer to the others."""

from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.db.rate_limits import TooManyUnpaid
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import AppError
from chuckwagon.orders.reservations import statements
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments.checkout.gate import open_checkout_counting_refusals
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from tests.factories import checkout_body, make_item
from tests.offers.factories import make_offer
from tests.suites import SAME_ON_BOTH, first_on_both

pytestmark = pytest.mark.dialect


ARRIVES_EVERY, PAYS_AFTER, LONGEST_WAIT = 6, 30, 90  # seconds


@pytest.fixture
def scarce(request, db, truck, taco, add_stop, client, cast):
    """Six of something, and the body of a checkout that takes one of them."""
    item, offer = taco, None
    capacity = 5 if request.param == "ten units" else 3
    stop_id = add_stop(ends_at="2026-07-02T15:20:00Z", last_order_minutes=0, slot_capacity=capacity)
    if request.param == "pieces":
        item = make_item(db, truck, "Brisket", price=100, prep_units=0)
        counts = {"counts": [{"menuItemId": item.id, "initial": 6}]}
        headers = cast.headers("truck_admin")
        client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    elif request.param == "uses":
        item = make_item(db, truck, "Water", price=100, prep_units=0)
        make_offer(db, truck.id, max_uses=6)
        offer = ("TACO10", 0.1)
    total = 1 - (0.1 if offer else 0)
    body = checkout_body(truck, (item, 1), totals=(1, 0, total), offer=offer)
    body["customerInfo"] |= {"slotAt": "asap", "stopId": stop_id}
    return body


@pytest.fixture
def submit(db, settings, scarce, sandbox):
    def send(address, limit=0, **changes):
        limits = {"limit_checkouts_per_address": limit, "limit_checkouts_per_phone": 0}
        present = msgspec.structs.replace(settings, limit_unpaid_percent_per_address=50, **limits)
        request = convert(scarce | changes, PaymentIntentRequest)
        try:
            return open_checkout_counting_refusals(db, present, request, CheckoutRequestContext(address))
        except AppError as refused:
            return refused

    return send


@pytest.mark.parametrize(
    ("scarce", "limit"),
    first_on_both([("units", 60), ("pieces", 0), ("units", 0), ("uses", 0)], 2),
    indirect=["scarce"],
)
def test_one_network_at_once_holds_half_until_it_pays(submit, pay, limit, db):
    """Its checkouts come from several /64 of one /48, or from one IPv4 address, where the row of its limit is locked.

    What it paid for no longer counts, and of the two that are left then it may have one.
    """
    of_one = ["198.51.100.7"] * 8 if limit else [f"2001:db8:7:{number:x}::/64" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda address: submit(address, limit), of_one))
    made = [answer for answer in answers if not isinstance(answer, AppError)]
    refused = [answer for answer in answers if isinstance(answer, AppError)]
    assert len(made) == 3
    assert {(type(answer), answer.body()["reason"]) for answer in refused} == {(TooManyUnpaid, "too_many_unpaid")}
    assert [isinstance(submit("203.0.113.9"), TooManyUnpaid) for _ in range(2)] == [False, True]
    for one in made:
        pay({"paymentIntentId": one.payment_intent_id, "clientSecret": one.client_secret})
    assert [isinstance(submit(of_one[0]), TooManyUnpaid) for _ in range(2)] == [False, True]
    assert not isinstance(submit("127.0.0.1"), TooManyUnpaid)  # a proxy that is not trusted yet has all customers
    with db.reading() as session:
        paid = sa.select(Reservation.holder).where(Reservation.status != HELD)
        assert session.scalars(paid).all() == [None] * 3


@pytest.mark.parametrize(("scarce", "limit"), first_on_both([("pieces", 0), ("pieces", 60)]), indirect=["scarce"])
def test_a_checkout_that_counts_its_network_is_not_overtaken_by_another_of_it(submit, limit, monkeypatch):
    """Two are held, and two more want the third place in the same instant."""
    assert not any(isinstance(submit("198.51.100.7", limit), AppError) for _ in range(2))

    def read_and_be_overtaken(*args):
        found = list_held_by(*args)
        if not overtaking:
            overtaking.append(pool.submit(submit, "198.51.100.7", limit))
            wait(overtaking, timeout=0.3)
        return found

    list_held_by, overtaking = statements.list_held_by, []
    monkeypatch.setattr(statements, "list_held_by", read_and_be_overtaken)
    with ThreadPoolExecutor(1) as pool:
        answers = [submit("198.51.100.7", limit), overtaking[0].result()]
    assert [isinstance(answer, TooManyUnpaid) for answer in answers] == [False, True]


@SAME_ON_BOTH
@pytest.mark.parametrize("scarce", ["units"], indirect=True)
def test_a_network_without_an_unpaid_checkout_gets_what_one_order_gets(submit, scarce):
    """A large family takes four of six. Its second checkout has to wait until the first one is paid."""
    large = {"cart": scarce["cart"] | {"items": [scarce["cart"]["items"][0] | {"quantity": 4, "totalPrice": 4}]}}
    large["cart"] |= {"subtotal": 4, "total": 4}
    assert not isinstance(submit("198.51.100.7", **large), AppError)
    assert isinstance(submit("198.51.100.7"), TooManyUnpaid)


@pytest.mark.parametrize("scarce", ["ten units"], indirect=True)
def test_ten_customers_behind_one_address_get_the_last_ten_of_a_small_stop(submit, pay, clock):
    """They come within a minute, and pay half a minute later. Who is refused asks again when the server says."""
    asks_at = {number: number * ARRIVES_EVERY for number in range(10)}
    pays_at, waited = {}, []
    for second in range(10 * ARRIVES_EVERY + LONGEST_WAIT + PAYS_AFTER + 1):
        for made in pays_at.pop(second, []):
            pay({"paymentIntentId": made.payment_intent_id, "clientSecret": made.client_secret})
        for number in [one for one, at in asks_at.items() if at == second]:
            answer = submit("198.51.100.7", 60)
            if isinstance(answer, TooManyUnpaid):
                asks_at[number] = second + int(answer.headers["Retry-After"])
            else:
                del asks_at[number]
                waited.append(second - number * ARRIVES_EVERY)
                pays_at.setdefault(second + PAYS_AFTER, []).append(answer)
        clock.advance(timedelta(seconds=1))
    assert (len(waited), asks_at, pays_at) == (10, {}, {})
    assert max(waited) <= LONGEST_WAIT
