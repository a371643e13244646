"""Counted stock of a stop: what customers read and may order, and what staff set and correct."""

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.payment_intents import RefundRefused, StripeRefund
from chuckwagon.kit.clock import now as clock_now
from chuckwagon.menu import stock_rows as rows_of_stock
from chuckwagon.menu.models import Option, OptionGroup
from chuckwagon.orders import counts as totals
from chuckwagon.orders import self_service
from chuckwagon.orders.models import Refund
from chuckwagon.orders.reservations import statements
from chuckwagon.orders.reservations.models import Reservation
from chuckwagon.orders.reservations.usage_check import check_usage
from chuckwagon.payments.refund_sync import record_refunds
from tests.factories import checkout_body, make_item
from tests.suites import first_on_both

ID_LENGTH = 24


@pytest.fixture
def ask(client, cast):
    def send(method, path, *, key=None, **given):
        headers = cast.headers("truck_admin") | ({"Idempotency-Key": key} if key else {})
        return client.request(method, f"/api{path}", headers=headers, **given)

    return send


@pytest.fixture
def brisket(db, truck):
    return make_item(db, truck, "Brisket", price=100, groups=[("Sides", 0, 1, [("Slaw", 0), ("Beans", 0)])])


@pytest.fixture
def count(ask, stop_id):
    def put(*counts):
        return ask("PUT", f"/stops/{stop_id}/stock", json={"counts": list(counts)})

    return put


@pytest.fixture
def adjust(ask, stop_id):
    return lambda **fields: ask("POST", f"/stops/{stop_id}/stock/adjust", json=fields)


@pytest.fixture
def shown(client, truck, brisket):
    def read():
        menu = client.get(f"/api/menu-items/public/{truck.id}").json()
        return next(item for item in menu if item["_id"] == brisket.id)

    return read


def test_customers_read_what_is_left_from_five_down_and_order_no_more(order, count, shown, brisket, stop_id):
    assert count({"menuItemId": brisket.id, "initial": 8}).status_code == 200
    assert "remaining" not in shown()
    assert order(3, item=brisket, stop_id=stop_id).status_code == 200
    assert (shown()["remaining"], shown()["isAvailable"]) == (5, True)
    assert order(3, item=brisket, stop_id=stop_id).status_code == 200
    refused = order(3, item=brisket, stop_id=stop_id)
    [problem] = refused.json()["problems"]
    assert (refused.status_code, refused.json()["code"]) == (409, "cart_invalid")
    assert (problem["code"], problem["message"], problem["params"]["left"]) == ("item_sold_out", "Only 2 left.", 2)
    assert order(2, item=brisket, stop_id=stop_id).status_code == 200
    assert (shown()["remaining"], shown()["isAvailable"]) == (0, False)


def test_a_customer_who_orders_for_a_later_stop_reads_what_that_has_left(
    order, count, ask, client, truck, brisket, stop_id, add_stop
):
    later = add_stop("2026-07-03T15:00:00Z", "2026-07-03T17:00:00Z", preorder_minutes=10080)
    count({"menuItemId": brisket.id, "initial": 0})
    ask("PUT", f"/stops/{later}/stock", json={"counts": [{"menuItemId": brisket.id, "initial": 3}]})

    def left_at(stop):
        query = {"stopId": stop} if stop else {}
        menu = client.get(f"/api/menu-items/public/{truck.id}", params=query).json()
        item = next(one for one in menu if one["_id"] == brisket.id)
        return item["remaining"], item["isAvailable"]

    assert [left_at(None), left_at(stop_id), left_at(later)] == [(0, False), (0, False), (3, True)]
    assert order(2, "2026-07-03T15:00:00Z", item=brisket, stop_id=later).status_code == 200
    assert [left_at(None), left_at(later)] == [(0, False), (1, True)]


def test_a_stop_of_another_truck_has_no_stock_to_read(client, truck, brisket, add_stop, cast):
    stranger = add_stop(of=cast.other_truck)
    for wrong in (stranger, "0" * 24, "x"):
        refused = client.get(f"/api/menu-items/public/{truck.id}", params={"stopId": wrong})
        assert (refused.status_code, refused.json()["reason"]) == (404, "stop_not_found")


@pytest.mark.dialect
def test_a_count_never_goes_below_what_is_taken(order, count, adjust, brisket, stop_id, db):
    count({"menuItemId": brisket.id, "initial": 4})
    order(3, item=brisket, stop_id=stop_id)
    assert adjust(menuItemId=brisket.id, by=-1).json()["counts"][0]["remaining"] == 0
    refused = adjust(menuItemId=brisket.id, by=-1)
    assert (refused.status_code, refused.json()["code"]) == (409, "stock_taken")
    low = count({"menuItemId": brisket.id, "initial": 2})
    assert (low.status_code, list(low.json()["fields"])) == (400, ["counts.0.initial"])
    assert adjust(menuItemId=brisket.id, remaining=7).json()["counts"][0] == {
        "menuItemId": brisket.id, "optionId": None, "name": "Brisket", "initial": 10, "remaining": 7,
    }  # fmt: skip
    assert count().json()["counts"] == []
    assert order(20, item=brisket, stop_id=stop_id).status_code == 200


def test_a_count_that_begins_late_has_what_was_ordered_before(order, pay, count, adjust, ask, brisket, stop_id, db):
    """Pre-orders, an open checkout, and a count that was taken away for a while."""
    order_id = pay(order(12, item=brisket, stop_id=stop_id).json())["_id"]
    replaced = {"X-Checkout-Attempt": "a" * 16}
    assert order(4, item=brisket, stop_id=stop_id, headers=replaced, phone="2125550101").status_code == 200
    [ordered] = ask("GET", f"/stops/{stop_id}/stock").json()["ordered"]
    assert ordered == {"menuItemId": brisket.id, "optionId": None, "name": "Brisket", "ordered": 16}
    low = count({"menuItemId": brisket.id, "initial": 15})
    assert (low.status_code, low.json()["fields"]) == (
        400,
        {"counts.0.initial": "16 are ordered already. Use 16 or more in all."},
    )
    assert count({"menuItemId": brisket.id, "initial": 20}).json()["counts"][0]["remaining"] == 4
    assert order(5, item=brisket, stop_id=stop_id, phone="2125550102").status_code == 409
    assert order(3, item=brisket, stop_id=stop_id, headers=replaced, phone="2125550101").status_code == 200
    assert count().json()["counts"] == []
    assert order(3, item=brisket, stop_id=stop_id, phone="2125550103").status_code == 200
    assert adjust(menuItemId=brisket.id, remaining=2).json()["counts"][0]["initial"] == 20
    ask("PATCH", f"/orders/{order_id}/status", json={"status": "cancelled"}).raise_for_status()
    assert ask("GET", f"/stops/{stop_id}/stock").json()["counts"][0]["remaining"] == 14


@pytest.fixture
def refund(ask):
    def send(order_id, quantity, **more):
        body = {"items": [{"index": 0, "quantity": quantity}], "reason": "Ran out", **more}
        return ask("POST", f"/orders/{order_id}/refunds", json=body)

    return send


@pytest.fixture
def in_all_and_left(ask, stop_id):
    def read():
        [count] = ask("GET", f"/stops/{stop_id}/stock").json()["counts"]
        return count["initial"], count["remaining"]

    return read


def test_refunded_pieces_are_back_in_stock_once_and_only_when_staff_say_so(
    order, pay, count, ask, refund, in_all_and_left, brisket, stop_id
):
    order_id = pay(order(5, item=brisket, stop_id=stop_id).json())["_id"]
    assert refund(order_id, 1).status_code == 201  # has run out before it is counted
    count({"menuItemId": brisket.id, "initial": 4})

    def give(quantity, **more):
        return refund(order_id, quantity, **more).status_code, *in_all_and_left()

    def move(status):
        ask("PATCH", f"/orders/{order_id}/status", json={"status": status}).raise_for_status()

    assert [give(1), give(1, backInStock=True)] == [(201, 3, 0), (201, 3, 1)]
    move("confirmed")
    move("preparing")
    assert [give(1, backInStock=True), give(1)] == [(409, 3, 1), (201, 2, 1)]
    move("cancelled")  # gives back what it holds still: neither the same pieces again, nor those that ran out
    assert in_all_and_left() == (2, 2)
    count()  # no longer counted, so what is taken by now is not kept
    later = pay(order(3, item=brisket, stop_id=stop_id, phone="2125550101").json())["_id"]
    assert [refund(later, 1).status_code, refund(later, 1, backInStock=True).status_code] == [201, 201]
    count({"menuItemId": brisket.id, "initial": 4})
    assert in_all_and_left() == (4, 3)


@pytest.fixture
def locked(monkeypatch):
    """What each transaction locks of stock and customers, in its order."""
    found = {}

    def note(module, name, what):
        real = getattr(module, name)

        def lock(session, *given, **more):
            found.setdefault(session, []).append(what)
            return real(session, *given, **more)

        monkeypatch.setattr(module, name, lock)

    note(rows_of_stock, "apply_changes", "stock")
    note(rows_of_stock, "change_in_all", "stock")
    note(totals, "lock_customer", "customer")
    return found


@pytest.mark.parametrize(
    ("is_back", "known", "sold"),
    first_on_both([(True, [2, 1, 0, 1, 3], 1), (False, [0, 0, 0, 0, 0], 0)]),
    ids=["back", "ran out"],
)
def test_pieces_of_a_refund_that_fails_are_taken_again(
    order, pay, count, ask, refund, in_all_and_left, worker, db, client, brisket, stop_id, monkeypatch, locked,
    is_back, known, sold,
):  # fmt: skip
    """The kitchen's ticket lists them again, so they are taken even where another customer has bought them by then.

    Each transaction changes stock before the customer, as a payment does.
    """
    paid = pay(order(4, item=brisket, stop_id=stop_id).json())
    order_id = paid["_id"]
    count({"menuItemId": brisket.id, "initial": 4})
    with monkeypatch.context() as patch:
        patch.setattr(StripeGateway, "create_refund", lambda *_given, **_more: (_ for _ in ()).throw(RefundRefused()))
        refund(order_id, 2, backInStock=is_back)
        [first] = ask("GET", f"/orders/{order_id}").json()["refunds"]
        seen = [in_all_and_left()]
        if sold:
            order(sold, item=brisket, stop_id=stop_id, phone="2125550101")
        seen.append(in_all_and_left())
        worker.run_once()
    assert ask("GET", f"/orders/{order_id}").json()["items"][0]["refundedQuantity"] == 0
    seen.append(in_all_and_left())
    moved = client.post(f"/api/track/{paid['trackingToken']}/slot", json={"slotAt": "2026-07-02T16:00:00Z"})
    assert (moved.status_code, check_usage(db).oversold_stock) == (200, {})  # the order is known to have too many
    refund(order_id, 2, backInStock=is_back)
    seen.append(in_all_and_left())
    with db.reading() as session:
        intent_id = session.get_one(Refund, first["_id"]).payment_intent_id
    made = StripeRefund(
        id="re_late", intent_id=intent_id, refund_id=first["_id"], status="succeeded", amount_cents=200,
        created_at=clock_now(),
    )  # fmt: skip
    for _ in range(2):
        db.write(lambda session: record_refunds(session, [made]))
    seen.append(in_all_and_left())
    in_all = [4] * 5 if is_back else [2, 2, 4, 2, 0]
    assert seen == list(zip(in_all, known, strict=True))
    ask("PATCH", f"/orders/{order_id}/status", json={"status": "cancelled"}).raise_for_status()
    assert in_all_and_left() == (in_all[-1], known[-1])
    both = [one for one in locked.values() if {*one} == {"stock", "customer"}]
    assert len(both) == 5
    assert both == [sorted(one, reverse=True) for one in both]


@pytest.mark.dialect
def test_what_is_refunded_while_its_customer_moves_it_is_given_back_once(
    order, pay, count, refund, in_all_and_left, client, db, brisket, stop_id, monkeypatch
):
    paid = pay(order(4, item=brisket, stop_id=stop_id).json())
    count({"menuItemId": brisket.id, "initial": 4})
    with db.reading() as session:
        [before] = [statements.find_reservation(session, one) for one in session.scalars(sa.select(Reservation.id))]
    read = self_service.read_own_slots
    seen = lambda *given, **more: msgspec.structs.replace(read(*given, **more), own=before)  # noqa: E731
    monkeypatch.setattr(self_service, "read_own_slots", seen)  # as read a moment before the refund
    refund(paid["_id"], 2, backInStock=True)
    moved = client.post(f"/api/track/{paid['trackingToken']}/slot", json={"slotAt": "2026-07-02T16:00:00Z"})
    assert (moved.status_code, in_all_and_left()) == (200, (4, 2))


def test_options_are_counted_too(count, brisket, stop_id, shown, db):
    with db.reading() as session:
        slaw = session.query(Option).filter_by(name="Slaw").one()
    stock = count({"optionId": slaw.id, "remaining": 4}).json()
    assert [(one["optionId"], one["name"], one["remaining"]) for one in stock["counts"]] == [
        (slaw.id, "Brisket: Slaw", 4)
    ]
    options = {option["name"]: option.get("remaining") for option in shown()["optionGroups"][0]["options"]}
    assert options == {"Slaw": 4, "Beans": None}


def test_each_piece_of_an_option_is_counted(count, brisket, stop_id, db, ask, client, truck, pay, refund):
    with db.reading() as session:
        slaw = session.query(Option).filter_by(name="Slaw").one()
    several = {"max_quantity": 2, "additional_price_cents": 50}
    db.write(lambda session: session.execute(sa.update(Option).where(Option.id == slaw.id).values(several)))
    db.write(lambda session: session.execute(sa.update(OptionGroup).values(max_select=2, free_count=1)))
    count({"optionId": slaw.id, "remaining": 5})

    def left():
        return ask("GET", f"/stops/{stop_id}/stock").json()["counts"][0]["remaining"]

    def buy(quantity, pieces, phone):
        body = checkout_body(truck, (brisket, quantity), totals=(0, 0, 0))
        [line] = body["cart"]["items"]
        line["customization"]["selectedOptions"] = [{"optionId": slaw.id, "quantity": pieces}]
        body["cart"] = {"items": [line | {"totalPrice": None}]}
        body["customerInfo"] |= {"slotAt": "asap", "stopId": stop_id, "phone": phone}
        return client.post("/api/create-payment-intent", json=body)

    paid = pay(buy(2, 2, "2125550100").json())
    assert (paid["total"], left()) == (3.0, 1)
    refused = buy(1, 2, "2125550101")
    assert (refused.status_code, refused.json()["problems"][0]["params"]["left"]) == (409, 1)
    assert left() == 1
    refund(paid["_id"], 1, backInStock=True).raise_for_status()
    assert left() == 3
    assert buy(1, 1, "2125550102").status_code == 200


def test_the_counts_of_the_last_stop_at_the_place_can_be_copied(ask, count, brisket, stop_id, add_stop, db):
    from chuckwagon.schedule.models import Stop

    later = add_stop("2026-07-03T15:00:00Z", "2026-07-03T17:00:00Z")
    with db.reading() as session:
        place_id = session.get_one(Stop, stop_id).place_id
    db.write(lambda session: setattr(session.get_one(Stop, later), "place_id", place_id))
    count({"menuItemId": brisket.id, "initial": 40})
    found = ask("GET", f"/stops/{later}/stock").json()
    assert (found["counts"], found["last"]["stopId"]) == ([], stop_id)
    assert [one["initial"] for one in found["last"]["counts"]] == [40]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "stock_subject_required"),
        ({"menuItemId": "0" * 24, "initial": 1}, "stock_subject_unknown"),
        ({"optionId": "ITEM", "initial": 1}, "stock_subject_unknown"),
        ({"menuItemId": "ITEM"}, "required"),
        ({"menuItemId": "ITEM", "initial": -1}, "number_out_of_range"),
    ],
)
def test_what_cannot_be_counted_is_named(count, brisket, given, reason):
    sent = {name: brisket.id if value == "ITEM" else value for name, value in given.items()}
    refused = count(sent)
    assert (refused.status_code, refused.json()["reason"]) == (400, reason)


def test_what_is_not_counted_is_not_corrected_by_pieces(adjust, brisket, stop_id):
    assert adjust(menuItemId=brisket.id, by=1).json()["reason"] == "stock_uncounted"


def test_a_correction_that_is_sent_twice_is_made_once(ask, count, brisket, stop_id):
    count({"menuItemId": brisket.id, "initial": 4})
    body = {"menuItemId": brisket.id, "by": 1}
    for key, initial in (("a", 5), ("a", 5), ("b", 6)):
        answer = ask("POST", f"/stops/{stop_id}/stock/adjust", json=body, key=key)
        assert answer.json()["counts"][0]["initial"] == initial


@pytest.fixture
def changed_counts():
    """The IDs of the counts that are changed from now on, in the order of the statements."""
    changed = []

    def note(_connection, _cursor, statement, parameters, _context, _many):
        if statement.startswith("UPDATE stop_stock"):
            values = parameters.values() if isinstance(parameters, dict) else parameters
            changed.extend(value for value in values if isinstance(value, str) and len(value) == ID_LENGTH)

    sa.event.listen(sa.Engine, "before_cursor_execute", note)
    yield changed
    sa.event.remove(sa.Engine, "before_cursor_execute", note)


def test_counts_are_changed_in_one_pass_in_ascending_order(db, truck, count, changed_counts, stop_id):
    """A cancelled order gives back in this order too, so that the two never wait for each other."""
    items = sorted(make_item(db, truck, name, price=500).id for name in ("Soup", "Rice", "Beans", "Slaw"))
    count(*({"menuItemId": one, "initial": 5} for one in items[1::2]))
    changed_counts.clear()
    count(*({"menuItemId": one, "initial": 5} for one in items[::2]))
    assert [one for one in changed_counts if one != stop_id] == items
