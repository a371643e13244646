"""Signing in and out: one response for all failures, expiring tokens, and waits after failures."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import SignInFailure, User, UserSession
from chuckwagon.accounts.throttle import ALL_ADDRESSES, ONE_ADDRESS, count_failure, refuse_throttled
from chuckwagon.kit.ids import hash_secret
from tests.cast import PASSWORD, bearer, make_user, sign_in

MINE = "truck_admin@example.com"


def verify(client, token):
    return client.get("/api/auth/verify", headers=bearer(token))


def change(db, model, **values):
    db.write(lambda session: session.execute(sa.update(model).values(**values)))


def test_the_right_password_gives_a_token_and_the_user(client, cast):
    answer = sign_in(client, MINE)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json()["user"] == {
        "_id": cast.truck_admin.id,
        "email": MINE,
        "name": "truck_admin",
        "role": "admin",
        "truckId": cast.truck.id,
        "truckName": "Own Truck",
        "isActive": True,
        "language": None,
    }
    for path in ("verify", "profile"):
        found = client.get(f"/api/auth/{path}", headers=bearer(answer.json()["token"]))
        assert found.json() == {"user": answer.json()["user"]}


def test_the_address_is_taken_in_any_case_and_with_spaces(client, cast):
    assert sign_in(client, "  Truck_Admin@Example.COM ").status_code == 200


def test_a_token_has_256_bits_and_is_stored_as_its_digest_only(full_hashes, client, db, cast):
    token = sign_in(client, MINE).json()["token"]
    with db.reading() as session:
        row = session.scalars(sa.select(UserSession)).one()
        stored = session.scalar(sa.select(User.password_hash).where(User.email == MINE))
    assert len(token) == 43
    assert row.token_digest == hash_secret(token)
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_unknown_wrong_and_disabled_are_one_answer_after_one_hash(full_hashes, client, db, cast, hashes):
    make_user(db, "disabled@example.com", is_active=False)
    tries = [("unknown@example.com", PASSWORD), (MINE, "wrong-password"), ("disabled@example.com", PASSWORD)]
    answers = [sign_in(client, email, password) for email, password in tries]
    assert {answer.status_code for answer in answers} == {401}
    assert {answer.headers["WWW-Authenticate"] for answer in answers} == {"Bearer"}
    assert len({answer.content for answer in answers}) == 1
    assert answers[0].json()["error"] == "Invalid email or password"
    assert len(hashes) == len(tries)
    assert set(hashes) == {"$argon2id$v=19$m=19456,t=2,p=1$"[:30]}
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(UserSession)) == 0
        assert session.scalar(sa.select(sa.func.count()).select_from(SignInFailure)) == 2 * len(tries)


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"email": "Email is required", "password": "Password is required"}),
        (
            {"email": None, "password": None},
            {"email": "Email is required", "password": "Password is required"},
        ),
        ({"email": " ", "password": "123456"}, {"email": "Email is required"}),
        ({"email": "x@y", "password": "123456"}, {"email": "Please enter a valid email address"}),
        ({"email": "a@b.c", "password": "12345"}, {"password": "Password must be at least 6 characters"}),
        ({"email": "a@b.c", "password": "1" * 257}, {"password": "Password must be at most 256 characters"}),
    ],
)
def test_the_form_has_the_sentences_of_the_screen(client, db, hashes, body, fields):
    answer = client.post("/api/auth/login", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (400, fields)
    assert answer.json()["error"] == next(iter(fields.values()))
    assert hashes == []


@pytest.mark.parametrize("odd", [1, True, [], {}, "a\x00b"])
def test_a_field_that_is_no_text_is_refused(client, db, odd):
    for name in ("email", "password"):
        body = {"email": "a@b.co", "password": "123456", name: odd}
        assert client.post("/api/auth/login", json=body).status_code == 400


def test_a_password_of_six_characters_still_opens(client, db):
    make_user(db, "old@example.com", password="abc123")
    assert sign_in(client, "old@example.com", "abc123").status_code == 200


def test_signing_out_kills_this_token_at_once_and_always_answers_200(client, cast):
    token, other = (sign_in(client, MINE).json()["token"] for _ in range(2))
    for _ in range(2):
        assert client.post("/api/auth/logout", headers=bearer(token)).status_code == 200
    assert verify(client, token).status_code == 401
    assert verify(client, other).status_code == 200
    assert client.post("/api/auth/logout").status_code == 200
    assert client.post("/api/auth/logout", headers=bearer("x" * 999)).status_code == 200


@pytest.mark.parametrize(
    ("remember", "idle_hours", "last_alive", "first_dead"),
    [
        (False, 7, timedelta(hours=23, minutes=59), timedelta(hours=24)),
        (True, 24 * 29, timedelta(days=29, hours=23), timedelta(days=30)),
    ],
)
def test_a_token_ends_however_busy_it_is(client, cast, clock, remember, idle_hours, last_alive, first_dead):
    token, start = sign_in(client, MINE, remember=remember).json()["token"], clock.now()
    while clock.now() + timedelta(hours=idle_hours) < start + last_alive:
        clock.advance(timedelta(hours=idle_hours))
        assert verify(client, token).status_code == 200
    clock.advance(start + last_alive - clock.now())
    assert verify(client, token).status_code == 200
    clock.advance(start + first_dead - clock.now())
    assert verify(client, token).status_code == 401


def test_a_token_that_rests_for_eight_hours_is_dead_unless_remembered(client, cast, clock):
    tokens = [sign_in(client, MINE, remember=remember).json()["token"] for remember in (False, True)]
    clock.advance(timedelta(hours=8))
    assert [verify(client, token).status_code for token in tokens] == [401, 200]


def test_role_and_truck_are_those_of_the_moment(client, db, cast):
    token = sign_in(client, "superadmin@example.com").json()["token"]
    assert client.get("/api/users", headers=bearer(token)).status_code == 200
    change(db, User, role="admin")
    assert client.get("/api/users", headers=bearer(token)).status_code == 403
    change(db, User, is_active=False)
    assert client.get("/api/users", headers=bearer(token)).status_code == 401


def test_beyond_the_bound_the_session_that_rested_longest_ends(client, cast, clock, monkeypatch):
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 3)
    tokens = []
    for _ in range(4):
        clock.advance(timedelta(seconds=1))
        tokens.append(sign_in(client, MINE).json()["token"])
    assert [verify(client, token).status_code for token in tokens] == [401, 200, 200, 200]


def test_a_crew_with_a_dozen_devices_stays_signed_in_on_all(client, cast):
    tokens = [sign_in(client, MINE).json()["token"] for _ in range(12)]
    assert {verify(client, token).status_code for token in tokens} == {200}


def test_five_failures_are_free_and_then_the_waits_grow(client, cast, clock):
    for _ in range(5):
        assert sign_in(client, MINE, "wrong-password").status_code == 401
    assert sign_in(client, MINE).status_code == 200  # resets the count
    for _ in range(6):
        assert sign_in(client, MINE, "wrong-password").status_code == 401
    for expected in (2, 4, 8):
        answer = sign_in(client, MINE)
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(expected))
        assert answer.json()["code"] == "sign_in_paused"
        clock.advance(timedelta(seconds=expected))
        assert sign_in(client, MINE, "wrong-password").status_code == 401
    clock.advance(timedelta(seconds=16))
    assert sign_in(client, MINE).status_code == 200
    assert sign_in(client, MINE, "wrong-password").status_code == 401
    assert sign_in(client, MINE).status_code == 200


def test_an_unknown_address_is_slowed_down_like_a_known_one(client, cast, clock):
    answers = [[sign_in(client, email, "wrong-password") for _ in range(7)] for email in (MINE, "no@one.co")]
    assert [[a.status_code for a in row] for row in answers] == [[401] * 6 + [429]] * 2
    assert answers[0][6].content == answers[1][6].content
    assert answers[0][6].headers["Retry-After"] == answers[1][6].headers["Retry-After"]


def test_a_wait_costs_no_hash(client, cast, clock, hashes):
    for _ in range(9):
        sign_in(client, MINE, "wrong-password")
    assert len(hashes) == 6


def test_right_passwords_never_count(client, cast):
    assert {sign_in(client, MINE).status_code for _ in range(30)} == {200}


def test_the_wait_doubles_up_to_its_limit():
    assert [ONE_ADDRESS.wait_seconds(n) for n in (0, 5, 6, 7, 8, 14, 15, 10**6)] == [
        0,
        0,
        2,
        4,
        8,
        512,
        900,
        900,
    ]
    assert [ALL_ADDRESSES.wait_seconds(n) for n in (20, 21, 25, 26, 10**6)] == [0, 2, 32, 60, 60]


def fail_sign_ins(db, failures):
    """Count this many failures for MINE, at other addresses. Only the first and the last one do all the work."""
    count_at = lambda place: db.write(lambda session: count_failure(session, MINE, place))  # noqa: E731
    count_at("203.0.113.1")
    change(db, SignInFailure, count=failures - 1)
    count_at("203.0.113.2")


def test_hammering_from_everywhere_makes_strangers_wait_a_minute_at_most(client, db, cast, clock):
    fail_sign_ins(db, 99)
    answer = sign_in(client, MINE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    clock.advance(timedelta(seconds=60))
    assert sign_in(client, MINE).status_code == 200


@pytest.mark.parametrize("failures", [21, 99, 300])
def test_hammering_from_elsewhere_never_makes_the_owner_wait_at_a_known_place(client, db, cast, failures):
    assert sign_in(client, MINE).status_code == 200
    fail_sign_ins(db, failures)
    assert sign_in(client, MINE).status_code == 200


def test_a_known_place_waits_for_its_own_failures(client, db, cast, clock):
    assert sign_in(client, MINE).status_code == 200
    fail_sign_ins(db, 21)
    db.write(lambda session: [count_failure(session, MINE, "127.0.0.1") for _ in range(6)])
    answer = sign_in(client, MINE)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "2")


def test_other_addresses_and_accounts_do_not_wait(db, clock):
    db.write(lambda session: [count_failure(session, MINE, "203.0.113.1") for _ in range(9)])
    with db.reading() as session:
        refuse_throttled(session, MINE, "203.0.113.2")
        refuse_throttled(session, "other@example.com", "203.0.113.1")
        with pytest.raises(Exception, match="Too many failed sign-ins"):
            refuse_throttled(session, MINE, "203.0.113.1")
