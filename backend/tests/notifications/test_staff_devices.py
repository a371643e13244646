"""Staff hear of new orders on the devices that they chose, as long as they may see the orders."""

from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import User, UserSession
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.ids import hash_secret, new_id
from chuckwagon.notifications import push_devices
from chuckwagon.notifications.push_devices import DEFAULT_NAME, StaffDeviceRequest
from chuckwagon.orders.models import Dispute, Order
from chuckwagon.orders.placement.pricing import PricedLine
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.payments.fulfillment.disputes import enqueue_dispute_alerts
from chuckwagon.push.models import StaffDevice
from chuckwagon.worker.loop import Worker
from tests.orders.factories import add_order
from tests.servers import wait_until


@pytest.fixture
def order(db, cast):
    """Places an online order of the own truck."""

    def place(pieces=2, **more):
        line = PricedLine(new_id(), "Taco", pieces, 450, 450, 450 * pieces)
        draft = OrderDraft(
            truck_id=cast.truck.id, checkout_id=None, payment_intent_id=None, payment_status="paid", placed_by="test",
            customer_name="Zoë Ramírez", customer_phone="+12015550123", customer_email=None, lines=[line],
            subtotal_cents=450 * pieces, tax_cents=0, total_cents=450 * pieces, tax_rate_units=0,
            pickup_at=None, special_instructions=None, **{"source": "online", "estimated_pickup_at": None} | more,
        )  # fmt: skip
        return db.write(lambda session: place_order(session, draft))

    return place


@pytest.fixture
def device(pushes, cast):
    """A device of the own truck's admin."""
    answer = pushes.add_staff_device(cast.headers("truck_admin"))
    assert answer.status_code == 201, answer.text
    return answer.json()


def count_devices(db):
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(StaffDevice))


def test_a_new_order_is_told_to_the_device_without_name_phone_or_money(pushes, device, order):
    placed = order()
    pushes.work()
    [message] = pushes.received()
    content = message["content"]
    assert content["title"] == f"New order #{placed.order_number}"
    assert content["body"].startswith("2 items")
    assert content == content | {"tag": f"order-{placed.id}", "url": "/admin/orders", "lang": "en"}
    assert (message["urgency"], len(message["topic"])) == ("high", 32)
    assert 0 < message["ttl"] <= 1800
    without_id = str(content).replace(placed.id, "")  # an ID may hold any three digits
    assert not any(secret in without_id for secret in ("Zo", "555", "$", "8."))


def test_a_dispute_is_told_with_the_last_day_to_answer_until_it_is_answered(pushes, device, order, db, cast, clock):
    clock.set("2026-07-01T19:00:00Z")
    placed = order()
    pushes.work()
    told = len(pushes.received())
    for number, status in enumerate(("needs_response", "under_review")):
        row = {"id": f"du_{number}", "order_id": placed.id, "amount_cents": 900, "reason": "fraudulent"}
        row |= {"status": status, "answer_by": clock.now() + timedelta(days=9), "read_at": clock.now()}
        db.write(lambda session, row=row: session.add(Dispute(**row, created_at=clock.now())))
        for _ in range(2):
            alert = (placed, row["id"], "needs_response")
            db.write(lambda session, alert=alert: enqueue_dispute_alerts(session, *alert))
    pushes.work()
    [message] = pushes.received()[told:]
    content = message["content"]
    assert content["title"] == f"Disputed payment: order #{placed.order_number}"
    assert content["body"] == "The last day to answer is Friday, July 10."
    assert content == content | {"url": "/admin/disputes", "lang": "en"}


def test_it_is_in_the_language_that_the_user_has_chosen(pushes, device, order, db, cast):
    spanish = sa.update(User).where(User.id == cast.truck_admin.id).values(language="es", has_chosen_language=True)
    db.write(lambda session: session.execute(spanish))
    placed = order(1)
    pushes.work()
    assert pushes.contents() == [(f"Nueva orden #{placed.order_number}", "1 artículo")]


def test_each_device_is_told_once_however_often_the_work_is_repeated(pushes, device, order, db, cast):
    pushes.add_staff_device(cast.headers("superadmin"), truckId=cast.truck.id)
    order()
    pushes.work()
    again = sa.text("UPDATE outbox_messages SET status = 'waiting' WHERE kind = 'new_order_pushes'")
    db.write(lambda session: session.execute(again))
    pushes.work()
    assert len({one["subscription"] for one in pushes.received()}) == len(pushes.received()) == 2


def test_without_a_device_of_the_truck_nothing_is_enqueued(pushes, order, cast):
    pushes.add_staff_device(cast.headers("other_admin"))
    pushes.add_staff_device(cast.headers("superadmin"), truckId=cast.other_truck.id)
    order()
    assert pushes.outbox("new_order_pushes") == []


def test_an_order_of_the_counter_is_no_news(pushes, device, order):
    order(source="counter")
    assert pushes.outbox("new_order_pushes") == []


def test_it_says_when_the_order_is_picked_up_on_the_clock_of_the_truck(pushes, device, order, clock):
    clock.set("2026-07-01T19:00:00Z")
    order(estimated_pickup_at=clock.now() + timedelta(minutes=40))
    order(estimated_pickup_at=clock.now() + timedelta(days=1))
    pushes.work()
    assert [body for _, body in pushes.contents()] == ["2 items, pickup 12:40 PM", "2 items, pickup Thu 12:00 PM"]


LOST = {
    "disabled": lambda cast: sa.update(User).where(User.id == cast.truck_admin.id).values(is_active=False),
    "moved": lambda cast: sa.update(User).where(User.id == cast.truck_admin.id).values(truck_id=cast.other_truck.id),
    "signed out": lambda cast: sa.delete(UserSession).where(UserSession.user_id == cast.truck_admin.id),
    "removed": lambda _cast: sa.delete(StaffDevice),
}


@pytest.mark.parametrize("why", LOST)
def test_who_lost_the_right_before_it_is_sent_hears_nothing(pushes, device, order, db, cast, why):
    order()
    db.write(lambda session: session.execute(LOST[why](cast)))
    pushes.work()
    assert pushes.received() == []


def test_an_order_that_was_taken_up_is_not_told_any_more(pushes, device, order, db):
    placed = order()
    confirmed = sa.update(Order).where(Order.id == placed.id).values(status="confirmed")
    db.write(lambda session: session.execute(confirmed))
    pushes.work()
    assert pushes.received() == []


def test_an_endpoint_that_is_gone_is_forgotten_at_once(pushes, cast, order, db):
    subscription = pushes.subscribe()
    pushes.add_staff_device(cast.headers("truck_admin"), subscription)
    pushes.add_staff_device(cast.headers("superadmin"), truckId=cast.truck.id)
    pushes.end(subscription)
    order()
    pushes.work()
    assert len(pushes.received()) == 1
    assert count_devices(db) == 1
    assert {one.status for one in pushes.outbox("staff_push")} == {"done", "failed"}


@pytest.mark.parametrize(("status", "is_forgotten"), [(404, True), (400, False), (413, False), (403, True)])
def test_a_refusal_for_good_is_not_repeated(pushes, device, order, db, sandbox, status, is_forgotten):
    sandbox.fault("push", "error", status=status)
    order()
    pushes.work()
    [message] = pushes.outbox("staff_push")
    assert (message.status, message.attempts) == ("failed", 1)
    assert count_devices(db) == (0 if is_forgotten else 1)


def test_an_outage_is_waited_for_with_growing_waits(pushes, device, order, sandbox, clock):
    sandbox.fault("push", "error", status=503, times=2)
    order()
    waits = []
    for _ in range(2):
        pushes.work()
        [message] = pushes.outbox("staff_push")
        waits.append((message.available_at - clock.now()).total_seconds())
        clock.set(message.available_at.isoformat())
    pushes.work()
    assert waits == [5, 15]
    assert len(pushes.received()) == 1


def test_a_service_that_asks_for_patience_gets_it(pushes, device, order, sandbox, clock):
    sandbox.fault("push", "error", status=429, times=1, ms=90_000)
    order()
    pushes.work()
    [message] = pushes.outbox("staff_push")
    assert (message.available_at - clock.now()).total_seconds() == 90
    clock.set(message.available_at.isoformat())
    pushes.work()
    assert len(pushes.received()) == 1


def test_a_message_that_waited_too_long_is_of_no_use(pushes, device, order, sandbox, clock):
    sandbox.fault("push", "error", status=429, times=1, ms=2_000_000)
    order()
    pushes.work()
    clock.set(pushes.outbox("staff_push")[0].available_at.isoformat())
    pushes.work()
    assert pushes.received() == []
    assert pushes.outbox("staff_push")[0].last_error == "too_old"


@pytest.mark.parametrize("endpoint", ["https://127.0.0.1/x", "http://fcm.googleapis.com/x", "https://example.com/x"])
def test_an_endpoint_elsewhere_is_refused_and_stores_nothing(pushes, cast, db, endpoint):
    answer = pushes.add_staff_device(cast.headers("truck_admin"), pushes.subscribe() | {"endpoint": endpoint})
    assert (answer.status_code, answer.json()["reason"]) == (400, "push_service_unknown")
    assert count_devices(db) == 0


def test_an_endpoint_that_is_not_allowed_any_more_is_not_called(pushes, device, order, db):
    db.write(lambda session: session.execute(sa.update(StaffDevice).values(endpoint="https://127.0.0.1:1/x")))
    order()
    pushes.work()
    [message] = pushes.outbox("staff_push")
    assert (message.status, message.last_error) == ("skipped", "service_refused")


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "é"}, {"auth": "!"}])
def test_keys_that_are_none_are_refused(pushes, cast, keys):
    good = pushes.subscribe()
    answer = pushes.add_staff_device(cast.headers("truck_admin"), good | {"keys": good["keys"] | keys})
    assert (answer.status_code, answer.json()["reason"]) == (400, "push_keys_invalid")


@pytest.mark.dialect
def test_a_user_has_at_most_ten_devices_and_a_session_one_for_each_truck(pushes, db, cast, settings):
    for _ in range(2):
        assert pushes.add_staff_device(cast.headers("truck_admin")).status_code == 201
    assert count_devices(db) == 1
    with db.reading() as session:
        [known] = session.scalars(sa.select(StaffDevice))
    columns = ("user_id", "truck_id", "name", "language", "endpoint", "public_key", "auth_secret")
    copied = {name: getattr(known, name) for name in columns}

    def fill(session):
        for number in range(settings.limit_push_devices_per_user - 1):
            token = f"{number}" * 64
            opened = {"is_remembered": True, "created_at": known.created_at, "seen_at": known.created_at}
            session.add(
                UserSession(
                    token_digest=token, user_id=known.user_id, expires_at=known.created_at.replace(year=2099), **opened
                )
            )
            session.flush()
            session.add(StaffDevice(session_digest=token, endpoint_digest=token, **copied))

    db.write(fill)
    assert pushes.add_staff_device(cast.headers("truck_admin")).status_code == 201, "its own place is free"
    second = pushes.product.post(
        "/api/auth/login", json={"email": "truck_admin@example.com", "password": "griddle-lantern-58"}
    ).json()["token"]
    answer = pushes.add_staff_device({"Authorization": f"Bearer {second}"})
    assert (answer.status_code, answer.json()["code"]) == (409, "push_devices_too_many")
    assert count_devices(db) == settings.limit_push_devices_per_user


def test_the_next_user_of_a_device_takes_it_over(pushes, cast, db):
    shared = pushes.subscribe()
    pushes.add_staff_device(cast.headers("truck_admin"), shared)
    assert pushes.add_staff_device(cast.headers("superadmin"), shared, truckId=cast.truck.id).status_code == 201
    with db.reading() as session:
        assert session.scalars(sa.select(StaffDevice.user_id)).all() == [cast.superadmin.id]


def test_a_device_without_a_name_gets_one(pushes, cast):
    for name in (None, " "):
        added = pushes.add_staff_device(cast.headers("truck_admin"), name=name)
        assert (added.status_code, added.json()["name"]) == (201, DEFAULT_NAME)


def test_own_devices_are_listed_and_removed_and_others_are_not(pushes, device, cast, db):
    listed = pushes.product.get("/api/push/devices", headers=cast.headers("truck_admin")).json()
    assert listed == [device]
    assert (device["name"], device["truckName"], device["isCurrent"]) == ("Tablet", "Own Truck", True)
    assert pushes.product.get("/api/push/devices", headers=cast.headers("superadmin")).json() == []
    path = f"/api/push/devices/{device['_id']}"
    assert pushes.product.delete(path, headers=cast.headers("superadmin")).status_code == 404
    assert count_devices(db) == 1
    assert pushes.product.delete(path, headers=cast.headers("truck_admin")).json() == {"deleted": True}
    assert count_devices(db) == 0


@pytest.mark.dialect
def test_a_device_whose_session_has_expired_is_neither_listed_nor_told_nor_counted(
    pushes, device, order, cast, db, clock, settings
):
    def expire(session):
        idle = {"is_remembered": False, "seen_at": clock.now() - timedelta(hours=9)}
        digest = session.scalar(sa.select(StaffDevice.session_digest))
        session.execute(sa.update(UserSession).where(UserSession.token_digest == digest).values(idle))

    credentials = {"email": "truck_admin@example.com", "password": "griddle-lantern-58"}
    token = pushes.product.post("/api/auth/login", json=credentials).json()["token"]
    db.write(expire)
    headers = {"Authorization": f"Bearer {token}"}
    assert pushes.product.get("/api/push/devices", headers=headers).json() == []
    order()
    pushes.work()
    assert len(pushes.outbox("new_order_pushes")) == 1
    assert pushes.outbox("staff_push") == []
    with db.reading() as session:
        actor = sessions.list_actors(session, [hash_secret(token)])[hash_secret(token)]
    one = msgspec.structs.replace(settings, limit_push_devices_per_user=1)
    request = convert({"subscription": pushes.subscribe()}, StaffDeviceRequest)
    push_devices.add_staff_device(db, one, actor, request, "en")
    assert len(pushes.product.get("/api/push/devices", headers=headers).json()) == 1


def test_signing_out_ends_the_device(pushes, device, cast, db):
    pushes.product.post("/api/auth/logout", headers=cast.headers("truck_admin"))
    assert count_devices(db) == 0


def test_a_browser_that_has_a_new_subscription_is_told_there(pushes, cast, order, db):
    old, new = pushes.subscribe(), pushes.subscribe()
    pushes.add_staff_device(cast.headers("truck_admin"), old)
    pushes.add_order_device(add_order(db, truck_id=cast.truck.id).tracking_token, old)
    answer = pushes.product.post("/api/push/renewals", json={"oldEndpoint": old["endpoint"], "subscription": new})
    assert answer.json() == {"accepted": True}
    order()
    pushes.work()
    assert [one["subscription"] for one in pushes.received()] == [new["endpoint"].rsplit("/", 1)[1]]
    unknown = {"oldEndpoint": "https://fcm.googleapis.com/guess", "subscription": pushes.subscribe()}
    assert pushes.product.post("/api/push/renewals", json=unknown).json() == {"accepted": True}


def test_a_worker_that_dies_between_two_sends_leaves_the_rest_to_the_next(pushes, device, order, cast, db, monkeypatch):
    from chuckwagon.integrations.webpush import PushGateway

    pushes.add_staff_device(cast.headers("superadmin"), truckId=cast.truck.id)
    order()
    real, calls = PushGateway.send, []

    def dying(self, *given):
        calls.append(given)
        if len(calls) == 2:
            raise SystemExit("killed")
        return real(self, *given)

    monkeypatch.setattr(PushGateway, "send", dying)
    with pytest.raises(SystemExit):
        pushes.work()
    assert len(pushes.received()) == 1
    freed = sa.text("UPDATE outbox_messages SET leased_until = NULL WHERE status = 'waiting'")
    db.write(lambda session: session.execute(freed))
    pushes.work()
    assert wait_until(lambda: len(pushes.received()) == 2)
    assert len({one["subscription"] for one in pushes.received()}) == 2


@pytest.mark.proof
def test_a_thousand_devices_are_each_told_once(pushes, order, cast, db, settings):
    subscriptions = [pushes.subscribe() for _ in range(1000)]
    with db.reading() as session:
        now = session.get_one(User, cast.truck_admin.id).created_at

    def fill(session):
        for number, one in enumerate(subscriptions):
            token = f"{number:064d}"
            session.add(
                UserSession(
                    token_digest=token, user_id=cast.truck_admin.id, is_remembered=True,
                    created_at=now, seen_at=now, expires_at=now.replace(year=2099),
                )
            )  # fmt: skip
            session.flush()
            session.add(
                StaffDevice(
                    user_id=cast.truck_admin.id, session_digest=token, truck_id=cast.truck.id, name="Tablet",
                    language="en", endpoint=one["endpoint"], endpoint_digest=hash_secret(one["endpoint"]),
                    public_key=one["keys"]["p256dh"], auth_secret=one["keys"]["auth"],
                )
            )  # fmt: skip

    db.write(fill)
    order()
    worker = Worker(db, settings, periodic_tasks=[])
    worker.start()
    try:
        wait_until(lambda: pushes.count_done("staff_push") == 1000, 120)
    finally:
        worker.stop()
    assert len({one["subscription"] for one in pushes.received()}) == len(pushes.received()) == 1000
