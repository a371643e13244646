"""What an audit event says. That staff leave one for each change, and refused requests none, the matrix proves."""

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from tests.accounts.permissions.test_matrix import CASES
from tests.accounts.sample_data import SampleData
from tests.cast import PASSWORD, bearer, make_user, sign_in

WRONG = "griddle-lantern-59"


@pytest.fixture
def data(db, client, sandbox, settings) -> SampleData:
    return SampleData(db, client, sandbox, settings)


def events(db, **known):
    with db.reading() as session:
        query = sa.select(AuditEvent).filter_by(**known).order_by(AuditEvent.at)
        return list(session.scalars(query))


def test_customers_leave_none(data, db):
    for case in CASES:
        if case.method != "GET" and "pay" in case.path:
            data.send(case, None, case.request(data))
    assert events(db, actor_role="visitor") == []


def test_who_signs_in_and_out_is_known(client, db):
    user = make_user(db, "ana@example.com")
    token = sign_in(client, "ana@example.com", remember=True).json()["token"]
    client.post("/api/auth/logout", headers=bearer(token))
    client.post("/api/auth/logout", headers=bearer(token))
    client.post("/api/auth/logout")
    opened, closed = events(db)
    assert (opened.action, opened.details) == ("session.opened", {"remembered": True})
    assert (closed.action, closed.details) == ("session.closed", {})
    assert {event.actor_id for event in (opened, closed)} == {user.id} == {opened.subject_id}


def test_a_failure_keeps_nothing_of_what_was_typed(client, db):
    user = make_user(db, "ana@example.com")
    sign_in(client, "ana@example.com", WRONG)
    sign_in(client, "other.person@example.org", WRONG)
    known, unknown = events(db)
    assert {known.action, unknown.action} == {"session.failed"}
    assert (known.subject_id, known.details, known.actor_id) == (user.id, {"name": "ana"}, None)
    assert (unknown.subject_id, unknown.details) == (None, {"email": "o…@example.org"})
    with db.reading() as session:
        rows = repr(session.execute(sa.select(sa.inspect(AuditEvent).local_table)).all())
    assert WRONG not in rows
    assert "other.person" not in rows


def test_a_new_language_is_recorded_with_the_one_before(client, cast, db):
    answer = client.put("/api/auth/profile", headers=cast.headers("truck_admin"), json={"language": "es"})
    assert answer.status_code == 200
    [event] = events(db)
    assert event.action == "user.changed"
    assert event.details["language"] == {"before": None, "after": "es"}


def test_a_new_password_ends_sessions_and_says_so(client, cast, db):
    own = cast.headers("truck_admin")
    sign_in(client, "truck_admin@example.com")
    body = {"currentPassword": WRONG, "newPassword": "skillet-orchard-77"}
    assert client.put("/api/auth/profile", headers=own, json=body).status_code == 400
    body["currentPassword"] = PASSWORD
    assert client.put("/api/auth/profile", headers=own, json=body).status_code == 200
    client.patch(f"/api/users/{cast.truck_admin.id}", headers=cast.headers("superadmin"), json={"isActive": False})
    told = [(event.action, event.details.get("sessions")) for event in events(db)]
    assert told == [
        ("session.opened", None),
        ("user.password_refused", None),
        ("user.password_changed", None),
        ("session.revoked", 1),
        ("user.disabled", None),
        ("session.revoked", 1),
    ]


def test_an_account_is_told_from_what_to_what(client, cast, db):
    boss, other = cast.headers("superadmin"), cast.other_admin
    body = {"name": "Ben", "truckId": cast.truck.id, "password": "skillet-orchard-77"}
    assert client.patch(f"/api/users/{other.id}", headers=boss, json=body).status_code == 200
    [changed] = events(db, action="user.changed")
    assert changed.details == {
        "name": {"before": "other_admin", "after": "Ben"},
        "truck": {"before": "Other Truck", "after": "Own Truck"},
    }
    assert [event.subject_id for event in events(db, action="user.password_reset")] == [other.id]
