"""A new e-mail address counts once its user has opened the link to it; until then the earlier one stays."""

import re
from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.accounts.email_change import CONFIRMATION_EMAIL, MAX_PER_ADDRESS
from chuckwagon.accounts.models import PasswordLink
from chuckwagon.accounts.security_notices import NOTICE_EMAIL
from chuckwagon.accounts.service import purge_expired
from chuckwagon.audit.log import AuditEvent
from chuckwagon.jobs.outbox import OutboxMessage
from tests.accounts.links import LINK, NEW, set_password, token_of
from tests.accounts.second_factors.authenticator_app import FACTORS, App
from tests.cast import PASSWORD, bearer, make_user, sign_in

MINE, OTHER, NEXT = "truck_admin@example.com", "other_admin@example.com", "new@example.com"
PROFILE, CHANGE = "/api/auth/profile", "/api/auth/email-change"
ENTERED, MOVED = "A new email address for your account was entered", "The email address of your account was changed"
CONFIRM = "Confirm your new email address"


@pytest.fixture
def mine(client, cast):
    return bearer(sign_in(client, MINE).json()["token"])


@pytest.fixture
def ask(client, mine, work, emails):
    """Ask for an address, and return the token of its link."""

    def send(email=NEXT, headers=mine, **more):
        body = {"email": email, "currentPassword": PASSWORD, **more}
        user = client.put(PROFILE, json=body, headers=headers).raise_for_status().json()["user"]
        assert (user["email"], user["pendingEmail"]) == (MINE, email.lower())
        work()
        return token_in(emails)

    return send


def token_in(emails):
    [*_, newest] = [email for email in emails() if email["subject"] == CONFIRM]
    return re.search(r"/admin/confirm-email#([\w-]{43})\s", newest["text"])[1]


def confirm(client, token, headers):
    return client.post(f"{CHANGE}/confirm", json={"token": token}, headers=headers)


def refused(answer):
    return (answer.status_code, answer.json()["reason"]) == (404, "email_link_invalid")


def own_profile(client, headers):
    return client.get(PROFILE, headers=headers).json()["user"]


@pytest.mark.dialect
def test_the_earlier_address_counts_until_the_link_is_opened_and_then_the_new_one(client, db, mine, ask, told, emails):
    token = ask("New@Example.com")
    assert told() == [(NEXT, CONFIRM), (MINE, ENTERED)]
    assert "new@example.com" not in next(one for one in emails() if one["subject"] == ENTERED)["text"]
    assert own_profile(client, mine)["pendingEmail"] == NEXT
    assert sign_in(client, NEXT).status_code == 401
    for email in (MINE, NEXT):
        client.post("/api/auth/password-reset", json={"email": email}).raise_for_status()
    assert told() == [(MINE, "Set a new password")]
    reset = token_of(emails()[-1])
    assert client.post(LINK, json={"token": token}).status_code == 404, "it sets no password"
    assert set_password(client, token).status_code == 404
    assert sign_in(client, MINE).status_code == 200

    user = confirm(client, token, mine).raise_for_status().json()["user"]
    assert (user["email"], "pendingEmail" in user) == (NEXT, False)
    assert told() == [(MINE, MOVED)]
    assert (sign_in(client, NEXT).status_code, sign_in(client, MINE).status_code) == (200, 401)
    assert set_password(client, reset).status_code == 404, "links to the former address end"
    assert refused(confirm(client, token, mine))
    with db.reading() as session:
        query = sa.select(OutboxMessage.payload).where(OutboxMessage.kind.in_((NOTICE_EMAIL, CONFIRMATION_EMAIL)))
        assert all("email" not in payload for payload in session.scalars(query))
        changed = session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "user.changed")).one()
        assert changed.details["email"] == {"before": "t…@example.com", "after": "n…@example.com"}


def test_a_mistyped_address_takes_no_account_over(client, cast, mine, ask):
    """Its owner can open the link, but has no session of the user."""
    token = ask("typo@trcuk.example")
    assert confirm(client, token, {}).status_code == 401
    assert refused(confirm(client, token, cast.headers("other_admin")))
    assert confirm(client, token, mine).status_code == 200


def test_a_link_works_for_a_day_and_until_another_one_a_cancel_or_a_new_password(client, db, cast, mine, ask, clock):
    first, second = ask(), ask("second@example.com")
    assert refused(confirm(client, first, mine))
    answer = client.delete(CHANGE, headers=mine)
    assert (answer.json()["deleted"], "pendingEmail" in answer.json()["user"]) == (True, False)
    assert refused(confirm(client, second, mine))
    for method in ("DELETE", "POST"):
        answer = client.request(method, CHANGE, headers=mine)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_pending_email")
    third = ask("third@example.com")
    client.patch(f"/api/users/{cast.truck_admin.id}", json={"password": NEW}, headers=cast.headers("superadmin"))
    own = bearer(sign_in(client, MINE, NEW).json()["token"])
    assert refused(confirm(client, third, own))
    fourth = ask("fourth@example.com", own, currentPassword=NEW)
    clock.advance(timedelta(hours=7))
    assert own_profile(client, own)["pendingEmail"] == "fourth@example.com"
    clock.advance(timedelta(hours=17))
    fresh = bearer(sign_in(client, MINE, NEW).json()["token"])
    assert refused(confirm(client, fourth, fresh))
    clock.advance(timedelta(days=1, seconds=1))
    db.write(purge_expired)
    with db.reading() as session:
        assert session.scalars(sa.select(PasswordLink)).all() == []


@pytest.mark.usefixtures("frozen_clock")
def test_another_link_is_sent_three_times_an_hour_and_ends_the_earlier_one(client, mine, ask, work, emails):
    first = ask()
    for _ in range(MAX_PER_ADDRESS - 1):
        assert client.post(CHANGE, headers=mine).json()["user"]["pendingEmail"] == NEXT
    assert client.post(CHANGE, headers=mine).status_code == 429
    work()
    assert refused(confirm(client, first, mine))
    assert confirm(client, token_in(emails), mine).status_code == 200


@pytest.mark.dialect
def test_an_address_that_was_taken_meanwhile_is_refused(client, db, mine, ask):
    token = ask()
    make_user(db, NEXT)
    answer = confirm(client, token, mine)
    assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")
    assert own_profile(client, mine)["email"] == MINE


def test_where_no_email_can_be_sent_the_address_stays(client, db, mine, settings):
    url = settings.smtp_url
    msgspec.structs.force_setattr(settings, "smtp_url", "")
    try:
        body = {"email": NEXT, "newPassword": NEW, "currentPassword": PASSWORD}
        answer = client.put(PROFILE, json=body, headers=mine)
        assert (answer.status_code, answer.json()["reason"]) == (409, "email_change_no_email")
        client.put(PROFILE, json={"email": MINE, "name": "Ada"}, headers=mine).raise_for_status()
    finally:
        msgspec.structs.force_setattr(settings, "smtp_url", url)
    assert sign_in(client, MINE).json()["user"]["name"] == "Ada"


def test_who_changes_password_and_address_at_once_does_not_hear_it_himself(client, ask, told):
    ask("thief@example.com", newPassword=NEW)
    changed = "The password of your account was changed"
    assert told() == [("thief@example.com", CONFIRM), (MINE, ENTERED), (MINE, changed)]


def test_a_notice_goes_to_the_address_of_the_change_although_it_is_another_before_it_is_sent(client, ask, clock, told):
    phone = App(client, clock, MINE)
    token = ask(headers=phone.headers)
    told()
    client.post(f"{FACTORS}/recovery-codes", headers=phone.headers).raise_for_status()
    confirm(client, token, phone.headers).raise_for_status()
    assert told() == [(MINE, MOVED), (MINE, "Your account has new recovery codes")]
