"""A forgotten password: one answer for every address, and a link that works once, for half an hour."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import password_links as service
from chuckwagon.accounts import passwords
from chuckwagon.accounts.models import KnownSignInAddress, PasswordLink, SignInFailure, User, UserSession
from chuckwagon.accounts.service import purge_expired
from chuckwagon.accounts.sign_in import SignInSource
from chuckwagon.audit.log import AuditEvent
from chuckwagon.db import rate_limits
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import hash_secret
from tests.accounts.links import LINK, NEW, set_password, token_of
from tests.accounts.second_factors.authenticator_app import App
from tests.cast import PASSWORD, make_user, sign_in
from tests.databases import read_rows

EMAIL = "ada@example.com"
REQUEST = "/api/auth/password-reset"


@pytest.fixture
def ada(db):
    return make_user(db, EMAIL, name="Ada")


@pytest.fixture
def forgot(client, work, emails):
    """Ask for a link, let the worker send it, and return the token of the newest e-mail."""

    def ask(email=EMAIL, **headers):
        answer = client.post(REQUEST, json={"email": email}, headers=headers)
        assert (answer.status_code, answer.json()) == (202, {"accepted": True})
        work()
        return token_of(emails()[-1])

    return ask


def test_the_link_sets_a_password_and_ends_all_sessions(client, db, ada, forgot):
    tokens = [sign_in(client, EMAIL).json()["token"] for _ in range(2)]
    token = forgot()
    assert client.post(LINK, json={"token": token}).json() == {"kind": "reset", "email": EMAIL}
    assert set_password(client, token).json() == {"isSet": True}
    assert read_rows(db, UserSession) == []
    for old in tokens:
        assert client.get("/api/auth/verify", headers={"Authorization": f"Bearer {old}"}).status_code == 401
    assert sign_in(client, EMAIL, PASSWORD).status_code == 401
    assert sign_in(client, EMAIL, NEW).status_code == 200


def test_known_unknown_and_disabled_addresses_get_one_answer_and_only_one_an_email(client, db, ada, work, emails):
    make_user(db, "gone@example.com", is_active=False)
    answers = [client.post(REQUEST, json={"email": one}) for one in (EMAIL, "no@example.com", "gone@example.com")]
    assert {(one.status_code, one.content) for one in answers} == {(202, b'{"accepted":true}')}
    assert len(read_rows(db, PasswordLink)) == len(read_rows(db, OutboxMessage)) == 3
    work()
    assert [email["to"] for email in emails()] == [[EMAIL]]
    assert [link.email for link in read_rows(db, PasswordLink)] == [EMAIL]


def test_a_request_does_the_same_work_whoever_is_asked_for(client, db, ada):
    """The statements are the same; the account is looked up by the worker."""
    seen = []

    def note(_connection, _cursor, statement, *_rest):
        seen[-1].append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        for email in ("warm@example.com", EMAIL, "no@example.com"):
            seen.append([])
            assert client.post(REQUEST, json={"email": email}).status_code == 202
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", note)
    assert [one for one in seen[1] if "password_links" in one or "users" in one] == [
        one for one in seen[2] if "password_links" in one or "users" in one
    ]


@pytest.mark.dialect
def test_a_link_works_once(client, db, ada, forgot):
    token = forgot()
    assert set_password(client, token).status_code == 200
    again = set_password(client, token, "another-lantern-60")
    assert (again.status_code, again.json()["reason"]) == (404, "password_link_invalid")
    assert client.post(LINK, json={"token": token}).status_code == 404
    assert sign_in(client, EMAIL, NEW).status_code == 200


def test_of_two_passwords_at_once_by_one_link_one_is_set(client, db, ada, forgot, monkeypatch):
    """Both have found the link to work before either used it up."""
    token, other = forgot(), "another-lantern-60"
    make_hash = passwords.make_hash

    def overtaken(password):
        monkeypatch.setattr(passwords, "make_hash", make_hash)
        assert set_password(client, token, other).status_code == 200
        return make_hash(password)

    monkeypatch.setattr(passwords, "make_hash", overtaken)
    with pytest.raises(NotFound):
        service.set_password(db, token, NEW, SignInSource(""))
    assert sign_in(client, EMAIL, other).status_code == 200


def test_a_link_works_for_thirty_minutes_from_its_sending(client, clock, ada, forgot):
    token = forgot()
    clock.advance(timedelta(minutes=29, seconds=59))
    assert client.post(LINK, json={"token": token}).status_code == 200
    clock.advance(timedelta(seconds=1))
    assert client.post(LINK, json={"token": token}).status_code == 404
    assert set_password(client, token).status_code == 404
    assert sign_in(client, EMAIL, PASSWORD).status_code == 200


def test_a_link_of_one_user_changes_no_other(client, db, ada, forgot):
    make_user(db, "bob@example.com")
    of_bob, of_ada = forgot("bob@example.com"), forgot()
    assert set_password(client, of_bob).status_code == 200
    assert sign_in(client, EMAIL, PASSWORD).status_code == 200
    assert sign_in(client, "bob@example.com", NEW).status_code == 200
    assert client.post(LINK, json={"token": of_ada}).json()["email"] == EMAIL


@pytest.mark.parametrize("token", ["", "x" * 43, "é" * 20, "' OR 1=1 --"])
def test_a_guessed_token_is_refused(client, ada, forgot, token):
    forgot()
    assert client.post(LINK, json={"token": token}).status_code == 404
    assert set_password(client, token).status_code == 404


def test_the_digest_is_no_token_and_the_token_is_stored_nowhere(client, db, ada, forgot):
    token = forgot()
    [link] = read_rows(db, PasswordLink)
    assert link.token_digest == hash_secret(token)
    assert set_password(client, link.token_digest).status_code == 404
    with db.reading() as session:
        for table in User.metadata.sorted_tables:
            assert not any(token in str(value) for row in session.execute(sa.select(table)) for value in row)


def test_a_newer_link_does_not_stop_an_older_one_but_its_use_does(client, ada, forgot):
    first, second = forgot(), forgot()
    assert set_password(client, first).status_code == 200
    assert set_password(client, second).status_code == 404


def test_a_changed_password_ends_links(client, ada, forgot):
    token = forgot()
    own = sign_in(client, EMAIL).json()["token"]
    change = {"currentPassword": PASSWORD, "newPassword": NEW}
    client.put("/api/auth/profile", json=change, headers={"Authorization": f"Bearer {own}"}).raise_for_status()
    assert set_password(client, token).status_code == 404


def test_a_disabled_account_has_no_links_also_when_it_is_enabled_again(client, cast, db, ada, forgot):
    token, by = forgot(), cast.headers("superadmin")
    client.patch(f"/api/users/{ada.id}", json={"isActive": False}, headers=by).raise_for_status()
    assert set_password(client, token).status_code == 404
    client.patch(f"/api/users/{ada.id}", json={"isActive": True}, headers=by).raise_for_status()
    assert set_password(client, token).status_code == 404


def test_a_weak_password_uses_up_no_link(client, ada, forgot):
    token = forgot()
    assert set_password(client, token, "short").json()["fields"].keys() == {"password"}
    assert set_password(client, token, "password1").status_code == 400
    assert set_password(client, token).status_code == 200


def test_an_address_gets_three_links_an_hour_and_an_unknown_one_as_many_answers(client, ada, clock):
    for email in (EMAIL, "no@example.com"):
        codes = [client.post(REQUEST, json={"email": email}).status_code for _ in range(4)]
        assert codes == [202, 202, 202, 429]
    clock.advance(timedelta(hours=1))
    assert client.post(REQUEST, json={"email": EMAIL.upper()}).status_code == 202


@pytest.mark.usefixtures("frozen_clock")
def test_one_source_asks_for_ten_links_an_hour(client, db):
    codes = [client.post(REQUEST, json={"email": f"{n}@example.com"}).status_code for n in range(11)]
    assert codes == [202] * 10 + [429]
    assert len(read_rows(db, PasswordLink)) == 10


def test_what_happens_is_in_the_audit_log_without_the_address(client, db, ada, forgot):
    sign_in(client, EMAIL)
    set_password(client, forgot())
    client.post(REQUEST, json={"email": "no@example.com"})
    events = {(one.action, one.actor_id, one.subject_id) for one in read_rows(db, AuditEvent)}
    assert events >= {
        ("user.reset_requested", None, ada.id),
        ("user.reset_requested", None, None),
        ("user.password_set_by_link", ada.id, ada.id),
        ("session.revoked", ada.id, ada.id),
    }
    assert not any("no@example.com" in str(one.details) for one in read_rows(db, AuditEvent))


@pytest.mark.usefixtures("frozen_clock")
def test_failures_of_the_account_are_forgiven(client, ada, forgot):
    for _ in range(6):
        sign_in(client, EMAIL, "wrong-password-1")
    assert sign_in(client, EMAIL, PASSWORD).status_code == 429
    set_password(client, forgot()).raise_for_status()
    assert sign_in(client, EMAIL, NEW).status_code == 200


def test_the_email_is_in_the_language_of_the_user_else_of_the_browser(client, db, ada, forgot, emails):
    forgot(**{"Accept-Language": "es-MX"})
    assert emails()[-1]["subject"] == "Pon una contraseña nueva"
    db.write(lambda session: session.execute(sa.update(User).values(language="en", has_chosen_language=True)))
    forgot(**{"Accept-Language": "es-MX"})
    assert emails()[-1]["subject"] == "Set a new password"


def test_links_are_deleted_a_day_after_their_end(client, db, ada, forgot, clock):
    forgot()
    db.write(purge_expired)
    assert len(read_rows(db, PasswordLink)) == 1
    clock.advance(timedelta(days=1, minutes=31))
    db.write(purge_expired)
    assert read_rows(db, PasswordLink) == []


def test_limits_name_no_address(client, db, ada, forgot):
    forgot()
    assert not any(EMAIL in row.key for row in read_rows(db, rate_limits.RateLimitWindow))


def test_a_link_forgives_wrong_passwords_but_no_wrong_codes(client, db, ada, clock, forgot):
    sign_in(client, EMAIL, "wrong-password-1")
    set_password(client, forgot()).raise_for_status()
    assert read_rows(db, SignInFailure) == []
    user = sign_in(client, EMAIL, NEW).json()
    assert "token" in user
    set_password(client, forgot(), PASSWORD).raise_for_status()
    app = App(client, clock, EMAIL)
    for _ in range(3):
        app.finish(app.start(), code="000000")
    set_password(client, forgot()).raise_for_status()
    assert {row.count for row in read_rows(db, SignInFailure)} == {3}
    assert read_rows(db, KnownSignInAddress) == [], "a link vouches for no address"
