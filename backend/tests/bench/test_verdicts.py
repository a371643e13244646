"""What a run is judged by: targets that are met or missed, and what makes it fail."""

import pytest

from bench.plan import FULL, QUICK, TINY, Cell
from bench.results import Row
from bench.run import Run
from bench.targets import judge

SMALL, LARGE = Cell("sqlite", 10_000, 1), Cell("sqlite", 1_000_000, 1)
TWO = Cell("sqlite", 10_000, 2)


def verdict_of(work, *rows):
    return next(one for one in judge(list(rows)) if one.work.startswith(work))


@pytest.mark.parametrize(
    ("work", "rows", "is_met"),
    [
        ("list of", [Row(cell=SMALL, work="list of 50 trucks", rate=75, ceiling=100)], True),
        ("list of", [Row(cell=SMALL, work="list of 50 trucks", rate=74, ceiling=100)], False),
        ("list of", [Row(cell=SMALL, work="list of 50 trucks, 304", rate=99, ceiling=100)], None),
        ("place an order, sqlite", [Row(cell=TWO, work="place an order, 16", rate=240, p99=200)], True),
        ("place an order, sqlite", [Row(cell=TWO, work="place an order, 16", rate=239, p99=20)], False),
        ("place an order, sqlite", [Row(cell=TWO, work="place an order, 16", rate=900, p99=201)], False),
        ("place an order, sqlite", [Row(cell=SMALL, work="place an order, 16", rate=900, p99=20)], None),
        ("place an order, sqlite", [Row(cell=LARGE, work="place an order, 16", rate=900, p99=20)], None),
        ("counts", [Row(cell=LARGE, work="counts", p50=1, p99=2)], None),
        (
            "counts",
            [Row(cell=SMALL, work="counts", p50=10), Row(cell=LARGE, work="counts", p50=13, p99=30)],
            True,
        ),
        (
            "counts",
            [Row(cell=SMALL, work="counts", p50=10), Row(cell=LARGE, work="counts", p50=14, p99=30)],
            False,
        ),
        (
            "counts",
            [Row(cell=SMALL, work="counts", p50=10), Row(cell=LARGE, work="counts", p50=10, p99=31)],
            False,
        ),
        ("lunch rush", [Row(cell=SMALL, work="lunch rush, 200 customers: checkout", p99=500)], True),
        ("lunch rush", [Row(cell=SMALL, work="lunch rush, 200 customers: checkout", p99=9, errors=1)], False),
        ("start to", [Row(cell=SMALL, work="start to first answer", p50=1_501)], False),
        ("memory of", [Row(cell=SMALL, work="lunch rush, 200 customers: checkout", memory=190)], True),
        ("memory of", [Row(cell=SMALL, work="lunch rush, 200 customers: checkout", memory=191)], False),
    ],
)
def test_a_target_is_met_missed_or_not_measured(work, rows, is_met):
    assert verdict_of(work, *rows).is_met is is_met


def test_errors_fail_the_run_and_slowness_does_not(tmp_path):
    run = Run(TINY, tmp_path, tmp_path, 1)
    slow = Row(cell=SMALL, work="counts", p50=60_000, p99=60_000)
    assert list(run.guarded(SMALL, "staff", lambda: iter([slow]))) == [slow]
    assert run.failures == []
    wrong = Row(cell=SMALL, work="lunch rush", errors=2, note="GET /: 500")
    assert list(run.guarded(SMALL, "rush", lambda: iter([wrong]))) == [wrong]
    assert run.failures == ["sqlite, 10,000 orders, 1 process, lunch rush: 2 errors. GET /: 500"]


def test_a_scenario_that_breaks_is_told_and_the_others_go_on(tmp_path):
    run = Run(TINY, tmp_path, tmp_path, 1)

    def breaks():
        raise RuntimeError("the truck sells nothing")
        yield

    assert list(run.guarded(SMALL, "streams", breaks)) == []
    assert run.failures == ["sqlite, 10,000 orders, 1 process, streams: the truck sells nothing"]


def test_the_whole_run_has_every_arrangement_and_the_quick_one_fits_two_minutes():
    assert len(FULL.cells()) == 8
    per_cell = 8 * QUICK.read_seconds + 4 * QUICK.staff_seconds + QUICK.order_seconds + QUICK.rush_seconds
    assert len(QUICK.cells()) * per_cell < 90
