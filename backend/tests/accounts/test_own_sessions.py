"""The list of a user's own sessions: device and network of each, and ending one or all others."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import sessions
from chuckwagon.accounts.models import UserSession
from chuckwagon.accounts.sessions import public_id
from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import hash_secret
from tests.cast import PASSWORD, bearer, sign_in

MINE, THEIRS = "truck_admin@example.com", "other_admin@example.com"
PATH = "/api/auth/sessions"


def sign_in_from(client, user_agent, email=MINE):
    body = {"email": email, "password": PASSWORD}
    return client.post("/api/auth/login", json=body, headers={"User-Agent": user_agent}).json()["token"]


def listed(client, token):
    return client.get(PATH, headers=bearer(token)).raise_for_status().json()["sessions"]


def id_of(token):
    return public_id(hash_secret(token))


def alive(client, token):
    return client.get("/api/auth/verify", headers=bearer(token)).status_code == 200


def test_each_session_says_from_what_and_where_and_which_one_this_is(client, cast, clock):
    tablet = sign_in_from(client, "Tablet/1")
    signed_in_at = to_iso(clock.now())
    clock.advance(timedelta(minutes=1))
    phone = sign_in_from(client, "Phone/2")
    assert [(one["userAgent"], one["isCurrent"]) for one in listed(client, tablet)] == [
        ("Tablet/1", True), ("Phone/2", False),
    ]  # fmt: skip
    assert listed(client, tablet)[0] == {
        "_id": id_of(tablet), "userAgent": "Tablet/1", "network": "127.0.0.0/24", "isRemembered": False,
        "isCurrent": True, "signedInAt": signed_in_at, "lastUsedAt": signed_in_at,
    }  # fmt: skip
    assert listed(client, phone)[0]["_id"] == id_of(phone)


def test_one_session_is_ended_and_the_others_stay(client, cast, db):
    this, lost = (sign_in_from(client, name) for name in ("This", "Lost"))
    answer = client.delete(f"{PATH}/{id_of(lost)}", headers=bearer(this))
    assert (answer.status_code, answer.json()) == (200, {"ended": 1, "deleted": True})
    assert (alive(client, this), alive(client, lost)) == (True, False)
    assert len(listed(client, this)) == 1
    assert client.delete(f"{PATH}/{id_of(lost)}", headers=bearer(this)).json()["reason"] == "session_not_found"


def test_all_others_are_ended_at_once(client, cast):
    this, *others = (sign_in_from(client, f"Device {number}") for number in range(3))
    assert client.delete(PATH, headers=bearer(this)).json() == {"ended": 2, "deleted": True}
    assert [alive(client, token) for token in (this, *others)] == [True, False, False]


def test_no_one_ends_or_lists_the_sessions_of_another_user(client, cast):
    mine, theirs = sign_in_from(client, "Mine"), sign_in_from(client, "Theirs", THEIRS)
    assert client.delete(f"{PATH}/{id_of(theirs)}", headers=bearer(mine)).status_code == 404
    assert client.delete(PATH, headers=bearer(mine)).json() == {"ended": 0, "deleted": True}
    assert alive(client, theirs)
    assert [one["userAgent"] for one in listed(client, mine)] == ["Mine"]


@pytest.mark.parametrize("make", [lambda token: token, hash_secret, id_of])
def test_the_id_of_a_session_is_no_token_and_only_it_names_one(client, cast, make):
    this, other = sign_in_from(client, "This"), sign_in_from(client, "Other")
    assert not alive(client, id_of(this))
    assert this not in str(listed(client, this))
    assert hash_secret(this) not in str(listed(client, this))
    expected = 200 if make is id_of else 404
    assert client.delete(f"{PATH}/{make(other)}", headers=bearer(this)).status_code == expected


def test_what_a_browser_calls_itself_is_cut_and_cleaned(client, cast):
    token = sign_in_from(client, "a\tb" + "x" * 500)
    assert listed(client, token)[0]["userAgent"] == "ab" + "x" * 198


def test_a_session_of_an_earlier_version_has_no_device(client, cast, db):
    token = sign_in(client, MINE).json()["token"]
    db.write(lambda session: session.execute(sa.update(UserSession).values(user_agent=None, network=None)))
    [found] = listed(client, token)
    assert (found["userAgent"], found["network"]) == (None, None)


def test_a_session_that_is_over_is_not_listed(client, cast, clock):
    sign_in_from(client, "Old")
    clock.advance(sessions.IDLE_LIMIT)
    token = sign_in_from(client, "New")
    assert [one["userAgent"] for one in listed(client, token)] == ["New"]


def test_ended_sessions_are_in_the_audit_log(client, cast, db):
    this, other, third = (sign_in_from(client, f"Device {number}") for number in range(3))
    client.delete(f"{PATH}/{id_of(other)}", headers=bearer(this)).raise_for_status()
    client.delete(PATH, headers=bearer(this)).raise_for_status()
    client.delete(PATH, headers=bearer(this)).raise_for_status()
    with db.reading() as session:
        told = list(session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "session.revoked")))
    assert [(one.actor_id, one.details["sessions"]) for one in told] == [(cast.truck_admin.id, 1)] * 2
    assert not alive(client, third)
