"""Customers: one row per phone number, from the orders in the caller's scope only."""

import csv
import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.counts import update_spent
from chuckwagon.orders.models import Refund
from chuckwagon.reporting import customer_search
from chuckwagon.web import pagination
from tests.cast import ROLES
from tests.orders.factories import add_order

NOON = datetime(2026, 3, 10, 19, 0, tzinfo=UTC)
ADA, BOB = "+12133734253", "+13105550199"


@pytest.fixture
def regulars(db, cast, make_order):
    """Ada ordered at both trucks, under another name and e-mail at each; Bob at the admin's truck only."""
    ada = make_order(created_at=NOON, customer_phone=ADA, customer_email="ada@example.com")
    make_order(created_at=NOON + timedelta(hours=1), customer_phone=ADA, customer_name="Ada L.")
    make_order(created_at=NOON + timedelta(hours=2), customer_phone=ADA, status="cancelled")
    make_order(created_at=NOON + timedelta(hours=3), customer_phone=ADA, payment_status="unpaid")
    make_order(created_at=NOON + timedelta(hours=4), customer_phone=ADA, payment_status="refunded")
    bob = make_order(created_at=NOON - timedelta(hours=1), customer_phone=BOB, customer_name="Bob")
    make_order(customer_phone=None, customer_name="Anonymous", source="counter")
    elsewhere = {"truck_id": cast.other_truck.id, "customer_phone": ADA, "customer_name": "Augusta King"}
    add_order(db, created_at=NOON + timedelta(days=1), customer_email="private@example.com", **elsewhere)
    return {"ada": ada.customer_id, "bob": bob.customer_id}


def named(answer):
    assert answer.status_code == 200, answer.text
    return [person["name"] for person in answer.json()["customers"]]


def test_figures_and_words_are_those_of_the_own_truck(call, regulars):
    answer = call("/customers")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {
        "customers": [
            {
                "_id": regulars["ada"], "name": "Ada Lovelace", "phone": ADA, "email": "ada@example.com",
                "orderCount": 5, "totalSpent": 18, "lastOrderAt": "2026-03-10T23:00:00.000Z",
            },
            {
                "_id": regulars["bob"], "name": "Bob", "phone": BOB, "email": None,
                "orderCount": 1, "totalSpent": 9, "lastOrderAt": "2026-03-10T18:00:00.000Z",
            },
        ],
        "total": 2,
        "totalIsExact": True,
        "nextCursor": None,
    }  # fmt: skip
    assert call(f"/customers/{regulars['ada']}").json() == answer.json()["customers"][0]


def test_a_superadmin_sees_all_trucks_or_one(call, cast, regulars):
    [ada, _] = call("/customers", "superadmin").json()["customers"]
    assert (ada["name"], ada["email"], ada["orderCount"]) == ("Augusta King", "private@example.com", 6)
    assert ada["totalSpent"] == 27
    assert call(f"/customers/{regulars['ada']}", "superadmin").json() == ada
    one = call("/customers", "superadmin", truckId=cast.other_truck.id).json()["customers"]
    assert [(person["name"], person["totalSpent"]) for person in one] == [("Augusta King", 9)]
    assert call("/customers", "superadmin", truckId="0" * 24).status_code == 404


def test_what_a_truck_was_not_told_stays_unknown_to_it(call, regulars):
    for path in ("/customers", f"/customers/{regulars['ada']}", "/customers/export"):
        answer = call(path)
        assert answer.status_code == 200
        assert "Augusta" not in answer.text
        assert "private@" not in answer.text
    assert named(call("/customers", q="augusta")) == named(call("/customers", q="private")) == []


@pytest.mark.dialect
def test_a_person_is_found_by_an_earlier_name_and_shown_by_the_newest(call, make_order):
    make_order(created_at=NOON, customer_name="Miss Byron", customer_email="byron@example.com")
    make_order(created_at=NOON + timedelta(days=1), customer_name="Ada Lovelace")
    [found] = call("/customers", q="byron").json()["customers"]
    assert (found["name"], found["email"], found["orderCount"]) == ("Ada Lovelace", "byron@example.com", 2)


def test_money_given_back_in_part_is_not_spent(call, db, make_order):
    order = make_order(payment_status="partially_refunded")
    for cents, status in ((250, "succeeded"), (100, "pending"), (300, "failed")):
        db.write(lambda session: session.add(_refund(order, cents, status)))  # noqa: B023
    db.write(lambda session: update_spent(session, order.truck_id, order.customer_id))
    assert call("/customers").json()["customers"][0]["totalSpent"] == 5.5


def _refund(order, cents, status):
    return Refund(
        id=new_id(), order_id=order.id, key=new_id(), amount_cents=cents, reason="", status=status,
        created_at=NOON, updated_at=NOON,
    )  # fmt: skip


@pytest.mark.dialect
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ada l", ["Ada Lovelace"]),
        ("EXAMPLE.com", ["Ada Lovelace"]),
        ("(310) 555", ["Bob"]),
        ("b", ["Bob"]),
        ("+1 (310) 555-0199", ["Bob"]),
        ("0199", ["Bob"]),
        ("BOB 310555", ["Bob"]),
        ("lovelace ada", ["Ada Lovelace"]),
        ("ada bob", []),
        ("%", []),
        ("", ["Ada Lovelace", "Bob"]),
    ],
)
def test_search(call, regulars, text, found):
    answer = call("/customers", q=text)
    assert (named(answer), answer.json()["total"]) == (found, len(found))


@pytest.mark.dialect
def test_pages_by_cursor_are_the_whole_list(call, make_order):
    for number in range(11):
        when = NOON + timedelta(minutes=number // 2)
        make_order(created_at=when, customer_phone=f"+1310555{number:04}", customer_name=f"No {number}")
    whole = call("/customers", limit=100).json()["customers"]
    assert [person["lastOrderAt"] for person in whole] == sorted(
        (person["lastOrderAt"] for person in whole), reverse=True
    )
    seen, cursor = [], ""
    while cursor is not None:
        page = call("/customers", limit=3, cursor=cursor).json()
        seen += page["customers"]
        assert page["total"] == 11
        cursor = page["nextCursor"]
    assert seen == whole
    assert len(whole) == 11


@pytest.mark.parametrize(
    "params", [{"cursor": "x"}, {"limit": "abc"}, {"q": "\x00"}, {"q": "x" * 101}, {"cursor": "W10"}]
)
def test_bad_input_names_its_place(call, cast, params):
    answer = call("/customers", **params)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, list(params))


def test_the_file_holds_no_formula_and_the_log_who_took_it(call, make_order, cast, db):
    names = ["=1+1", "+1", "-1", "@SUM(A1)", 'Quoted "name", and comma', "Zoë"]
    for number, name in enumerate(names):
        make_order(customer_name=name, customer_phone=f"+1310555{number:04}", customer_email=f"={number}@x.com")
    answer = call("/customers/export", q="x.com")
    with db.reading() as session:
        [event] = session.scalars(sa.select(AuditEvent).where(AuditEvent.action == "customer.list_exported"))
    assert (event.actor_id, event.truck_id, event.address) == (cast.truck_admin.id, cast.truck.id, "127.0.0.0/24")
    assert event.details == {"customers": 6, "search": True}
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="customers-own-truck.csv"'
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("\ufeffName,Phone,")
    read = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"), newline="")))
    assert {row["Name"] for row in read} == {"'=1+1", "'+1", "'-1", "'@SUM(A1)", *names[4:]}
    assert {row["E-mail"] for row in read} == {f"'={number}@x.com" for number in range(6)}
    assert {(row["Orders"], row["Total spent"]) for row in read} == {("1", "9.00")}
    assert "(310) 555-0003" in {row["Phone"] for row in read}
    for row in read:
        local = datetime.fromisoformat(row["Last order"]).astimezone(ZoneInfo("America/Los_Angeles"))
        assert (row["Last order day"], row["Last order time"]) == (f"{local:%Y-%m-%d}", f"{local:%H:%M}")


@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("path", ["/customers", "/customers/export", "/customers/{id}", "/customers/{id}/orders"])
def test_only_the_staff_of_the_truck_see_its_customers(call, cast, regulars, role, path):
    answer = call(path.format(id=regulars["bob"]), role, truckId=cast.truck.id)
    refused = 404 if "{id}" in path else 403
    allowed = role in ("truck_admin", "superadmin")
    assert answer.status_code == (200 if allowed else 401 if role is None else refused)
    assert ("Bob" in answer.text) == allowed


def test_whoever_never_ordered_here_does_not_exist(call, regulars):
    assert call(f"/customers/{regulars['bob']}", "other_admin").status_code == 404
    assert call(f"/customers/{regulars['ada']}", "other_admin").json()["name"] == "Augusta King"
    assert call("/customers", "truckless_admin").status_code == 403
    for customer_id in ("0" * 24, "x", "%00"):
        assert call(f"/customers/{customer_id}").status_code == 404
        assert call(f"/customers/{customer_id}", "superadmin").status_code == 404


@pytest.mark.dialect
def test_a_word_that_many_begin_with_is_looked_for_page_by_page(call, make_order, monkeypatch):
    """As with thousands of customers: no request reads all of them, and no page leaves one out."""
    monkeypatch.setattr(customer_search, "MAX_RARE_WORD_MATCHES", 3)
    monkeypatch.setattr(pagination, "MAX_COUNTED", 4)
    monkeypatch.setattr(pagination, "MAX_SEARCHED", 4)
    for number in range(10):
        name = f"Customer {number} {'Grey' if number in (1, 7) else 'Green'}"
        when = NOON + timedelta(minutes=number)
        make_order(created_at=when, customer_phone=f"+1310555{number:04}", customer_name=name)
    seen, cursor, asked = [], "", 0
    while cursor is not None:
        page = call("/customers", q="cus gr", limit=3, cursor=cursor).json()
        assert (page["total"], page["totalIsExact"]) == (4, False)
        seen, cursor, asked = (
            seen + [one["name"][9] for one in page["customers"]],
            page["nextCursor"],
            asked + 1,
        )
    assert (seen, asked) == (list("9876543210"), 4)
    page = call("/customers", q="grey cus").json()
    assert (page["total"], page["totalIsExact"], len(page["customers"])) == (2, True, 2)
    page = call("/customers", limit=2).json()
    assert (page["total"], page["totalIsExact"], len(page["customers"])) == (4, False, 2)
