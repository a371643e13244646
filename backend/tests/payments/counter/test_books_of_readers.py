"""Where the money of a reader is found: the day close, the tax report, the books and the ledger."""

from datetime import timedelta

import sqlalchemy as sa

from chuckwagon.kit import clock
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
    day = clock.now()
    days = {"from": f"{day - timedelta(days=1):%Y-%m-%d}", "to": f"{day:%Y-%m-%d}", "truckId": window.truck.id}
    report = window.ask("GET", "/tax-report", params=days).json()
    assert report["totals"]["tenders"] == {"online": 0, "reader": paid["total"], "cash": 0, "card": 0}
    assert report["totals"]["tips"] == 1.5
    [entry] = window.ask("GET", "/books", params=days).json()["entries"]
    assert (entry["kind"], entry["tender"]) == ("sale", "reader")
