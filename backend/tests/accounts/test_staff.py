"""The user's own profile, and staff accounts managed by a superadmin."""

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from chuckwagon.accounts import queries
from chuckwagon.accounts.models import User
from tests.cast import PASSWORD, bearer, make_user, sign_in

MINE = "truck_admin@example.com"
NEW = "skillet-orchard-77"


@pytest.fixture
def boss(cast):
    return cast.headers("superadmin")


def new_user(**more):
    return {"email": "New@Example.com", "name": " Kim  Lee ", "password": NEW, "role": "admin"} | more


def profile(client, token, **body):
    return client.put("/api/auth/profile", json=body, headers=bearer(token))


def alive(client, token):
    return client.get("/api/auth/verify", headers=bearer(token)).status_code == 200


def test_a_name_changes_without_a_password_and_role_and_truck_never_do(client, cast):
    token = sign_in(client, MINE).json()["token"]
    answer = profile(client, token, name=" Ada  L ", role="superadmin", truckId=None, isActive=False)
    assert answer.status_code == 200
    assert answer.json()["user"] | {"name": ""} == sign_in(client, MINE).json()["user"] | {"name": ""}
    assert (answer.json()["user"]["name"], answer.json()["user"]["role"]) == ("Ada L", "admin")
    assert answer.json()["user"]["truckId"] == cast.truck.id


def test_no_language_is_stored_until_one_is_chosen_and_it_needs_no_password(client, cast):
    token = sign_in(client, MINE).json()["token"]
    assert client.get("/api/auth/profile", headers=bearer(token)).json()["user"]["language"] is None
    answer = profile(client, token, language="es")
    assert (answer.status_code, answer.json()["user"]["language"]) == (200, "es")
    assert profile(client, token, name="Ada").json()["user"]["language"] == "es"
    assert client.get("/api/auth/verify", headers=bearer(token)).json()["user"]["language"] == "es"
    assert sign_in(client, MINE).json()["user"]["language"] == "es"
    refused = profile(client, token, language="fr", name="Changed")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["language"])
    assert sign_in(client, MINE).json()["user"]["name"] == "Ada"
    assert profile(client, token, language="en").json()["user"]["language"] == "en"
    assert sign_in(client, "superadmin@example.com").json()["user"]["language"] is None


@pytest.mark.parametrize("change", [{"newPassword": NEW}, {"email": "else@example.com"}])
@pytest.mark.parametrize("current", [None, "", "not-the-password"])
def test_email_and_password_need_the_present_password(client, cast, change, current):
    token = sign_in(client, MINE).json()["token"]
    answer = profile(client, token, currentPassword=current, name="Changed", **change)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["currentPassword"])
    assert sign_in(client, MINE).json()["user"]["name"] == "truck_admin"


def test_the_same_email_is_no_change_and_needs_no_password(client, cast):
    token = sign_in(client, MINE).json()["token"]
    assert profile(client, token, email=MINE.upper(), name="Ada").status_code == 200


def test_guesses_at_the_present_password_wait_like_sign_ins(client, cast, clock):
    token = sign_in(client, MINE).json()["token"]
    bodies = [{"currentPassword": "not-the-password", "newPassword": NEW}] * 7
    assert [profile(client, token, **body).status_code for body in bodies] == [400] * 6 + [429]


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(client, cast):
    this, other = (sign_in(client, MINE).json()["token"] for _ in range(2))
    assert profile(client, this, currentPassword=PASSWORD, newPassword=NEW).status_code == 200
    assert (alive(client, this), alive(client, other)) == (True, False)
    assert sign_in(client, MINE).status_code == 401
    assert sign_in(client, MINE, NEW).status_code == 200


def test_an_email_belongs_to_one_account(client, cast, boss):
    token = sign_in(client, MINE).json()["token"]
    taken = "OTHER_admin@example.com"
    answers = [
        profile(client, token, currentPassword=PASSWORD, email=taken),
        client.post("/api/auth/register", json=new_user(email=taken), headers=boss),
    ]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")
        assert list(answer.json()["fields"]) == ["email"]


def test_a_superadmin_adds_staff_who_can_sign_in(client, cast, boss):
    answer = client.post("/api/auth/register", json=new_user(truckId=cast.truck.id), headers=boss)
    assert answer.status_code == 201
    user = answer.json()["user"]
    assert user == {
        "_id": user["_id"],
        "email": "new@example.com",
        "name": "Kim Lee",
        "role": "admin",
        "truckId": cast.truck.id,
        "truckName": "Own Truck",
        "isActive": True,
        "language": None,
    }
    assert sign_in(client, "new@example.com", NEW).json()["user"] == user
    assert client.get("/api/users", headers=boss).json()[0] == user  # by name: K before o, s, t


def test_a_superadmin_belongs_to_no_truck(client, cast, boss):
    body = new_user(role="superadmin", truckId=cast.truck.id)
    user = client.post("/api/auth/register", json=body, headers=boss).json()["user"]
    assert (user["role"], user["truckId"], user["truckName"]) == ("superadmin", None, None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password": "1234567"}, "password"),
        ({"password": "x" * 129}, "password"),
        ({"password": "Password1"}, "password"),
        ({"password": "baseball"}, "password"),
        ({"email": "nowhere"}, "email"),
        ({"email": "a@b.c" + "o" * 250}, "email"),
        ({"name": " "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"role": "owner"}, "role"),
        ({"truckId": "f" * 24}, "truckId"),
        ({"truckId": "nonsense"}, "truckId"),
    ],
)
def test_a_new_account_follows_the_rules(client, db, cast, boss, change, field):
    answer = client.post("/api/auth/register", json=new_user(**change), headers=boss)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(User)) == 4


def test_eight_and_128_characters_are_fine(client, cast, boss):
    for password in ("griddle!", "x" * 128):
        body = new_user(password=password, email=f"n{len(password)}@example.com")
        assert client.post("/api/auth/register", json=body, headers=boss).status_code == 201


def test_what_is_not_sent_stays_and_null_takes_the_truck_away(client, cast, boss):
    address = f"/api/users/{cast.truck_admin.id}"
    same = client.patch(address, json={"name": None, "role": None, "isActive": None}, headers=boss).json()
    assert same["user"] == sign_in(client, MINE).json()["user"]
    changed = client.patch(address, json={"truckId": None, "name": "Ada"}, headers=boss).json()["user"]
    assert (changed["name"], changed["truckId"], changed["truckName"]) == ("Ada", None, None)
    moved = client.patch(address, json={"truckId": cast.other_truck.id}, headers=boss).json()["user"]
    assert (moved["truckId"], moved["truckName"]) == (cast.other_truck.id, "Other Truck")


@pytest.mark.parametrize(
    ("change", "ends"),
    [
        ({"isActive": False}, True),
        ({"truckId": None}, True),
        ({"role": "superadmin"}, True),
        ({"password": NEW}, True),
        ({"name": "Ada"}, False),
        ({"isActive": True}, False),
    ],
)
def test_disabling_moving_another_role_or_a_new_password_ends_the_sessions(client, cast, boss, change, ends):
    if "role" in change:  # without a truck, so that only the role changes
        client.patch(f"/api/users/{cast.truck_admin.id}", json={"truckId": None}, headers=boss)
    tokens = [sign_in(client, MINE).json()["token"] for _ in range(2)]
    others = sign_in(client, "other_admin@example.com").json()["token"]
    answer = client.patch(f"/api/users/{cast.truck_admin.id}", json=change, headers=boss)
    assert answer.status_code == 200
    assert [alive(client, token) for token in tokens] == [not ends] * 2
    assert alive(client, others)
    assert client.get("/api/users", headers=boss).status_code == 200


def test_a_reset_password_opens_at_once_after_any_number_of_failures(client, cast, boss, clock):
    assert [sign_in(client, MINE, "wrong-password").status_code for _ in range(7)][-1] == 429
    client.patch(f"/api/users/{cast.truck_admin.id}", json={"password": NEW}, headers=boss)
    assert sign_in(client, MINE, NEW).status_code == 200
    assert sign_in(client, MINE, PASSWORD).status_code == 401


@pytest.mark.parametrize("change", [{"isActive": False}, {"role": "admin"}])
def test_nobody_disables_or_demotes_himself(client, cast, boss, change):
    answer = client.patch(f"/api/users/{cast.superadmin.id}", json=change, headers=boss)
    assert (answer.status_code, answer.json()["code"]) == (409, "own_account")
    assert client.get("/api/users", headers=boss).status_code == 200


@pytest.mark.parametrize("user_id", ["f" * 24, "1", "%00"])
def test_an_unknown_account_is_absent(client, cast, boss, user_id):
    assert client.patch(f"/api/users/{user_id}", json={"name": "Ada"}, headers=boss).status_code == 404


@pytest.mark.parametrize("change", [{"truckId": "f" * 24}, {"password": "password"}, {"name": ""}])
def test_a_bad_change_changes_nothing(client, cast, boss, change):
    body = {"isActive": False} | change
    answer = client.patch(f"/api/users/{cast.truck_admin.id}", json=body, headers=boss)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [next(iter(change))])
    assert sign_in(client, MINE).status_code == 200


def test_no_answer_holds_a_password_or_its_hash(client, cast, boss):
    text = client.get("/api/users", headers=boss).text
    assert len(client.get("/api/users", headers=boss).json()) == 4
    assert "argon2" not in text
    assert "assword" not in text


def test_ones_own_password_is_not_reset_but_changed_in_the_profile(client, cast, boss):
    target = f"/api/users/{cast.superadmin.id}"
    answer = client.patch(target, json={"password": NEW, "name": "Changed"}, headers=boss)
    assert (answer.status_code, answer.json()["code"]) == (409, "own_password")
    assert sign_in(client, "superadmin@example.com").json()["user"]["name"] == "superadmin"


@pytest.mark.dialect
def test_two_superadmins_who_demote_each_other_at_once_leave_one(client, db, cast, boss):
    client.post("/api/auth/register", json=new_user(role="superadmin"), headers=boss)
    other = sign_in(client, "new@example.com", NEW).json()
    calls = [(cast.superadmin.id, bearer(other["token"])), (other["user"]["_id"], boss)]

    def demote(call):
        return client.patch(f"/api/users/{call[0]}", json={"isActive": False}, headers=call[1]).status_code

    with ThreadPoolExecutor(2) as pool:
        codes = sorted(pool.map(demote, calls))
    assert codes in ([200, 401], [200, 403], [200, 409])
    with db.reading() as session:
        left = sa.select(sa.func.count()).where(User.role == "superadmin", User.is_active.is_(True))
        assert session.scalar(left) == 1


def test_a_locked_user_is_as_stored_and_not_as_read_before_the_lock(db):
    made = make_user(db, "ada@example.com", name="Ada")

    def rename_and_lock(session):
        seen = session.get_one(User, made.id)
        renamed = sa.update(User).where(User.id == made.id).values(name="Grace")
        session.execute(renamed.execution_options(synchronize_session=False))  # as by another transaction
        return queries.lock_user(session, seen.id).name

    assert db.write(rename_and_lock) == "Grace"
