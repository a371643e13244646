"""Hashing is limited, and an account that changes during a password check is checked again."""

import asyncio
import threading

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import passwords, service
from chuckwagon.accounts.models import User, UserSession
from chuckwagon.accounts.schemas import Credentials
from chuckwagon.kit.errors import Unavailable
from tests.cast import PASSWORD, make_user
from tests.servers import wait_until


def test_two_hash_a_short_queue_waits_and_the_rest_is_told_to_come_back():
    release, counted = threading.Event(), threading.Lock()
    present = most = 0

    def work():
        nonlocal present, most
        with counted:
            present += 1
            most = max(most, present)
        release.wait(60)
        with counted:
            present -= 1

    async def crowd():
        calls = [asyncio.create_task(passwords.run_in_password_thread(work)) for _ in range(30)]
        try:
            await asyncio.to_thread(wait_until, lambda: present >= passwords.HASH_THREADS, 30)
            await asyncio.sleep(0.2)  # so that one call too many would have started
        finally:
            release.set()
        return await asyncio.gather(*calls, return_exceptions=True)

    answers = asyncio.run(crowd())
    refused = [answer for answer in answers if isinstance(answer, Unavailable)]
    assert most == passwords.HASH_THREADS == 2
    assert len(refused) == 30 - passwords.HASH_THREADS - passwords.HASH_QUEUE
    assert refused[0].headers["Retry-After"] == "2"
    assert answers.count(None) == 22


def test_composed_and_decomposed_letters_are_one_password():
    assert passwords.is_correct("cafe\u0301-griddle", passwords.make_hash("caf\u00e9-griddle"))


def test_a_damaged_hash_opens_to_nobody():
    assert not passwords.is_correct(PASSWORD, "no hash at all")
    assert not passwords.is_correct("an unknown password", None)


@pytest.mark.parametrize("change", [{"is_active": False}, {"password_hash": "another"}])
def test_an_account_that_changes_while_its_password_is_hashed_does_not_open(db, monkeypatch, change):
    make_user(db, "race@example.com")
    real = passwords.is_correct

    def slow(password, stored):
        right = real(password, stored)
        db.write(lambda session: session.execute(sa.update(User).values(**change)))
        return right

    monkeypatch.setattr(passwords, "is_correct", slow)
    with pytest.raises(service.WrongCredentials):
        service.sign_in(db, Credentials("race@example.com", PASSWORD, False), service.SignInSource("127.0.0.1"))
    with db.reading() as session:
        assert session.scalars(sa.select(UserSession)).all() == []


def test_of_a_crowd_of_guesses_only_the_first_may_be_right(db, clock, monkeypatch):
    make_user(db, "race@example.com")
    real = passwords.is_correct

    def overtaken(password, stored):
        db.write(
            lambda session: [service.throttle.count_failure(session, "race@example.com", "127.0.0.1") for _ in range(6)]
        )
        return real(password, stored)

    monkeypatch.setattr(passwords, "is_correct", overtaken)
    with pytest.raises(service.throttle.SignInPaused):
        service.sign_in(db, Credentials("race@example.com", PASSWORD, False), service.SignInSource("127.0.0.1"))
