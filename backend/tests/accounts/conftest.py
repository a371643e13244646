"""The cast on a migrated database, and the number of hashes that an answer cost."""

import pytest

from chuckwagon.accounts import passwords


@pytest.fixture
def hashes(monkeypatch):
    """How often a password has been checked, by the hash it was checked against."""
    real, seen = passwords._hasher, []

    class Counting:
        def hash(self, password):
            return real.hash(password)

        def verify(self, stored, password):
            seen.append(stored[:30])
            return real.verify(stored, password)

    passwords._nobodys_hash()  # made once per process, not per sign-in
    monkeypatch.setattr(passwords, "_hasher", Counting())
    return seen
