"""Two people at one menu: the slower one is told, and nothing is overwritten or lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import sqlalchemy as sa

from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from tests.factories import make_item

SIZES = [("Size", 1, 1, [("Small", 0), ("Large", 250)])]


@pytest.fixture
def item(db, cast):
    return make_item(db, cast.truck, "Taco", 450, SIZES)


@pytest.fixture
def headers(cast):
    return cast.headers("truck_admin")


def at_once(*calls):
    """Run the calls in threads that start together; their answers in the same order."""
    barrier = Barrier(len(calls))

    def run(call):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def read(client, item, headers) -> dict:
    return client.get(f"/api/menu-items/{item.id}", headers=headers).json()


def test_the_second_editor_is_told_instead_of_overwriting(client, item, headers, snapshot):
    address = f"/api/menu-items/{item.id}"
    opened = read(client, item, headers)
    first = client.put(address, json={"name": "First", "version": opened["version"]}, headers=headers)
    before = snapshot()
    second = client.put(
        address, json=opened | {"name": "Second", "optionGroups": [], "version": 1}, headers=headers
    )
    assert (second.status_code, second.json()["code"]) == (409, "changed_meanwhile")
    assert second.json()["item"] == first.json() == read(client, item, headers)
    assert snapshot() == before
    kept = client.put(address, json={"name": "Second", "version": 2}, headers=headers)
    assert (kept.status_code, kept.json()["version"]) == (200, 3)


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

    answers = at_once(*[save(number) for number in range(8)])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    found = read(client, item, headers)
    assert found == won
    assert found["optionGroups"][0]["name"].split()[1] == found["name"].split()[1]


def test_saves_without_a_version_never_mix_their_options(client, db, item, headers):
    def save(number):
        groups = [{"name": f"{number}", "options": [{"name": f"{number}"}] * 3}] * 2
        body = {"name": f"{number}", "optionGroups": groups}
        return lambda: client.put(f"/api/menu-items/{item.id}", json=body, headers=headers)

    answers = at_once(*[save(number) for number in range(8)])
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
    answers = at_once(*[flip] * 7)
    assert [answer.status_code for answer in answers] == [200] * 7
    found = read(client, item, headers)
    assert (found["isAvailable"], found["version"]) == (False, 8)


def test_a_deletion_beats_a_late_save(client, db, item, headers):
    address = f"/api/menu-items/{item.id}"
    saves = [lambda: client.put(address, json={"name": "Saved"}, headers=headers) for _ in range(4)]
    answers = at_once(lambda: client.delete(address, headers=headers), *saves)
    assert answers[0].status_code == 200
    assert {answer.status_code for answer in answers[1:]} <= {200, 404, 409}
    with db.reading() as session:
        assert session.get_one(MenuItem, item.id).archived_at is not None


def test_only_one_of_many_deletions_finds_the_item(client, item, headers):
    answers = at_once(*[lambda: client.delete(f"/api/menu-items/{item.id}", headers=headers)] * 5)
    assert sorted(answer.status_code for answer in answers) == [200] + [404] * 4


def test_items_that_are_added_at_once_have_places_of_their_own(client, cast, headers):
    def add(number):
        body = {"name": f"Item {number}", "basePrice": 1}
        return lambda: client.post("/api/menu-items", json=body, headers=headers)

    answers = at_once(*[add(number) for number in range(8)])
    assert sorted(answer.json()["position"] for answer in answers) == list(range(8))


def test_an_order_and_an_addition_at_once_lose_nothing(client, db, cast, headers):
    items = [make_item(db, cast.truck, f"Item {at}", position=at) for at in range(6)]
    ids = [item.id for item in items]
    for turn in range(5):
        order = list(reversed(ids)) if turn % 2 == 0 else list(ids)
        arranged, added = at_once(
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
    answers = at_once(*[lambda: client.post("/api/menu-items", json=body, headers=keyed)] * 5)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["_id"] for answer in answers}) == 1
    assert len(client.get(f"/api/menu-items/truck/{cast.truck.id}", headers=headers).json()) == 1
