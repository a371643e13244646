"""Selling out items and options, until resumed or until a time, and what customers and staff see."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.menu.models import MenuItem, Option
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.pricing import CartLine, price_cart
from chuckwagon.realtime.change_log import ChangeRow
from tests.factories import checkout_body, make_item
from tests.menu.menu_imports import put_on_menu
from tests.menu.test_menu_races import locked_item, run_at_once

HOUR = timedelta(hours=1)
HOSTILE = [
    "tomorrow",
    "",
    5,
    True,
    [],
    {},
    "2026-07-01T21:00:00",
    "2026-07-01T25:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "2026-07-01T19:00:59Z",
    "2026-07-08T19:00:01Z",
    "2026-07-01T18:00:00Z",
    "9" * 5000,
]


@pytest.fixture
def item(db, cast, clock):
    clock.set("2026-07-01T19:00:00Z")
    return make_item(db, cast.truck, "Taco", 450, [("Size", 0, 1, [("Small", 0), ("Large", 250)])])


@pytest.fixture
def paths(item):
    """The paths of the two switches: of the item, and of its first option."""
    option = item.option_groups[0].options[0]
    return {
        "item": f"/api/menu-items/{item.id}/toggle-availability",
        "option": f"/api/menu-items/{item.id}/options/{option.id}/availability",
    }


@pytest.fixture
def switch(client, cast, paths):
    def send(what="item", role="truck_admin", **body):
        headers = cast.headers(role)
        return client.patch(paths[what], headers=headers, json=body or None)

    return send


def state(entry, what="item"):
    part = entry if what == "item" else entry["optionGroups"][0]["options"][0]
    return part["isAvailable"], part["soldOutUntil"]


def iso(instant):
    return instant.isoformat().replace("+00:00", "Z")


def announced(db, item):
    with db.reading() as session:
        rows = session.execute(sa.select(ChangeRow.truck_id, ChangeRow.kind, ChangeRow.subject_id)).all()
        return [row for row in rows if tuple(row) == (item.truck_id, "menu", item.id)]


@pytest.mark.parametrize("what", ["item", "option"])
def test_a_switch_goes_through_its_states(switch, db, item, clock, what):
    until, later = iso(clock.now() + HOUR), iso(clock.now() + 2 * HOUR)
    steps = [
        ({"isAvailable": False}, (False, None)),
        ({"isAvailable": False, "until": until}, (False, until)),
        ({"until": later}, (False, later)),
        ({}, (True, None)),
        ({}, (False, None)),
        ({"until": until}, (False, until)),
        ({"isAvailable": False}, (False, None)),
        ({"isAvailable": True, "until": None}, (True, None)),
    ]
    for number, (body, wanted) in enumerate(steps, 1):
        answer = switch(what, **body)
        assert (answer.status_code, state(answer.json(), what)) == (200, wanted), number
        assert answer.json()["version"] == 1 + number
        again = switch(what, **body) if body else answer
        assert again.json() == answer.json()
        assert len(announced(db, item)) == number


@pytest.mark.parametrize("what", ["item", "option"])
@pytest.mark.parametrize("until", HOSTILE)
def test_an_odd_time_is_refused_and_changes_nothing(switch, cast, snapshot, what, until):
    cast.headers("truck_admin")
    before = snapshot()
    answer = switch(what, isAvailable=False, until=until)
    assert (answer.status_code, set(answer.json()["fields"])) == (400, {"until"}), answer.text
    assert snapshot() == before


@pytest.mark.parametrize("what", ["item", "option"])
def test_what_is_available_is_not_sold_out_until_a_time(switch, clock, what):
    answer = switch(what, isAvailable=True, until=iso(clock.now() + HOUR))
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["until"])


@pytest.mark.parametrize(("role", "status"), [(None, 401), ("other_admin", 403), ("truckless_admin", 403)])
@pytest.mark.parametrize("body", [{"isAvailable": False}, {"until": "x"}])
def test_nobody_else_sells_out_an_option(switch, cast, snapshot, role, status, body):
    cast.headers(role)
    before = snapshot()
    assert switch("option", role, **body).status_code == status
    assert snapshot() == before


def test_an_option_is_looked_for_in_its_own_item_only(client, db, cast, item, snapshot):
    headers = cast.headers("truck_admin")
    sibling = make_item(db, cast.truck, "Burrito", 900, [("Size", 0, 1, [("Small", 0)])])
    option, others = item.option_groups[0].options[0].id, sibling.option_groups[0].options[0].id
    theirs = make_item(db, cast.other_truck, "Soup", 900, [("Size", 0, 1, [("Small", 0)])])
    before = snapshot()
    for item_id, option_id, status in [
        (item.id, others, 404),
        (item.id, "f" * 24, 404),
        (item.id, "null", 404),
        (item.id, "%00", 404),
        (item.id, "0" * 500, 404),
        ("f" * 24, option, 404),
        (theirs.id, theirs.option_groups[0].options[0].id, 403),
    ]:
        path = f"/api/menu-items/{item_id}/options/{option_id}/availability"
        answer = client.patch(path, headers=headers, json={"isAvailable": False})
        assert answer.status_code == status, (item_id, option_id)
    assert snapshot() == before


@pytest.mark.parametrize("what", ["item", "option"])
def test_it_is_back_at_the_very_instant_without_any_worker(switch, client, db, cast, item, clock, what):
    end = clock.now() + HOUR
    switch(what, until=iso(end))
    public = f"/api/menu-items/public/{cast.truck.id}"
    etag = client.get(public).headers["etag"]
    choice = CartChoice(option_id=item.option_groups[0].options[0].id)
    for instant, is_back in [(end - timedelta(microseconds=1), False), (end, True)]:
        clock.set(instant.isoformat())
        until = None if is_back else iso(end)
        entries = [
            client.get(public).json()[0],
            client.get(f"/api/menu-items/{item.id}").json(),
            client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=cast.headers("truck_admin")).json()[0],
        ]
        assert [state(entry, what) for entry in entries] == [(is_back, until)] * 3
        again = client.get(public, headers={"If-None-Match": etag})
        assert again.status_code == (200 if is_back else 304)
        with db.reading() as session:
            items = {item.id: session.get_one(MenuItem, item.id)}
            _, problems = price_cart(cast.truck.id, [CartLine(item.id, 1, (choice,))], items)
        assert [problem.code for problem in problems] == ([] if is_back else [f"{what}_sold_out"])
    found = client.get(f"/api/menu-items/truck/{cast.truck.id}?isAvailable=true").json()
    assert [entry["_id"] for entry in found] == [item.id]


def test_nobody_buys_it_before_its_time(switch, client, cast, item, clock, sandbox):
    end = clock.now() + HOUR
    switch(until=iso(end))
    body = checkout_body(cast.truck, (item, 1))
    answer = client.post("/api/create-payment-intent", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "cart_invalid")
    assert [problem["code"] for problem in answer.json()["problems"]] == ["item_sold_out"]
    counter = {"customerName": "Bo", "payment": "cash", "items": [{"menuItemId": item.id, "quantity": 1}]}
    headers = cast.headers("truck_admin")
    assert client.post("/api/orders", json=counter, headers=headers).status_code == 409
    assert sandbox.ledger()["payment_intents"] == []
    clock.set(end.isoformat())
    assert client.post("/api/orders", json=counter, headers=headers).status_code == 201
    assert client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (item, 1))).status_code == 200


@pytest.mark.parametrize("what", ["item", "option"])
def test_a_form_saved_as_it_was_read_changes_nothing(switch, client, cast, item, clock, snapshot, what):
    end = clock.now() + HOUR
    opened = switch(what, until=iso(end)).json()
    headers, address = cast.headers("truck_admin"), f"/api/menu-items/{item.id}"
    before = snapshot()
    assert client.put(address, json=opened, headers=headers).json() == opened
    assert snapshot() == before
    clock.set((end + timedelta(seconds=1)).isoformat())
    late = client.put(address, json=opened, headers=headers)
    assert (late.status_code, state(late.json(), what)) == (200, (True, None))
    assert late.json()["version"] == opened["version"], "nothing had to be written"


@pytest.mark.parametrize("what", ["item", "option"])
def test_a_form_that_knows_no_times_keeps_the_time(switch, client, cast, item, clock, what):
    until = iso(clock.now() + HOUR)
    opened = switch(what, until=until).json()
    del opened["soldOutUntil"], opened["version"]
    for option in opened["optionGroups"][0]["options"]:
        del option["soldOutUntil"]
    address, headers = f"/api/menu-items/{item.id}", cast.headers("truck_admin")
    saved = client.put(address, json=opened | {"name": "Tacos"}, headers=headers).json()
    assert (saved["name"], state(saved, what)) == ("Tacos", (False, until))
    part = opened if what == "item" else opened["optionGroups"][0]["options"][0]
    part["isAvailable"] = True
    assert state(client.put(address, json=opened, headers=headers).json(), what) == (True, None)
    part["isAvailable"] = False
    assert state(client.put(address, json=opened, headers=headers).json(), what) == (False, None)


def test_a_form_names_the_field_of_an_odd_time(client, cast, item, snapshot):
    headers, address = cast.headers("truck_admin"), f"/api/menu-items/{item.id}"
    before = snapshot()
    far = {"isAvailable": False, "soldOutUntil": "2026-08-01T00:00:00Z"}
    groups = [{"name": "Size", "options": [{"name": "Small", **far}]}]
    answer = client.put(address, json={**far, "optionGroups": groups}, headers=headers)
    assert answer.status_code == 400
    assert set(answer.json()["fields"]) == {"soldOutUntil", "optionGroups.0.options.0.soldOutUntil"}
    assert snapshot() == before


def test_an_option_switch_is_a_new_version_for_whoever_has_the_item_open(switch, client, cast, item):
    address, headers = f"/api/menu-items/{item.id}", cast.headers("truck_admin")
    opened = client.get(address, headers=headers).json()
    switch("option", isAvailable=False)
    stale = client.put(address, json=opened, headers=headers)
    assert (stale.status_code, stale.json()["code"]) == (409, "changed_meanwhile")
    assert state(stale.json()["item"], "option") == (False, None)


@pytest.mark.parametrize("what", ["item", "option"])
def test_a_file_says_what_is_offered_and_leaves_todays_breaks(switch, client, cast, item, clock, what):
    headers = cast.headers("truck_admin")
    raw = client.get("/api/menu-items/export", headers=headers).content
    until = iso(clock.now() + HOUR)
    switch(what, until=until)
    assert client.get("/api/menu-items/export", headers=headers).content == raw

    def import_menu(content):
        return put_on_menu(client, headers, content)["preview"]

    assert import_menu(raw)["unchanged"] == 1
    [priced] = import_menu(raw.replace(b"4.50", b"5.50"))["changes"]
    assert [(one["field"], one["before"], one["after"]) for one in priced["differences"]] == [("basePrice", 4.5, 5.5)]
    now = client.get(f"/api/menu-items/{item.id}").json()
    assert (now["basePrice"], state(now, what)) == (5.5, (False, until))
    gone = raw.replace(b",yes,", b",no,") if what == "item" else raw.replace(b"Small;", b"Small (sold out);")
    [change] = import_menu(gone)["changes"]
    assert len(change["differences"]) == 2  # the price changes back as well
    assert state(client.get(f"/api/menu-items/{item.id}").json(), what) == (False, None)
    import_menu(raw)
    assert state(client.get(f"/api/menu-items/{item.id}").json(), what) == (True, None)


@pytest.mark.parametrize("what", ["item", "option"])
def test_a_copy_is_as_sold_out_as_its_original(switch, client, cast, item, clock, what):
    until = iso(clock.now() + HOUR)
    switch(what, until=until)
    made = client.post(f"/api/menu-items/{item.id}/duplicate", headers=cast.headers("truck_admin")).json()
    assert state(made, what) == (False, until)


def test_of_two_flips_at_once_each_counts(switch, db, item):
    answers = run_at_once(*[lambda: switch() for _ in range(6)])
    assert sorted(answer.json()["version"] for answer in answers) == [2, 3, 4, 5, 6, 7]
    assert len(announced(db, item)) == 6
    assert sorted(state(answer.json())[0] for answer in answers) == [False] * 3 + [True] * 3


@pytest.mark.parametrize("what", ["item", "option"])
def test_of_two_that_sell_out_at_once_one_changes_it(switch, db, item, what):
    answers = run_at_once(*[lambda: switch(what, isAvailable=False) for _ in range(5)])
    assert [(answer.status_code, answer.json()["version"]) for answer in answers] == [(200, 2)] * 5
    assert len(announced(db, item)) == 1


def test_two_options_at_once_both_count(client, db, cast, item):
    headers = cast.headers("truck_admin")
    paths = [f"/api/menu-items/{item.id}/options/{o.id}/availability" for o in item.option_groups[0].options]

    def sell_out(path):
        return lambda: client.patch(path, headers=headers, json={"isAvailable": False})

    answers = run_at_once(*[sell_out(path) for path in paths])
    assert sorted(answer.json()["version"] for answer in answers) == [2, 3]
    with db.reading() as session:
        assert not any(session.scalars(sa.select(Option.is_available)))


@pytest.mark.dialect
def test_a_checkout_while_it_sells_out_is_sold_or_told_and_never_in_between(switch, client, cast, item, sandbox):
    def buy():
        return client.post("/api/create-payment-intent", json=checkout_body(cast.truck, (item, 1)))

    answers = run_at_once(buy, lambda: switch(isAvailable=False), buy)
    bought = [answer for answer in (answers[0], answers[2]) if answer.status_code == 200]
    refused = [answer for answer in (answers[0], answers[2]) if answer.status_code == 409]
    assert len(bought) + len(refused) == 2
    assert all(answer.json()["problems"][0]["code"] == "item_sold_out" for answer in refused)
    assert len(sandbox.ledger()["payment_intents"]) == len(bought)
    assert buy().status_code == 409


@pytest.mark.dialect
def test_a_form_that_waited_for_an_option_switch_is_told(switch, client, cast, db, item):
    """Both users have read the same version. The form comes second and must not bring the option back."""
    from concurrent.futures import ThreadPoolExecutor

    address, headers = f"/api/menu-items/{item.id}", cast.headers("truck_admin")
    opened = client.get(address, headers=headers).json()
    with ThreadPoolExecutor(2) as pool:
        with locked_item(db, item) as queue_up:
            selling = pool.submit(switch, "option", isAvailable=False)
            queue_up(1)
            saving = pool.submit(client.put, address, json=opened | {"name": "Late"}, headers=headers)
            queue_up(2)
        assert (selling.result().status_code, saving.result().status_code) == (200, 409)
    assert state(client.get(address).json(), "option") == (False, None)
