"""Customers hear of their order on their device, beside the SMS or instead of it, and the message is never lost."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.errors import AppError
from chuckwagon.notifications import erasure as messages_erasure
from chuckwagon.notifications import push_devices
from chuckwagon.orders import erasure
from chuckwagon.orders.erasure import OrderRef
from chuckwagon.orders.messages import TOLD_BY_PUSH, list_sms_statuses
from chuckwagon.orders.models import Order, PickupChange
from chuckwagon.orders.pickup_changes import NewPickupChange, add_change, enqueue_change_sms
from chuckwagon.push.models import OrderDevice
from tests.orders.factories import add_order


@pytest.fixture
def order(db, cast):
    """Inserts an order of the own truck that is being cooked."""
    return lambda **more: add_order(db, truck_id=cast.truck.id, **{"status": "preparing"} | more)


@pytest.fixture
def ready(client, cast):
    """Marks an order as ready, as staff do."""

    def change(placed, status="ready"):
        path = f"/api/orders/{placed.id}/status"
        answer = client.patch(path, json={"status": status}, headers=cast.headers("truck_admin"))
        assert answer.status_code == 200, answer.text

    return change


@pytest.fixture
def delay(db):
    """Tells the customer that an order is 20 minutes late, as a step of a disruption does."""

    def change(placed):
        def late(session):
            kept = session.get_one(Order, placed.id)
            row = add_change(session, placed.id, NewPickupChange(kind="late", by="Ana", minutes=20))
            enqueue_change_sms(session, kept, row)

        db.write(late)

    return change


def bodies(sandbox):
    return [one["body"] for one in sandbox.messages()]


def list_devices(db):
    with db.reading() as session:
        return session.scalars(sa.select(OrderDevice)).all()


def test_ready_is_told_beside_the_sms_with_the_way_to_the_order(pushes, order, ready, sandbox):
    placed = order()
    assert pushes.add_order_device(placed.tracking_token).status_code == 201
    ready(placed)
    pushes.work()
    [message] = pushes.received()
    assert message["content"] == {
        "title": "Own Truck",
        "body": f"Your order #{placed.order_number} is ready.",
        "tag": f"order-{placed.id}",
        "url": f"/own-truck/order/{placed.tracking_token}",
        "lang": "en",
    }
    assert len(bodies(sandbox)) == 1


def test_it_speaks_the_language_of_the_order(pushes, order, ready):
    placed = order(language="es")
    pushes.add_order_device(placed.tracking_token)
    ready(placed)
    pushes.work()
    assert pushes.contents() == [("Own Truck", f"Tu orden #{placed.order_number} está lista.")]


@pytest.mark.dialect
def test_instead_of_the_sms_means_that_an_accepted_push_replaces_it(pushes, order, ready, delay, sandbox, db, clock):
    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    delay(placed)
    pushes.work()
    ready(placed)
    pushes.work()
    clock.advance(timedelta(minutes=5))
    pushes.work()
    assert [body for _, body in pushes.contents()] == [
        f"Running 20 minutes late. Your order #{placed.order_number} will be ready later.",
        f"Your order #{placed.order_number} is ready.",
    ]
    assert bodies(sandbox) == []
    with db.reading() as session:
        kept = session.get_one(Order, placed.id)
        [change] = session.scalars(sa.select(PickupChange))
        told = list_sms_statuses(session, [kept], {placed.id: [change]}, {})[placed.id].messages
        assert change.told_at is not None
    assert [(one.kind, one.status, one.reason) for one in told] == [
        ("late", "skipped", TOLD_BY_PUSH),
        ("ready", "skipped", TOLD_BY_PUSH),
    ]


@pytest.mark.parametrize("status", [410, 400])
def test_when_the_push_fails_for_good_the_sms_goes_at_once(pushes, order, ready, sandbox, status):
    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    sandbox.fault("push", "error", status=status)
    ready(placed)
    pushes.work()
    assert len(bodies(sandbox)) == 1


def test_when_the_push_service_is_down_the_sms_goes_after_a_minute(pushes, order, ready, sandbox, clock):
    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    sandbox.fault("push", "error", status=503)
    ready(placed)
    pushes.work()
    assert bodies(sandbox) == []
    clock.advance(timedelta(seconds=61))
    pushes.work()
    assert len(bodies(sandbox)) == 1


def test_one_device_beside_does_not_replace_the_sms_that_another_would(pushes, order, ready, sandbox, db, clock):
    placed = order()
    gone = pushes.subscribe()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=None)
    pushes.add_order_device(placed.tracking_token, gone, insteadOfSms=True)
    pushes.end(gone)
    ready(placed)
    pushes.work()
    assert len(pushes.received()) == len(bodies(sandbox)) == 1
    assert len(list_devices(db)) == 1


@pytest.mark.parametrize("is_instead", [True, False])
def test_a_device_that_fails_does_not_release_the_sms_that_another_still_replaces(
    pushes, order, ready, sandbox, db, clock, is_instead
):
    placed = order()
    gone = pushes.subscribe()
    slow = pushes.add_order_device(placed.tracking_token, insteadOfSms=True).json()
    pushes.add_order_device(placed.tracking_token, gone, insteadOfSms=is_instead)
    pushes.end(gone)
    ready(placed)
    waits = sa.update(OutboxMessage).where(OutboxMessage.key.endswith(slow["_id"]))
    later = waits.values(available_at=clock.now() + timedelta(seconds=10))
    db.write(lambda session: session.execute(later))
    pushes.work()
    assert (pushes.received(), bodies(sandbox)) == ([], [])
    clock.advance(timedelta(seconds=10))
    pushes.work()
    clock.advance(timedelta(minutes=2))
    pushes.work()
    assert (len(pushes.received()), bodies(sandbox)) == (1, [])


def test_when_all_devices_fail_the_sms_goes_at_once(pushes, order, ready, sandbox):
    placed = order()
    for _ in range(2):
        pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    sandbox.fault("push", "error", status=400)
    ready(placed)
    pushes.work()
    assert len(bodies(sandbox)) == 1


@pytest.mark.parametrize("kind", ["confirmed", "refunded"])
def test_other_sms_are_sent_as_ever(pushes, order, sandbox, db, kind):
    from chuckwagon.orders.service import enqueue_sms

    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    db.write(lambda session: enqueue_sms(session, session.get_one(Order, placed.id), kind))
    pushes.work()
    assert pushes.received() == []
    assert len(bodies(sandbox)) == 1


def test_a_cancellation_is_told_both_ways(pushes, order, ready, sandbox):
    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    ready(placed, "cancelled")
    pushes.work()
    assert pushes.contents() == [("Own Truck", f"Your order #{placed.order_number} was cancelled.")]
    assert len(bodies(sandbox)) == 1


def test_what_is_no_longer_true_is_not_told(pushes, order, ready, delay, db):
    placed = order()
    pushes.add_order_device(placed.tracking_token)
    ready(placed)
    delay(placed)
    done = sa.update(Order).where(Order.id == placed.id).values(status="completed")
    db.write(lambda session: session.execute(done))
    pushes.work()
    assert pushes.received() == []


def test_a_delay_that_waited_is_dropped_once_the_order_is_ready(pushes, order, ready, delay, sandbox, clock):
    placed = order()
    pushes.add_order_device(placed.tracking_token, insteadOfSms=True)
    sandbox.fault("push", "error", status=503, times=1)
    delay(placed)
    pushes.work()
    ready(placed)
    pushes.work()
    clock.advance(timedelta(minutes=2))
    pushes.work()
    assert [body for _, body in pushes.contents()] == [f"Your order #{placed.order_number} is ready."]
    assert bodies(sandbox) == []


def test_a_change_of_plan_never_takes_the_place_of_ready(pushes, order, ready, delay):
    placed = order()
    pushes.add_order_device(placed.tracking_token)
    delay(placed)
    pushes.work()
    ready(placed)
    pushes.work()
    tags = [one["content"]["tag"] for one in pushes.received()]
    assert tags == [f"order-{placed.id}-plan", f"order-{placed.id}"]
    assert len({one["topic"] for one in pushes.received()}) == 2


@pytest.mark.dialect
def test_an_order_has_at_most_three_devices_and_a_browser_counts_once(pushes, order, db, settings):
    placed = order()
    known = pushes.subscribe()
    for _ in range(2):
        assert pushes.add_order_device(placed.tracking_token, known).status_code == 201
    for _ in range(settings.limit_push_devices_per_order - 1):
        assert pushes.add_order_device(placed.tracking_token).status_code == 201
    answer = pushes.add_order_device(placed.tracking_token)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_devices_too_many")
    assert pushes.add_order_device(placed.tracking_token, known, insteadOfSms=True).status_code == 201
    assert len(list_devices(db)) == settings.limit_push_devices_per_order == 3


def test_devices_of_the_order_are_listed_and_removed(pushes, order, db, cast):
    placed, other = order(), order()
    made = pushes.add_order_device(placed.tracking_token, insteadOfSms=True).json()
    path = f"/api/track/{placed.tracking_token}/devices"
    assert pushes.product.get(path).json() == [made]
    assert pushes.product.get(f"/api/track/{other.tracking_token}/devices").json() == []
    elsewhere = f"/api/track/{other.tracking_token}/devices/{made['_id']}"
    assert pushes.product.delete(elsewhere).status_code == 404
    assert pushes.product.delete(f"{path}/{made['_id']}").json() == {"deleted": True}
    assert list_devices(db) == []


@pytest.mark.parametrize("status", ["completed", "cancelled"])
def test_a_finished_order_takes_no_device(pushes, order, db, status):
    answer = pushes.add_order_device(order(status=status).tracking_token)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_order_over")
    assert list_devices(db) == []


def test_an_endpoint_elsewhere_is_refused(pushes, order, db):
    elsewhere = pushes.subscribe() | {"endpoint": "https://169.254.169.254/latest"}
    answer = pushes.add_order_device(order().tracking_token, elsewhere)
    assert (answer.status_code, answer.json()["reason"]) == (400, "push_service_unknown")
    assert list_devices(db) == []


def test_an_erasure_skips_the_pushes_that_wait(pushes, order, ready, delay, db):
    placed, other = order(), order()
    for one in (placed, other):
        pushes.add_order_device(one.tracking_token)
        delay(one)
        ready(one)
    assert db.write(lambda session: messages_erasure.cancel_order_messages(session, [placed.id]))
    found = [(one.payload["orderId"] == placed.id, one.status) for one in pushes.outbox("order_push")]
    assert found == [(True, "skipped"), (True, "skipped"), (False, "waiting"), (False, "waiting")]


def test_an_erasure_waits_for_a_push_that_is_being_sent(pushes, order, ready, db, clock):
    placed = order()
    pushes.add_order_device(placed.tracking_token)
    ready(placed)
    leased = sa.update(OutboxMessage).where(OutboxMessage.kind == "order_push")
    db.write(lambda session: session.execute(leased.values(leased_until=clock.now() + timedelta(minutes=1))))
    assert not db.write(lambda session: messages_erasure.cancel_order_messages(session, [placed.id]))


def test_an_erasure_removes_the_devices(pushes, order, db, cast):
    placed = order()
    pushes.add_order_device(placed.tracking_token)
    ref = OrderRef(placed.id, cast.truck.id, None, None)
    db.write(lambda session: erasure.anonymize_orders(session, [ref], set()))
    assert list_devices(db) == []


def test_without_keys_no_device_is_taken(db, settings, order):
    import msgspec

    from chuckwagon.notifications.push_devices import OrderDeviceRequest
    from chuckwagon.push.service import BrowserSubscription, SubscriptionKeys

    off = msgspec.structs.replace(settings, push_private_key="")
    request = OrderDeviceRequest(BrowserSubscription("https://fcm.googleapis.com/x", SubscriptionKeys("a", "b")))
    with pytest.raises(AppError, match="No notifications can be sent"):
        push_devices.add_order_device(db, off, order().tracking_token, request)
