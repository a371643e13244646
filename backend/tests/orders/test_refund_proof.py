"""Refunds above a limit ask for the second factor again, else for the password."""

from datetime import timedelta

import pytest

from tests.accounts.second_factors.authenticator_app import PROOF, App
from tests.cast import PASSWORD
from tests.orders.factories import add_order

BOSS = "superadmin@example.com"


@pytest.fixture
def order(db, cast):
    """An order of $200, paid in cash."""
    return add_order(db, truck_id=cast.truck.id, subtotal_cents=20_000, tax_cents=0, total_cents=20_000)


@pytest.fixture
def refund(client, order):
    def send(headers, dollars, key="one"):
        body = {"amount": dollars, "reason": "Cold"}
        headers = {**headers, "Idempotency-Key": key}
        return client.post(f"/api/orders/{order.id}/refunds", json=body, headers=headers)

    return send


def test_above_the_limit_the_same_request_goes_through_after_a_proof(client, cast, clock, refund):
    boss = App(client, clock, BOSS)
    clock.advance(timedelta(minutes=10))
    answer = refund(boss.headers, 100.01)
    assert (answer.status_code, answer.json()["code"]) == (403, "reauthentication_required")
    client.post(PROOF, json={"code": boss.new_code()}, headers=boss.headers).raise_for_status()
    done = refund(boss.headers, 100.01)
    assert done.status_code == 201
    assert [each["amount"] for each in done.json()["refunds"]] == [100.01]
    clock.advance(timedelta(minutes=10))
    assert refund(boss.headers, 100.01).json() == done.json()  # a repeat moves no money


def test_up_to_the_limit_nothing_is_asked_and_parts_get_nobody_around_it(client, cast, clock, refund):
    boss = App(client, clock, BOSS)
    clock.advance(timedelta(minutes=10))
    assert refund(boss.headers, 60).status_code == 201
    assert refund(boss.headers, 40, "two").status_code == 201
    assert refund(boss.headers, 0.01, "three").json()["code"] == "reauthentication_required"


@pytest.mark.parametrize("path", ["", "/status"])
def test_cancelling_a_paid_order_above_the_limit_asks_as_its_refund_would(client, cast, clock, order, path):
    boss = App(client, clock, BOSS)
    clock.advance(timedelta(minutes=10))

    def change(status):
        return client.patch(f"/api/orders/{order.id}{path}", json={"status": status}, headers=boss.headers)

    assert change("confirmed").status_code == 200
    assert change("cancelled").json()["code"] == "reauthentication_required"
    client.post(PROOF, json={"code": boss.new_code()}, headers=boss.headers).raise_for_status()
    assert change("cancelled").json()["status"] == "cancelled"


def test_a_sign_in_is_a_proof_for_ten_minutes(client, cast, clock, refund):
    boss = App(client, clock, BOSS)
    clock.advance(timedelta(minutes=9, seconds=59))
    assert refund(boss.headers, 200).status_code == 201


def test_who_has_no_second_factor_proves_it_by_the_password(client, cast, clock, refund):
    headers = cast.headers("truck_admin")
    clock.advance(timedelta(hours=1))
    assert refund(headers, 200).json()["code"] == "reauthentication_required"
    assert refund(headers, 100, "two").status_code == 201  # an ordinary refund asks for nothing
    client.post(PROOF, json={"password": PASSWORD}, headers=headers).raise_for_status()
    assert refund(headers, 100, "three").status_code == 201
