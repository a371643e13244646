"""Whatever is asked, by anybody: no server error, and nothing that the description does not say."""

import re

import pytest

from chuckwagon.web.routing import build_openapi
from fuzz.plan import Size
from fuzz.round import ask_as
from tests.cast import ROLES

# The superadmin gets furthest, so the systematic cases are asked as that one; the others get a random few.
WHOLE = Size(examples=2)
SHORT = Size(examples=1, phases="fuzzing")
VERIFY = Size(examples=5, phases="fuzzing", only="/api/verify-payment")
ROUNDS = {None: (SHORT, 60), **dict.fromkeys(ROLES, (SHORT, 60)), "superadmin": (WHOLE, 2000)}


# A short round by the visitor comes with every change; the proof suite takes all of them.
@pytest.mark.parametrize("role", [None, *(pytest.param(role, marks=pytest.mark.proof) for role in ROLES)])
def test_every_answer_is_one_that_the_description_promises(patient, client, street, known, tmp_path, capfd, role):
    size, least = ROUNDS[role]
    outcome = ask_as(tmp_path / "round", patient, street.headers(role), known, size)
    assert outcome.is_clean, outcome.text
    assert outcome.requests > least
    assert "request_failed" not in "".join(capfd.readouterr())
    still = client.get("/api/auth/verify", headers=street.headers(role))
    assert still.status_code == (401 if role is None else 200), "the round went on without a role"


@pytest.mark.proof
def test_an_answer_that_is_not_described_is_found(client, tmp_path, known, live_server, monkeypatch):
    """The proof that a clean round says something."""

    def silent(api):
        document = build_openapi(api)
        del document["paths"]["/api/verify-payment"]["post"]["responses"]["400"]
        return document

    monkeypatch.setattr("chuckwagon.web.system_routes.build_openapi", silent)
    outcome = ask_as(tmp_path / "round", live_server.url, {}, known, VERIFY)
    assert not outcome.is_clean
    assert re.search(r"Operations: +1 selected", outcome.text), "other paths were asked too"
    assert "POST /api/verify-payment" in outcome.text
