"""A revoked token is invalid in every process. The second process here shares only the database."""

import httpx
import pytest

from tests.cast import PASSWORD, bearer, sign_in
from tests.cli.conftest import Program
from tests.orders.factories import add_order
from tests.realtime.conftest import Stream
from tests.servers import wait_until

MINE = "truck_admin@example.com"


@pytest.fixture
def elsewhere(tmp_path, database_url):
    """The same product in another process."""
    program = Program(tmp_path)
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
