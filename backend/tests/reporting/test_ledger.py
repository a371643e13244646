"""Every value of the ledger equals one computed from Stripe's data."""

import csv
import io
from collections import defaultdict
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.factories import make_item
from tests.offers.factories import make_offer
from tests.payments.paid_orders import DISPUTED, Shop, connect_account, take_tips

NAMES = ("items", "tax", "tip", "discount", "total", "refunds", "disputed", "transfer", "fee", "net")


@pytest.fixture
def shop(db, client, cast, sandbox):
    return Shop(client, cast, sandbox, make_item(db, cast.truck, name="Taco", price=999))


@pytest.fixture
def other_shop(db, client, cast, sandbox):
    class Other:
        truck = cast.other_truck
        headers = cast.headers

    return Shop(client, Other, sandbox, make_item(db, cast.other_truck, name="Soup", price=777))


def of_payments(books):
    """Compute from Stripe's data, per payment: charged, refunded, shared and kept, in cents."""
    found = defaultdict(lambda: dict.fromkeys(("total", "refunds", "disputed", "transfer", "fee"), 0))
    intents = {charge["id"]: charge["payment_intent"] for charge in books["charges"] if charge["paid"]}
    for charge in books["charges"]:
        found[charge["payment_intent"]]["total"] += charge["amount_captured"]
    for refund in books["refunds"]:
        alive = refund["status"] not in ("failed", "canceled")
        found[refund["payment_intent"]]["refunds"] += refund["amount"] if alive else 0
    for dispute in books["disputes"]:
        is_gone = dispute["status"] in ("needs_response", "under_review", "lost")
        found[dispute["payment_intent"]]["disputed"] += dispute["amount"] if is_gone else 0
    for transfer in books["transfers"]:
        kept = transfer["amount"] - transfer["amount_reversed"]
        found[intents[transfer["source_transaction"]]]["transfer"] += kept
    for fee in books["application_fees"]:
        found[intents[fee["charge"]]]["fee"] += fee["amount"] - fee["amount_refunded"]
    for sums in found.values():
        gone = sums["refunds"] + sums["disputed"] + sums["transfer"]
        sums["net"] = sums["total"] - gone + sums["fee"]
    return found


def cents(entry):
    return {name: round(entry[name] * 100) for name in NAMES}


def added(rows):
    return {name: sum(row[name] for row in rows) for name in NAMES}


@pytest.fixture
def sold(db, cast, sandbox, shop, other_shop, worker, wait_for):
    """Orders with and without an account: refunded in part, fully, in the dashboard, not at all, and disputed."""
    other_shop.buy(3)
    connect_account(db, cast, sandbox, fee_bps=725)
    take_tips(db, cast.truck)
    ids = [shop.buy(quantity, tip_cents=tip)[0] for quantity, tip in ((1, 0), (2, 333), (3, 999), (4, 101))]
    shop.refund(ids[1], amount=3.33)
    shop.refund(ids[2], items=[{"index": 0, "quantity": 1}])
    shop.refund(ids[2], amount=7.01)
    shop.cancel(ids[3])
    worker.run_once()
    make_offer(db, cast.truck.id)
    reduced, _ = shop.buy(7, offer=("TACO10", 700))
    shop.refund(reduced, items=[{"index": 0, "quantity": 3}])
    elsewhere, intent = shop.buy(5)
    sandbox.post("/v1/refunds", form={"payment_intent": intent, "amount": 1234}).raise_for_status()
    wait_for(lambda: shop.shown(elsewhere)["refunds"])
    disputed, _ = shop.buy(6, card=DISPUTED)
    wait_for(lambda: shop.shown(disputed)["paymentStatus"] == "disputed")
    return 8


def assert_every_entry_and_sum_equals_the_providers_books(call, sandbox, sold):
    answer = call("/ledger", "superadmin")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store"), answer.text
    found, books = answer.json(), of_payments(sandbox.ledger())
    assert len(found["entries"]) == sold
    for entry in found["entries"]:
        money = cents(entry)
        assert {name: money[name] for name in NAMES[4:]} == books[entry["paymentIntentId"]]
        assert money["items"] - money["discount"] + money["tax"] + money["tip"] == money["total"]
    assert cents(found["totals"]) == added([cents(entry) for entry in found["entries"]])
    assert found["totals"]["orders"] == sold
    for truck in found["byTruck"]:
        mine = [cents(entry) for entry in found["entries"] if entry["truckId"] == truck["truckId"]]
        assert (cents(truck), truck["orders"]) == (added(mine), len(mine))
    assert {truck["truckName"] for truck in found["byTruck"]} == {"Own Truck", "Other Truck"}
    # The data contained every kind of amount.
    assert all(value != 0 for value in cents(found["totals"]).values())


def assert_the_platforms_balance_is_the_sum_of_net_less_the_providers_charges(call, sandbox):
    """Every movement on the platform's account, without Stripe's own charges."""
    moved = sandbox.get("/v1/balance_transactions?limit=100").json()["data"]
    net = cents(call("/ledger", "superadmin").json()["totals"])["net"]
    assert sum(movement["amount"] for movement in moved) == net


def assert_a_truck_and_a_period_are_a_part_of_it(call, cast, sold):
    mine = call("/ledger", "superadmin", truckId=cast.truck.id).json()
    assert {entry["truckId"] for entry in mine["entries"]} == {cast.truck.id}
    assert len(mine["entries"]) == sold - 1
    empty = call("/ledger", "superadmin", **{"from": "2024-01-01", "to": "2024-01-31"}).json()
    assert (empty["entries"], empty["byTruck"], empty["totals"]["orders"]) == ([], [], 0)
    assert set(cents(empty["totals"]).values()) == {0}
    assert call("/ledger", "superadmin", **{"from": "yesterday"}).status_code == 400


def assert_pages_hold_every_order_once(call, sold):
    seen, cursor = [], None
    while True:
        more = {"cursor": cursor} if cursor else {}
        page = call("/ledger", "superadmin", limit=3, **more).json()
        assert page["totals"]["orders"] == sold
        seen += [entry["_id"] for entry in page["entries"]]
        cursor = page["nextCursor"]
        if cursor is None:
            break
    whole = call("/ledger", "superadmin").json()["entries"]
    assert seen == [entry["_id"] for entry in whole]
    assert call("/ledger", "superadmin", cursor="nonsense").status_code == 400


def assert_the_file_holds_the_same(call):
    answer = call("/ledger/export", "superadmin")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    entries = call("/ledger", "superadmin").json()["entries"]
    assert [(row["order"], {name: float(row[name]) for name in NAMES}) for row in rows] == [
        (entry["orderNumber"], {name: entry[name] for name in NAMES}) for entry in entries
    ]
    assert list(rows[0])[:2] == ["date", "time"]
    for row in rows:
        local = datetime.fromisoformat(row["createdAt"]).astimezone(ZoneInfo("America/Los_Angeles"))
        assert (row["date"], row["time"]) == (f"{local:%Y-%m-%d}", f"{local:%H:%M}")


@pytest.mark.dialect
def test_the_ledger_its_parts_its_pages_and_its_file_are_the_providers_books(call, cast, sandbox, sold):
    """One test, because to sell and refund all of it takes much longer than to read it."""
    assert_every_entry_and_sum_equals_the_providers_books(call, sandbox, sold)
    assert_the_platforms_balance_is_the_sum_of_net_less_the_providers_charges(call, sandbox)
    assert_a_truck_and_a_period_are_a_part_of_it(call, cast, sold)
    assert_pages_hold_every_order_once(call, sold)
    assert_the_file_holds_the_same(call)


def test_money_from_the_window_is_in_no_ledger(make_order, call):
    make_order(source="counter")
    assert call("/ledger", "superadmin").json()["entries"] == []
