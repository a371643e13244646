"""Two users change one menu: the slower one gets a conflict, and nothing is overwritten or lost."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event

import pytest
import sqlalchemy as sa

from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from tests.factories import make_item
from tests.menu import menu_imports
from tests.servers import wait_until
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect

SIZES = [("Size", 1, 1, [("Small", 0), ("Large", 250)])]


@pytest.fixture
def item(db, cast):
    return make_item(db, cast.truck, "Taco", 450, SIZES)


@pytest.fixture
def headers(cast):
    return cast.headers("truck_admin")


def run_at_once(*calls):
    """Run the calls in threads that start together. Returns their responses in the same order."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@contextmanager
def locked_item(db, item):
    """Hold the item's lock in another transaction. Gives a function that waits until so many others wait for it."""
    ready, release = Event(), Event()

    def hold(session):
        session.execute(sa.select(MenuItem.id).where(MenuItem.id == item.id).with_for_update())
        ready.set()
        release.wait(60)

    def queue_up(count):
        if db.is_sqlite:  # SQLite has one writer, so everything else waits
            wait_until(lambda: db._writer._jobs.qsize() >= count)
            return
        waiting = sa.text(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            wait_until(lambda: connection.scalar(waiting) >= count)

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(db.write, hold)
        ready.wait(60)
        try:
            yield queue_up
        finally:
            release.set()
            holding.result()


def test_of_two_that_read_the_same_version_one_is_told(client, db, item, headers):
    def save(name):
        body = {"name": name, "version": 1}
        return client.put(f"/api/menu-items/{item.id}", json=body, headers=headers)

    with ThreadPoolExecutor(2) as pool:
        with locked_item(db, item) as queue_up:
            saves = [pool.submit(save, name) for name in ("One", "Two")]
            queue_up(2)
        answers = [saving.result() for saving in saves]
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    [conflict] = [answer.json()["item"] for answer in answers if answer.status_code == 409]
    assert read(client, item, headers) == won == conflict


def test_of_two_orders_the_later_one_stands_whole(client, db, cast, headers):
    a, b, c = (make_item(db, cast.truck, name, position=at) for at, name in enumerate("ABC"))

    def arrange(*items):
        body = {"itemIds": [item.id for item in items]}
        return client.put("/api/menu-items/order", json=body, headers=headers)

    with ThreadPoolExecutor(2) as pool:
        with locked_item(db, a) as queue_up:
            first = pool.submit(arrange, b, c, a)
            queue_up(1)
            second = pool.submit(arrange, c, b, a)
            queue_up(2)
        assert [first.result().status_code, second.result().status_code] == [200, 200]
    menu = client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()
    assert [(entry["name"], entry["position"]) for entry in menu] == [("C", 0), ("B", 1), ("A", 2)]


def test_a_file_and_a_save_at_once_both_count(client, db, cast, item, headers):
    """The import waits for the other user's change of an item, and then sees it."""
    exported = client.get("/api/menu-items/export", headers=headers).content
    raw = exported.replace(b",4.50,", b",9.00,")

    shown = menu_imports.read(client, headers, raw)
    with ThreadPoolExecutor(1) as pool:
        with locked_item(db, item) as queue_up:
            importing = pool.submit(menu_imports.confirm, client, headers, shown)
            queue_up(1)
        assert importing.result().json()["state"] == "confirmed"
    assert (read(client, item, headers)["basePrice"], read(client, item, headers)["version"]) == (9, 2)


def read(client, item, headers) -> dict:
    return client.get(f"/api/menu-items/{item.id}", headers=headers).json()


@SAME_ON_BOTH
def test_the_second_editor_is_told_instead_of_overwriting(client, item, headers, snapshot):
    address = f"/api/menu-items/{item.id}"
    opened = read(client, item, headers)
    first = client.put(address, json={"name": "First", "version": opened["version"]}, headers=headers)
    before = snapshot()
    second = client.put(address, json=opened | {"name": "Second", "optionGroups": [], "version": 1}, headers=headers)
    assert (second.status_code, second.json()["code"]) == (409, "changed_meanwhile")
    assert second.json()["item"] == first.json() == read(client, item, headers)
    assert snapshot() == before
    updated = client.put(address, json={"name": "Second", "version": 2}, headers=headers)
    assert (updated.status_code, updated.json()["version"]) == (200, 3)


@SAME_ON_BOTH
@pytest.mark.parametrize("change", ["toggle", "order", "copy"])
def test_whatever_a_colleague_does_to_an_item_makes_it_a_new_version(client, db, cast, item, headers, change):
    other = make_item(db, cast.truck, "Zesty", 300, position=1)
    opened = read(client, other, headers)
    if change == "toggle":
        client.patch(f"/api/menu-items/{other.id}/toggle-availability", headers=headers)
    elif change == "order":
        client.put("/api/menu-items/order", json={"itemIds": [other.id, item.id]}, headers=headers)
    else:
        client.post(f"/api/menu-items/{item.id}/duplicate", headers=headers)
    stale = client.put(f"/api/menu-items/{other.id}", json=opened, headers=headers)
    assert (stale.status_code, stale.json()["item"]["version"]) == (409, 2)
    assert read(client, other, headers) == stale.json()["item"]


def test_of_many_saves_of_one_version_exactly_one_goes_through(client, item, headers):
    def save(number):
        groups = [{"name": f"Group {number}", "options": [{"name": f"Option {number}"}]}]
        body = {"name": f"Name {number}", "optionGroups": groups, "version": 1}
        return lambda: client.put(f"/api/menu-items/{item.id}", json=body, headers=headers)

    answers = run_at_once(*[save(number) for number in range(8)])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    found = read(client, item, headers)
    assert found == won
    assert found["optionGroups"][0]["name"].split()[1] == found["name"].split()[1]


@SAME_ON_BOTH
def test_saves_without_a_version_never_mix_their_options(client, db, item, headers):
    def save(number):
        groups = [{"name": f"{number}", "options": [{"name": f"{number}"}] * 3}] * 2
        body = {"name": f"{number}", "optionGroups": groups}
        return lambda: client.put(f"/api/menu-items/{item.id}", json=body, headers=headers)

    answers = run_at_once(*[save(number) for number in range(8)])
    assert {answer.status_code for answer in answers} <= {200, 409}
    found = read(client, item, headers)
    names = {group["name"] for group in found["optionGroups"]}
    names |= {option["name"] for group in found["optionGroups"] for option in group["options"]}
    assert names == {found["name"]}
    with db.reading() as session:
        counts = [session.scalar(sa.select(sa.func.count()).select_from(t)) for t in (OptionGroup, Option)]
    assert counts == [2, 6]


def test_every_flip_counts(client, item, headers):
    flip = lambda: client.patch(f"/api/menu-items/{item.id}/toggle-availability", headers=headers)  # noqa: E731
    answers = run_at_once(*[flip] * 7)
    assert [answer.status_code for answer in answers] == [200] * 7
    found = read(client, item, headers)
    assert (found["isAvailable"], found["version"]) == (False, 8)


def test_a_deletion_beats_a_late_save(client, db, item, headers):
    address = f"/api/menu-items/{item.id}"
    saves = [lambda: client.put(address, json={"name": "Saved"}, headers=headers) for _ in range(4)]
    answers = run_at_once(lambda: client.delete(address, headers=headers), *saves)
    assert answers[0].status_code == 200
    assert {answer.status_code for answer in answers[1:]} <= {200, 404, 409}
    with db.reading() as session:
        assert session.get_one(MenuItem, item.id).archived_at is not None


def test_only_one_of_many_deletions_finds_the_item(client, item, headers):
    answers = run_at_once(*[lambda: client.delete(f"/api/menu-items/{item.id}", headers=headers)] * 5)
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 4


def test_items_that_are_added_at_once_have_places_of_their_own(client, cast, headers):
    def add(number):
        body = {"name": f"Item {number}", "basePrice": 1}
        return lambda: client.post("/api/menu-items", json=body, headers=headers)

    answers = run_at_once(*[add(number) for number in range(8)])
    assert sorted(answer.json()["position"] for answer in answers) == list(range(8))


def test_an_order_and_an_addition_at_once_lose_nothing(client, db, cast, headers):
    items = [make_item(db, cast.truck, f"Item {at}", position=at) for at in range(6)]
    ids = [item.id for item in items]
    for turn in range(5):
        order = list(reversed(ids)) if turn % 2 == 0 else list(ids)
        arranged, added = run_at_once(
            lambda order=order: client.put("/api/menu-items/order", json={"itemIds": order}, headers=headers),
            lambda: client.post("/api/menu-items", json={"name": "New", "basePrice": 1}, headers=headers),
        )
        assert added.status_code == 201
        assert arranged.status_code in (200, 409)
        menu = client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()
        places = [entry["position"] for entry in menu]
        assert len(set(places)) == len(menu) == len(ids) + 1
        if arranged.status_code == 200:
            assert [entry["_id"] for entry in menu] == [*order, added.json()["_id"]]
        ids = [entry["_id"] for entry in menu]


def test_one_form_sent_many_times_at_once_adds_one_item(client, cast, headers):
    body, keyed = {"name": "Once", "basePrice": 1}, {**headers, "Idempotency-Key": "one-form"}
    answers = run_at_once(*[lambda: client.post("/api/menu-items", json=body, headers=keyed)] * 5)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["_id"] for answer in answers}) == 1
    assert len(client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()) == 1
