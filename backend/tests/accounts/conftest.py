"""Fixtures that count password hashes, those of links by e-mail, and browsers."""

import pytest

from chuckwagon.accounts import passwords
from chuckwagon.worker.loop import Worker
from tests.cast import PASSWORD, hashed

_own_hasher = passwords._hasher  # before the suite's fixture takes it away


@pytest.fixture
def full_hashes(monkeypatch):
    """Passwords cost what they cost in the product, those of the cast too; name it before the cast."""
    forget_hashes()
    monkeypatch.setattr(passwords, "_hasher", _own_hasher)
    yield
    forget_hashes()


def forget_hashes():
    passwords._dummy_hash.cache_clear()
    hashed.cache_clear()


@pytest.fixture
def hashes(monkeypatch):
    """The hashes that were computed: the start of the stored one for each check, "new" for each that was made."""
    real, seen = passwords._hasher, []

    class Counting:
        def __getattr__(self, name):
            return getattr(real, name)

        def hash(self, password):
            seen.append("new")
            return real.hash(password)

        def verify(self, stored, password):
            seen.append(stored[:30])
            return real.verify(stored, password)

    monkeypatch.setattr(passwords, "_hasher", Counting())
    return seen


@pytest.fixture
def work(db, settings):
    """Let the worker handle what is due."""
    return lambda: Worker(db, settings, periodic_tasks=[]).run_once()


@pytest.fixture
def emails(sandbox):
    """All e-mails of the sandbox's mailbox."""
    return lambda: sandbox.get("/_sandbox/emails").raise_for_status().json()


@pytest.fixture
def browser(client, settings):
    """Another browser each time, which keeps its cookies and says that it is on our pages."""

    def open_one(cookies=None):
        known = dict(cookies or {})

        def send(method, path, **given):
            cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in known.items())} if known else {}
            headers = {"Origin": settings.origin, **cookie, **given.pop("headers", {})}
            answer = client.request(method, path, headers=headers, **given)
            client.cookies.clear()
            known.update(answer.cookies)
            return answer

        send.cookies = known
        send.sign_in = lambda password=PASSWORD, email="truck_admin@example.com": send(
            "POST", "/api/auth/login", json={"email": email, "password": password}
        )
        return send

    return open_one


@pytest.fixture
def told(work, emails):
    """What was sent since the last call: address and subject of each e-mail."""
    seen = set()

    def read():
        work()
        new = [email for email in emails() if email["id"] not in seen]
        seen.update(email["id"] for email in new)
        return sorted((email["to"][0], email["subject"]) for email in new)

    return read
