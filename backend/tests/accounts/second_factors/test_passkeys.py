"""Passkeys: a sign-in without a password, a second factor, and a proof in a session."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa
from webauthn.helpers import bytes_to_base64url

from chuckwagon.accounts import queries
from chuckwagon.accounts.models import Passkey, PasskeyChallenge, SecondFactor, User
from chuckwagon.accounts.service import purge_expired
from chuckwagon.audit.log import AuditEvent
from tests.accounts.second_factors.software_passkey import PRESENT, SoftwarePasskey
from tests.cast import PASSWORD, bearer, make_user, sign_in
from tests.databases import read_rows

EMAIL, OTHER = "ada@example.com", "bob@example.com"
OPTIONS, SIGN_IN, SECOND = "/api/auth/passkey/options", "/api/auth/passkey", "/api/auth/second-factor"
FACTORS, PROOF = "/api/auth/second-factors", "/api/auth/proof"


@pytest.fixture
def new_key(settings):
    return lambda: SoftwarePasskey(settings.origin, urlsplit(settings.origin).hostname)


@pytest.fixture
def enroll(client, db, new_key):
    """Makes a user with a passkey. Returns the headers of the session and the passkey."""

    def add(email=EMAIL, headers=None):
        if headers is None:
            make_user(db, email, name=email.partition("@")[0])
            headers = bearer(sign_in(client, email).json()["token"])
        key = new_key()
        options = client.post(f"{FACTORS}/passkey", headers=headers).raise_for_status().json()["options"]
        body = {"credential": key.create(options), "name": " My  phone "}
        answer = client.post(f"{FACTORS}/passkey/confirm", json=body, headers=headers)
        answer.raise_for_status()
        return headers, key, answer.json()

    return add


def options_for(client, token=None):
    return client.post(OPTIONS, json={"token": token}).raise_for_status().json()["options"]


def sign_in_with(client, key, options=None, **more):
    credential = key.get(options or options_for(client))
    return client.post(SIGN_IN, json={"credential": credential, **more})


@pytest.mark.dialect
def test_a_passkey_signs_in_alone(client, db, enroll, settings):
    _, key, added = enroll()
    assert [(one["kind"], one["name"]) for one in added["security"]["factors"]] == [("passkey", "My phone")]
    assert len(added["recoveryCodes"]) == 10
    options = options_for(client)
    assert (options["rpId"], options["userVerification"]) == (urlsplit(settings.origin).hostname, "required")
    assert not options.get("allowCredentials")
    answer = sign_in_with(client, key, options, remember=True)
    assert (answer.status_code, answer.json()["user"]["email"]) == (200, EMAIL)
    assert client.get("/api/auth/verify", headers=bearer(answer.json()["token"])).status_code == 200
    [told] = [
        one for one in read_rows(db, AuditEvent) if one.action == "session.opened" and one.details.get("remembered")
    ]
    assert told.details["secondFactor"] == "passkey"


def test_it_is_the_second_factor_after_the_password(client, enroll):
    _, key, _ = enroll()
    waiting = sign_in(client, EMAIL).json()["secondFactor"]
    assert waiting["methods"] == ["passkey", "recovery_code"]
    options = options_for(client, waiting["token"])
    assert len(options["allowCredentials"]) == 1
    body = {"token": waiting["token"], "passkey": key.get(options)}
    answer = client.post(SECOND, json=body)
    assert (answer.status_code, answer.json()["user"]["email"]) == (200, EMAIL)
    assert client.post(SECOND, json=body).status_code == 401


def test_it_proves_again_in_a_session(client, clock, enroll):
    headers, key, _ = enroll()
    clock.advance(timedelta(minutes=10))
    assert client.post(f"{FACTORS}/passkey", headers=headers).json()["code"] == "reauthentication_required"
    options = client.post(f"{PROOF}/options", headers=headers).json()["options"]
    body = {"passkey": key.get(options)}
    assert client.post(PROOF, json=body, headers=headers).status_code == 200
    assert client.post(f"{FACTORS}/passkey", headers=headers).status_code == 200
    again = client.post(PROOF, json=body, headers=headers)
    assert (again.status_code, list(again.json()["fields"])) == (400, ["passkey"])


def test_a_challenge_counts_once_also_when_it_was_refused(client, enroll):
    _, key, _ = enroll()
    options = options_for(client)
    key.flags = PRESENT
    assert sign_in_with(client, key, options).status_code == 401
    key.flags |= 0x04
    assert sign_in_with(client, key, options).status_code == 401
    options = options_for(client)
    assert [sign_in_with(client, key, options).status_code for _ in range(2)] == [200, 401]


def test_a_challenge_is_over_after_five_minutes(client, db, enroll, clock):
    _, key, _ = enroll()
    options = options_for(client)
    clock.advance(timedelta(minutes=5))
    assert sign_in_with(client, key, options).status_code == 401
    db.write(purge_expired)
    assert read_rows(db, PasskeyChallenge) == []


def test_a_challenge_is_good_for_its_own_sign_in_only(client, enroll):
    headers, key, _ = enroll()
    first, second = (sign_in(client, EMAIL).json()["secondFactor"]["token"] for _ in range(2))
    body = {"token": first, "passkey": key.get(options_for(client, second))}
    assert client.post(SECOND, json=body).status_code == 401
    proof = client.post(f"{PROOF}/options", headers=headers).json()["options"]
    assert sign_in_with(client, key, proof).status_code == 401
    assert client.post(PROOF, json={"passkey": key.get(options_for(client))}, headers=headers).status_code == 400


@pytest.mark.parametrize(
    "change",
    [
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},
        {"id": b"unknown"},
    ],
    ids=["another origin", "another host", "no verification of the user", "another credential"],
)
def test_what_another_site_or_key_signed_is_refused(client, enroll, new_key, change):
    headers, key, _ = enroll()
    for field, value in change.items():
        setattr(key, field, value)
    answer = sign_in_with(client, key)
    assert (answer.status_code, answer.json()["code"]) == (401, "passkey_refused")
    stranger = new_key()
    for field, value in change.items():
        setattr(stranger, field, value)
    if "id" not in change:
        options = client.post(f"{FACTORS}/passkey", headers=headers).json()["options"]
        body = {"credential": stranger.create(options)}
        assert client.post(f"{FACTORS}/passkey/confirm", json=body, headers=headers).status_code == 400


def test_a_signature_of_another_key_is_refused(client, enroll, new_key):
    _, key, _ = enroll()
    forged = new_key()
    forged.id = key.id
    assert sign_in_with(client, forged).status_code == 401


def test_a_passkey_of_another_user_is_no_second_factor_and_no_proof(client, enroll):
    enroll()
    _, key_of_bob, _ = enroll(OTHER)
    waiting = sign_in(client, EMAIL).json()["secondFactor"]["token"]
    body = {"token": waiting, "passkey": key_of_bob.get(options_for(client, waiting))}
    assert client.post(SECOND, json=body).status_code == 401
    assert sign_in_with(client, key_of_bob).json()["user"]["email"] == OTHER


def test_a_count_that_does_not_grow_is_refused(client, db, enroll):
    _, key, _ = enroll()
    key.count = 7
    assert sign_in_with(client, key).status_code == 200
    assert [one.sign_count for one in read_rows(db, Passkey)] == [7]
    assert sign_in_with(client, key).status_code == 401
    key.count = 8
    assert sign_in_with(client, key).status_code == 200
    assert "session.factor_failed" in {one.action for one in read_rows(db, AuditEvent)}


NESTED = bytes_to_base64url(b"[" * 3000)
NUMBER = bytes_to_base64url(b'{"challenge":5}')


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 1},
        {"response": 3},
        *({"response": {"clientDataJSON": one}} for one in ("e30", NESTED, 7, ["e30"], NUMBER)),
    ],
    ids=["empty", "number", "no response", "no challenge", "nested", "no text", "list", "challenge is a number"],
)
def test_what_is_no_credential_is_refused(client, enroll, credential):
    headers, *_ = enroll()
    assert client.post(SIGN_IN, json={"credential": credential}).status_code == 401
    body = {"credential": credential}
    assert client.post(f"{FACTORS}/passkey/confirm", json=body, headers=headers).status_code == 400


def test_a_disabled_user_does_not_get_in(client, db, enroll):
    _, key, _ = enroll()
    db.write(lambda session: session.execute(sa.update(User).values(is_active=False)))
    assert sign_in_with(client, key).status_code == 401


def test_an_added_passkey_of_the_same_key_is_refused_and_one_more_is_fine(client, enroll):
    headers, key, _ = enroll()
    options = client.post(f"{FACTORS}/passkey", headers=headers).json()["options"]
    assert len(options["excludeCredentials"]) == 1
    body = {"credential": key.create(options)}
    assert client.post(f"{FACTORS}/passkey/confirm", json=body, headers=headers).status_code == 400
    _, other, added = enroll(headers=headers)
    assert (len(added["security"]["factors"]), added["recoveryCodes"]) == (2, [])
    assert sign_in_with(client, other).status_code == 200


def test_a_removed_passkey_signs_nobody_in_and_only_the_own_is_renamed(client, db, enroll):
    headers, key, added = enroll()
    factor = added["security"]["factors"][0]["_id"]
    path = f"{FACTORS}/{factor}"
    renamed = client.patch(path, json={"name": " Blue  key"}, headers=headers)
    assert renamed.json()["factors"][0]["name"] == "Blue key"
    of_bob, *_ = enroll(OTHER)
    assert client.patch(path, json={"name": "Mine"}, headers=of_bob).status_code == 404
    client.delete(path, headers=headers).raise_for_status()
    assert sign_in_with(client, key).status_code == 401
    assert "token" in sign_in(client, EMAIL, PASSWORD).json()
    assert len(read_rows(db, Passkey)) == len(read_rows(db, SecondFactor)) == 1


@pytest.mark.dialect
def test_a_passkey_that_is_removed_while_it_waits_for_its_user_signs_nobody_in(client, enroll, monkeypatch):
    _, key, _ = enroll()
    real = queries.lock_user

    def remove_and_lock(session, user_id):
        gone = sa.delete(SecondFactor).where(SecondFactor.user_id == user_id)
        session.execute(gone.execution_options(synchronize_session=False))  # as by another transaction
        return real(session, user_id)

    options = options_for(client)
    monkeypatch.setattr(queries, "lock_user", remove_and_lock)
    assert sign_in_with(client, key, options).status_code == 401


@pytest.mark.usefixtures("frozen_clock")
def test_wrong_passwords_of_strangers_stop_neither_a_passkey_nor_a_proof(client, enroll):
    headers, key, _ = enroll()
    answers = [sign_in(client, EMAIL, "wrong-password-1").status_code for _ in range(7)]
    assert answers[-1] == 429
    assert sign_in_with(client, key).status_code == 200
    assert sign_in(client, EMAIL, "wrong-password-1").status_code == 401  # the sign-in has reset the count
    for _ in range(6):
        sign_in(client, EMAIL, "wrong-password-1")
    options = client.post(f"{PROOF}/options", headers=headers).json()["options"]
    assert client.post(PROOF, json={"passkey": key.get(options)}, headers=headers).status_code == 200
    answers = [client.post(PROOF, json={"code": "000000"}, headers=headers).status_code for _ in range(7)]
    assert answers == [400] * 6 + [429]


def test_a_session_and_a_sign_in_have_one_open_challenge(client, db, enroll):
    headers, key, _ = enroll()
    token = sign_in(client, EMAIL).json()["secondFactor"]["token"]
    for _ in range(3):
        proof = client.post(f"{PROOF}/options", headers=headers).json()["options"]
        second = options_for(client, token)
    assert sorted(one.purpose for one in read_rows(db, PasskeyChallenge)) == ["proof", "second_step"]
    assert client.post(SECOND, json={"token": token, "passkey": key.get(second)}).status_code == 200
    assert client.post(PROOF, json={"passkey": key.get(proof)}, headers=headers).status_code == 200


@pytest.mark.usefixtures("frozen_clock")
def test_one_address_asks_for_a_hundred_challenges_an_hour(client, enroll, monkeypatch):
    enroll()
    monkeypatch.setattr("chuckwagon.accounts.second_factors.service.MAX_CHALLENGES", 2)
    assert [client.post(OPTIONS, json={}).status_code for _ in range(3)] == [200, 200, 429]
    token = sign_in(client, EMAIL).json()["secondFactor"]["token"]
    assert len(options_for(client, token)["allowCredentials"]) == 1  # the second step is not refused
