"""An invitation by e-mail: an account without a password, and a link of 7 days that sets the first one."""

from datetime import timedelta

import msgspec
import pytest

from chuckwagon.accounts import password_links, queries
from chuckwagon.accounts.models import PasswordLink, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.schemas import InvitationRequest
from chuckwagon.accounts.service import purge_expired
from chuckwagon.audit.log import AuditEvent
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import Conflict
from tests.accounts.links import LINK, NEW, set_password, token_of
from tests.cast import sign_in
from tests.databases import read_rows

EMAIL = "ada@example.com"


@pytest.fixture
def boss(cast):
    return cast.headers("superadmin")


@pytest.fixture
def invite(client, cast, boss):
    """Invite Ada as admin of the own truck, or with other values; returns the response."""

    def send(headers=None, **more):
        body = {"email": EMAIL, "name": "Ada", "role": "admin", "truckId": cast.truck.id, "language": "en"} | more
        return client.post("/api/invitations", json=body, headers=boss | (headers or {}))

    return send


def find_ada(db):
    with db.reading() as session:
        return queries.find_user_by_email(session, EMAIL)


def listed(client, boss):
    users = client.get("/api/users", headers=boss).raise_for_status().json()
    return next((user for user in users if user["email"] == EMAIL), None)


@pytest.mark.dialect
def test_the_link_sets_the_first_password(client, db, cast, boss, invite, work, emails, clock):
    answer = invite()
    invitation = {"invitedAt": to_iso(clock.now()), "isOver": False}
    assert (answer.status_code, answer.json()["user"]["invitation"]) == (201, invitation)
    work()
    [email] = emails()
    assert (email["to"], email["subject"]) == ([EMAIL], "Your invitation to Chuckwagon")
    assert "superadmin has invited you to Chuckwagon. You look after Own Truck" in email["text"]
    token = token_of(email)
    assert client.post(LINK, json={"token": token}).json() == {
        "kind": "invitation", "email": EMAIL, "name": "Ada", "role": "admin", "truckName": "Own Truck",
    }  # fmt: skip
    assert set_password(client, token).status_code == 200
    assert sign_in(client, EMAIL, NEW).json()["user"]["truckId"] == cast.truck.id
    assert "invitation" not in listed(client, boss)
    assert set_password(client, token, "another-lantern-60").status_code == 404


@pytest.mark.parametrize("password", ["griddle-lantern-59", "      "])
def test_no_password_signs_in_before_that_and_a_forgotten_one_sends_nothing(client, invite, work, emails, password):
    invite()
    assert sign_in(client, EMAIL, password).status_code == 401
    client.post("/api/auth/password-reset", json={"email": EMAIL}).raise_for_status()
    work()
    assert [email["subject"] for email in emails()] == ["Your invitation to Chuckwagon"]


def test_a_link_works_for_seven_days_and_then_is_over_in_the_list(client, boss, db, invite, work, emails, clock):
    invite()
    work()
    token = token_of(emails()[0])
    clock.advance(timedelta(days=6, hours=23))
    assert client.post(LINK, json={"token": token}).status_code == 200
    clock.advance(timedelta(hours=1))
    assert set_password(client, token).status_code == 404
    db.write(purge_expired)
    with db.reading() as session:
        assert queries.get_user_answer(session, find_ada(db).id).invitation.is_over


@pytest.mark.usefixtures("frozen_clock")
def test_another_link_is_sent_three_times_an_hour_and_ends_the_earlier_one(client, boss, db, invite, work, emails):
    path = f"/api/users/{invite().json()['user']['_id']}/invitation"
    work()
    first = token_of(emails()[0])
    codes = [client.post(path, headers=boss).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert len(read_rows(db, PasswordLink)) == 1
    work()
    assert len(emails()) == 2  # the second invitation was replaced before the worker came to it
    assert set_password(client, first).status_code == 404
    assert set_password(client, token_of(emails()[-1])).status_code == 200
    over = client.post(path, headers=boss)
    assert (over.status_code, over.json()["reason"]) == (409, "invitation_over")


def test_a_withdrawn_invitation_takes_the_account_with_it_and_the_address_is_free(
    client, boss, db, invite, work, emails
):
    path = f"/api/users/{invite().json()['user']['_id']}/invitation"
    work()
    token = token_of(emails()[0])
    assert client.delete(path, headers=boss).json() == {"isWithdrawn": True, "deleted": True}
    assert (find_ada(db), read_rows(db, PasswordLink)) == (None, [])
    assert set_password(client, token).status_code == 404
    assert client.delete(path, headers=boss).status_code == 404
    assert invite().status_code == 201


def test_an_invitation_that_is_withdrawn_before_it_was_sent_sends_nothing(client, boss, invite, work, emails):
    client.delete(f"/api/users/{invite().json()['user']['_id']}/invitation", headers=boss).raise_for_status()
    work()
    assert emails() == []


def test_an_account_that_has_a_password_cannot_be_withdrawn(client, cast, boss, db):
    answer = client.delete(f"/api/users/{cast.other_admin.id}/invitation", headers=boss)
    assert (answer.status_code, answer.json()["reason"]) == (409, "invitation_over")
    assert cast.other_admin.id in {user.id for user in read_rows(db, User)}


def test_a_password_that_is_handed_over_ends_the_invitation(client, boss, invite, work, emails):
    user = invite().json()["user"]["_id"]
    work()
    client.patch(f"/api/users/{user}", json={"password": NEW}, headers=boss).raise_for_status()
    assert set_password(client, token_of(emails()[0])).status_code == 404
    assert sign_in(client, EMAIL, NEW).status_code == 200


def test_a_known_address_is_a_field_error_and_sends_nothing(client, db, invite, work, emails):
    taken = invite(email="OTHER_ADMIN@example.com")
    assert (taken.status_code, list(taken.json()["fields"])) == (409, ["email"])
    unknown = invite(truckId="f" * 24)
    assert (unknown.status_code, list(unknown.json()["fields"])) == (400, ["truckId"])
    assert read_rows(db, OutboxMessage) == []


def test_a_repeated_request_sends_one_email(db, invite, work, emails):
    first, second = (invite({"Idempotency-Key": "k1"}) for _ in range(2))
    assert first.json() == second.json()
    work()
    assert len(emails()) == 1


@pytest.mark.usefixtures("frozen_clock")
def test_a_superadmin_invites_fifty_an_hour(db, invite, monkeypatch):
    monkeypatch.setattr("chuckwagon.accounts.password_links.MAX_PER_SENDER", 2)
    codes = [invite(email=f"{n}@example.com").status_code for n in range(3)]
    assert codes == [201, 201, 429]
    assert "2@example.com" not in {user.email for user in read_rows(db, User)}


def test_the_email_is_in_the_language_that_was_chosen(invite, work, emails):
    invite(language="es", role="superadmin", name="Ana <b>")
    work()
    [email] = emails()
    assert email["subject"] == "Tu invitación a Chuckwagon"
    assert "Hola, Ana <b>: superadmin te invitó" in email["text"]
    assert "Te vas a encargar de todos los food trucks" in email["text"]
    assert "<b>:" not in email["html"]


def test_without_a_mail_server_no_one_is_invited(db, settings, cast):
    given = InvitationRequest(email=EMAIL, name="Ada", role="admin", language="en")
    by = Actor(cast.superadmin.id, "superadmin", None, "")
    with pytest.raises(Conflict) as refused:
        password_links.invite(db, msgspec.structs.replace(settings, smtp_url=""), by, given, None)
    assert (refused.value.args[0], find_ada(db)) == (password_links.NEEDS_EMAIL, None)


def test_an_invited_superadmin_is_not_one_who_is_left(db, cast, invite):
    """The last superadmin who can sign in stays, however many are invited."""
    invite(role="superadmin")
    with db.reading() as session:
        assert not queries.lock_other_superadmins(session, cast.superadmin.id)


def test_the_audit_log_tells_who_invited_withdrew_and_accepted(client, cast, boss, db, invite, work, emails):
    user = invite().json()["user"]["_id"]
    work()
    set_password(client, token_of(emails()[0])).raise_for_status()
    other = invite(email="bob@example.com").json()["user"]["_id"]
    client.delete(f"/api/users/{other}/invitation", headers=boss).raise_for_status()
    told = {(one.action, one.actor_id, one.subject_id) for one in read_rows(db, AuditEvent)}
    by = cast.superadmin.id
    assert told >= {
        ("user.created", by, user),
        ("user.invited", by, user),
        ("user.invitation_accepted", user, user),
        ("user.invited", by, other),
        ("user.invitation_withdrawn", by, other),
    }
