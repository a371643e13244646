"""A late order takes stock in full, and units only of a slot that has not ended. What customers hold stays theirs."""

from datetime import timedelta
from uuid import uuid4

import pytest
import sqlalchemy as sa

from chuckwagon.kit.clock import to_iso
from chuckwagon.menu.models import MenuItem, StopStock
from chuckwagon.orders.late.models import PublishedPrices
from chuckwagon.orders.late.prices import delete_old_prices
from chuckwagon.schedule.models import Place, SlotRow
from tests.factories import make_item
from tests.orders.late.conftest import DEVICE
from tests.orders.reservations.test_counter import count_brisket

GONE = "5" * 24  # a stop that is no more


@pytest.fixture
def call(client, cast):
    def ask(method, path, **more):
        return client.request(
            method, f"/api{path}", headers=cast.headers("truck_admin") | {"X-Device-Id": DEVICE}, **more
        )

    return ask


@pytest.fixture
def sell_late(call, now, truck):
    """Send a late order of one item, taken so many minutes ago and handed over."""

    def send(item, quantity, stop_id, *, minutes=0, price=None, options=(), **more):
        unit = (item.base_price_cents if price is None else price) / 100
        line = {"menuItemId": item.id, "quantity": quantity, "unitPrice": unit, "options": list(options)}
        total = unit * quantity
        body = {
            "draftId": str(uuid4()), "deviceId": DEVICE, "offlineNumber": "A-1", "payment": "cash", "handedOver": True,
            "takenAt": to_iso(now.now() - timedelta(minutes=minutes)), "sentAt": to_iso(now.now()), "lines": [line],
            "subtotal": total, "taxes": [], "tip": 0, "total": total, "stopId": stop_id, **more,
        }  # fmt: skip
        answer = call("POST", "/orders", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    return send


def counts(db, item):
    with db.reading() as session:
        [row] = session.scalars(sa.select(StopStock).where(StopStock.subject_id == item.id))
        return row.initial, row.taken


def used(db):
    with db.reading() as session:
        return {row.position: row.used_units for row in session.scalars(sa.select(SlotRow)) if row.used_units}


@pytest.mark.dialect
def test_more_than_there_is_was_handed_out(sell_late, call, db, truck, client, cast, stop_id, now):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T15:04:00Z")
    assert sell_late(brisket, 2, stop_id)["flags"] == ["taken_offline"]
    assert sell_late(brisket, 4, stop_id)["flags"] == ["taken_offline", "over_stock"]
    assert counts(db, brisket) == (3, 6)
    [shown] = [one for one in call("GET", f"/stops/{stop_id}/stock").json()["counts"] if one["name"] == "Brisket"]
    assert shown["remaining"] == 0


def test_what_a_customer_holds_stays_theirs(sell_late, order, pay, db, truck, client, cast, stop_id, now):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T15:04:00Z")
    held = order(3, item=brisket).json()
    assert "over_stock" in sell_late(brisket, 1, stop_id)["flags"]
    assert pay(held)["paymentStatus"] == "paid"
    assert counts(db, brisket) == (3, 4)


@pytest.mark.dialect
def test_units_are_taken_of_a_slot_that_has_not_ended(sell_late, taco, stop_id, db, now):
    now.set("2026-07-02T15:14:00Z")
    past = sell_late(taco, 4, stop_id, minutes=5)
    assert (past["slotAt"], used(db)) == (None, {})
    running = sell_late(taco, 4, stop_id, minutes=2)
    assert (running["slotAt"], used(db)) == ("2026-07-02T15:10:00.000Z", {10: 4})
    over = sell_late(taco, 8, stop_id, minutes=1)
    assert (over["flags"], used(db)) == (["taken_offline", "over_capacity"], {10: 12})
    chosen = sell_late(taco, 1, stop_id, slotAt="2026-07-02T15:30:00Z", handedOver=False)
    assert (chosen["pickupTime"], used(db)[30]) == ("2026-07-02T15:30:00.000Z", 1)


def test_after_the_stop_only_stock_is_taken(sell_late, db, truck, client, cast, stop_id, now, call):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T19:00:00Z")
    during = sell_late(brisket, 1, stop_id, minutes=150)
    assert (during["flags"], during["stopId"], used(db)) == (["taken_offline"], stop_id, {})
    assert "stop_over" in sell_late(brisket, 1, stop_id, minutes=30)["flags"]
    assert "stop_over" in sell_late(brisket, 1, "0" * 24, minutes=30)["flags"]
    assert counts(db, brisket) == (3, 2)


def test_a_voided_order_takes_nothing(sell_late, db, truck, client, cast, stop_id, now):
    brisket = count_brisket(db, truck, client, cast, stop_id)
    now.set("2026-07-02T15:04:00Z")
    assert sell_late(brisket, 2, stop_id, void={"reason": "Mistake"})["status"] == "cancelled"
    assert (counts(db, brisket), used(db)) == ((3, 0), {})


def change(db, model, row_id, **values):
    db.write(lambda session: session.execute(sa.update(model).where(model.id == row_id).values(values)))


def test_an_order_is_compared_with_the_prices_that_its_device_knew(
    sell_late, call, db, truck, stop_id, stop_place, now, rows
):
    bowl = make_item(db, truck, "Bowl", price=900, groups=[("Extras", 0, 2, [("Egg", 150)])])
    egg = bowl.option_groups[0].options[0]
    options = [{"optionId": egg.id, "name": "Egg", "groupName": "Extras", "additionalPrice": 1.5}]
    now.set("2026-07-02T15:04:00Z")
    version = call("GET", f"/trucks/{truck.id}/counter").json()["pricesVersion"]
    change(db, MenuItem, bowl.id, base_price_cents=1000)
    change(db, Place, stop_place, tax_rate_units=100_000)
    known = {"options": options, "pricesVersion": version}
    as_known = sell_late(bowl, 1, stop_id, price=1050, **known)
    assert (as_known["flags"], as_known["total"]) == (["taken_offline"], 10.5)
    [line] = sell_late(bowl, 1, stop_id, price=1100, **known)["offline"]["differences"]
    assert line == {"what": "line", "charged": 11, "published": 10.5, "line": 0, "name": "Bowl"}
    other_egg = [options[0] | {"additionalPrice": 0.5}]
    assert "price_differs" in sell_late(bowl, 1, stop_id, price=1050, **known | {"options": other_egg})["flags"]
    without = sell_late(bowl, 1, stop_id, price=1050, options=options)
    assert [(one["what"], one["charged"], one["published"]) for one in without["offline"]["differences"]] == [
        ("line", 10.5, 11.5), ("tax", 0, 1.05),
    ]  # fmt: skip
    age(db, timedelta(days=14, minutes=1))
    assert "price_differs" in sell_late(bowl, 1, stop_id, price=1050, **known)["flags"]


def test_a_stop_that_was_deleted_has_the_tax_that_its_device_knew(
    sell_late, call, db, truck, taco, stop_id, stop_place, now, rows
):
    now.set("2026-07-02T15:04:00Z")
    change(db, Place, stop_place, tax_rate_units=100_000)
    version = call("GET", f"/trucks/{truck.id}/counter").json()["pricesVersion"]

    def forget_stop(session):
        [row] = session.scalars(sa.select(PublishedPrices))
        row.prices = row.prices | {
            "terms": {GONE if one == stop_id else one: t for one, t in row.prices["terms"].items()}
        }

    db.write(forget_stop)
    price = taco.base_price_cents
    tax = round(price * 0.1) / 100
    taxes = [{"rate": 10, "taxable": price / 100, "tax": tax}]
    charged = {"taxes": taxes, "total": round(price / 100 + tax, 2), "pricesVersion": version}
    order = sell_late(taco, 1, GONE, **charged)
    assert (order["flags"], order["taxes"]) == (["taken_offline", "stop_over"], taxes)
    elsewhere = sell_late(taco, 1, "0" * 24, **charged)
    assert "price_differs" in elsewhere["flags"]


def age(db, by):
    """Let the published prices have been read so much earlier."""

    def move(session):
        for row in session.scalars(sa.select(PublishedPrices)):
            row.last_read_at -= by

    db.write(move)


def test_published_prices_are_kept_for_fourteen_days_after_a_counter_has_read_them(call, truck, now, rows, db):
    path = f"/trucks/{truck.id}/counter"
    call("GET", path).raise_for_status()
    age(db, timedelta(days=13))
    call("GET", path).raise_for_status()
    [kept] = rows(PublishedPrices)
    assert kept.last_read_at == now.now()
    for too_old in (timedelta(days=13, hours=23), timedelta(hours=2)):
        age(db, too_old)
        db.write(delete_old_prices)
        assert len(rows(PublishedPrices)) == (too_old > timedelta(days=1))


def test_new_prices_are_published_at_once(call, truck, taco, rows, db):
    path = f"/trucks/{truck.id}/counter"
    versions = [call("GET", path).json()["pricesVersion"]]
    change(db, MenuItem, taco.id, base_price_cents=taco.base_price_cents + 50)
    versions.append(call("GET", path).json()["pricesVersion"])
    assert {one.version for one in rows(PublishedPrices)} == set(versions)
    assert len(set(versions)) == 2


def test_what_left_the_menu_is_sold_by_its_name(sell_late, db, taco, stop_id, now):
    now.set("2026-07-02T15:04:00Z")
    gone = [{"optionId": "0" * 24, "groupName": "Salsas", "name": "Mole", "additionalPrice": 0.5}]
    change(db, MenuItem, taco.id, archived_at=now.now())
    order = sell_late(taco, 1, stop_id, price=150, options=gone)
    assert {"sold_out", "price_differs"} <= set(order["flags"])
    assert order["items"][0]["customizations"] == [
        {"group": "Salsas", "name": "Mole", "additionalPrice": 0.5, "quantity": 1, "freeQuantity": 0}
    ]
