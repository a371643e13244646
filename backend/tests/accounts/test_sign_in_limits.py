"""Limits on failed sign-ins, shared by all processes: per address over all accounts, and per account."""

import re
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import passwords, routes, service, throttle
from chuckwagon.accounts import sign_in as ways_to_sign_in
from chuckwagon.accounts.models import KnownDevice, KnownSignInAddress, SignInFailure
from chuckwagon.accounts.schemas import Credentials
from chuckwagon.accounts.second_factors import routes as second_factors
from chuckwagon.db import rate_limits
from chuckwagon.kit.ids import hash_secret
from tests.accounts.links import set_password, token_of
from tests.accounts.second_factors.authenticator_app import App
from tests.accounts.test_sign_in import MINE, fail_sign_ins
from tests.cast import PASSWORD, bearer, make_user, sign_in

HERE, ELSEWHERE = service.SignInSource("127.0.0.1"), service.SignInSource("198.51.100.7")


def attempt_sign_in(db, caller, password=PASSWORD, email=MINE):
    return service.sign_in(db, Credentials(email, password, False), caller)


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


def shut(answer):
    return (answer.status_code, answer.json().get("code")) == (429, "sign_in_shut")


def test_a_known_browser_gets_in_whatever_strangers_guess_also_at_its_own_address(client, db, cast, clock, browser):
    tablet, stranger, colleague = browser(), browser(), browser()
    tablet.sign_in().raise_for_status()
    colleague.sign_in(email="other_admin@example.com").raise_for_status()
    fail_sign_ins(db, 100)
    for number in range(30):  # all that its address may fail in a minute
        db.write(lambda session, email=f"g{number}@one.co": throttle.count_failure(session, email, "127.0.0.1"))
    assert stranger.sign_in().status_code == 429
    assert stranger.sign_in().status_code == 429  # remembered, which must not hold for the tablet
    assert tablet.sign_in().status_code == 200
    clock.advance(timedelta(minutes=1))
    refused = stranger.sign_in()
    assert shut(refused)
    assert refused.json()["error"].endswith("Use your passkey, or the link we can send you by email.")
    assert shut(sign_in(client, MINE)), "its owner's sign-in has opened nothing for strangers"
    assert shut(browser({"device": "x" * 43}).sign_in())
    assert shut(colleague.sign_in()), "a browser is known to its own accounts alone"


@pytest.mark.dialect
def test_failures_of_a_known_browser_count_for_it_alone(db, cast, clock, browser):
    tablet, phone = browser(), browser()
    for one in (tablet, phone):
        one.sign_in().raise_for_status()
    assert [tablet.sign_in("wrong-password").status_code for _ in range(6)] == [401] * 6
    waiting = tablet.sign_in()
    assert (waiting.status_code, waiting.headers["Retry-After"]) == (429, "2")
    with db.reading() as session:
        assert [row.address[:7] for row in session.scalars(sa.select(SignInFailure))] == ["device:"]
        assert session.scalars(sa.select(rate_limits.RateLimitWindow)).all() == []
    assert phone.sign_in().status_code == 200
    assert tablet.sign_in().status_code == 429, "the sign-in elsewhere has forgiven it nothing"
    clock.advance(timedelta(seconds=2))
    assert tablet.sign_in().status_code == 200
    assert [tablet.sign_in("wrong-password").status_code for _ in range(6)] == [401] * 6


def test_only_a_complete_sign_in_makes_a_browser_known_and_stores_its_digest(client, db, cast, clock, browser):
    cookie = browser().sign_in().headers["Set-Cookie"]
    token = cookie.partition("=")[2].partition(";")[0]
    assert re.fullmatch(r"device=[\w-]{43}; .+", cookie)
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert attributes == {"httponly", "samesite=lax", "path=/api/auth", f"max-age={180 * 86400}"}
    with db.reading() as session:
        [device] = session.scalars(sa.select(KnownDevice)).all()
        assert (device.user_id, device.token_digest) == (cast.truck_admin.id, hash_secret(token))
        assert session.scalars(sa.select(KnownSignInAddress)).all() == []
    other = browser()
    assert "Set-Cookie" not in other.sign_in("wrong-password").headers
    assert "Set-Cookie" not in sign_in(client, MINE).headers, "other programs are known by their address"
    app = App(client, clock, "other_admin@example.com")
    waiting = other.sign_in(email=app.email)
    assert "Set-Cookie" not in waiting.headers
    proof = {"token": waiting.json()["secondFactor"]["token"], "code": app.new_code()}
    assert "device" in other("POST", "/api/auth/second-factor", json=proof).cookies


def test_the_cookie_of_an_https_site_is_secure(settings):
    source = service.SignInSource("", site_origin="https://x.example", device_token="t" * 43)
    [cookie] = ways_to_sign_in.keep_device({}, source).cookies
    assert (cookie.key, cookie.secure) == ("__Secure-device", True)


@pytest.mark.parametrize("what", ["own password", "password of a superadmin", "everywhere", "disabled", "one", "old"])
def test_places_are_forgotten(client, db, cast, clock, browser, what):
    tablet, thief = browser(), browser()
    stolen = bearer(thief.sign_in().json()["token"])
    attempt_sign_in(db, ELSEWHERE)
    own = bearer(tablet.sign_in().json()["token"])
    boss, user = cast.headers("superadmin"), f"/api/users/{cast.truck_admin.id}"
    password = "skillet-orchard-77"
    if what == "own password":
        change = {"currentPassword": PASSWORD, "newPassword": password}
        client.put("/api/auth/profile", json=change, headers=own).raise_for_status()
    elif what == "password of a superadmin":
        client.patch(user, json={"password": password}, headers=boss).raise_for_status()
    elif what == "everywhere":
        client.delete("/api/auth/sessions", headers=own).raise_for_status()
    elif what == "disabled":
        for is_active in (False, True):
            client.patch(user, json={"isActive": is_active}, headers=boss).raise_for_status()
    elif what == "one":
        [other] = [one for one in client.get("/api/auth/sessions", headers=stolen).json()["sessions"]
                   if not one["isCurrent"] and one["network"] == "127.0.0.0/24"]  # fmt: skip
        client.delete(f"/api/auth/sessions/{other['_id']}", headers=stolen).raise_for_status()
        tablet, thief = thief, tablet
    else:
        clock.advance(timedelta(days=180, seconds=1))
    fail_sign_ins(db, 100)
    clock.advance(timedelta(minutes=1))
    assert shut(thief.sign_in())
    if what != "one":
        with pytest.raises(throttle.SignInLocked):
            attempt_sign_in(db, ELSEWHERE)
    new = password if "password" in what else PASSWORD
    stays = what in ("own password", "everywhere", "one")
    assert tablet.sign_in(new).status_code == (200 if stays else 429)


def test_a_user_has_fifty_known_browsers_the_newest_ones(db, cast, clock, browser):
    first = browser()
    first.sign_in().raise_for_status()
    for number in range(50):
        clock.advance(timedelta(seconds=1))
        place = {"device": f"{number:064}", "address": ""}
        db.write(lambda session, place=place: throttle.remember_place(session, cast.truck_admin.id, **place))
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(KnownDevice)) == 50
    fail_sign_ins(db, 100)
    clock.advance(timedelta(minutes=1))
    assert shut(first.sign_in())


def test_a_link_by_email_opens_the_sign_in_on_its_device_alone(client, db, cast, clock, browser, work, emails):
    def link():
        asked = {"email": MINE, "keepPassword": True}
        client.post("/api/auth/password-reset", json=asked).raise_for_status()
        work()
        return {"token": token_of(emails()[-1])}

    phone, stranger, opened = browser(), browser(), "/api/auth/password-link/device"
    fail_sign_ins(db, 100)
    clock.advance(timedelta(minutes=1))
    assert shut(phone.sign_in())
    token = link()
    assert emails()[-1]["subject"] == "Sign in on your device"
    assert client.post("/api/auth/password-link", json=token).json() == {"kind": "sign_in", "email": MINE}
    refused = set_password(client, token["token"])
    assert (refused.status_code, refused.json()["reason"]) == (404, "password_link_invalid")
    program = client.post(opened, json=token)
    assert (program.status_code, program.json().get("reason")) == (400, "device_link_needs_browser")
    assert shut(sign_in(client, MINE)), "a link vouches for no address"
    assert phone("POST", opened, json=token).json() == {"isKnown": True}
    assert stranger("POST", opened, json=token).status_code == 404
    assert phone("GET", "/api/auth/verify").status_code == 401, "it signs no one in"
    # However many links, their browsers share one counter until a sign-in is complete.
    assert [phone.sign_in("wrong-password").status_code for _ in range(6)] == [401] * 6
    second = browser()
    assert second("POST", opened, json=link()).status_code == 200
    assert second.sign_in().status_code == 429
    clock.advance(timedelta(seconds=2))
    assert phone.sign_in().status_code == 200
    assert shut(stranger.sign_in())


@pytest.mark.usefixtures("frozen_clock")
def test_a_known_browser_waits_for_a_thread_in_its_own_queue_and_unknown_cookies_are_looked_up_rarely(
    client, clock, browser, cast, monkeypatch
):
    queues, looked_up = [], []
    run, find = passwords.run_in_password_thread, ways_to_sign_in.find_device_counter

    async def record(work, *given, client=""):
        queues.append(client)
        return await run(work, *given, client=client)

    def count(session, account, device):
        looked_up.append(device)
        return find(session, account, device)

    for module in (routes, second_factors):
        monkeypatch.setattr(module, "run_in_password_thread", record)
    monkeypatch.setattr(ways_to_sign_in, "find_device_counter", count)
    app, tablet = App(client, clock, MINE), browser()

    def use_everything():
        token = tablet.sign_in().json()["secondFactor"]["token"]
        done = tablet("POST", "/api/auth/second-factor", json={"token": token, "code": app.new_code()})
        headers = bearer(done.raise_for_status().json()["token"])
        tablet("POST", "/api/auth/proof", json={"code": app.new_code()}, headers=headers).raise_for_status()
        tablet("PUT", "/api/auth/profile", json={"name": "Ada"}, headers=headers).raise_for_status()

    use_everything()
    queues.clear()
    use_everything()
    device = hash_secret(tablet.cookies["device"])
    assert queues == [device] * 4
    queues.clear()
    looked_up.clear()
    monkeypatch.setattr(ways_to_sign_in, "MAX_LOOKUPS_PER_MINUTE", 4)
    clock.advance(timedelta(minutes=1))
    for number in range(8):
        browser({"device": f"{number:043}"}).sign_in(email=f"g{number}@one.co")
    assert (len(looked_up), queues) == (4, ["127.0.0.1"] * 8)
    tablet.sign_in().raise_for_status()
    assert queues[-1] == device, "the reads of strangers take none from it"


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


def test_unknown_wrong_and_disabled_cost_the_same_work(full_hashes, db, cast, hashes):
    """One hash of the same parameters each, also the first one in a process."""
    make_user(db, "disabled@example.com", is_active=False)
    for email, password in {"no@one.co": PASSWORD, MINE: "wrong-password", "disabled@example.com": PASSWORD}.items():
        for number in range(2):
            hashes.clear()
            with pytest.raises(service.WrongCredentials):
                attempt_sign_in(db, service.SignInSource(f"198.51.100.{number}"), password, email)
            assert [stored[:29] for stored in hashes] == ["$argon2id$v=19$m=19456,t=2,p="]
