"""Customers order at a stop: its place's tax rate and clock, its hours, and what the page showed of it."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.orders.models import Order
from chuckwagon.payments.checkout import save
from chuckwagon.payments.checkout.schemas import CustomerInfoIn
from chuckwagon.payments.models import Checkout
from chuckwagon.payments.reconciliation.period import PeriodReconciliation
from chuckwagon.schedule.models import CANCELLED, Place, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import STOPS, Truck
from tests.factories import checkout_body, make_item, make_truck

# A stop in New York of a truck whose own clock is in Los Angeles, from 11 AM to 2 PM there.
OPENS, CLOSES = "2026-07-02T15:00:00Z", "2026-07-02T18:00:00Z"


@pytest.fixture
def now(clock):
    clock.set("2026-07-02T16:00:00Z")
    return clock


@pytest.fixture
def truck(db, cast, now):
    values = {"schedule_mode": STOPS, "tax_rate_units": 87_500}
    db.write(lambda session: session.execute(sa.update(Truck).where(Truck.id == cast.truck.id).values(values)))
    return cast.truck


@pytest.fixture
def add_stop(db, truck):
    def add(starts_at=OPENS, ends_at=CLOSES, of=None, **columns):
        def insert(session):
            owner = (of or truck).id
            place = Place(
                truck_id=owner, name="Pier 7", address="1 Ferry Way", timezone="America/New_York", tax_rate_units=45_000
            )
            session.add(place)
            session.flush()
            times = {"starts_at": datetime.fromisoformat(starts_at), "ends_at": datetime.fromisoformat(ends_at)}
            stop = Stop(truck_id=owner, place_id=place.id, **times, **DEFAULT_SETTINGS | columns)
            session.add(stop)
            session.flush()
            return stop.id

        return db.write(insert)

    return add


@pytest.fixture
def taco(db, truck):
    return make_item(db, truck, "Taco", price=1000)


@pytest.fixture
def order(client, truck, taco, sandbox):
    """Ask for a payment of one taco: 10.00 and 4.5 % tax at the place."""

    def send(totals=(10, 0.45, 10.45), **customer):
        body = checkout_body(truck, (taco, 1), totals=totals)
        body["customerInfo"] |= {"pickupTime": "asap", **customer}
        return client.post("/api/create-payment-intent", json=body)

    return send


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def test_the_confirmation_leads_to_the_position_of_the_place_while_the_stop_is_there(
    client, order, add_stop, db, sandbox
):
    made = order(stopId=add_stop()).json()
    db.write(lambda session: session.execute(sa.update(Place).values(latitude=37.78, longitude=-122.41)))
    sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()

    def confirm():
        return client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"]}).json()["order"]

    for _ in range(2):  # the new order, and the one that is there
        assert confirm()["position"] == {"latitude": 37.78, "longitude": -122.41}
    db.write(lambda session: session.execute(sa.update(Place).values(name="Elsewhere")))
    assert "position" not in confirm()


def test_the_order_has_the_tax_and_keeps_the_place_of_its_stop(client, order, add_stop, db, sandbox, worker, cast):
    stop_id = add_stop()
    made = order(stopId=stop_id, stopVersion=1).json()
    assert (made["stopId"], made["tax"], made["total"]) == (stop_id, 0.45, 10.45)
    assert made["place"] == {"name": "Pier 7", "address": "1 Ferry Way", "timezone": "America/New_York"}
    db.write(lambda session: session.execute(sa.update(Place).values(name="Elsewhere", tax_rate_units=0)))
    sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()
    secret = {"payment_intent_client_secret": made["clientSecret"]}
    body = {"payment_intent_id": made["paymentIntentId"], **secret}
    place = {"name": "Pier 7", "address": "1 Ferry Way", "timezone": "America/New_York"}
    for _ in range(2):
        confirmed = client.post("/api/verify-payment", json=body).json()["order"]
        assert (confirmed["stopId"], confirmed["place"]) == (stop_id, place)
        assert confirmed["pickupTime"] == made["pickupAt"]
        assert confirmed["truck"]["timezone"] == "America/New_York"
    tracked = client.get(f"/api/track/{confirmed['trackingToken']}").json()
    assert (tracked["stopId"], tracked["place"], tracked["taxRate"]) == (stop_id, place, 4.5)
    shown = client.get(f"/api/orders/{confirmed['_id']}", headers=cast.headers("truck_admin")).json()
    assert (shown["stopId"], shown["place"], shown["truck"]["timezone"]) == (stop_id, place, "America/New_York")
    worker.run_once()
    [text] = sandbox.messages()
    assert "Ready about 12:20 PM. Pick up at Pier 7." in text["body"]


@pytest.mark.parametrize("of_another_truck", [False, True])
def test_a_lost_checkout_comes_back_with_its_stop(client, order, add_stop, db, sandbox, settings, of_another_truck):
    stop_id = add_stop()
    sandbox.fault("webhooks", "drop")
    sandbox.pay(order(stopId=stop_id).json()["paymentIntentId"], "4242424242424242").raise_for_status()
    if of_another_truck:
        other = make_truck(db, "Elsewhere").id
        db.write(lambda session: session.execute(sa.update(Stop).values(truck_id=other)))
    db.write(lambda session: session.execute(sa.delete(Checkout)))

    history = stripe_period_gateway(settings)
    now = datetime.now(UTC)
    work = PeriodReconciliation(db, settings, history, dry_run=False, progress=lambda *_: None)
    [found] = work.run(now - timedelta(hours=1), now + timedelta(minutes=1))

    assert found.result == "order recovered"
    with db.reading() as session:
        [made] = session.scalars(sa.select(Order))
        kept = (None, "") if of_another_truck else (stop_id, "Pier 7")
        assert (made.stop_id, made.place_name or "") == kept


@pytest.mark.parametrize(
    ("change", "flags"),
    [
        (sa.update(Stop).values(version=2), []),  # a note, for example
        (sa.update(Stop).values(plan_version=2), ["stop_changed"]),
        (sa.delete(Stop), ["stop_changed"]),
    ],
)
def test_a_payment_for_a_stop_that_has_changed_since_is_an_order_that_staff_are_warned_of(
    client, order, add_stop, db, sandbox, change, flags
):
    made = order(stopId=add_stop()).json()
    db.write(lambda session: session.execute(change, execution_options={"synchronize_session": False}))
    sandbox.pay(made["paymentIntentId"], "4242424242424242").raise_for_status()
    client.post("/api/verify-payment", json={"payment_intent_id": made["paymentIntentId"]}).raise_for_status()
    with db.reading() as session:
        [placed] = session.scalars(sa.select(Order))
        assert (placed.flags, placed.place_name) == (flags, "Pier 7")


def test_without_a_named_stop_the_open_one_is_meant(order, add_stop):
    add_stop("2026-07-02T20:00:00Z", "2026-07-02T22:00:00Z")
    closed = order()
    assert refusal(closed) == (409, "stop_closed")
    assert closed.json()["stop"] is None
    stop_id = add_stop()
    assert order().json()["stopId"] == stop_id


@pytest.mark.parametrize(
    ("instant", "is_taken"),
    [
        ("2026-07-01T14:59:59Z", False),
        ("2026-07-01T15:00:00Z", True),  # pre-orders of a day before the start
        ("2026-07-02T17:35:00Z", True),
        ("2026-07-02T17:35:01Z", False),  # the last slot starts in less than the lead time
        ("2026-07-02T18:00:00Z", False),
    ],
)
def test_orders_are_taken_in_the_hours_of_the_stop(order, add_stop, db, now, instant, is_taken):
    stop_id = add_stop()
    now.set(instant)
    answer = order(stopId=stop_id)
    if is_taken:
        assert answer.status_code == 200, answer.text
        return
    assert refusal(answer) == (409, "stop_closed")
    assert (answer.json()["stop"]["_id"], answer.json()["stop"]["takesOrders"]) == (stop_id, False)
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(Checkout)) == 0


def test_a_cancelled_stop_takes_no_orders(order, add_stop):
    answer = order(stopId=add_stop(status=CANCELLED))
    assert (refusal(answer), answer.json()["stop"]["state"]) == ((409, "stop_closed"), "cancelled")


def test_a_page_that_shows_an_older_plan_is_told(order, add_stop):
    stop_id = add_stop(version=7, plan_version=5)
    stale = order(stopId=stop_id, stopVersion=4)
    assert (refusal(stale), stale.json()["stop"]["version"]) == ((409, "stop_changed"), 7)
    assert order(stopId=stop_id, stopVersion=5).status_code == 200
    assert order(stopId=stop_id).status_code == 200


def test_a_plan_that_changes_while_the_checkout_is_saved_is_refused(order, add_stop, db, monkeypatch):
    """As when staff are faster: the stop is read, then changed, then locked."""
    stop_id, real = add_stop(), save.choose_stop

    def choose_before_a_change(session, *given):
        stop = real(session, *given)
        session.execute(sa.update(Stop).values(plan_version=2), execution_options={"synchronize_session": False})
        return stop

    monkeypatch.setattr(save, "choose_stop", choose_before_a_change)
    assert refusal(order(stopId=stop_id)) == (409, "stop_changed")


def test_another_trucks_stop_and_an_unknown_one_are_absent(order, add_stop, db):
    other = make_truck(db, "Other", schedule_mode=STOPS)
    for stop_id in (add_stop(of=other), "0" * 24, "nonsense"):
        assert refusal(order(stopId=stop_id)) == (404, "not_found")


def test_a_paused_truck_takes_no_orders_at_its_stop(order, add_stop, db, truck):
    add_stop()
    db.write(lambda session: session.execute(sa.update(Truck).values(accepting_orders=False)))
    assert refusal(order()) == (409, "truck_closed")


@pytest.mark.parametrize(
    ("instant", "wanted", "pickup_at"),
    [
        ("2026-07-01T20:00:00Z", "asap", "2026-07-02T15:00:00Z"),  # when the truck opens
        ("2026-07-01T20:00:00Z", "12:30", "2026-07-02T16:30:00Z"),  # on the clock of the place, on its day
        ("2026-07-02T16:00:30Z", "asap", "2026-07-02T16:20:00Z"),
        ("2026-07-02T16:00:00Z", "14:00", "2026-07-02T18:00:00Z"),
    ],
)
def test_the_pickup_is_while_the_truck_is_there(order, add_stop, db, now, instant, wanted, pickup_at):
    stop_id = add_stop()
    now.set(instant)
    assert order(stopId=stop_id, pickupTime=wanted).status_code == 200
    with db.reading() as session:
        assert f"{session.scalar(sa.select(Checkout.pickup_at)):%FT%TZ}" == pickup_at


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [("10:59", "pickup_outside_stop"), ("14:01", "pickup_outside_stop"), ("12:10", "pickup_too_soon"),
     ("noon", "pickup_time_invalid")],
)  # fmt: skip
def test_a_pickup_at_which_the_truck_is_elsewhere_is_refused(order, add_stop, wanted, reason):
    answer = order(stopId=add_stop(), pickupTime=wanted)
    assert (answer.status_code, answer.json()["reason"]) == (400, reason)


def test_as_soon_as_possible_after_the_truck_has_left_is_refused(order, add_stop, now):
    stop_id = add_stop(last_order_minutes=0)
    now.set("2026-07-02T17:45:01Z")
    assert refusal(order(stopId=stop_id)) == (409, "stop_closed")


def test_an_order_at_the_counter_has_the_stop_and_its_tax(client, cast, truck, taco, add_stop, db, now):
    body = {"items": [{"menuItemId": taco.id, "quantity": 1}], "customerName": "Ada", "payment": "cash"}
    headers = cast.headers("truck_admin")
    between = client.post("/api/orders", json=body, headers=headers).json()
    assert (between["tax"], between["stopId"], between["place"]) == (0.88, None, None)
    stop_id = add_stop()
    at_stop = client.post("/api/orders", json=body, headers=headers).json()
    assert (at_stop["tax"], at_stop["stopId"], at_stop["place"]["name"]) == (0.45, stop_id, "Pier 7")


def test_a_truck_that_is_always_open_ignores_stops(order, add_stop, db, truck):
    db.write(lambda session: session.execute(sa.update(Truck).values(schedule_mode="always")))
    made = order(totals=(10, 0.88, 10.88), stopId=add_stop(), stopVersion=0)
    assert made.status_code == 200, made.text
    assert "stopId" not in made.json()
    with db.reading() as session:
        assert session.scalar(sa.select(Checkout.place_name)) is None
        assert session.scalars(sa.select(Order)).all() == []


def test_a_request_without_a_stop_is_encoded_as_before_stops_existed():
    assert msgspec.json.encode(CustomerInfoIn()) == b'{"name":null,"phone":null,"email":null,"pickupTime":null}'
