"""The list of orders: filters, sorting, pagination that never skips or repeats, and permissions."""

import base64
from datetime import UTC, datetime, timedelta

import pytest

from tests.cast import ROLES
from tests.orders.factories import add_order
from tests.suites import SAME_ON_BOTH, first_on_both

pytestmark = pytest.mark.dialect

NOON = datetime(2026, 3, 10, 19, 0, tzinfo=UTC)  # noon in Los Angeles


def ids(answer):
    assert answer.status_code == 200, answer.text
    return [order["_id"] for order in answer.json()["orders"]]


@pytest.mark.parametrize("field", first_on_both(["pickupTime", "createdAt", "orderNumber", "total"]))
@pytest.mark.parametrize("direction", ["asc", "desc"])
def test_pages_by_cursor_are_the_whole_list_in_order(call, make_order, field, direction):
    made = [
        make_order(
            created_at=NOON + timedelta(microseconds=number // 3),
            pickup_at=None if number % 3 else NOON + timedelta(hours=number),
            lines=[("Taco", 1 + number % 4, 450)],
        )
        for number in range(17)
    ]
    keys = {
        "createdAt": lambda order: order.created_at,
        "orderNumber": lambda order: order.order_number,
        "total": lambda order: order.total_cents,
        "pickupTime": lambda order: order.pickup_at or order.created_at,
    }
    in_order = sorted(made, key=lambda order: (keys[field](order), order.id), reverse=direction == "desc")
    seen, cursor = [], None
    while True:
        params = {"sortField": field, "sortOrder": direction, "limit": 4} | ({"cursor": cursor} if cursor else {})
        answer = call("GET", "/orders", params=params)
        seen += ids(answer)
        assert answer.json()["total"] == 17
        cursor = answer.json()["nextCursor"]
        if cursor is None:
            break
    assert seen == [order.id for order in in_order]


def test_an_order_that_comes_meanwhile_shifts_nothing(call, make_order):
    made = [make_order(created_at=NOON + timedelta(minutes=number)) for number in range(4)]
    first = call("GET", "/orders", params={"limit": 2}).json()
    make_order(created_at=NOON + timedelta(hours=1))
    second = call("GET", "/orders", params={"limit": 2, "cursor": first["nextCursor"]})
    assert ids(second) == [made[1].id, made[0].id]


@SAME_ON_BOTH
@pytest.mark.parametrize(
    "cursor",
    [
        "x", "====", "%00", "é", "a" * 500, "null", "W10", "eyJhIjoxfQ",
        base64.urlsafe_b64encode(b'["createdAt:desc",9223372036854775807,"' + b"0" * 24 + b'"]').decode(),
        base64.urlsafe_b64encode(b'["createdAt:desc",4611686018427387904,"' + b"0" * 24 + b'"]').decode(),
        base64.urlsafe_b64encode(b'["createdAt:desc",1,"x"]').decode(),
        base64.urlsafe_b64encode(b'["createdAt:asc",1,"' + b"0" * 24 + b'"]').decode(),
        base64.urlsafe_b64encode(b'["createdAt:desc","1","' + b"0" * 24 + b'"]').decode(),
    ],
)  # fmt: skip
def test_a_cursor_that_is_none_is_bad_input(call, make_order, cursor):
    make_order()
    answer = call("GET", "/orders", params={"cursor": cursor})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["cursor"])


@SAME_ON_BOTH
def test_the_limit_is_clamped(call, make_order):
    for _ in range(101):
        make_order()
    for asked, count in (("1", 1), ("0", 1), ("-3", 1), ("100", 100), ("1000000000000000000000", 100)):
        assert len(ids(call("GET", "/orders", params={"limit": asked}))) == count
    assert len(ids(call("GET", "/orders"))) == 50


@SAME_ON_BOTH
@pytest.mark.parametrize(
    "params",
    [
        {"limit": "abc"}, {"limit": "1.5"}, {"status": "cooking"}, {"sortField": "phone"},
        {"sortOrder": "up"},
        {"from": "yesterday"}, {"to": "2026-02-30"}, {"from": "2026-03-10T12:00:00"}, {"to": "9999-12-31"},
        {"q": "\x00"}, {"q": "x" * 101}, {"q": "\u202e"},
    ],
)  # fmt: skip
def test_what_no_filter_understands_is_bad_input(call, params):
    answer = call("GET", "/orders", params=params)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, list(params))


def test_search_finds_number_name_and_phone(call, make_order):
    ada = make_order(customer_name="Ada Lovelace", customer_phone="+12133734253", order_number=777)
    bob = make_order(customer_name="Bob_100%", customer_phone="+13105550199", order_number=502)
    find = lambda text: set(ids(call("GET", "/orders", params={"q": text})))  # noqa: E731
    assert find("777") == find("#777") == find("lovelace") == find(" ADA ") == {ada.id}
    assert find("(310) 555-0199") == find("0199") == find("+1 310") == find("b_1") == find("0%") == {bob.id}
    emile = make_order(customer_name="ÉMILE O’Đạt", customer_phone="+14155550123", order_number=503)
    for text in ("ÉMILE", "ÉMI", "emile", "o'dat emile", "odat", "O’DẠT"):
        assert find(text) == {emile.id}, text
    assert find("") == find("   ") == {ada.id, bob.id, emile.id}
    assert find("unknown") == find("%") - {bob.id} == find("'; drop") == set()


def test_filters_by_status_and_by_days_on_the_trucks_clock(call, make_order):
    evening = make_order(created_at=NOON + timedelta(hours=11, minutes=59), status="ready")
    night = make_order(created_at=NOON + timedelta(hours=12), status="ready")
    noon = make_order(created_at=NOON, status="completed")
    day = {"from": "2026-03-10", "to": "2026-03-10"}
    assert set(ids(call("GET", "/orders", params=day))) == {evening.id, noon.id}
    assert ids(call("GET", "/orders", params={"from": "2026-03-11"})) == [night.id]
    assert ids(call("GET", "/orders", params={"to": "2026-03-10T19:00:00Z"})) == [noon.id]
    assert set(ids(call("GET", "/orders", params={"status": "ready"}))) == {evening.id, night.id}


def test_counts_are_over_all_orders(call, cast, db, make_order):
    for status, count in {"pending": 3, "ready": 2, "cancelled": 1}.items():
        for _ in range(count):
            make_order(status=status)
    add_order(db, truck_id=cast.other_truck.id, status="ready")
    mine = {"pending": 3, "confirmed": 0, "preparing": 0, "ready": 2, "completed": 0, "cancelled": 1}
    assert call("GET", "/orders/counts").json() == mine
    assert call("GET", f"/orders/counts?truckId={cast.truck.id}", "superadmin").json() == mine
    assert call("GET", "/orders/counts", "superadmin").json() == {**mine, "ready": 3}


PATHS = (
    "/orders?truckId={truck}",
    "/orders/truck/{truck}",
    "/orders/counts?truckId={truck}",
    "/orders/{order}",
)


@SAME_ON_BOTH
@pytest.mark.parametrize("role", [None, *ROLES])
@pytest.mark.parametrize("path", PATHS)
def test_only_the_staff_of_the_truck_see_its_orders(call, cast, make_order, role, path):
    order = make_order()
    answer = call("GET", path.format(truck=cast.truck.id, order=order.id), role)
    allowed = role in ("truck_admin", "superadmin")
    assert answer.status_code == (200 if allowed else 401 if role is None else 403)
    assert ("Ada" in answer.text) == (allowed and "counts" not in path)
    if allowed:
        assert answer.headers["cache-control"] == "no-store"


@SAME_ON_BOTH
def test_everybody_gets_the_own_orders_unless_a_truck_is_named(call, cast, db, make_order):
    mine, other = make_order(), add_order(db, truck_id=cast.other_truck.id)
    assert ids(call("GET", "/orders")) == ids(call("GET", f"/orders/truck/{cast.truck.id}")) == [mine.id]
    assert ids(call("GET", "/orders", "other_admin")) == [other.id]
    assert set(ids(call("GET", "/orders", "superadmin"))) == {mine.id, other.id}
    assert call("GET", "/orders", "truckless_admin").status_code == 403
    for truck_id in ("0" * 24, "x", "%00"):
        assert call("GET", f"/orders/truck/{truck_id}", "superadmin").status_code == 404
        assert call("GET", f"/orders/truck/{truck_id}").status_code == 403


@SAME_ON_BOTH
@pytest.mark.parametrize("path", ["/orders/customer/{}", "/customers/{}/orders"])
def test_a_customers_orders_are_those_at_the_own_truck(call, cast, db, make_order, path):
    mine, theirs = make_order(), add_order(db, truck_id=cast.other_truck.id)
    stranger = add_order(db, truck_id=cast.other_truck.id, customer_phone="+13105550199")
    address = path.format(mine.customer_id)
    assert ids(call("GET", address)) == [mine.id]
    assert set(ids(call("GET", address, "superadmin"))) == {mine.id, theirs.id}
    assert ids(call("GET", f"{address}?truckId={cast.other_truck.id}", "superadmin")) == [theirs.id]
    for role, customer in (
        ("truck_admin", stranger.customer_id),
        ("truckless_admin", mine.customer_id),
        ("truck_admin", "x"),
        ("superadmin", "0" * 24),
    ):
        assert call("GET", path.format(customer), role).status_code == 404
    assert call("GET", f"{address}?truckId={cast.other_truck.id}").status_code == 404
    assert call("GET", address, None).status_code == 401
