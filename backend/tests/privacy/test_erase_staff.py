"""An erased staff account leaves nothing of the person, and what they did stays under a neutral name."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import (
    Authenticator,
    KnownDevice,
    KnownSignInAddress,
    RecoveryCode,
    SecondFactor,
    User,
    UserSession,
)
from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.service import LastSuperadmin
from chuckwagon.audit import hash_chain
from chuckwagon.audit.log import AuditEvent
from chuckwagon.cli import backup
from chuckwagon.db.database import Database
from chuckwagon.db.dump_and_restore import dump_database
from chuckwagon.disruptions.models import Disruption
from chuckwagon.drawer.models import DayEvent, DrawerSession
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order, Refund
from chuckwagon.payments.models import PaymentReview
from chuckwagon.privacy.schemas import StaffErasureRequest
from chuckwagon.privacy.service import erase_staff
from chuckwagon.push.models import StaffDevice
from tests.cast import bearer, sign_in
from tests.cli.conftest import elsewhere, own_programs  # noqa: F401
from tests.factories import make_item
from tests.privacy.conftest import bytes_of, find_columns_with
from tests.privacy.test_erasures_outlive_a_restore import carry_over, ignore_progress

EARLIER, NAME, EMAIL, PASSWORD = "Ottoline Early", "Ottoline Quill", "ottoline@quill.example", "skillet-orchard-77"
WORDS = (NAME, EARLIER, EMAIL, "Ottoline", "quill.example")


class Person:
    """A truck's admin with their name in every table that can hold it."""

    def __init__(self, db, client, cast) -> None:
        self.db, self.client, self.boss = db, client, cast.headers("superadmin")
        self.truck = cast.truck
        self.id = self.register(EARLIER)["_id"]
        assert client.patch(f"/api/users/{self.id}", json={"name": NAME}, headers=self.boss).is_success
        sign_in(client, EMAIL, "a wrong password")
        self.token = sign_in(client, EMAIL, PASSWORD).json()["token"]
        self.order_id = self._take_order(make_item(db, cast.truck, price=1000).id)
        db.write(self._add_rows)

    def register(self, name):
        body = {"email": EMAIL, "name": name, "password": PASSWORD, "role": "admin", "truckId": self.truck.id}
        headers = self.boss | {"Idempotency-Key": new_id()}
        answer = self.client.post("/api/auth/register", json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json()["user"]

    def _take_order(self, item_id):
        line = {"menuItemId": item_id, "quantity": 1, "optionIds": []}
        body = {"customerName": "Bo", "items": [line], "payment": "cash"}
        taken = self.client.post("/api/orders", json=body, headers=bearer(self.token) | {"Idempotency-Key": "one"})
        assert taken.status_code == 201, taken.text
        refund = self.client.post(
            f"/api/orders/{taken.json()['_id']}/refunds",
            json={"amount": 1, "reason": "Cold"},
            headers=bearer(self.token),
        )
        assert refund.status_code == 201, refund.text
        return taken.json()["_id"]

    def _add_rows(self, session):
        factor, instant = new_id(), clock.now()
        session.execute(sa.update(Refund).values(paid_out_by=NAME))
        session.execute(sa.update(DayEvent).values(by=NAME))
        session.add(DrawerSession(
            id=new_id(), truck_id=self.truck.id, float_cents=0, opened_at=instant, opened_by=NAME, closed_at=instant,
            closed_by=NAME, expected_cents=0, counted_cents=0,
        ))  # fmt: skip
        session.add(SecondFactor(id=factor, user_id=self.id, kind="authenticator", name="Ottoline's phone"))
        session.add(RecoveryCode(user_id=self.id, digest="d"))
        session.add(PaymentReview(
            id=new_id(), payment_intent_id="pi_1", reason="unknown", created_at=instant, details={}, decided_by=NAME,
        ))  # fmt: skip
        session.add(Disruption(
            id=new_id(), stop_id=new_id(), truck_id=self.truck.id, number=1, kind="cancelled", extend_end=False,
            sentence="", state="scheduled", actor_id=self.id, actor_name=NAME, actor_role="admin",
            created_at=instant, starts_at=instant,
        ))  # fmt: skip
        session.flush()
        session.add(Authenticator(factor_id=factor, secret="s", last_step=1))
        found = session.execute(sa.text("SELECT token_digest FROM user_sessions WHERE user_id = :id"), {"id": self.id})
        session.add(StaffDevice(
            user_id=self.id, session_digest=found.scalar(), truck_id=self.truck.id, name="Ottoline's", language="en",
            endpoint="e", endpoint_digest="d", public_key="p", auth_secret="a",
        ))  # fmt: skip
        outbox.enqueue(session, "end_checkouts", "one", {"by": [self.id, NAME, "admin"]})

    def erase(self, user_id=None, reason="Asked for it", headers=None):
        url = f"/api/users/{user_id or self.id}/erasure"
        return self.client.post(url, json={"reason": reason}, headers=headers or self.boss)


@pytest.fixture
def person(db, client, cast):
    return Person(db, client, cast)


@pytest.mark.dialect
def test_nothing_of_the_person_is_left_and_what_they_did_stays_under_a_neutral_name(person, client, db, tmp_path):
    hash_chain.append_pending(db)
    noted = hash_chain.verify_chain(db).last
    # The control: the search below finds the person in every place.
    assert find_columns_with(db, WORDS) == {
        "users.name", "users.email", "second_factors.name", "staff_push_devices.name", "audit_events.actor_name",
        "audit_events.details", "idempotency_keys.answer", "order_events.by", "orders.window_paid_to",
        "refunds.asked_by", "refunds.paid_out_by", "payment_reviews.decided_by", "disruptions.actor_name",
        "outbox_messages.payload", "day_events.by", "drawer_sessions.opened_by", "drawer_sessions.closed_by",
    }  # fmt: skip
    answer = person.erase()
    assert (answer.status_code, answer.json()["name"]) == (200, "Former user 1"), answer.text
    assert find_columns_with(db, WORDS) == set()
    if db.is_sqlite:
        dump_database(str(db.url), tmp_path / "copy", ignore_progress)
        for part in (*Path(db.url.database).parent.glob(f"{Path(db.url.database).name}*"), tmp_path / "copy"):
            assert [word for word in WORDS if word.encode() in bytes_of(part)] == [], part
    with db.reading() as session:
        order = session.get_one(Order, person.order_id)
        told = session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "user.erased")).one()
        for model in (SecondFactor, RecoveryCode, StaffDevice, UserSession, KnownDevice, KnownSignInAddress):
            assert session.scalars(sa.select(model).where(model.user_id == person.id)).all() == []
    assert order.window_paid_to == "Former user 1"
    assert told.details["reason"] == "Asked for it"
    hash_chain.append_pending(db)
    assert hash_chain.verify_chain(db, noted).problem is None

    assert client.get("/api/auth/verify", headers=bearer(person.token)).status_code == 401
    assert sign_in(client, EMAIL, PASSWORD).status_code == 401
    listed = client.get("/api/users", headers=person.boss).json()
    assert person.id not in [user["_id"] for user in listed]
    assert client.patch(f"/api/users/{person.id}", json={"isActive": True}, headers=person.boss).status_code == 404
    assert person.erase().status_code == 404
    again = person.register("Another")["_id"]
    assert person.erase(again).json()["name"] == "Former user 2"


def test_a_restore_repeats_it_and_the_new_account_keeps_the_address(person, db, settings, elsewhere, tmp_path):  # noqa: F811
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    assert person.erase().status_code == 200
    again = person.register("Another")["_id"]
    carry_over(settings, elsewhere)
    carried = backup.restore_backup(elsewhere, tmp_path / "saved.zip", ignore_progress, replace=True).carried_over
    assert "Repeated the erasure of staff since then: 1." in backup.describe_carried_over(carried)
    there = Database(elsewhere.database)
    assert find_columns_with(there, (NAME, EARLIER, "Ottoline ")) == set()
    with there.reading() as session:
        assert session.get_one(User, person.id).name == "Former user 1"
        assert session.get_one(User, again).email == EMAIL
    there.close()


def test_a_name_that_another_has_too_stays_where_nothing_else_is_written(person, db, client):
    namesake = client.post(
        "/api/auth/register",
        json={"email": "other@x.example", "name": NAME, "password": PASSWORD, "role": "superadmin"},
        headers=person.boss,
    ).json()["user"]
    assert person.erase().status_code == 200
    with db.reading() as session:
        assert session.get_one(Order, person.order_id).window_paid_to == NAME
        names = dict(map(tuple, session.execute(sa.select(AuditEvent.subject_id, AuditEvent.details["name"]))))
        assert set(session.scalars(sa.select(Disruption.actor_name))) == {"Former user 1"}
    assert (names[person.id], names[namesake["_id"]]) == ("Former user 1", NAME)


@pytest.mark.parametrize("name", ["Admin", "admin", "Cash", "Taco"])
def test_a_name_that_is_also_a_word_of_the_product_is_replaced_only_as_a_name(client, db, cast, name):
    boss = cast.headers("superadmin")
    body = {"email": EMAIL, "name": name, "password": PASSWORD, "role": "admin", "truckId": cast.truck.id}
    person = client.post("/api/auth/register", json=body, headers=boss).json()["user"]
    other = {"headers": boss | {"Idempotency-Key": "other"}}
    other["json"] = body | {"email": "other@x.example", "name": f"{name} Other"}
    first = client.post("/api/auth/register", **other).json()
    token = sign_in(client, EMAIL, PASSWORD).json()["token"]
    line = {"menuItemId": make_item(db, cast.truck, name="Taco", price=1000).id, "quantity": 1, "optionIds": []}
    counter = {"json": {"customerName": name, "items": [line], "payment": "cash"}}
    counter["headers"] = cast.headers("truck_admin") | {"Idempotency-Key": "one"}
    order = client.post("/api/orders", **counter).json()
    refund = {"json": {"amount": 1, "reason": f"{name} said so"}, "headers": bearer(token)}
    assert client.post(f"/api/orders/{order['_id']}/refunds", **refund).status_code == 201
    erased = client.post(f"/api/users/{person['_id']}/erasure", json={"reason": f"{name} left"}, headers=boss)
    assert erased.status_code == 200, erased.text
    assert client.post("/api/auth/register", **other).json() == first
    assert client.post("/api/orders", **counter).json() == order
    with db.reading() as session:
        created = sa.select(AuditEvent.details).where(AuditEvent.action == "user.created")
        told = {one["name"]: one["role"] for one in session.scalars(created)}
        assert told == {"Former user 1": "admin", f"{name} Other": "admin"}
        assert session.execute(sa.select(Refund.reason, Refund.asked_by)).one() == (f"{name} said so", "Former user 1")
        assert session.scalars(sa.select(AuditEvent.details["reason"].as_string()).where(
            AuditEvent.action == "user.erased"
        )).one() == f"{name} left"  # fmt: skip


def test_an_erasure_is_refused_and_changes_nothing(person, db, cast):
    before = find_columns_with(db, WORDS)
    for given, status, code in (
        ({"user_id": cast.superadmin.id}, 409, "own_account"),
        ({"user_id": "f" * 24}, 404, "not_found"),
        ({"reason": "  "}, 400, "invalid_input"),
        ({"reason": "x" * 201}, 400, "invalid_input"),
        ({"headers": cast.headers("other_admin")}, 403, "not_allowed"),
    ):
        answer = person.erase(**given)
        assert (answer.status_code, answer.json()["code"]) == (status, code), given
    gone = Actor("f" * 24, "superadmin", None, "")  # was erased while the request was under way
    with pytest.raises(LastSuperadmin):
        erase_staff(db, gone, cast.superadmin.id, StaffErasureRequest("Left"), None)
    assert find_columns_with(db, WORDS) == before
