"""SMS per day are limited for the whole platform; orders go on."""

from datetime import timedelta

import msgspec
import pytest

from chuckwagon.jobs import outbox
from chuckwagon.kit.clock import now
from chuckwagon.notifications import daily_sms_limit

pytestmark = pytest.mark.dialect

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


def test_texts_beyond_the_budget_are_skipped_and_that_is_said_once(poor, provider, told, clock_at):
    clock_at(stands_at=MIDDAY)
    orders = [poor.order() for _ in range(13)]
    poor.work()
    assert len(provider.texts()) == 10
    late = [order for order in orders if poor.left(order).status == outbox.SKIPPED]
    assert {poor.message(order).reason for order in late} == {"The day's budget for texts is used up."}
    assert (len(late), told) == (3, ["sms_budget_used_up"])
    clock_at(stands_at=MIDDAY + timedelta(days=1))
    poor.order()
    poor.work()
    assert len(provider.texts()) == 11


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
