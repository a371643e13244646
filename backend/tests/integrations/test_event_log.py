"""The event log is read completely and in order, one page at a time, for any distribution of events."""

from datetime import UTC, datetime

from hypothesis import example, given
from hypothesis import strategies as st

from chuckwagon.integrations.stripe.events import PaymentSucceededEvent, read_newest, read_since
from tests.payments.reconciliation.memory_log import MemoryLog

BEGIN = 1_800_000_000
SINCE = datetime.fromtimestamp(BEGIN, tz=UTC)


def log_of(seconds):
    return MemoryLog(
        [PaymentSucceededEvent(f"evt_{n}", BEGIN + at, f"pi_{n}", None) for n, at in enumerate(sorted(seconds))]
    )


@example([5] * 10)  # more events in one second than fit on a page
@given(st.lists(st.integers(-5, 40) | st.integers(0, 10**7), max_size=60))
def test_every_event_comes_once_in_order(seconds):
    log = log_of(seconds)
    read = [event for part in read_since(log, SINCE) if part.is_next for event in part.events]
    assert read == [event for event in log.events if event.created >= BEGIN]
    assert log.calls <= 2 * len(read) + 30


@given(st.lists(st.integers(-5, 40), max_size=60))
def test_newest_come_first_when_asked_for(seconds):
    log = log_of(seconds)
    read = [event for part in read_newest(log, SINCE) for event in reversed(part.events)]
    assert read == [event for event in reversed(log.events) if event.created >= BEGIN]


def test_one_page_is_read_with_one_call():
    log = log_of([1, 2, 3])
    assert [part.is_next for part in read_since(log, SINCE)] == [True]
    assert log.calls == 1


def test_the_newest_page_of_a_backlog_comes_before_its_oldest():
    first = next(read_since(log_of(range(100)), SINCE))
    assert ([event.created - BEGIN for event in first.events], first.is_next) == ([97, 98, 99], False)


def test_what_arrives_meanwhile_is_read_too():
    log = log_of(range(20))
    read = []
    for part in read_since(log, SINCE):
        if part.is_next and not read:
            log.add(PaymentSucceededEvent("evt_late", BEGIN + 90, "pi_late", None))
        read += part.events if part.is_next else []
    assert [event.id for event in read][-2:] == ["evt_19", "evt_late"]
