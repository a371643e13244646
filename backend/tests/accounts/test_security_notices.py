"""Users are told by e-mail what was changed about how they sign in, also a user who did not do it."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.accounts.security_notices.jobs import render_notice
from chuckwagon.accounts.security_notices.service import NOTICE_EMAIL, Notice
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.worker.loop import Worker
from tests.accounts.second_factors.authenticator_app import FACTORS, PROOF, App
from tests.cast import PASSWORD

ADDED, REMOVED = "A second factor was added to your account", "A second factor was removed from your account"
USED, MOVED = "A recovery code was used", "The e-mail address of your account was changed"


@pytest.fixture
def told(work, emails):
    """What was told since the last call: address and subject of each e-mail, the oldest first."""
    seen = set()

    def read():
        work()
        new = [email for email in emails() if email["id"] not in seen]
        seen.update(email["id"] for email in new)
        return sorted((email["to"][0], email["subject"]) for email in new)

    return read


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


def test_a_new_address_is_told_to_the_former_one_and_forgotten(client, cast, db, told, emails):
    former = cast.truck_admin.email
    change = {"email": "new@example.com", "currentPassword": PASSWORD}
    headers = cast.headers("truck_admin")
    client.put("/api/auth/profile", json=change, headers=headers).raise_for_status()
    assert told() == [(former, MOVED)]
    assert "new@example.com" not in emails()[-1]["text"]
    client.put("/api/auth/profile", json=change, headers=headers).raise_for_status()
    assert told() == []
    with db.reading() as session:
        query = sa.select(OutboxMessage.payload).where(OutboxMessage.kind == NOTICE_EMAIL)
        assert session.scalars(query).one().keys() == {"userId", "notice"}


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
    assert "Was it you?" in english.text
    assert "¿Fuiste tú?" in spanish.text
    for parts in (english, spanish):
        assert ("https://x.example/admin/profile#security" in parts.text) == (notice != Notice.EMAIL_CHANGED)
        assert ("<a " in parts.html) == (notice != Notice.EMAIL_CHANGED)
