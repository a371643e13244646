"""Calls that wait for a provider have threads of their own, and only so many."""

import asyncio
import threading
import time

import pytest

from chuckwagon.core.threads import PROVIDER_THREADS, provider_call
from tests.servers import wait_until


def test_the_answer_and_the_error_of_a_call_come_back():
    assert asyncio.run(provider_call(divmod, 7, 2)) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        asyncio.run(provider_call(divmod, 7, 0))


def test_twenty_calls_wait_at_once_and_the_next_one_queues():
    counted = threading.Lock()
    release = threading.Event()
    present = most = 0

    def call() -> None:
        nonlocal present, most
        with counted:
            present += 1
            most = max(most, present)
        release.wait(60)
        with counted:
            present -= 1

    async def crowd() -> None:
        calls = [asyncio.create_task(provider_call(call)) for _ in range(PROVIDER_THREADS + 10)]
        try:
            await asyncio.to_thread(wait_until, lambda: present >= PROVIDER_THREADS, 30)
            await asyncio.sleep(0.2)  # so that one too many would be there as well
        finally:
            release.set()
            await asyncio.gather(*calls)

    asyncio.run(crowd())
    assert most == PROVIDER_THREADS == 20


def test_a_crowd_that_waits_for_the_provider_leaves_the_others_their_threads():
    release = threading.Event()

    async def crowd() -> None:
        waiting = [asyncio.create_task(provider_call(release.wait)) for _ in range(PROVIDER_THREADS + 5)]
        await asyncio.sleep(0.1)
        try:
            await asyncio.wait_for(asyncio.to_thread(time.monotonic), 20)
        finally:
            release.set()
            await asyncio.gather(*waiting)

    asyncio.run(crowd())
