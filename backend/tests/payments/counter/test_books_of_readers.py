"""Where the money of a reader is found: day close, tax report, books, ledger and analytics, and on the receipt."""

import csv
import io
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.jobs import outbox
from chuckwagon.kit import clock as kit_clock
from chuckwagon.menu.models import MenuItem
from chuckwagon.notifications import jobs
from chuckwagon.orders.models import Order
from chuckwagon.printing import handout
from chuckwagon.trucks.models import Truck


def test_a_sale_on_a_reader_is_in_every_book_and_in_no_drawer(window, db, worker):
    db.write(lambda session: session.execute(sa.update(Truck).values(takes_tips=True)))
    opened = window.ask("POST", "/drawer-sessions", json={"truckId": window.truck.id, "float": 100}).json()
    payment = window.take().json()
    close = {"counted": 100, "version": opened["version"]}
    path = f"/drawer-sessions/{opened['_id']}/close"
    assert window.ask("POST", path, json=close).json()["code"] == "payment_running"
    window.press(action="tap", tip=150)
    paid = window.settle(payment)
    worker.run_once()
    sheet = window.ask("POST", path, json=close).json()
    taken = sheet["tenders"]["reader"]
    assert (taken["orders"], taken["tip"], taken["total"]) == (1, 1.5, paid["total"])
    assert (sheet["expected"], sheet["difference"], sheet["tips"]) == (100, 0, 1.5)
    day = kit_clock.now()
    days = {"from": f"{day - timedelta(days=1):%Y-%m-%d}", "to": f"{day:%Y-%m-%d}", "truckId": window.truck.id}
    report = window.ask("GET", "/tax-report", params=days).json()
    assert report["totals"]["tenders"] == {"online": 0, "reader": paid["total"], "cash": 0, "card": 0}
    assert report["totals"]["tips"] == 1.5
    [entry] = window.ask("GET", "/books", params=days).json()["entries"]
    assert (entry["kind"], entry["tender"]) == ("sale", "reader")
    [row] = window.ask("GET", "/ledger", params=days).json()["entries"]
    assert (row["tender"], row["tip"], row["total"]) == ("reader", 1.5, paid["total"])
    [listed] = csv.DictReader(io.StringIO(window.ask("GET", "/ledger/export", params=days).text))
    [exported] = csv.DictReader(io.StringIO(window.ask("GET", "/orders/export", params=days).text))
    assert listed["tender"] == exported["tender"] == "reader"
    figures = window.ask("GET", "/analytics", params=days).json()["byTender"]
    assert figures[1] == {"tender": "reader", "revenue": paid["total"], "orders": 1}
    assert [one["orders"] for one in figures] == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("pressed", "is_closed"), [("timeout", False), ("cancel", True)], ids=["may be charged", "is not charged"]
)
def test_the_day_is_not_closed_while_a_reader_may_still_charge_a_card(window, pressed, is_closed):
    opened = window.ask("POST", "/drawer-sessions", json={"truckId": window.truck.id, "float": 100}).json()
    payment = window.take().json()
    window.press(action=pressed)
    window.settle(payment)
    close = {"counted": 100, "version": opened["version"]}
    path = f"/drawer-sessions/{opened['_id']}/close"
    assert (window.ask("POST", path, json=close).json().get("code") != "payment_running") == is_closed
    window.act(payment, "cancel")
    assert window.ask("POST", path, json=close).json().get("code") != "payment_running"


CARD = ["Card: Visa ending in 4242, tapped", "Application: Visa Credit, AID A0000000031010"]
TARJETA = ["Tarjeta: Visa terminada en 4242, sin contacto", "Aplicación: Visa Credit, AID A0000000031010"]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", [*CARD, "Account type: credit", "Response code: 3030"]),
        ("es", [*TARJETA, "Tipo de cuenta: crédito", "Código de respuesta: 3030"]),
    ],
)
def test_an_emailed_receipt_waits_for_the_card_and_says_what_card_networks_require(
    window, db, worker, clock, language, lines
):
    payment = window.take().json()
    window.press(action="tap")
    order_id = window.settle(payment)["orderId"]
    db.write(lambda session: session.execute(sa.update(Order).values(language=language)))
    sent = window.ask("POST", f"/orders/{order_id}/receipt", json={"email": "zoe@example.com"})
    assert sent.status_code == 200, sent.text
    claimed = db.write(lambda session: outbox.claim_batch(session, ["reader", "push", "sms"]))
    [waiting] = [one for one in claimed if one.kind == "order_receipt_email"]
    jobs.jobs[waiting.kind](db, window.settings, waiting)
    assert window.sandbox.get("/_sandbox/emails").json() == []
    worker.run_once()
    clock.advance(timedelta(seconds=3))
    worker.run_once()
    [email] = window.sandbox.get("/_sandbox/emails").json()
    text = email["text"].splitlines()
    assert text[text.index(lines[0]) :][:4] == lines
    assert all(line in email["html"] for line in lines)


@pytest.mark.parametrize(
    ("knows_card", "seconds", "is_offered"), [(False, 10, False), (True, 1, True), (False, 30, True)]
)
def test_a_printed_receipt_waits_for_the_card_but_not_for_ever(
    window, db, worker, clock, knows_card, seconds, is_offered
):
    printer = {"truckId": window.truck.id, "label": "Bar", "kind": "star_cloudprnt", "paperMm": 80}
    printer |= {"prints": ["receipt"], "printOn": "placed", "language": "en", "drawerKick": False}
    made = window.ask("POST", "/printers", json=printer).json()
    payment = window.take().json()
    window.press(action="tap")
    order_id = window.settle(payment)["orderId"]
    sent = window.ask("POST", f"/orders/{order_id}/receipt", json={"printerId": made["_id"]})
    assert sent.status_code == 200
    if knows_card:
        worker.run_once()
    clock.advance(timedelta(seconds=seconds))
    offered = handout.poll(db, made["url"].rpartition("/")[2]).find_token(clock.now())
    assert (offered is not None) == is_offered


def test_the_customers_page_has_the_tender_and_the_card(window, worker):
    payment = window.take().json()
    window.press(action="tap")
    window.settle(payment)
    worker.run_once()
    [order] = window.orders()
    shown = window.ask("GET", f"/track/{order.tracking_token}").json()
    assert (shown["tender"], shown["reader"]["last4"], shown["reader"]["aid"]) == ("reader", "4242", "A0000000031010")


def test_the_prices_version_of_the_counter_changes_with_a_price_and_a_rate(window):
    def read():
        return window.ask("GET", f"/trucks/{window.truck.id}/counter").json()["pricesVersion"]

    versions = [read(), read()]
    window.db.write(lambda session: session.execute(sa.update(MenuItem).values(base_price_cents=1100)))
    versions.append(read())
    window.db.write(lambda session: session.execute(sa.update(Truck).values(tax_rate_units=1)))
    versions.append(read())
    assert versions[0] == versions[1]
    assert len(set(versions)) == 3
