"""The second step of a sign-in: who is asked, what counts, and that nothing counts twice."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import AuthenticatorSetup, PendingSignIn, RecoveryCode, SignInFailure, User, UserSession
from chuckwagon.accounts.second_factors.service import MAX_PENDING
from chuckwagon.accounts.service import purge_expired
from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit.ids import hash_secret
from tests.accounts.second_factors.authenticator_app import APP, FACTORS, SECOND, App, code_of
from tests.cast import PASSWORD, bearer, make_user, sign_in
from tests.databases import read_rows

EMAIL, OTHER = "ada@example.com", "bob@example.com"


@pytest.fixture
def ada(client, db, clock):
    """Ada, who has set up an app."""
    make_user(db, EMAIL, name="Ada")
    return App(client, clock, EMAIL)


def actions(db):
    return [(event.action, event.actor_id is not None) for event in read_rows(db, AuditEvent)]


def is_signed_in(client, token):
    return client.get("/api/auth/verify", headers=bearer(token)).status_code == 200


def refused(answer):
    return (answer.status_code, answer.json()["code"]) == (401, "second_factor_wrong")


def test_without_a_factor_the_answers_are_as_before(client, db):
    make_user(db, EMAIL)
    answer = sign_in(client, EMAIL).json()
    assert set(answer) == {"token", "user"}
    assert set(answer["user"]) == {"_id", "email", "name", "role", "truckId", "truckName", "isActive", "language"}
    assert client.get("/api/auth/verify", headers=bearer(answer["token"])).json() == {"user": answer["user"]}


def test_a_code_opens_the_session_that_the_password_asked_for(client, db, ada, clock):
    answer = sign_in(client, EMAIL, remember=True)
    assert answer.status_code == 200
    assert set(answer.json()) == {"secondFactor"}
    waiting = answer.json()["secondFactor"]
    assert waiting["methods"] == ["authenticator", "recovery_code"]
    assert waiting["expiresAt"][:16] == (clock.now() + timedelta(minutes=10)).isoformat()[:16]
    done = ada.finish(waiting["token"], code=ada.new_code())
    assert done.status_code == 200
    assert done.json()["user"]["hasSecondFactor"] is True
    assert is_signed_in(client, done.json()["token"])
    opened = next(row for row in read_rows(db, UserSession) if row.token_digest == hash_secret(done.json()["token"]))
    assert opened.is_remembered
    assert {"remembered": True, "secondFactor": "authenticator"} in [
        event.details for event in read_rows(db, AuditEvent)
    ]


def test_the_token_of_the_first_step_opens_nothing(client, db, ada):
    token = ada.start()
    for path in ("/api/auth/verify", "/api/orders", FACTORS):
        assert client.get(path, headers=bearer(token)).status_code == 401
    assert client.post(APP, headers=bearer(token)).status_code == 401
    [row] = read_rows(db, PendingSignIn)
    assert row.token_digest == hash_secret(token)
    assert refused(ada.finish(row.token_digest, code=ada.new_code()))


def test_a_code_counts_once_in_any_sign_in(ada):
    first, second = ada.start(), ada.start()
    code = ada.new_code()
    assert ada.finish(first, code=code).status_code == 200
    assert refused(ada.finish(second, code=code))
    assert ada.finish(second, code=ada.new_code()).status_code == 200


@pytest.mark.dialect
def test_of_many_uses_at_once_one_counts(ada):
    """Of one code in several sign-ins, and of one sign-in with several recovery codes."""
    tokens, code = [ada.start() for _ in range(4)], ada.new_code()
    same, codes = ada.start(), ada.recovery_codes[:4]
    with ThreadPoolExecutor(4) as pool:
        by_code = [done.status_code for done in pool.map(lambda token: ada.finish(token, code=code), tokens)]
        by_token = [done.status_code for done in pool.map(lambda one: ada.finish(same, recoveryCode=one), codes)]
    assert sorted(by_code) == sorted(by_token) == [200, 401, 401, 401]


def test_the_code_that_confirmed_the_app_signs_nobody_in(ada):
    assert refused(ada.finish(ada.start(), code=code_of(ada.secret)))


def test_a_pending_token_works_once(ada):
    token = ada.start()
    assert ada.finish(token, code=ada.new_code()).status_code == 200
    assert refused(ada.finish(token, code=ada.new_code()))
    assert refused(ada.finish(token, recoveryCode=ada.recovery_codes[0]))


def test_a_pending_token_works_for_ten_minutes(ada, clock):
    token, other = ada.start(), ada.start()
    clock.advance(timedelta(minutes=9, seconds=29))
    assert ada.finish(token, code=ada.new_code()).status_code == 200
    clock.advance(timedelta(seconds=1))
    assert refused(ada.finish(other, code=ada.new_code()))


def test_codes_of_another_user_are_wrong(client, db, ada, clock):
    make_user(db, OTHER)
    bob = App(client, clock, OTHER)
    token = ada.start()
    assert refused(ada.finish(token, code=bob.new_code()))
    assert refused(ada.finish(token, recoveryCode=bob.recovery_codes[0]))
    assert bob.finish(bob.start(), recoveryCode=bob.recovery_codes[0]).status_code == 200


@pytest.mark.parametrize("steps", [-2, 2])
def test_codes_of_other_times_are_wrong(ada, clock, steps):
    clock.advance(timedelta(minutes=5))
    assert refused(ada.finish(ada.start(), code=code_of(ada.secret, steps)))


@pytest.mark.parametrize("steps", [-1, 1])
def test_a_clock_that_is_half_a_minute_off_is_right(ada, clock, steps):
    clock.advance(timedelta(minutes=5))
    spaced = code_of(ada.secret, steps)
    assert ada.finish(ada.start(), code=f"{spaced[:3]} {spaced[3:]}").status_code == 200


@pytest.mark.parametrize("token", ["", "x" * 43, "é" * 20, "' OR 1=1 --"])
def test_a_guessed_token_is_refused(client, db, ada, token):
    ada.start()
    assert refused(ada.finish(token, code=ada.new_code()))
    assert refused(ada.finish(token, recoveryCode=ada.recovery_codes[0]))
    assert len(read_rows(db, RecoveryCode)) == 10


@pytest.mark.parametrize("given", [{}, {"code": ""}, {"code": "١٢٣٤٥٦"}, {"recoveryCode": "aaaaa-aaaaa"}])
def test_every_wrong_proof_gets_the_answer_of_a_token_that_is_over(client, ada, given):
    over = ada.finish("x" * 43, code="000000")
    wrong = ada.finish(ada.start(), **given)
    assert (wrong.status_code, wrong.json()) == (over.status_code, over.json())


def test_a_recovery_code_signs_in_once_however_it_is_typed(client, db, ada):
    code = ada.recovery_codes[3]
    token = ada.start()
    assert ada.finish(token, recoveryCode=f" {code.upper().replace('-', ' ')}").status_code == 200
    assert refused(ada.finish(ada.start(), recoveryCode=code))
    assert len(read_rows(db, RecoveryCode)) == 9
    used = next(event for event in read_rows(db, AuditEvent) if event.action == "user.recovery_code_used")
    assert used.details == {"name": "Ada", "left": 9}


def test_codes_and_secrets_are_in_no_audit_row_and_recovery_codes_in_no_column(db, ada):
    with db.reading() as session:
        found = {table.name: repr(session.execute(sa.select(table)).all()) for table in User.metadata.sorted_tables}
    assert [name for name, text in found.items() if ada.secret in text] == ["authenticators"]
    for code in ada.recovery_codes:
        assert not any(code in text or code.replace("-", "") in text for text in found.values())


@pytest.mark.usefixtures("frozen_clock")
def test_wrong_codes_are_slowed_down_and_the_right_password_forgives_none(client, db, ada):
    token = ada.start()
    answers = [ada.finish(token, code="000000").status_code for _ in range(6)]
    assert answers == [401] * 6
    assert ada.finish(token, code=ada.new_code()).status_code == 200  # half a minute has passed
    token = ada.start()
    assert [ada.finish(token, code="000000").status_code for _ in range(7)] == [401] * 6 + [429]
    assert sign_in(client, EMAIL).status_code == 429
    assert actions(db).count(("session.factor_failed", False)) == 12


def test_the_right_password_alone_resets_no_failures(client, db, ada):
    for _ in range(4):
        ada.finish(ada.start(), code="000000")
    assert max(row.count for row in read_rows(db, SignInFailure)) == 4


@pytest.mark.parametrize(
    "change", [{"password": "skillet-orchard-77"}, {"isActive": False}], ids=["new password", "disabled"]
)
def test_a_sign_in_that_waits_ends_with_the_account_or_its_password(client, cast, db, ada, change):
    token = ada.start()
    [user] = [user for user in read_rows(db, User) if user.email == EMAIL]
    client.patch(f"/api/users/{user.id}", json=change, headers=cast.headers("superadmin")).raise_for_status()
    assert read_rows(db, PendingSignIn) == []
    assert refused(ada.finish(token, code=ada.new_code()))


def test_a_user_has_few_sign_ins_that_wait(db, ada):
    tokens = [ada.start() for _ in range(MAX_PENDING + 2)]
    assert len(read_rows(db, PendingSignIn)) == MAX_PENDING
    assert ada.finish(tokens[-1], code=ada.new_code()).status_code == 200


def test_what_is_over_is_deleted(client, db, ada, clock):
    ada.start()
    client.post(APP, headers=ada.headers).raise_for_status()
    db.write(purge_expired)
    assert len(read_rows(db, PendingSignIn)) == len(read_rows(db, AuthenticatorSetup)) == 1
    clock.advance(timedelta(minutes=31))
    db.write(purge_expired)
    assert read_rows(db, PendingSignIn) == read_rows(db, AuthenticatorSetup) == []


def test_a_second_step_without_a_token_is_malformed(client, db):
    assert client.post(SECOND, json={"code": "123456"}).status_code == 400
    assert PASSWORD
