"""A counter that sells for cash, and the drawer behind it."""

import pytest

from chuckwagon.day_closes.check import find_problems
from tests.counter_sales import call, sell, taco  # noqa: F401 - fixtures


@pytest.fixture
def drawer(call):  # noqa: F811
    """Open the drawer with a float of $100."""

    def open_one(dollars=100.0, **more):
        made = call("POST", "/drawer-sessions", json={"float": dollars}, **more)
        assert made.status_code == 201, made.text
        return made.json()

    return open_one


@pytest.fixture
def close(call):  # noqa: F811
    """Count the open drawer, by default what is expected, and return the sheet."""

    def count(counted=None, **more):
        found = call("GET", "/drawer-sessions").json()["open"]
        body = {"counted": found["expected"] if counted is None else counted, "version": found["version"], **more}
        made = call("POST", f"/drawer-sessions/{found['_id']}/close", json=body)
        assert made.status_code == 200, made.text
        return made.json()

    return count


@pytest.fixture
def assert_cash_agrees(db):
    """Orders, events, drawers and sheets agree, as `chuckwagon doctor` checks it."""

    def check():
        with db.reading() as session:
            assert find_problems(session).problems == []

    return check
