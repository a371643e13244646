"""The permission table: its content, and that the guard applies it before a body is read."""

import itertools
import re

import pytest

from chuckwagon.accounts.models import UserSession
from chuckwagon.accounts.permissions import (
    ROUTES,
    AccessDecision,
    AccessPolicy,
    Action,
    Actor,
    decide_access,
    get_action,
)
from tests.accounts.sample_data import all_routes, send_request
from tests.cast import ROLES, Cast
from tests.conftest import empty_database
from tests.databases import every_row

CALLERS = (None, *ROLES)
GET = "GET"
ALLOWED_CALLERS = {
    AccessPolicy.PUBLIC: CALLERS,
    AccessPolicy.SIGNATURE: CALLERS,
    AccessPolicy.SIGNED_IN: ROLES,
    AccessPolicy.OWN_TRUCK: ("truck_admin", "other_admin", "superadmin"),
    AccessPolicy.OWN_TRUCK_ELSE_HIDDEN: ("truck_admin", "other_admin", "superadmin"),
    AccessPolicy.SUPERADMIN: ("superadmin",),
}
ACTORS = {
    None: None,
    "truck_admin": Actor("1", "admin", "own", "a"),
    "other_admin": Actor("2", "admin", "other", "b"),
    "truckless_admin": Actor("3", "admin", None, "c"),
    "superadmin": Actor("4", "superadmin", None, "d"),
}
A, S, R, H = AccessDecision.ALLOWED, AccessDecision.SIGN_IN, AccessDecision.DENIED, AccessDecision.HIDDEN
# Visitor, own truck's admin, other truck's admin, admin without a truck, superadmin.
TABLE = {
    Action.BROWSE: (A, A, A, A, A),
    Action.PAY: (A, A, A, A, A),
    Action.TRACK_ORDER: (A, A, A, A, A),
    Action.CHANGE_OWN_ORDER: (A, A, A, A, A),
    Action.SIGN_IN_AND_OUT: (A, A, A, A, A),
    Action.SEND_BROWSER_REPORT: (A, A, A, A, A),
    Action.RENEW_PUSH: (A, A, A, A, A),
    Action.RECEIVE_WEBHOOK: (A, A, A, A, A),
    Action.MANAGE_OWN_ACCOUNT: (S, A, A, A, A),
    Action.MANAGE_USERS: (S, R, R, R, A),
    Action.MANAGE_TRUCKS: (S, R, R, R, A),
    Action.LIST_TRUCKS: (S, A, A, A, A),
    Action.VIEW_TRUCK_DETAILS: (S, A, R, R, A),
    Action.OPERATE_TRUCK: (S, A, R, R, A),
    Action.UPLOAD_IMAGE: (S, A, R, R, A),
    Action.EDIT_MENU: (S, A, R, R, A),
    Action.MANAGE_SCHEDULE: (S, A, R, R, A),
    Action.MANAGE_DISRUPTIONS: (S, A, R, R, A),
    Action.MANAGE_STOCK: (S, A, R, R, A),
    Action.MANAGE_OFFERS: (S, A, R, R, A),
    Action.MANAGE_ORDERS: (S, A, R, R, A),
    Action.MESSAGE_CUSTOMER: (S, A, R, R, A),
    Action.VIEW_ANALYTICS: (S, A, R, R, A),
    Action.MANAGE_DRAWER: (S, A, R, R, A),
    Action.MANAGE_PRINTERS: (S, A, R, R, A),
    Action.ASK_FOR_PAPER: (A, A, A, A, A),
    Action.MANAGE_READERS: (S, A, R, R, A),
    Action.TAKE_CARDS: (S, A, R, R, A),
    Action.MANAGE_BOOKS: (S, A, R, R, A),
    Action.COMPARE_TRUCKS: (S, R, R, R, A),
    Action.VIEW_CUSTOMER: (S, A, H, H, A),
    Action.MANAGE_PAYMENTS: (S, R, R, R, A),
    Action.MANAGE_PERSONAL_DATA: (S, R, R, R, A),
    Action.VIEW_AUDIT_LOG: (S, R, R, R, A),
    Action.UNLISTED: (S, R, R, R, R),
}


def test_every_route_is_in_the_table_and_every_entry_is_a_route(app):
    assert all_routes(app) == set(ROUTES)


def test_a_route_that_is_missing_from_the_table_is_closed():
    assert get_action("DELETE", "/api/everything") is Action.UNLISTED
    assert get_action("POST", "/api/trucks/public") is Action.UNLISTED


@pytest.mark.parametrize("action", Action)
def test_the_judgement_follows_the_contract(action):
    assert tuple(decide_access(actor, action, "own") for actor in ACTORS.values()) == TABLE[action]


@pytest.mark.parametrize("action", [action for action in Action if action.policy is AccessPolicy.OWN_TRUCK])
def test_no_truck_is_nobodys_truck(action):
    assert decide_access(ACTORS["truckless_admin"], action, None) is AccessDecision.DENIED
    assert decide_access(ACTORS["truck_admin"], action, None) is AccessDecision.DENIED


def signed_in_cast(db):
    empty_database(db)
    cast = Cast(db)
    cast.sign_in_all()
    return cast


def send_broken_body(client, cast, role, method, path):
    own = cast.other_truck.id if role == "other_admin" else cast.truck.id
    address = re.sub(r"\{\w+\}", cast.truck_admin.id, path.replace("{truck_id}", own))
    headers = {**cast.headers(role), "Content-Type": "application/json"}
    return send_request(client, method, address, headers=headers, content=b"{")


@pytest.mark.parametrize("policy", list(dict.fromkeys(action.policy for action in ROUTES.values())))
def test_each_route_lets_in_whom_the_table_names_and_refuses_before_reading_the_body(client, db, policy):
    of_policy = (route for route, action in ROUTES.items() if action.policy is policy)
    routes = sorted(of_policy, key=lambda route: route[0] != GET)
    cast = signed_in_cast(db)
    before = every_row(db)
    for (method, path), role in itertools.product(routes, CALLERS):
        if role in ALLOWED_CALLERS[policy]:
            continue
        answer = send_broken_body(client, cast, role, method, path)
        refused = 404 if policy is AccessPolicy.OWN_TRUCK_ELSE_HIDDEN else 403
        assert answer.status_code == (401 if role is None else refused), (method, path, role, answer.text)
        assert ("WWW-Authenticate" in answer.headers) == (role is None)
        assert set(answer.json()) == {"error", "message", "code", "reason"}
    assert every_row(db) == before
    for method, path in routes:
        if method != GET:  # the request before may have ended a session, or archived a truck
            cast = signed_in_cast(db)
        for role in ALLOWED_CALLERS[policy]:
            answer = send_broken_body(client, cast, role, method, path)
            allowed = {403} if path.startswith("/api/sms/") else set()  # unsigned for every role
            assert answer.status_code not in {401, 403, 429} - allowed, (method, path, role, answer.text)


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", "Basic eDp5", "Bearer " + "x" * 3000, "bearer \u00e9"])
def test_a_token_that_is_none_is_nobodys(client, header):
    answer = client.get("/api/auth/verify", headers={"Authorization": header.encode("latin-1")})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["code"] == "sign_in_needed"
    answer = client.get("/api/trucks/public", headers={"Authorization": header.encode("latin-1")})
    assert answer.status_code == 200


def test_the_snapshot_sees_what_a_sign_in_writes(client, db, cast):
    before = every_row(db)
    cast.headers("superadmin")
    changed = {name for name, rows in every_row(db).items() if rows != before[name]}
    assert changed == {UserSession.__tablename__}
