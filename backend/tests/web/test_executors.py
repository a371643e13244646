"""Each kind of slow work has its own threads and a bounded queue."""

import asyncio
import threading
import time

import pytest

from chuckwagon.kit.errors import Unavailable
from chuckwagon.web.executors import ProviderExecutor, requested_at
from tests.servers import wait_until


@pytest.fixture
def own():
    return ProviderExecutor("test", threads=3, waiting=2, max_wait_seconds=30)


def test_the_answer_and_the_error_of_a_call_come_back(own):
    assert asyncio.run(own.call(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(own.call(divmod, 7, 0))


def test_a_call_knows_that_a_request_waits_for_it(own):
    assert asyncio.run(own.call(requested_at.get)) is not None
    assert requested_at.get() is None


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


def test_one_client_leaves_threads_and_places_to_the_others(own):
    """Of three threads and five places it has two and three."""
    release, begun = threading.Event(), []

    def work(number):
        begun.append(number)
        release.wait(60)

    async def crowd():
        calls = [asyncio.create_task(own.call(work, number, client="a")) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await own.call(work, 3, client="a")
        calls.append(asyncio.create_task(own.call(work, 4, client="b")))
        while len(begun) < 3:
            await asyncio.sleep(0.001)
        assert sorted(begun) == [0, 1, 4]
        release.set()
        await asyncio.gather(*calls)

    asyncio.run(crowd())
    assert sorted(begun) == [0, 1, 2, 4]
    assert own._of_clients == {}


def test_a_call_that_cannot_begin_in_time_is_refused_and_never_runs():
    impatient = ProviderExecutor("impatient", threads=1, waiting=5, max_wait_seconds=0.05)
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


def test_calls_that_wait_for_the_provider_leave_other_threads_free(own):
    release = threading.Event()

    async def crowd():
        waiting = [asyncio.create_task(own.call(release.wait, 60)) for _ in range(5)]
        await asyncio.sleep(0.1)
        try:
            await asyncio.wait_for(asyncio.to_thread(time.monotonic), 20)
            other = ProviderExecutor("other", threads=1, waiting=0)
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
