"""What each kind of disruption does to the stop, its orders, their money and their customers."""

from tests.disruptions.conftest import at, check_slots


def test_late_moves_slots_and_estimates_by_the_minutes(customers, disrupt, staff_order, texts, ask, stop, db, client):
    first, last = customers.order("12:00"), customers.order("13:50", language="es")
    done = disrupt("late", minutes=20, sentence="The road is closed.")
    assert (done["state"], done["done"], done["total"], done["failed"]) == ("done", 2, 2, [])
    for order, before, after in ((first, "12:00", "12:20"), (last, "13:50", "14:10")):
        shown = staff_order(order)
        assert (shown["slotAt"], shown["estimatedPickupTime"]) == (at(after), at(after))
        assert shown["pickupTime"] == at(before)
        change = {"kind": "late", "minutes": 20, "by": "truck_admin", "from": at(before), "to": at(after)}
        [recorded] = shown["changes"]
        assert {name: recorded[name] for name in change} == change
        assert [text["kind"] for text in shown["messages"]] == ["confirmed", "late"]
        assert shown["status"] == "pending"
    [english, spanish] = texts()
    words = "Own Truck: we are running 20 minutes late. The road is closed. Order #101 will be ready about 12:20 PM."
    assert english.startswith(words)
    assert "vamos 20 minutos tarde." in spanish
    assert "2:10 p.m." in spanish
    assert all("/own-truck/order/" in text for text in (english, spanish))
    [changed] = ask("GET", "/stops").json()
    assert (changed["delayMinutes"], changed["endsAt"], changed["version"]) == (20, stop["endsAt"], 2)
    change = changed["change"]
    assert (change["kind"], change["minutes"], change["sentence"]) == ("late", 20, "The road is closed.")
    offered = client.get("/api/trucks/own-truck/slots").json()
    assert [offered["slots"][n]["at"] for n in (0, -1)] == ["2026-07-02T18:20:00Z", "2026-07-02T20:50:00Z"]
    check_slots(db)


def test_late_may_extend_the_end(customers, disrupt, ask):
    customers.order()
    disrupt("late", minutes=30, extendEnd=True)
    [changed] = ask("GET", "/stops").json()
    assert (changed["delayMinutes"], changed["endTime"]) == (30, "14:30")


def test_late_twice_adds_up(customers, disrupt, staff_order, texts, db):
    order = customers.order("12:00")
    disrupt("late", minutes=20)
    disrupt("late", minutes=15)
    assert staff_order(order)["slotAt"] == at("12:35")
    assert ["20 minutes" in texts()[0], "15 minutes" in texts()[1]] == [True, True]
    check_slots(db)


def test_late_leaves_food_that_is_ready(customers, disrupt, staff_order, texts, ask):
    order = customers.order()
    through = {"status": "ready", "through": ["confirmed", "preparing"]}
    assert ask("PATCH", f"/orders/{order['_id']}", json=through).status_code == 200
    assert disrupt("late", minutes=20)["total"] == 0
    assert staff_order(order)["slotAt"] == at("12:00")
    assert not any("late" in text for text in texts())


def test_moved_changes_the_place_of_the_stop_and_its_orders_but_no_tax(
    customers, disrupt, staff_order, texts, ask, add_place, client
):
    order = customers.order()
    place = add_place("Main Square", address="5 Main St", taxRate=4, timezone="America/Denver", directions="By the oak")
    done = disrupt("moved", placeId=place["_id"])
    assert (done["state"], done["done"]) == ("done", 1)
    shown = staff_order(order)
    assert shown["place"] == {"name": "Main Square", "address": "5 Main St", "timezone": "America/Denver"}
    assert (shown["taxRate"], shown["total"], shown["slotAt"]) == (8.75, 10.88, at("12:00"))
    [text] = texts()
    assert "we have moved to Main Square, 5 Main St. Please pick up order #101 there." in text
    tracked = client.get(f"/api/track/{order['trackingToken']}").json()
    assert tracked["stop"]["place"]["directions"] == "By the oak"
    assert (tracked["change"]["kind"], tracked["change"]["previousPlace"]) == ("moved", "Pier 7")
    [changed] = ask("GET", "/stops").json()
    assert (changed["place"]["_id"], changed["startsAt"]) == (place["_id"], "2026-07-02T18:00:00Z")


def test_ends_early_refunds_what_comes_after_and_leaves_the_others_alone(
    customers, disrupt, staff_order, texts, sandbox, ask, db
):
    kept, gone, at_the_end = customers.order("12:50"), customers.order("13:10"), customers.order("13:00")
    done = disrupt("ends_early", endsAt=at("13:00"))
    assert (done["state"], done["done"], done["total"]) == ("done", 2, 2)
    assert [staff_order(order)["status"] for order in (kept, gone, at_the_end)] == ["pending", "cancelled", "cancelled"]
    assert (staff_order(kept)["changes"], len(staff_order(kept)["messages"])) == ([], 1)
    refunds = sandbox.ledger()["refunds"]
    assert sorted(one["amount"] for one in refunds) == [1088, 1088]
    assert staff_order(gone)["paymentStatus"] == "refunded"
    assert len(texts()) == 2
    assert all("we have to close early." in text and "$10.88 goes back to your card." in text for text in texts())
    [changed] = ask("GET", "/stops").json()
    assert changed["endedEarlyAt"] == "2026-07-02T20:00:00Z"
    check_slots(db)


def test_cancelled_refunds_all_that_is_not_completed_with_one_sms_each(
    customers, disrupt, staff_order, texts, sandbox, ask, client, db
):
    pending, ready, completed = customers.order(), customers.order(), customers.order()
    for order, status, through in (
        (ready, "ready", ["confirmed", "preparing"]),
        (completed, "completed", ["confirmed", "preparing", "ready"]),
    ):
        assert ask("PATCH", f"/orders/{order['_id']}", json={"status": status, "through": through}).status_code == 200
    done = disrupt("cancelled", sentence="The generator died.")
    assert (done["state"], done["done"], done["total"]) == ("done", 2, 2)
    statuses = [staff_order(order)["status"] for order in (pending, ready, completed)]
    assert statuses == ["cancelled", "cancelled", "completed"]
    assert len(sandbox.ledger()["refunds"]) == 2
    assert sum("cannot come to Pier 7. The generator died." in text for text in texts()) == 2
    assert not any("refund" in text for text in texts())
    skipped = {text["kind"]: text["status"] == "skipped" for text in staff_order(pending)["messages"]}
    assert skipped == {"confirmed": False, "stop_cancelled": False, "cancelled": True, "refunded": True}
    assert staff_order(pending)["history"][-1]["by"] == "truck_admin"
    [changed] = ask("GET", "/stops").json()
    assert (changed["state"], changed["change"]["sentence"]) == ("cancelled", "The generator died.")
    calendar = client.get("/api/trucks/own-truck/stops.ics").text
    assert "STATUS:CANCELLED" in calendar
    assert "SEQUENCE:1" in calendar
    check_slots(db)


def test_counted_stock_is_given_back(customers, disrupt, ask, stop):
    taco = ask("GET", "/menu-items").json()[0]["_id"]
    path = f"/stops/{stop['_id']}/stock"
    assert ask("PUT", path, json={"counts": [{"menuItemId": taco, "initial": 5}]}).status_code == 200
    customers.order(count=3)
    assert ask("GET", path).json()["counts"][0]["remaining"] == 2
    disrupt("cancelled")
    assert ask("GET", path).json()["counts"][0]["remaining"] == 5


def test_a_stop_that_is_restored_runs_as_planned(disrupt, ask, stop):
    disrupt("late", minutes=20)
    disrupt("ends_early", endsAt=at("13:00"))
    disrupt("cancelled")
    restored = ask("PUT", f"/stops/{stop['_id']}", json={"status": "scheduled"}).json()
    planned = ("delayMinutes", "endedEarlyAt", "change", "startsAt", "endsAt")
    assert [restored[name] for name in planned] == [0, None, None, stop["startsAt"], stop["endsAt"]]


def test_a_stop_that_gets_another_start_is_not_late(disrupt, ask, stop):
    disrupt("late", minutes=20)
    times = {"date": "2026-07-02", "startTime": "12:00", "endTime": "14:00"}
    changed = ask("PUT", f"/stops/{stop['_id']}", json=times).json()
    assert (changed["delayMinutes"], changed["change"], changed["startTime"]) == (0, None, "12:00")
