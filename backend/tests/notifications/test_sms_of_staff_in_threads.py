"""An SMS that staff write waits for Twilio in threads of its own, not in those of ordinary requests."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from chuckwagon.web.executors import ProviderExecutor
from tests.orders.factories import PHONE, add_order


@pytest.fixture
def hanging(sandbox, monkeypatch):
    """Twilio does not answer for a while. One thread simulates a larger crowd of staff."""
    few = ProviderExecutor("message", threads=1, waiting=0, max_wait_seconds=0.3)
    monkeypatch.setattr("chuckwagon.notifications.routes.MESSAGES", few)
    sandbox.fault("twilio", "timeout", ms=1500)
    yield
    sandbox.clear_faults()


def test_beyond_their_threads_staff_are_told_at_once(client, db, cast, hanging):
    add_order(db, truck_id=cast.truck.id)

    def write(number):
        body = {"phoneNumber": PHONE, "message": f"Order {number} is ready."}
        with httpx.Client(base_url=client.base_url, timeout=60) as own:
            return own.post("/api/send-notification", json=body, headers=cast.headers("truck_admin"))

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(write, range(5)))
    assert {answer.status_code for answer in answers} == {503}
    assert [answer.json()["reason"] for answer in answers].count("sms_no_answer") == 1
