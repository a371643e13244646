"""A second factor that a setting requires, and actions that ask for it again."""

import re
from datetime import timedelta

import msgspec
import pytest

from chuckwagon.accounts.models import ADMIN, SUPERADMIN
from chuckwagon.accounts.permissions import ROUTES, AccessPolicy, Action
from chuckwagon.accounts.sessions import is_required
from tests.accounts.permissions.test_matrix import CASES
from tests.accounts.sample_data import SampleData
from tests.accounts.second_factors.authenticator_app import FACTORS, PROOF, App
from tests.cast import PASSWORD, bearer, sign_in

BOSS = "superadmin@example.com"
NEEDED, ASKED = (403, "second_factor_required"), (403, "reauthentication_required")


@pytest.fixture
def require(settings):
    """Sets whom a second factor is required of."""

    def choose(whom):
        msgspec.structs.force_setattr(settings, "require_second_factor", whom)

    yield choose
    choose("none")


@pytest.fixture
def data(db, client, sandbox, settings) -> SampleData:
    return SampleData(db, client, sandbox, settings)


def refusal(answer):
    body = answer.json()
    return answer.status_code, body.get("code") if isinstance(body, dict) else None


@pytest.mark.parametrize(
    ("requirement", "required"), [("none", set()), ("superadmins", {SUPERADMIN}), ("everyone", {ADMIN, SUPERADMIN})]
)
def test_the_setting_says_of_whom(requirement, required):
    assert {role for role in (ADMIN, SUPERADMIN) if is_required(requirement, role)} == required


def test_every_route_of_staff_is_shut_until_a_factor_is_set_up(data, require, client):
    require("everyone")
    staff = [case for case in CASES if ROUTES[case.route].policy not in (AccessPolicy.PUBLIC, AccessPolicy.SIGNATURE)]
    begun = {"authenticator_setups": None, "passkey_challenges": None}
    before = data.state() | begun
    assert len({case.route for case in staff}) > 60
    for case in staff:
        path = re.sub(r"\{\w+\}", "x", case.path)
        answer = client.request(case.method, path, headers=data.headers("superadmin"))
        is_open = ROUTES[case.route] is Action.MANAGE_OWN_ACCOUNT
        assert (refusal(answer) == NEEDED) is not is_open, case.route
    assert data.state() | begun == before


def test_the_user_is_led_to_the_set_up_and_goes_on_after_it(client, cast, clock, require):
    require("superadmins")
    answer = sign_in(client, BOSS).json()
    assert answer["user"]["needsSecondFactor"] is True
    boss = App(client, clock, BOSS)
    assert client.get("/api/users", headers=boss.headers).status_code == 200
    user = client.get("/api/auth/verify", headers=boss.headers).json()["user"]
    assert (user["hasSecondFactor"], "needsSecondFactor" in user) == (True, False)
    admin = sign_in(client, "truck_admin@example.com").json()
    assert "needsSecondFactor" not in admin["user"]
    assert client.get("/api/orders", headers=bearer(admin["token"])).status_code == 200


def test_public_routes_show_what_customers_see_until_then(client, cast, require):
    require("everyone")
    found = client.get(f"/api/trucks/{cast.truck.id}", headers=cast.headers("superadmin"))
    assert found.status_code == 200
    assert "owner" not in found.json()


def test_the_last_factor_of_a_user_who_needs_one_stays(client, cast, clock, require):
    require("superadmins")
    boss = App(client, clock, BOSS)
    path = f"{FACTORS}/{boss.factor['_id']}"
    assert refusal(client.delete(path, headers=boss.headers)) == (409, "last_factor_required")
    assert client.get(FACTORS, headers=boss.headers).json()["recoveryCodesLeft"] == 10
    require("none")
    assert client.delete(path, headers=boss.headers).status_code == 200


GUARDED = (
    "create-account", "account-link", "/api/auth/register", "PATCH /api/users", "POST /api/users",
    "/api/customers/export", "/api/customers/{customer_id}/export", "/api/customers/{customer_id}/erasure",
    "/api/audit/export",
)  # fmt: skip


@pytest.mark.parametrize("has_factor", [True, False])
def test_sensitive_acts_ask_again_for_the_factor_else_for_the_password(data, client, clock, has_factor):
    """What a stolen token or an unlocked tablet could make of itself: accounts, payouts, everyone's data."""
    cases = [case for case in CASES if any(part in f"{case.method} {case.path}" for part in GUARDED)]
    requests = [(case, case.request(data)) for case in cases]
    assert len(requests) == 10
    boss = App(client, clock, BOSS) if has_factor else Signed(client)
    clock.advance(timedelta(minutes=10))
    for case, given in requests:
        path = case.path.format(**given.pop("address", {}))

        def send(case=case, path=path, given=given):
            return client.request(case.method, path, headers=boss.headers, **given)

        assert refusal(send()) == ASKED, case.route
        proof = {"code": boss.new_code()} if has_factor else {"password": PASSWORD}
        assert client.post(PROOF, json=proof, headers=boss.headers).status_code == 200
        assert send().status_code in (200, 201), case.route
        clock.advance(timedelta(minutes=10))


def test_a_new_password_asks_for_the_factor_too(client, cast, clock):
    boss = App(client, clock, BOSS)
    clock.advance(timedelta(minutes=10))
    body = {"currentPassword": PASSWORD, "newPassword": "skillet-orchard-77"}
    assert refusal(client.put("/api/auth/profile", json=body, headers=boss.headers)) == ASKED
    assert client.put("/api/auth/profile", json={"name": "Bo"}, headers=boss.headers).status_code == 200


class Signed:
    """The superadmin's session, without a second factor."""

    def __init__(self, client):
        self.headers = bearer(sign_in(client, BOSS).json()["token"])
