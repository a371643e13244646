"""Users are told by e-mail what was changed about how they sign in, also a user who did not do it."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.accounts.security_notices import NOTICE_EMAIL, Notice, render_notice
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.worker.loop import Worker
from tests.accounts.links import NEW, set_password, token_of
from tests.accounts.second_factors.authenticator_app import FACTORS, PROOF, App
from tests.cast import PASSWORD

ADDED, REMOVED = "A second factor was added to your account", "A second factor was removed from your account"
USED = "A recovery code was used"
RENEWED, CHANGED = "Your account has new recovery codes", "The password of your account was changed"
PROFILE = "/api/auth/profile"


@pytest.fixture
def phone(client, cast, clock):
    return App(client, clock, cast.truck_admin.email)


def test_an_added_and_a_removed_factor(client, phone, told, emails):
    assert told() == [(phone.email, ADDED)]
    assert "/admin/profile#security" in emails()[-1]["text"]
    client.delete(f"{FACTORS}/{phone.factor['_id']}", headers=phone.headers).raise_for_status()
    assert told() == [(phone.email, REMOVED)]


def test_factors_that_a_superadmin_removes(client, cast, phone, told):
    told()
    path = f"/api/users/{cast.truck_admin.id}/second-factors"
    client.delete(path, headers=cast.headers("superadmin")).raise_for_status()
    assert told() == [(phone.email, REMOVED)]


def test_a_recovery_code_that_signs_in_or_proves(client, phone, told):
    told()
    assert phone.finish(phone.start(), recoveryCode="22222-22222").status_code == 401
    assert told() == []
    phone.finish(phone.start(), recoveryCode=phone.recovery_codes[0]).raise_for_status()
    client.post(PROOF, json={"recoveryCode": phone.recovery_codes[1]}, headers=phone.headers).raise_for_status()
    assert told() == [(phone.email, USED)] * 2


def test_new_recovery_codes(client, phone, told):
    told()
    client.post(f"{FACTORS}/recovery-codes", headers=phone.headers).raise_for_status()
    assert told() == [(phone.email, RENEWED)]


def test_an_own_new_password(client, cast, told, emails):
    change = {"newPassword": NEW, "currentPassword": PASSWORD}
    client.put(PROFILE, json=change, headers=cast.headers("truck_admin")).raise_for_status()
    assert told() == [(cast.truck_admin.email, CHANGED)]
    assert NEW not in emails()[-1]["text"]


def test_a_password_that_a_superadmin_sets(client, cast, told):
    path, headers = f"/api/users/{cast.truck_admin.id}", cast.headers("superadmin")
    client.patch(path, json={"name": "Ada"}, headers=headers).raise_for_status()
    assert told() == []
    client.patch(path, json={"password": NEW}, headers=headers).raise_for_status()
    assert told() == [(cast.truck_admin.email, CHANGED)]


def test_a_password_that_a_link_sets_but_not_the_first_one(client, cast, told, emails):
    client.post("/api/auth/password-reset", json={"email": cast.truck_admin.email}).raise_for_status()
    told()
    set_password(client, token_of(emails()[-1])).raise_for_status()
    assert told() == [(cast.truck_admin.email, CHANGED)]
    invited = {"email": "new@example.com", "name": "Ada", "role": "superadmin", "language": "en"}
    client.post("/api/invitations", json=invited, headers=cast.headers("superadmin")).raise_for_status()
    told()
    set_password(client, token_of(emails()[-1])).raise_for_status()
    assert told() == []


def test_without_a_mail_server_nothing_waits(db, settings, phone, emails):
    unset = msgspec.structs.replace(settings, smtp_url="")
    Worker(db, unset, periodic_tasks=[]).run_once()
    with db.reading() as session:
        query = sa.select(OutboxMessage.status).where(OutboxMessage.kind == NOTICE_EMAIL)
        assert session.scalars(query).all() == ["skipped"]
    assert emails() == []


@pytest.mark.parametrize("notice", Notice)
def test_the_words_are_those_of_the_reader(notice):
    english, spanish = (render_notice(language, notice, "Ada", "https://x.example") for language in ("en", "es"))
    assert english.subject != spanish.subject
    assert "If this was you, there is nothing to do." in english.text
    assert "¿Fuiste tú?" in spanish.text
    for parts in (english, spanish):
        assert ("https://x.example/admin/profile#security" in parts.text) == (notice != Notice.EMAIL_CHANGED)
        assert ("<a " in parts.html) == (notice != Notice.EMAIL_CHANGED)
