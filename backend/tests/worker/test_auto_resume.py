"""What is over is forgotten and announced once, and nobody writes while nothing is over."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.core import changes, clock
from chuckwagon.core.changes import Change
from chuckwagon.menu.models import MenuItem, Option
from chuckwagon.trucks.models import Truck
from chuckwagon.worker import Worker, collect_periodics
from tests.factories import make_item, make_truck

pytestmark = pytest.mark.dialect

SOON = timedelta(minutes=5)
RESUMING = ("resume_sold_out", "resume_trucks")


@pytest.fixture
def end():
    return clock.now() + SOON


@pytest.fixture
def truck(db, end):
    return make_truck(db, paused_until=end, extra_lead_minutes=20, extra_lead_until=end)


@pytest.fixture
def dishes(db, truck, end):
    """Sold out until then: an item, an option of another one, and one that lasts longer."""
    taco = make_item(db, truck, "Taco", sold_out_until=end)
    soup = make_item(db, truck, "Soup", groups=[("Size", 0, 1, [("Small", 0), ("Large", 100)])])
    stew = make_item(db, truck, "Stew", sold_out_until=end + SOON)
    small = soup.option_groups[0].options[0].id
    db.write(
        lambda session: session.execute(
            sa.update(Option).where(Option.id == small).values(sold_out_until=end)
        )
    )
    return taco, soup, stew


@pytest.fixture
def make_worker(db, settings):
    rounds = [periodic for periodic in collect_periodics() if periodic.name in RESUMING]
    assert len(rounds) == len(RESUMING)
    return lambda: Worker(db, settings, jobs={}, periodics=rounds)


def announced(db):
    with db.reading() as session:
        return sorted(tuple(row) for row in session.execute(sa.select(Change.kind, Change.subject_id)))


def test_two_workers_announce_each_end_once(db, truck, dishes, make_worker, clock_at):
    taco, soup, stew = dishes
    clock_at(SOON + timedelta(seconds=1))
    threads = [threading.Thread(target=make_worker().run_once) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    expected = [(changes.MENU, taco.id), (changes.MENU, soup.id), (changes.TRUCK, truck.id)]
    assert announced(db) == sorted(expected)
    clock_at(SOON + timedelta(seconds=10))
    make_worker().run_once()
    assert announced(db) == sorted(expected)
    with db.reading() as session:
        kept = session.get_one(Truck, truck.id)
        assert (kept.paused_until, kept.extra_lead_minutes, kept.extra_lead_until) == (None, 0, None)
        found = session.get_one(MenuItem, taco.id)
        assert (found.is_available, found.sold_out_until, found.version) == (True, None, 1)
        assert set(session.scalars(sa.select(Option.sold_out_until))) == {None}
        assert session.get_one(MenuItem, stew.id).sold_out_until is not None


def test_nothing_is_written_while_nothing_has_ended(db, truck, dishes, make_worker, monkeypatch):
    def refuse(_work):
        raise AssertionError("a write")

    monkeypatch.setattr(db, "write", refuse)
    make_worker().run_once()


@pytest.mark.parametrize("name", RESUMING)
def test_the_round_that_finds_nothing_any_more_announces_nothing(db, truck, dishes, settings, clock_at, name):
    """Of two workers that have seen the same end, the slower one comes too late."""
    work = next(periodic.work for periodic in collect_periodics() if periodic.name == name)
    clock_at(SOON + timedelta(seconds=1))
    work(db, settings)
    before = announced(db)
    work(db, settings)
    assert announced(db) == before != []
