"""Limits on failed sign-ins, shared by all processes: per address over all accounts, and per account."""

import time
from datetime import timedelta

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.accounts import passwords, routes, service, throttle
from chuckwagon.accounts.models import KnownSignInAddress
from chuckwagon.accounts.schemas import Credentials
from chuckwagon.db import rate_limits
from tests.accounts.test_sign_in import MINE, fail_sign_ins
from tests.cast import PASSWORD, bearer, make_user, sign_in
from tests.cli.conftest import Program

HERE, ELSEWHERE = service.SignInSource("127.0.0.1"), service.SignInSource("198.51.100.7")


@pytest.fixture
def program(tmp_path):
    found = Program(tmp_path)
    yield found
    found.kill_all()


def attempt_sign_in(db, caller, password=PASSWORD, email=MINE):
    return service.sign_in(db, Credentials(email, password, False), caller)


@pytest.mark.dialect
def test_an_address_has_thirty_failures_a_minute_whatever_the_accounts(client, cast, clock, monkeypatch):
    clock.set("2026-07-01T19:00:15Z")
    for number in range(30):
        assert sign_in(client, f"guess{number}@example.com", "wrong-password").status_code == 401
    for email in (MINE, "guess31@example.com"):
        answer = sign_in(client, email)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "45")
        assert answer.json()["error"] == "Too many failed sign-ins. Please wait a moment and try again."
        # Once refused, it takes no thread any more.
        monkeypatch.setattr(routes, "run_in_password_thread", pytest.fail)
    monkeypatch.undo()
    clock.advance(timedelta(seconds=45))
    assert sign_in(client, MINE).status_code == 200


def test_another_address_does_not_wait_and_a_household_is_one_address(db, cast, clock):
    for number in range(30):
        with pytest.raises(service.WrongCredentials):
            attempt_sign_in(
                db,
                service.SignInSource(rate_limits.client_ip_key(f"2001:db8::{number}")),
                email=f"g{number}@example.com",
            )
    with pytest.raises(throttle.SignInPaused):
        attempt_sign_in(db, service.SignInSource(rate_limits.client_ip_key("2001:db8::ffff:1")))
    assert attempt_sign_in(db, service.SignInSource(rate_limits.client_ip_key("2001:db8:0:1::1"))).token


@pytest.mark.dialect
def test_networks_of_one_ipv6_site_share_eight_times_the_limit(db, clock):
    def count(subnet, site="2001:db8:7"):
        key = f"sign-in:{rate_limits.client_ip_key(f'{site}:{subnet:x}::1')}"
        counted = db.write(lambda session: rate_limits.try_consume(session, key, limit=2, seconds=60))
        with db.reading() as session:
            left = rate_limits.get_retry_after_seconds(session, key, limit=2, seconds=60)
        return counted, left > 0

    assert [count(subnet) for subnet in range(17)] == [(True, False)] * 15 + [(True, True), (False, True)]
    assert count(0, "2001:db8:8") == (True, False)


def test_a_wrong_present_password_counts_too_and_a_right_one_never(client, db, cast, clock):
    headers = bearer(sign_in(client, MINE).json()["token"])
    for _ in range(29):
        db.write(lambda session: throttle.count_failure(session, "other@example.com", "127.0.0.1"))
    body = {"newPassword": "a-new-long-password", "currentPassword": "wrong-password"}
    assert client.put("/api/auth/profile", json=body, headers=headers).status_code == 400
    assert client.put("/api/auth/profile", json=body, headers=headers).status_code == 429
    assert client.get("/api/auth/verify", headers=headers).status_code == 200


def test_the_limit_of_an_address_is_a_setting(db, cast):
    for number in range(40):
        with pytest.raises(service.WrongCredentials):
            attempt_sign_in(db, service.SignInSource("203.0.113.9", 0), email=f"g{number}@example.com")
    with pytest.raises(service.WrongCredentials):
        attempt_sign_in(db, service.SignInSource("203.0.113.9", 50), email="last@example.com")


@pytest.mark.dialect
def test_after_a_hundred_failures_only_known_places_get_in(client, db, cast, clock, hashes):
    assert sign_in(client, MINE).status_code == 200
    fail_sign_ins(db, 99)
    clock.advance(timedelta(minutes=1))
    with pytest.raises(service.WrongCredentials):
        attempt_sign_in(db, ELSEWHERE, "wrong-password")  # the hundredth
    clock.advance(timedelta(minutes=15))
    before = len(hashes)
    with pytest.raises(throttle.SignInLocked) as refused:
        attempt_sign_in(db, ELSEWHERE)
    assert refused.value.status == 429
    assert refused.value.headers["Retry-After"] == str(24 * 3600 - 15 * 60)
    assert str(refused.value).startswith("Too many failed sign-ins with this email address.")
    assert len(hashes) == before, "a shut door costs no hash"
    assert attempt_sign_in(db, HERE).token
    assert attempt_sign_in(db, ELSEWHERE).token, "a successful sign-in ends the row of failures"


def test_an_unknown_account_is_shut_like_a_real_one(client, db, clock):
    for place in range(100):
        db.write(lambda session, place=place: throttle.count_failure(session, "no@one.co", f"203.0.113.{place}"))
    clock.advance(timedelta(minutes=1))
    answer = sign_in(client, "no@one.co")
    assert (answer.status_code, answer.json()["code"]) == (429, "sign_in_shut")


def test_a_new_password_from_an_administrator_opens_the_door_again(client, db, cast, clock):
    fail_sign_ins(db, 100)
    clock.advance(timedelta(minutes=1))
    assert sign_in(client, MINE).json()["code"] == "sign_in_shut"
    path, body = f"/api/users/{cast.truck_admin.id}", {"password": "set-by-the-superadmin"}
    assert client.patch(path, json=body, headers=cast.headers("superadmin")).status_code == 200
    assert sign_in(client, MINE, "set-by-the-superadmin").status_code == 200


def test_a_quiet_day_opens_the_door_again(db, cast, clock):
    fail_sign_ins(db, 100)
    clock.advance(timedelta(days=1, seconds=1))
    with pytest.raises(service.WrongCredentials):
        attempt_sign_in(db, ELSEWHERE, "wrong-password")
    assert attempt_sign_in(db, ELSEWHERE).token


@pytest.mark.dialect
def test_a_place_is_known_for_half_a_year_after_the_last_time(db, cast, clock):
    attempt_sign_in(db, HERE)
    clock.advance(timedelta(days=100))
    attempt_sign_in(db, HERE)
    clock.advance(timedelta(days=179))
    db.write(service.purge_expired)
    fail_sign_ins(db, 100)
    clock.advance(timedelta(minutes=1))
    assert attempt_sign_in(db, HERE).token
    clock.advance(timedelta(days=181))
    db.write(service.purge_expired)
    with db.reading() as session:
        assert session.scalars(sa.select(KnownSignInAddress)).all() == []


def test_two_processes_share_both_limits(program, client, db, cast, database_url):
    instant = int(time.time())
    db.write(lambda session: session.add_all(
        rate_limits.RateLimitWindow(key="sign-in:127.0.0.1", window=instant // 60 + later, seconds=60, count=28)
        for later in (0, 1)
    ))  # fmt: skip
    program.serve("--sandbox", CHUCKWAGON_DATABASE_URL=database_url)
    urls = [str(client.base_url).rstrip("/"), f"http://127.0.0.1:{program.port}"]

    def attempt(number, email, password):  # by turns in the process of the tests and in the other one
        return httpx.post(f"{urls[number % 2]}/api/auth/login", json={"email": email, "password": password})

    failures = [attempt(number, f"g{number}@example.com", "wrong-password").status_code for number in range(8)]
    assert failures.count(401) in (2, 3, 4), failures  # more than two if the minute ended in between
    assert failures.count(429) == 8 - failures.count(401)
    db.write(lambda session: session.execute(sa.delete(rate_limits.RateLimitWindow)))
    fail_sign_ins(db, 100)
    time.sleep(rate_limits.MEMORY_SECONDS)  # so long a process refuses without asking the database
    shut = [attempt(number, MINE, PASSWORD) for number in range(6)]
    assert {answer.json()["code"] for answer in shut} == {"sign_in_shut"}


def test_unknown_wrong_and_disabled_cost_the_same_work(full_hashes, db, cast):
    """The processor time of this thread, which other processes cannot stretch."""
    make_user(db, "disabled@example.com", is_active=False)
    kinds = {"no@one.co": PASSWORD, MINE: "wrong-password", "disabled@example.com": PASSWORD}
    passwords._dummy_hash.cache_clear()
    spent: dict[str, list[float]] = {email: [] for email in kinds}
    for number in range(15):
        for email, password in kinds.items():
            begun = time.thread_time()
            with pytest.raises(service.WrongCredentials):
                attempt_sign_in(db, service.SignInSource(f"198.51.100.{number}"), password, email)
            spent[email].append(time.thread_time() - begun)
    medians = sorted(sorted(some)[len(some) // 2] for some in spent.values())
    assert medians[-1] < 1.2 * medians[0], medians
    assert spent["no@one.co"][0] < 1.8 * medians[0], "the first one is like the others"
