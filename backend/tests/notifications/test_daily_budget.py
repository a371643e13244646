"""SMS are limited by day, truck, and new numbers of an hour; orders go on, and those that were paid go first."""

from datetime import timedelta

import msgspec
import pytest

from chuckwagon.audit.log import AuditActor
from chuckwagon.db import rate_limits
from chuckwagon.jobs import outbox
from chuckwagon.kit.clock import now
from chuckwagon.notifications import daily_sms_limit
from chuckwagon.notifications.opt_outs import handle_reply
from chuckwagon.orders.audit_events import record_contact_correction
from chuckwagon.orders.models import Order

MIDDAY = now().replace(hour=12, minute=0, second=0, microsecond=0)


@pytest.fixture
def told(monkeypatch):
    lines = []
    monkeypatch.setattr(daily_sms_limit.log, "error", lambda event, **more: lines.append(event))
    return lines


@pytest.fixture
def poor(stage):
    stage.settings = msgspec.structs.replace(stage.settings, sms_daily_limit=10)
    return stage


@pytest.mark.dialect
def test_texts_beyond_the_budget_are_skipped_and_that_is_said_once(poor, provider, told, clock_at):
    clock_at(stands_at=MIDDAY)
    orders = [poor.order(queued=False) for _ in range(13)]
    for order in orders:
        poor.leave(order, "ready")
    poor.work()
    assert len(provider.texts()) == 10
    late = [order for order in orders if poor.left(order, "ready").status == outbox.SKIPPED]
    assert {poor.message(order, "ready").reason for order in late} == {OVER_DAY}
    assert (len(late), told) == (3, ["sms_budget_used_up"])
    poor.order()
    poor.work()
    assert len(provider.texts()) == 11  # a payer is always told that the order is placed
    clock_at(stands_at=MIDDAY + timedelta(days=1))
    poor.leave(poor.order(queued=False), "ready")
    poor.work()
    assert len(provider.texts()) == 12


def test_another_try_of_the_same_text_costs_nothing(poor, provider, told, clock_at):
    clock_at(stands_at=MIDDAY)
    provider.misbehave("error", times=1, status=503)
    for _ in range(10):
        poor.order()
    poor.work()
    clock_at(stands_at=MIDDAY + timedelta(seconds=poor.settings.sms_retry_seconds + 1))
    poor.work()
    assert (len(provider.texts()), told) == (10, [])


def test_no_budget_is_no_limit(stage, provider):
    stage.settings = msgspec.structs.replace(stage.settings, sms_daily_limit=0)
    for _ in range(3):
        stage.order()
    stage.work()
    assert len(provider.texts()) == 3


OVER_DAY = "The day's limit for texts of this kind is reached."
OVER_SHARE = "The truck's share of the day's texts is used up."
OVER_NEW = "Too many texts to new numbers in one hour."
OTHER_TRUCK = "b" * 24


@pytest.mark.parametrize(
    ("counted", "source", "kind", "reason"),
    [
        ({"sms-budget": 79}, "counter", "confirmed", None),
        ({"sms-budget": 80}, "counter", "confirmed", OVER_DAY),  # the last fifth is of paid orders
        ({"sms-budget": 80}, "online", "ready", None),
        ({f"sms-other:{OTHER_TRUCK}": 50}, "counter", "confirmed", None),
        ({"sms-other:": 50}, "counter", "confirmed", OVER_SHARE),
        ({"sms-other:": 50, "alone": 1}, "counter", "confirmed", None),  # there is no other one who could need them
        ({"sms-other:": 50}, "online", "ready", None),
        ({"sms-budget": 100}, "online", "ready", None),  # the others have used all of the day's
        ({"sms-budget": 100, "sms-paid:": 49}, "online", "ready", None),
        ({"sms-budget": 100, "sms-paid:": 50}, "online", "ready", OVER_DAY),
        ({"sms-budget": 99, "sms-paid:": 70}, "online", "ready", None),
        ({"sms-budget": 100, "sms-paid:": 50}, "online", "refunded", None),  # a payer must know it
    ],
)
def test_no_truck_silences_another_ones_paid_orders(stage, provider, told, clock_at, counted, source, kind, reason):
    clock_at(stands_at=MIDDAY)
    stage.settings = msgspec.structs.replace(stage.settings, sms_daily_limit=100)
    order = stage.order(source=source, queued=False)
    stage.leave(order, kind)
    if "alone" not in counted:
        stage.order(queued=False, truck_id=OTHER_TRUCK)
    today = {"window": int(MIDDAY.timestamp()) // rate_limits.DAY_SECONDS, "seconds": rate_limits.DAY_SECONDS}
    for key, count in counted.items():
        window = {"key": key + order.truck_id if key.endswith(":") else key, "count": count, **today}
        stage.db.write(lambda session, window=window: session.add(rate_limits.RateLimitWindow(**window)))
    stage.work()
    assert (stage.message(order, kind).reason, len(provider.texts())) == (reason, 0 if reason else 1)
    assert len(told) == (1 if reason or kind == "refunded" else 0)


@pytest.mark.parametrize("limited", ["limit_new_numbers_per_truck", "limit_new_numbers_per_user"])
def test_numbers_that_staff_type_are_limited_in_an_hour_unless_they_have_proven_themselves(
    stage, provider, clock_at, limited
):
    """Who paid online or answered is known, and an order whose customer has a text goes on with the next one."""
    clock_at(stands_at=MIDDAY)
    stage.settings = msgspec.structs.replace(stage.settings, **{limited: 2})

    def sell(number, **more):
        order = stage.order(f"+1213373{number}", source="counter", typed_by="u" * 24, **more)
        stage.work()
        return order

    orders = [sell(4001), sell(4002), sell(4003)]
    assert [stage.message(order).reason for order in orders] == [None, None, OVER_NEW]
    with stage.db.reading() as session:  # what one of the two refuses counts for neither
        keys = (f"sms-new:{orders[0].truck_id}", "sms-new-by:" + "u" * 24)
        assert [rate_limits.get_consumed(session, key, seconds=rate_limits.HOUR_SECONDS) for key in keys] == [2, 2]
    stage.order("+12133734004", queued=False, truck_id=OTHER_TRUCK)
    assert stage.message(sell(4004)).reason is None  # paid online elsewhere
    stage.db.write(lambda session: handle_reply(session, stage.settings, "+12133734001", "On my way", ""))
    assert stage.message(sell(4001)).reason is None  # has answered
    assert stage.message(sell(4002)).reason == OVER_NEW
    other = sell(4005, truck_id=OTHER_TRUCK)
    assert stage.message(other).reason == (None if "truck" in limited else OVER_NEW)
    stage.leave(orders[1], "ready")
    stage.leave(orders[2], "ready")
    stage.work()
    ready = [stage.message(order, "ready").reason for order in orders[1:]]
    assert ready == [None, OVER_NEW if "truck" in limited else None]

    def correct(order, by, **before):
        actor = AuditActor(by, "", "truck_admin")

        def write(session):
            corrected = session.get_one(Order, order.id)
            corrected.version += 1
            record_contact_correction(session, actor, corrected, before)

        stage.db.write(write)
        stage.leave(order, "preparing")
        stage.work()
        return stage.message(order, "preparing").reason

    paid = [stage.order(f"+121337350{number:02}", queued=False) for number in range(3)]
    assert correct(paid[0], "u" * 24, customer_phone="+12133734009") == OVER_NEW
    assert correct(paid[1], "u" * 24, customer_email="old@example.com", customer_phone="+12133735001") is None
    assert correct(paid[2], None, customer_phone="+12133734009") is None  # by the customer
    assert [stage.message(sell(number)).reason for number in (5000, 5001)] == [OVER_NEW, None]
    clock_at(stands_at=MIDDAY + timedelta(hours=1))
    assert stage.message(sell(4006)).reason is None
