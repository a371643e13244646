"""What follows a ticket: a change of its order, its cancellation, a second printer, a copy that staff ask for."""

import pytest
from msgspec.structs import astuple

from chuckwagon.kit.decoding import convert
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.printers.models import Printer, PrintImage
from chuckwagon.printing import drawing, handout
from chuckwagon.printing.documents import compose_ticket
from chuckwagon.printing.drawing import Boxed, Headline, Kept, Text
from chuckwagon.printing.handout import compose_job
from chuckwagon.printing.words import WORDS

REFUND = {"items": [{"index": 0, "quantity": 1}], "reason": "Sold out"}


@pytest.fixture
def read(db, jobs):
    """What stands on the paper of the newest job of a kind."""

    def words(kind):
        job = [one for one in jobs() if one.kind == kind][-1]
        with db.reading() as session:
            document = compose_job(session, job, session.get_one(Printer, job.printer_id))
        return [block.text for block in document.list_blocks() if isinstance(block, Text | Boxed | Headline)]

    return words


def kinds(jobs):
    return sorted((job.kind, job.state) for job in jobs())


def test_an_order_that_is_cancelled_before_it_has_printed_prints_nothing(add_printer, sell, call, jobs):
    printer = add_printer()
    order = sell()
    assert call("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"}).status_code == 200
    assert kinds(jobs) == [("ticket", "dropped")]
    assert printer.ask().json()["jobReady"] is False


def test_a_cancellation_follows_a_ticket_that_has_printed(add_printer, sell, call, jobs, read):
    printer = add_printer()
    order = sell()
    printer.print_next()
    call("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"})
    assert kinds(jobs) == [("cancelled", "waiting"), ("ticket", "printed")]
    assert read("cancelled")[:2] == [f"#{order['orderNumber']}", "CANCELLED"]
    assert printer.print_next() is not None
    assert printer.ask().json()["jobReady"] is False


def test_a_ticket_that_a_printer_has_is_not_offered_again_after_the_cancellation(add_printer, sell, call, jobs, later):
    printer = add_printer()
    order = sell()
    token = printer.ask().json()["jobToken"]
    printer.fetch(token)
    call("PATCH", f"/orders/{order['_id']}", json={"status": "cancelled"})
    later(seconds=31)
    printer.print_next()
    assert kinds(jobs) == [("cancelled", "printed"), ("ticket", "dropped")]
    printer.confirm(token)
    assert kinds(jobs) == [("cancelled", "printed"), ("ticket", "printed")], "it was printed after all"


def test_refunded_lines_follow_a_ticket_once_and_are_on_one_that_waits(add_printer, sell, call, jobs, read):
    printer, other = add_printer(), add_printer(label="Grill")
    order = sell(quantity=3)
    printer.print_next()
    assert call("POST", f"/orders/{order['_id']}/refunds", json=REFUND).status_code == 201
    assert kinds(jobs) == [("changed", "waiting"), ("ticket", "printed"), ("ticket", "waiting")]
    assert call("POST", f"/orders/{order['_id']}/refunds", json=REFUND).status_code == 201
    assert [job.kind for job in jobs()].count("changed") == 1, "the slip that waits says both"
    assert "Make only 1" in read("changed")
    assert "CHANGED" in read("changed")
    assert "Make only 1" in read("ticket")
    assert printer.print_next() is not None
    assert other.print_next() is not None
    call("POST", f"/orders/{order['_id']}/refunds", json=REFUND)
    assert [job.kind for job in jobs()].count("changed") == 3, "one for each printer that has the ticket"
    assert "Do not make" in read("changed")


@pytest.mark.parametrize(("module", "step"), [(handout, "_prepare"), (drawing, "draw")])
def test_a_change_at_the_instant_of_a_fetch_is_on_the_ticket(
    add_printer, sell, call, jobs, db, monkeypatch, module, step
):
    """After it was drawn, before that is kept or before the fetch is written down."""
    printer = add_printer()
    order = sell(quantity=3)
    usual, answers = getattr(module, step), []

    def change_after(*given):
        result = usual(*given)
        if not answers:
            answers.append(call("POST", f"/orders/{order['_id']}/refunds", json=REFUND).status_code)
        return result

    monkeypatch.setattr(module, step, change_after)
    assert printer.print_next() is not None
    assert answers == [201]
    assert kinds(jobs) == [("ticket", "printed")]
    [job] = jobs()
    with db.reading() as session:
        [drawn] = drawing.draw(compose_job(session, job, session.get_one(Printer, job.printer_id)), 576)
        assert session.get_one(PrintImage, (job.id, 0)).png == drawn


def test_a_new_time_follows_a_ticket(add_printer, sell, call, read):
    printer = add_printer()
    order = sell()
    printer.print_next()
    moved = call("PATCH", f"/orders/{order['_id']}", json={"estimatedPickupTime": "2030-01-01T20:05:00Z"})
    assert moved.status_code == 200
    assert any("PICKUP" in text for text in read("changed"))


def test_printers_print_when_they_are_told_to(add_printer, sell, call, jobs):
    placed = add_printer(prints=["ticket"])
    confirmed = add_printer(label="Second", prints=["ticket"], printOn="confirmed")
    neither = add_printer(label="Counter", prints=["receipt"])
    order = sell()
    assert placed.print_next() is not None
    assert confirmed.print_next() is None
    call("PATCH", f"/orders/{order['_id']}", json={"status": "preparing", "through": ["confirmed"]})
    assert confirmed.print_next() is not None
    assert neither.print_next() is None
    assert [job.kind for job in jobs()] == ["ticket", "ticket"]


def test_what_staff_ask_for_again_is_a_copy(add_printer, sell, call, jobs):
    printer = add_printer()
    order = sell()
    first = printer.print_next()
    for what, is_copy in (("ticket", True), ("receipt", False), ("receipt", True)):
        asked = call("POST", f"/orders/{order['_id']}/print", json={"what": what, "printerId": printer.id})
        assert asked.status_code == 201, asked.text
        assert jobs()[-1].is_copy is is_copy
        paper = printer.print_next()
        if what == "ticket":
            assert paper.height > first.height
    receipt = call("POST", f"/orders/{order['_id']}/receipt", json={"printerId": printer.id})
    assert receipt.status_code == 200
    assert jobs()[-1].kind == "receipt"


def test_the_printer_of_another_truck_prints_nothing_of_ours(add_printer, sell, call, cast):
    theirs = call("POST", "/printers", json={"label": "Theirs", "kind": "epson_sdp"}, as_="other_admin").json()
    order = sell()
    asked = {"what": "ticket", "printerId": theirs["_id"]}
    assert call("POST", f"/orders/{order['_id']}/print", json=asked).status_code == 403
    assert call("POST", f"/orders/{order['_id']}/print", json=asked, as_="superadmin").status_code == 404


def test_cash_opens_the_drawer_where_that_is_on(add_printer, sell, call, jobs, later):
    printer = add_printer(prints=[], drawerKick=True)
    epson = add_printer("epson_sdp", label="Epson", prints=[], drawerKick=True)
    sell("card")
    assert jobs() == []
    sell("cash")
    token = printer.ask().json()["jobToken"]
    document = printer.fetch(token)
    assert document.headers["x-star-cashdrawer"] == "start"
    assert document.headers["x-star-cut"] == "none; feed=false"
    assert "<pulse" in (kick := epson.ask().text)
    assert "<image" not in kick
    assert "<cut" not in kick
    owed = sell("unpaid")
    call("POST", f"/orders/{owed['_id']}/payment", json={"payment": "cash"})
    assert [job.kind for job in jobs()] == ["drawer"] * 4


def test_a_day_close_prints_where_receipts_do(add_printer, sell, call, jobs, read):
    printer, _ = add_printer(paperMm=58), add_printer(label="Grill", prints=["ticket"])
    call("POST", "/drawer-sessions", json={"float": 100})
    sell("cash")
    found = call("GET", "/drawer-sessions").json()["open"]
    body = {"counted": 108.88, "version": found["version"]}
    assert call("POST", f"/drawer-sessions/{found['_id']}/close", json=body).status_code == 200
    assert [job.kind for job in jobs()].count("close") == 1
    assert read("close")[0] == "Day close 1"
    assert "Cash, orders: 1" in read("close")
    while (paper := printer.print_next()) is not None:
        last = paper
    assert last.width == 384


def test_a_receipt_says_what_was_paid_and_how(sell, call, add_printer, read):
    printer = add_printer()
    order = sell()
    call("POST", f"/orders/{order['_id']}/print", json={"what": "receipt", "printerId": printer.id})
    words = read("receipt")
    assert words[0] == f"Order #{order['orderNumber']}"
    assert {"Own Truck", "1 × Taco", "Subtotal", "Tax", "Total", "Paid", "Thank you!"} <= set(words)


def test_spanish_paper_calls_an_order_what_the_screens_call_it():
    said = [words for words in astuple(WORDS["es"]) if isinstance(words, str)]
    assert [words for words in said if "pedido" in words.lower()] == []
    assert WORDS["es"].receipt_of.format(number=7) == "Orden #7"


SAID = [(None, None), ([], ["Verde"]), ([], None), (["milk", "tree_nuts"], None), (["milk"], ["Verde", "Taco"])]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_ticket_says_allergens_where_they_are_stated(sell, call, language):
    order = call("GET", f"/orders/{sell()['_id']}").json()
    order["items"] = [
        order["items"][0] | {"allergens": one, "allergensNotStated": silent or []} for one, silent in SAID
    ]
    shown = compose_ticket(convert(order, StaffOrder), WORDS[language])
    boxes = [
        part.text
        for block in shown.blocks
        if isinstance(block, Kept)
        for part in block.blocks
        if isinstance(part, Boxed)
    ]
    assert (
        boxes
        == {
            "en": [
                "Contains none of the nine main allergens",
                "Contains milk, tree nuts",
                "Contains milk. Not stated for Verde, Taco",
            ],
            "es": [
                "No contiene ninguno de los nueve alérgenos principales",
                "Contiene leche, frutos secos",
                "Contiene leche. Sin declarar: Verde, Taco",
            ],
        }[language]
    )
