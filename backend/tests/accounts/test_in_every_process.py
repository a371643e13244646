"""What holds in every process: a revoked token is invalid, and failed sign-ins are limited.

The second process here shares only the database.
"""

import time

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.db import rate_limits
from tests.accounts.test_sign_in import fail_sign_ins
from tests.cast import PASSWORD, bearer, sign_in
from tests.cli.conftest import Program
from tests.orders.factories import add_order
from tests.realtime.conftest import Stream
from tests.servers import wait_until

MINE = "truck_admin@example.com"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory, database_url, migrated):
    """The same product in another process."""
    program = Program(tmp_path_factory.mktemp("elsewhere"))
    program.serve("--sandbox", CHUCKWAGON_DATABASE_URL=database_url)
    with httpx.Client(base_url=f"http://127.0.0.1:{program.port}", timeout=30) as http:
        yield http
    program.kill_all()


def test_whatever_ends_a_session_here_ends_it_there_at_once(client, cast, elsewhere, db):
    def status_there(token):
        return elsewhere.get("/api/auth/verify", headers=bearer(token)).status_code

    def tokens(count):
        found = [sign_in(client, MINE).json()["token"] for _ in range(count)]
        assert {status_there(token) for token in found} == {200}
        return found

    signed_out, kept, other = tokens(3)
    order = add_order(db, truck_id=cast.truck.id)
    streams = [Stream(str(elsewhere.base_url), "/api/orders/stream", bearer(token)) for token in (signed_out, kept)]
    wait_until(lambda: all(stream.named("hello") for stream in streams))
    client.post("/api/auth/logout", headers=bearer(signed_out))
    assert [status_there(token) for token in (signed_out, kept)] == [401, 200]
    confirmed = {"status": "confirmed"}
    assert client.patch(f"/api/orders/{order.id}/status", json=confirmed, headers=bearer(kept)).status_code == 200
    wait_until(lambda: streams[1].named("order") and streams[0].has_ended)
    assert streams[0].named("order") == []
    for stream in streams:
        stream.close()

    change = {"currentPassword": PASSWORD, "newPassword": "another-griddle-77"}
    assert client.put("/api/auth/profile", json=change, headers=bearer(kept)).status_code == 200
    assert [status_there(token) for token in (kept, other)] == [200, 401]

    user, boss = f"/api/users/{cast.truck_admin.id}", cast.headers("superadmin")
    assert client.patch(user, json={"isActive": False}, headers=boss).status_code == 200
    assert status_there(kept) == 401


def test_two_processes_share_both_limits(elsewhere, client, db, cast):
    instant = int(time.time())
    db.write(lambda session: session.add_all(
        rate_limits.RateLimitWindow(key="sign-in:127.0.0.1", window=instant // 60 + later, seconds=60, count=28)
        for later in (0, 1)
    ))  # fmt: skip
    processes = [client, elsewhere]

    def attempt(number, email, password):  # by turns in the process of the tests and in the other one
        return sign_in(processes[number % 2], email, password)

    failures = [attempt(number, f"g{number}@example.com", "wrong-password").status_code for number in range(8)]
    assert failures.count(401) in (2, 3, 4), failures  # more than two if the minute ended in between
    assert failures.count(429) == 8 - failures.count(401)
    db.write(lambda session: session.execute(sa.delete(rate_limits.RateLimitWindow)))
    fail_sign_ins(db, 100)
    time.sleep(rate_limits.MEMORY_SECONDS)  # so long a process refuses without asking the database
    shut = [attempt(number, MINE, PASSWORD) for number in range(6)]
    assert {answer.json()["code"] for answer in shut} == {"sign_in_shut"}
