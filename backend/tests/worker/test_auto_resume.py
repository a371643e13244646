"""Pauses and sold-out periods that have ended are cleared and published once. Without one nothing is written."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock
from chuckwagon.menu.models import MenuItem, Option
from chuckwagon.realtime import change_log
from chuckwagon.realtime.change_log import ChangeRow
from chuckwagon.trucks.models import Truck
from chuckwagon.worker.loop import Worker, collect_periodic_tasks
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
def items(db, truck, end):
    """Sold out until `end`: an item and an option of another item; a third item is sold out for longer."""
    taco = make_item(db, truck, "Taco", sold_out_until=end)
    soup = make_item(db, truck, "Soup", groups=[("Size", 0, 1, [("Small", 0), ("Large", 100)])])
    stew = make_item(db, truck, "Stew", sold_out_until=end + SOON)
    small = soup.option_groups[0].options[0].id
    db.write(lambda session: session.execute(sa.update(Option).where(Option.id == small).values(sold_out_until=end)))
    return taco, soup, stew


@pytest.fixture
def make_worker(db, settings):
    tasks = [task for task in collect_periodic_tasks() if task.name in RESUMING]
    assert len(tasks) == len(RESUMING)
    return lambda: Worker(db, settings, jobs={}, periodic_tasks=tasks)


def list_published(db):
    with db.reading() as session:
        return sorted(tuple(row) for row in session.execute(sa.select(ChangeRow.kind, ChangeRow.subject_id)))


def test_two_workers_announce_each_end_once(db, truck, items, make_worker, clock_at):
    taco, soup, stew = items
    clock_at(SOON + timedelta(seconds=1))
    threads = [threading.Thread(target=make_worker().run_once) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    expected = [(change_log.MENU, taco.id), (change_log.MENU, soup.id), (change_log.TRUCK, truck.id)]
    assert list_published(db) == sorted(expected)
    clock_at(SOON + timedelta(seconds=10))
    make_worker().run_once()
    assert list_published(db) == sorted(expected)
    with db.reading() as session:
        kept = session.get_one(Truck, truck.id)
        assert (kept.paused_until, kept.extra_lead_minutes, kept.extra_lead_until) == (None, 0, None)
        found = session.get_one(MenuItem, taco.id)
        assert (found.is_available, found.sold_out_until, found.version) == (True, None, 1)
        assert set(session.scalars(sa.select(Option.sold_out_until))) == {None}
        assert session.get_one(MenuItem, stew.id).sold_out_until is not None


def test_nothing_is_written_while_nothing_has_ended(db, truck, items, make_worker, monkeypatch):
    def refuse(_work):
        raise AssertionError("a write")

    monkeypatch.setattr(db, "write", refuse)
    make_worker().run_once()


@pytest.mark.parametrize("name", RESUMING)
def test_the_round_that_finds_nothing_any_more_announces_nothing(db, truck, items, settings, clock_at, name):
    """Two workers may see the same end. The slower one must do nothing."""
    work = next(task.work for task in collect_periodic_tasks() if task.name == name)
    clock_at(SOON + timedelta(seconds=1))
    work(db, settings)
    before = list_published(db)
    work(db, settings)
    assert list_published(db) == before != []
