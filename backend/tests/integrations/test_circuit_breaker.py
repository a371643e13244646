"""The circuit breaker: failures in a row open it for seconds, and a successful trial closes it."""

import pytest

from chuckwagon.integrations.circuit_breaker import CircuitBreaker, CircuitOpen
from chuckwagon.web.executors import requested_at


class Outage(Exception):
    pass


class Refusal(Exception):
    pass


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def breaker(clock):
    token = requested_at.set(1.0)
    yield CircuitBreaker("test", failures=3, open_seconds=5, monotonic=clock)
    requested_at.reset(token)


def call(breaker, error=None):
    with breaker.guard(lambda failure: isinstance(failure, Outage)):
        if error is not None:
            raise error
        return "answer"


def fail(breaker, times):
    for _ in range(times):
        with pytest.raises(Outage):
            call(breaker, Outage())


def test_failures_in_a_row_open_it_and_calls_are_not_made(breaker):
    fail(breaker, 3)
    with pytest.raises(CircuitOpen) as refused:
        call(breaker, AssertionError("the call was made"))
    assert refused.value.headers["Retry-After"] == "5"


def test_an_answer_in_between_counts_from_the_start(breaker):
    fail(breaker, 2)
    assert call(breaker) == "answer"
    fail(breaker, 2)
    assert call(breaker) == "answer"


def test_a_refusal_is_an_answer(breaker):
    fail(breaker, 2)
    with pytest.raises(Refusal):
        call(breaker, Refusal())
    fail(breaker, 2)
    assert call(breaker) == "answer"


def test_one_trial_each_five_seconds_and_the_first_answer_closes_it(breaker, clock):
    fail(breaker, 3)
    clock.now += 5
    fail(breaker, 1)
    with pytest.raises(CircuitOpen):
        call(breaker)
    clock.now += 5
    assert call(breaker) == "answer"
    assert call(breaker) == "answer"


def test_a_trial_that_hangs_keeps_the_next_one_waiting_for_no_more_than_that(breaker, clock):
    fail(breaker, 3)
    clock.now += 5
    with breaker.guard(lambda _error: True):
        clock.now += 5
        assert call(breaker) == "answer"


def test_the_worker_is_never_refused():
    breaker = CircuitBreaker("test", failures=1)
    fail(breaker, 5)
    assert call(breaker) == "answer"
