"""Setting up and removing second factors: what counts when, what needs a proof, and what it ends."""

from datetime import timedelta

import pyotp
import pytest
from click.testing import CliRunner

from chuckwagon.accounts.models import RecoveryCode, SecondFactor, UserSession
from chuckwagon.accounts.second_factors import enrollment
from chuckwagon.accounts.second_factors.enrollment import MAX_FACTORS
from chuckwagon.audit.log import AuditEvent
from chuckwagon.cli.admin import remove_second_factor
from tests.accounts.second_factors.authenticator_app import APP, FACTORS, PROOF, App, code_of
from tests.cast import PASSWORD, bearer, make_user, sign_in
from tests.databases import read_rows

EMAIL = "ada@example.com"
CODES = f"{FACTORS}/recovery-codes"


@pytest.fixture
def ada(client, db, clock):
    make_user(db, EMAIL, name="Ada")
    return App(client, clock, EMAIL)


def remove(client, app):
    return client.delete(f"{FACTORS}/{app.factor['_id']}", headers=app.headers)


@pytest.mark.dialect
def test_an_app_counts_once_a_code_confirms_it(client, db, clock):
    make_user(db, EMAIL)
    own = bearer(sign_in(client, EMAIL).json()["token"])
    made = client.post(APP, headers=own).json()
    found = pyotp.parse_uri(made["uri"])
    assert (found.secret, found.name, found.issuer) == (made["secret"], EMAIL, "Chuckwagon")
    assert "token" in sign_in(client, EMAIL).json()
    wrong = client.post(f"{APP}/confirm", json={"code": "000000"}, headers=own)
    assert (wrong.status_code, wrong.json()["fieldReasons"]["code"]["reason"]) == (400, "setup_code_wrong")
    done = client.post(f"{APP}/confirm", json={"code": code_of(made["secret"]), "name": " My  phone "}, headers=own)
    assert done.status_code == 200
    assert len(set(done.json()["recoveryCodes"])) == 10
    shown = client.get(FACTORS, headers=own).json()
    assert shown == done.json()["security"]
    assert (shown["recoveryCodesLeft"], shown["isRequired"]) == (10, False)
    [factor] = shown["factors"]
    assert (factor["kind"], factor["name"], factor["usedAt"]) == ("authenticator", "My phone", None)
    assert made["secret"] not in str(shown)
    assert "secondFactor" in sign_in(client, EMAIL).json()


def test_a_set_up_is_for_its_user_and_half_an_hour_and_works_once(client, db, clock):
    for email in (EMAIL, "bob@example.com"):
        make_user(db, email)
    own, other = (bearer(sign_in(client, email).json()["token"]) for email in (EMAIL, "bob@example.com"))
    secret = client.post(APP, headers=own).json()["secret"]

    def confirm(headers):
        return client.post(f"{APP}/confirm", json={"code": code_of(secret)}, headers=headers).status_code

    assert confirm(other) == 400
    clock.advance(timedelta(minutes=30))
    client.post(PROOF, json={"password": PASSWORD}, headers=own).raise_for_status()
    assert confirm(own) == 400
    secret = client.post(APP, headers=own).json()["secret"]
    assert (confirm(own), confirm(own)) == (200, 400)


def test_the_first_factor_ends_the_other_sessions_and_a_second_one_does_not(client, db, clock):
    make_user(db, EMAIL)
    sign_in(client, EMAIL)
    ada = App(client, clock, EMAIL)
    assert len(read_rows(db, UserSession)) == 1
    other = ada.finish(ada.start(), code=ada.new_code()).json()["token"]
    secret = client.post(APP, headers=ada.headers).json()["secret"]
    again = client.post(f"{APP}/confirm", json={"code": code_of(secret)}, headers=ada.headers).json()
    assert (again["recoveryCodes"], len(again["security"]["factors"])) == ([], 2)
    assert client.get(FACTORS, headers=bearer(other)).status_code == 200


def test_a_user_has_ten_factors_at_most(client, db, ada):
    [of] = read_rows(db, SecondFactor)
    more = [SecondFactor(user_id=of.user_id, kind=of.kind, name="x") for _ in range(MAX_FACTORS - 1)]
    db.write(lambda session: session.add_all(more))
    answer = client.post(APP, headers=ada.headers)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_second_factors")


def test_without_the_last_factor_the_password_is_enough_again(client, db, ada):
    other = ada.finish(ada.start(), code=ada.new_code()).json()["token"]
    answer = remove(client, ada)
    assert (answer.status_code, answer.json()) == (200, {"factors": [], "recoveryCodesLeft": 0, "isRequired": False})
    assert read_rows(db, RecoveryCode) == []
    assert client.get(FACTORS, headers=bearer(other)).status_code == 401
    assert "token" in sign_in(client, EMAIL).json()
    assert remove(client, ada).status_code == 404


def test_new_recovery_codes_replace_all_earlier_ones(client, db, ada):
    codes = client.post(CODES, headers=ada.headers).json()["recoveryCodes"]
    assert len(set(codes) | set(ada.recovery_codes)) == 20
    assert ada.finish(ada.start(), recoveryCode=ada.recovery_codes[0]).status_code == 401
    assert ada.finish(ada.start(), recoveryCode=codes[0]).status_code == 200
    remove(client, ada)
    assert client.post(CODES, headers=ada.headers).json()["code"] == "no_second_factor"


def test_all_of_it_needs_a_recent_proof(client, db, ada, clock):
    clock.advance(timedelta(minutes=10))
    calls = [
        client.post(APP, headers=ada.headers),
        client.post(f"{APP}/confirm", json={"code": code_of(ada.secret)}, headers=ada.headers),
        client.post(CODES, headers=ada.headers),
        remove(client, ada),
    ]
    assert {(one.status_code, one.json()["code"]) for one in calls} == {(403, "reauthentication_required")}
    assert len(read_rows(db, SecondFactor)) == 1
    assert client.post(PROOF, json={"code": ada.new_code()}, headers=ada.headers).status_code == 200
    assert remove(client, ada).status_code == 200


def test_who_has_no_factor_proves_it_by_the_password(client, db, clock):
    make_user(db, EMAIL)
    own = bearer(sign_in(client, EMAIL).json()["token"])
    clock.advance(timedelta(minutes=10))
    assert client.post(APP, headers=own).status_code == 403
    wrong = client.post(PROOF, json={"password": "not-the-password"}, headers=own)
    assert (wrong.status_code, set(wrong.json()["fields"])) == (400, {"password"})
    assert client.post(PROOF, json={"password": PASSWORD}, headers=own).status_code == 200
    assert client.post(APP, headers=own).status_code == 200


def test_the_password_is_no_proof_beside_a_factor(client, db, ada, clock):
    clock.advance(timedelta(minutes=10))
    wrong = client.post(PROOF, json={"password": PASSWORD}, headers=ada.headers)
    assert (wrong.status_code, set(wrong.json()["fields"])) == (400, {"code"})
    used = code_of(ada.secret, 0)
    assert client.post(PROOF, json={"code": used}, headers=ada.headers).status_code == 200
    assert client.post(PROOF, json={"code": used}, headers=ada.headers).status_code == 400
    assert client.post(PROOF, json={"recoveryCode": ada.recovery_codes[0]}, headers=ada.headers).status_code == 200
    assert client.post(PROOF, json={"recoveryCode": ada.recovery_codes[0]}, headers=ada.headers).status_code == 400


@pytest.mark.usefixtures("frozen_clock")
def test_wrong_proofs_are_slowed_down(client, ada):
    answers = [client.post(PROOF, json={"code": "000000"}, headers=ada.headers).status_code for _ in range(7)]
    assert answers == [400] * 6 + [429]


def test_a_lost_device_is_removed_by_a_superadmin(client, cast, db, ada, clock):
    boss, user_id = cast.headers("superadmin"), read_rows(db, SecondFactor)[0].user_id
    path = f"/api/users/{user_id}/second-factors"
    clock.advance(timedelta(minutes=10))
    assert client.delete(path, headers=boss).json()["code"] == "reauthentication_required"
    client.post(PROOF, json={"password": PASSWORD}, headers=boss).raise_for_status()
    assert client.delete(path, headers=boss).json() == {"removed": 1, "deleted": True}
    assert client.get(FACTORS, headers=ada.headers).status_code == 401
    assert "token" in sign_in(client, EMAIL).json()
    own = f"/api/users/{cast.superadmin.id}/second-factors"
    assert client.delete(own, headers=boss).json()["code"] == "own_second_factors"
    assert client.delete("/api/users/nobody/second-factors", headers=boss).status_code == 404


def test_the_command_line_lets_the_last_superadmin_in_again(client, db, ada, settings):
    def call(email):
        environment = {"CHUCKWAGON_DATABASE_URL": settings.database}
        return CliRunner().invoke(remove_second_factor, [email], env=environment)

    assert (call("no@example.com").exit_code, call(EMAIL.upper()).exit_code, call(EMAIL).exit_code) == (1, 0, 1)
    assert client.get(FACTORS, headers=ada.headers).status_code == 401
    assert "token" in sign_in(client, EMAIL).json()
    removed = next(event for event in read_rows(db, AuditEvent) if event.action == "user.factor_removed")
    assert (removed.actor_role, removed.details) == ("system", {"name": "Ada", "kind": "authenticator"})


def test_what_happens_is_in_the_audit_log(client, db, ada):
    sign_in(client, EMAIL)
    client.post(CODES, headers=ada.headers)
    client.post(PROOF, json={"code": ada.new_code()}, headers=ada.headers)
    remove(client, ada)
    told = [
        (event.action, event.details.get("kind") or event.details.get("method")) for event in read_rows(db, AuditEvent)
    ]
    assert set(told) == {
        ("session.opened", None),
        ("user.factor_added", "authenticator"),
        ("user.recovery_codes_renewed", None),
        ("session.proven", "authenticator"),
        ("user.factor_removed", "authenticator"),
    }
    assert len(told) == 5


def test_recovery_codes_are_hashed_only_where_they_are_needed_and_few_times_an_hour(client, db, clock, monkeypatch):
    made, real = [], enrollment.make_recovery_codes
    monkeypatch.setattr(enrollment, "make_recovery_codes", lambda user_id: made.append(user_id) or real(user_id))
    monkeypatch.setattr(enrollment, "MAX_CODE_SETS", 3)
    make_user(db, EMAIL)
    own = bearer(sign_in(client, EMAIL).json()["token"])

    def send(path, **body):
        return client.post(path, json=body or None, headers=own).status_code

    assert send(CODES) == 409
    clock.advance(timedelta(minutes=10))
    assert (send(CODES), send(f"{APP}/confirm", code="000000"), made) == (403, 403, [])
    ada = App(client, clock, EMAIL)
    own = ada.headers
    assert len(made) == 1
    assert (send(f"{APP}/confirm", code="000000"), len(made)) == (400, 1)  # one more factor has no codes
    assert [send(CODES) for _ in range(3)] == [200, 200, 429]
    assert len(made) == 3
