"""Which reads may come from the replica of reports, and that nothing keeps their answers."""

from chuckwagon.app import ROUTE_MODULES
from chuckwagon.web.routing import collect_routes

REPORTS = {
    "/api/analytics", "/api/analytics/export", "/api/analytics/stops", "/api/analytics/stops/export",
    "/api/stops/{stop_id:str}/result", "/api/ledger", "/api/ledger/export",
}  # fmt: skip


def test_only_what_sums_up_a_period_is_read_from_the_replica():
    routes = collect_routes(*ROUTE_MODULES)
    assert {path for one in routes if "reports" in one.fn.__annotations__ for path in one.paths} == REPORTS
    assert not [one.paths for one in routes if {"reports", "db"} <= set(one.fn.__annotations__)]


def test_no_answer_of_a_report_is_kept_so_none_is_older_than_the_replica(call, make_order):
    make_order()
    answer = call("/analytics")
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert not {"etag", "last-modified", "expires"} & set(answer.headers)
