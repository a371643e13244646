"""The proof of the cluster finds what it is meant to find, without a cluster."""

import pytest

from cluster import proof
from cluster.disasters import FAILOVER, SERVER, Disasters
from cluster.watchers import Board, Probe
from soak.ledgers import Books
from soak.recorder import Journal

ORDER = {"_id": "a", "truckId": "t", "version": 3}


@pytest.fixture
def board():
    return Board("http://127.0.0.1:1", "t", {})


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    monkeypatch.setattr(proof, "CATCH_UP_SECONDS", 0)


def test_a_silence_lasts_from_one_answer_to_the_next():
    probe = Probe("http://127.0.0.1:1", "/", {}, {})
    probe._answered_at = [1.0, 2.0, 9.5, 10.0]
    assert probe.longest_silence(1.5, 10.5) == 7.5
    assert probe.longest_silence(9.6, 10.5) == pytest.approx(0.4)
    assert probe.longest_silence(10.1, 14.1) == pytest.approx(4.0), "no answer at all"


def test_disasters_are_spread_over_the_purchases_and_let_in_a_bounded_number():
    journal = Journal()
    disasters = Disasters(None, None, journal, 1)
    disasters.plan({FAILOVER: 2, SERVER: 3}, 700)
    [first, *_], kinds = zip(*disasters._planned, strict=True)
    assert sorted(kinds) == sorted([FAILOVER] * 2 + [SERVER] * 3)
    assert disasters.lets_in(first)
    assert not disasters.lets_in(first + 61)
    assert disasters.left_undone == 5


@pytest.mark.parametrize(
    ("shown", "is_right"),
    [({"a": 3}, True), ({"a": 2}, False), ({}, False), ({"a": 3, "b": 1}, False)],
)
def test_a_board_must_show_exactly_the_orders_of_the_books(board, shown, is_right):
    board.versions = shown
    orders = [ORDER, {**ORDER, "_id": "c", "truckId": "another"}]
    books = Books(orders=orders, intent_of={}, held=[], intents=[], refunds=[], texts=[])
    assert (proof._find_missed([board], books) == []) == is_right


def test_a_board_notes_a_stream_that_could_not_go_on(board):
    board._take({"id": "1", "event": "hello", "data": '{"resumed": false}'})
    board._take({"id": "2", "event": "order", "data": '{"_id": "a", "version": 3}'})
    board._take({"id": "2", "event": "hello", "data": '{"resumed": true}'})
    board._take({"id": "2", "event": "order", "data": '{"_id": "a", "version": 2}'})
    assert (board.versions, board.faults) == ({"a": 3}, [])
    board._take({"id": "9", "event": "hello", "data": '{"resumed": false}'})
    assert board.faults == ["the stream could not go on after event 2"]
