"""Calls that wait for a provider have threads of their own for each kind of work, and a bounded queue."""

import asyncio
import threading
import time

import pytest

from chuckwagon.core.errors import Unavailable
from chuckwagon.core.threads import ProviderThreads, fails_fast
from tests.servers import wait_until


@pytest.fixture
def own():
    return ProviderThreads("test", threads=3, waiting=2, patience_seconds=30)


def test_the_answer_and_the_error_of_a_call_come_back(own):
    assert asyncio.run(own.call(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(own.call(divmod, 7, 0))


def test_a_call_knows_that_a_request_waits_for_it(own):
    assert asyncio.run(own.call(fails_fast.get)) is True
    assert fails_fast.get() is False


def test_beyond_the_queue_a_call_is_refused_at_once(own):
    release = threading.Event()

    async def crowd():
        calls = [asyncio.create_task(own.call(release.wait, 60)) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable) as refused:
            await own.call(release.wait)
        release.set()
        assert await asyncio.gather(*calls) == [True] * 5
        return refused.value.headers

    assert int(asyncio.run(crowd())["Retry-After"]) > 0
    assert asyncio.run(own.call(divmod, 7, 2)) == (3, 1)


def test_who_cannot_begin_in_time_is_refused_and_never_begins():
    impatient = ProviderThreads("impatient", threads=1, waiting=5, patience_seconds=0.05)
    release, begun = threading.Event(), []

    async def crowd():
        first = asyncio.create_task(impatient.call(release.wait, 60))
        await asyncio.sleep(0.01)
        with pytest.raises(Unavailable):
            await impatient.call(begun.append, 1)
        release.set()
        await first

    asyncio.run(crowd())
    assert begun == []


def test_a_crowd_that_waits_for_the_provider_leaves_the_others_their_threads(own):
    release = threading.Event()

    async def crowd():
        waiting = [asyncio.create_task(own.call(release.wait, 60)) for _ in range(5)]
        await asyncio.sleep(0.1)
        try:
            await asyncio.wait_for(asyncio.to_thread(time.monotonic), 20)
            other = ProviderThreads("other", threads=1, waiting=0)
            assert await asyncio.wait_for(other.call(divmod, 7, 2), 20) == (3, 1)
        finally:
            release.set()
            await asyncio.gather(*waiting)

    asyncio.run(crowd())


def test_no_more_run_at_once_than_there_are_threads(own):
    counted, release = threading.Lock(), threading.Event()
    present = most = 0

    def call():
        nonlocal present, most
        with counted:
            present += 1
            most = max(most, present)
        release.wait(60)
        with counted:
            present -= 1

    async def crowd():
        calls = [asyncio.create_task(own.call(call)) for _ in range(5)]
        try:
            await asyncio.to_thread(wait_until, lambda: present >= 3, 30)
            await asyncio.sleep(0.2)  # so that one too many would be there as well
        finally:
            release.set()
            await asyncio.gather(*calls)

    asyncio.run(crowd())
    assert most == 3
