"""Printers as staff manage them: the address, its renewal, silence, an hour without a printer, bounds."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.db.database import Database
from chuckwagon.printers.enqueue import hold_back_jobs
from chuckwagon.printers.models import Printer, PrintImage, PrintJob
from chuckwagon.printing import jobs as tasks
from chuckwagon.printing.queries import check_printers
from chuckwagon.settings_validation import CheckResult
from tests.printing.conftest import StarPrinter


def state_of(call):
    return call("GET", "/printers").json()["printers"][0]["state"]


def test_the_address_is_shown_once_and_stored_as_a_digest(call, db: Database):
    made = call("POST", "/printers", json={"label": " Front  window ", "kind": "epson_sdp", "paperMm": 58}).json()
    secret = made["url"].rpartition("/print/")[2]
    assert len(secret) == 43
    assert (made["label"], made["paperMm"], made["state"], made["prints"]) == (
        "Front window", 58, "new", ["ticket", "receipt"],
    )  # fmt: skip
    [listed] = call("GET", "/printers").json()["printers"]
    assert "url" not in listed
    with db.reading() as session:
        assert secret not in repr(session.execute(sa.select(Printer.__table__)).all())


def test_a_renewed_address_replaces_the_one_before(add_printer, sell, call, client):
    printer = add_printer()
    sell()
    renewed = call("POST", f"/printers/{printer.id}/renew")
    assert printer.ask().status_code == 404
    again = StarPrinter(client, renewed.json()["url"])
    assert again.print_next() is not None, "what waited is printed at the new address"


def test_a_printer_that_is_removed_is_unknown_and_prints_nothing(add_printer, sell, call, jobs, db):
    printer = add_printer()
    sell()
    assert call("DELETE", f"/printers/{printer.id}").json() == {"deleted": True}
    assert printer.ask().status_code == 404
    assert [job.state for job in jobs()] == ["dropped"]
    assert call("GET", "/printers").json()["printers"] == []
    assert call("GET", "/print-jobs").json()["printJobs"] == []
    assert call("DELETE", f"/printers/{printer.id}").status_code == 404
    sell()
    assert len(jobs()) == 1


def test_invalid_fields_are_named(call, add_printer):
    body = {"label": "  ", "kind": "fax", "paperMm": 100, "prints": ["poster"], "printOn": "never", "language": "fr"}
    refused = call("POST", "/printers", json=body)
    assert refused.status_code == 400
    assert set(refused.json()["fields"]) == {"label", "kind", "paperMm", "prints", "printOn", "language"}
    printer = add_printer()
    changed = call("PATCH", f"/printers/{printer.id}", json={"language": "es", "drawerKick": True, "prints": []})
    assert (changed.json()["language"], changed.json()["drawerKick"], changed.json()["prints"]) == ("es", True, [])
    assert changed.json()["label"] == "Kitchen"


def test_a_repeat_of_the_request_adds_one_printer(call):
    given = {"json": {"label": "Kitchen", "kind": "epson_sdp"}, "headers": {"Idempotency-Key": "one"}}
    first, second = call("POST", "/printers", **given), call("POST", "/printers", **given)
    assert first.json()["_id"] == second.json()["_id"]
    assert len(call("GET", "/printers").json()["printers"]) == 1


def test_a_truck_has_twenty_printers(call):
    for number in range(20):
        assert call("POST", "/printers", json={"label": str(number), "kind": "epson_sdp"}).status_code == 201
    refused = call("POST", "/printers", json={"label": "One more", "kind": "epson_sdp"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_printers")


def test_a_test_page_prints_and_is_in_the_audit_log(add_printer, call, db):
    printer = add_printer()
    assert call("POST", f"/printers/{printer.id}/test").status_code == 200
    assert printer.print_next() is not None
    with db.reading() as session:
        actions = list(session.scalars(sa.select(AuditEvent.action).order_by(AuditEvent.at)))
    assert actions == ["printer.added", "printer.tested"]


def test_two_minutes_without_a_poll_are_silence(add_printer, call, later, db):
    printer = add_printer()
    later(hours=1)
    tasks.follow_printers(db)
    assert state_of(call) == "new", "it has never asked"
    printer.ask()
    assert state_of(call) == "ready"
    later(seconds=119)
    tasks.follow_printers(db)
    assert state_of(call) == "ready"
    later(seconds=2)
    with db.reading() as session:
        assert tasks.has_news(session)
    tasks.follow_printers(db)
    assert state_of(call) == "silent"
    with db.reading() as session:
        assert not tasks.has_news(session)
    printer.ask()
    assert state_of(call) == "ready"


def test_after_an_hour_staff_decide(add_printer, sell, call, later, db, jobs):
    printer = add_printer()
    for _ in range(2):
        sell()
    later(minutes=61)
    assert printer.ask().json()["jobReady"] is False, "before the worker has looked, too"
    tasks.follow_printers(db)
    held = call("GET", "/print-jobs?state=held").json()["printJobs"]
    assert [(job["state"], job["isHeld"], job["kind"]) for job in held] == [("waiting", True, "ticket")] * 2
    assert call("POST", f"/print-jobs/{held[0]['_id']}/print").json()["isHeld"] is False
    assert call("POST", f"/print-jobs/{held[1]['_id']}/drop").json()["state"] == "dropped"
    assert call("POST", f"/print-jobs/{held[1]['_id']}/drop").status_code == 200
    assert printer.print_next() is not None
    assert printer.print_next() is None
    refused = call("POST", f"/print-jobs/{held[0]['_id']}/print")
    assert (refused.status_code, refused.json()["code"]) == (409, "print_job_done")
    assert call("POST", f"/print-jobs/{held[0]['_id']}/drop").json()["printJob"]["state"] == "printed"
    assert call("GET", "/print-jobs?state=lost").status_code == 400


def test_a_drawer_opens_within_two_minutes_or_not_at_all(add_printer, sell, later, db, jobs):
    printer = add_printer(prints=[], drawerKick=True)
    sell("cash")
    later(seconds=121)
    assert printer.ask().json()["jobReady"] is False
    tasks.follow_printers(db)
    assert [job.state for job in jobs()] == ["dropped"]


def test_the_worker_gives_up_for_a_printer_that_does_not_ask(add_printer, sell, later, db, jobs):
    printer = add_printer()
    sell()
    for _ in range(5):
        printer.fetch(printer.ask().json()["jobToken"])
        later(seconds=31)
    tasks.follow_printers(db)
    assert [job.state for job in jobs()] == ["failed"]


def test_images_are_deleted_an_hour_after_they_are_done_and_jobs_after_a_week(add_printer, sell, later, db, jobs):
    printer = add_printer()
    sell()
    printer.print_next()

    def images():
        with db.reading() as session:
            return session.scalar(sa.select(sa.func.count()).select_from(PrintImage))

    later(minutes=59)
    tasks.delete_old(db)
    assert images() == 1
    later(minutes=2)
    tasks.delete_old(db)
    assert (images(), len(jobs())) == (0, 1)
    later(days=7)
    tasks.delete_old(db)
    assert jobs() == []


def test_after_a_restore_nothing_prints_by_itself(add_printer, sell, db, call, jobs):
    printer = add_printer()
    sell()
    db.write(hold_back_jobs)
    assert printer.ask().json()["jobReady"] is False
    assert len(call("GET", "/print-jobs?state=held").json()["printJobs"]) == 1


def test_a_job_that_cannot_be_drawn_does_not_keep_the_others(add_printer, sell, call, db, jobs):
    printer = add_printer()
    call("POST", f"/printers/{printer.id}/test")
    db.write(lambda session: session.execute(sa.update(PrintJob).values(kind="close", detail={"closeId": "x" * 24})))
    sell()
    offered = printer.ask().json()["jobToken"]
    assert printer.fetch(offered).status_code == 404
    assert printer.print_next() is not None
    assert [job.state for job in jobs()] == ["failed", "printed"]


def test_the_counter_lists_the_printers(add_printer, call, cast):
    add_printer()
    [listed] = call("GET", f"/trucks/{cast.truck.id}/counter").json()["printers"]
    assert listed["label"] == "Kitchen"


@pytest.mark.parametrize("path", ["/print", "/print/menu", f"/print/{'x' * 42}"])
def test_a_truck_that_has_the_slug_keeps_its_pages(client, path):
    assert "text/html" in client.get(path).headers["content-type"]


def test_doctor_tells_what_was_not_printed_and_where_printers_cannot_ask(add_printer, sell, later, db, settings):
    assert check_printers(settings) == CheckResult(True, "Nothing is left to print. Printers: 0, silent: 0.")
    printer = add_printer()
    printer.ask()
    sell()
    later(minutes=9)
    tasks.follow_printers(db)
    assert check_printers(settings) == CheckResult(True, "Nothing is left to print. Printers: 1, silent: 1.")
    later(minutes=2)
    said = check_printers(settings)
    assert not said.is_ok
    assert ": 1 documents wait, 0 have failed. They are listed under Devices." in said.sentence
    for _ in range(5):
        printer.fetch(printer.ask().json()["jobToken"])
        later(seconds=31)
    printer.ask()
    assert ": 0 documents wait, 1 have failed." in check_printers(settings).sentence
    outside = msgspec.structs.replace(settings, sandbox=False)
    assert "set CHUCKWAGON_PUBLIC_URL" in check_printers(outside).sentence
    later(days=1)
    assert check_printers(settings).is_ok
