"""A repeated registration creates one account and gets the same response."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import User
from chuckwagon.db import idempotency
from chuckwagon.db.idempotency import StoredResponse
from tests.cast import sign_in

NEW = {"email": "new@example.com", "name": "Kim Lee", "password": "skillet-orchard-77", "role": "admin"}


@pytest.fixture
def register(client, cast):
    def post(key: str | None, **changes):
        headers = cast.headers("superadmin") | ({} if key is None else {"Idempotency-Key": key})
        return client.post("/api/auth/register", json=NEW | changes, headers=headers)

    return post


def count(db, model) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(model)) or 0


@pytest.mark.dialect
def test_the_same_key_and_body_give_the_first_answer(register, db):
    before = count(db, User)
    first, second = register("form-1"), register("form-1")
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert count(db, User) == before + 1


@pytest.mark.parametrize("change", [{"name": "Kim"}, {"password": "skillet-orchard-78"}, {"role": "superadmin"}])
def test_the_same_key_with_another_body_is_refused(register, db, client, change):
    register("form-1")
    before = count(db, User)
    answer = register("form-1", **change)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert count(db, User) == before
    assert sign_in(client, NEW["email"], NEW["password"]).status_code == 200


@pytest.mark.dialect
def test_many_at_once_make_one_account(register, db):
    before = count(db, User)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: register("form-1"), range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["user"]["_id"] for answer in answers}) == 1
    assert count(db, User) == before + 1


def test_a_refusal_is_not_kept_under_the_key(register, db):
    assert register("form-1", truckId="0" * 24).status_code == 400
    assert count(db, StoredResponse) == 0
    assert register("form-1").status_code == 201


def test_without_a_key_a_repeat_is_a_conflict(register):
    assert [register(None).status_code for _ in range(2)] == [201, 409]


def test_the_key_is_the_users_own(register, client, cast, db):
    register("form-1")
    boss = {"email": "boss2@example.com", "name": "B", "password": "skillet-orchard-79", "role": "superadmin"}
    client.post("/api/auth/register", json=boss, headers=cast.headers("superadmin"))
    token = sign_in(client, "boss2@example.com", "skillet-orchard-79").json()["token"]
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": "form-1"}
    other = client.post("/api/auth/register", json=NEW | {"email": "else@example.com"}, headers=headers)
    assert other.status_code == 201


@pytest.mark.dialect
def test_what_is_kept_holds_no_password_and_goes_after_two_days(register, db, clock):
    register("form-1")
    with db.reading() as session:
        kept = session.scalars(sa.select(StoredResponse)).one()
    assert NEW["password"] not in kept.answer
    db.write(idempotency.delete_old_responses)
    assert count(db, StoredResponse) == 1
    clock.advance(timedelta(hours=49))
    db.write(idempotency.delete_old_responses)
    assert count(db, StoredResponse) == 0


@pytest.mark.parametrize("key", ["x" * 256, "a\tb"])
def test_an_odd_key_is_bad_input(register, db, key):
    before = count(db, User)
    assert register(key).status_code == 400
    assert count(db, User) == before
