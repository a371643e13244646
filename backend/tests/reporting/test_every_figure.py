"""Every figure of the numbers by stop equals one computed in plain Python from the raw rows."""

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from chuckwagon.demand import LostDemand
from chuckwagon.kit.ids import new_id
from chuckwagon.orders.models import Order, OrderEvent, OrderLine, Refund
from chuckwagon.schedule.models import Place, SlotRow, Stop
from chuckwagon.schedule.validation import DEFAULT_SETTINGS
from chuckwagon.trucks.models import Truck
from tests.orders.factories import add_order
from tests.suites import first_on_both

pytestmark = pytest.mark.dialect

NOW = "2026-11-01T20:00:00Z"
DAY = date(2026, 11, 1)  # of 25 hours in Los Angeles
FIRST, LAST = DAY - timedelta(days=2), DAY + timedelta(days=1)
ZONES = ("America/Los_Angeles", "America/New_York")
KINDS = {"closed_view": "closedViews", "slot_full": "slotFull", "sold_out": "soldOut", "unpaid": "unpaid"}

orders = st.fixed_dictionaries(
    {
        "stop": st.integers(0, 5),  # the last two numbers are orders without a stop
        "minutes": st.integers(-120, 200),
        "status": st.sampled_from(["pending", "ready", "completed", "cancelled"]),
        "payment_status": st.sampled_from(["paid", "paid", "partially_refunded", "refunded", "disputed", "unpaid"]),
        "quantity": st.integers(1, 6),
        "cents": st.integers(100, 1500),
        "refunded": st.integers(1, 99),
        "ready_after": st.none() | st.integers(0, 7200),
        "knows_figures": st.booleans(),  # or comes from a release that did not keep them
    }
)
stops = st.lists(
    st.fixed_dictionaries(
        {
            "place": st.integers(0, 1),
            "hours_from_start": st.integers(-30, 110),
            "length": st.integers(1, 5),
            "status": st.sampled_from(["scheduled", "scheduled", "scheduled", "cancelled"]),
            "delay_minutes": st.sampled_from([0, 0, 20]),
            "slot_capacity": st.sampled_from([None, 4, 10]),
            "used": st.integers(0, 30),
            "lost": st.dictionaries(st.sampled_from(list(KINDS)), st.integers(1, 9)),
            "ended_early": st.booleans(),
        }
    ),
    min_size=1,
    max_size=4,
)


class World:
    """What was written, as the test knows it."""

    def __init__(self, db, truck, given_stops, given_orders):
        self.stops, self.orders, self.truck = [], [], truck
        begin = datetime(FIRST.year, FIRST.month, FIRST.day, 7, tzinfo=UTC)
        places = [
            Place(id=new_id(), truck_id=truck.id, name=f"Place {n}", timezone=ZONES[n], tax_rate_units=0)
            for n in (0, 1)
        ]
        db.write(lambda session: self._write_stops(session, places, begin, given_stops))
        for one in given_orders:
            self._write_order(db, one, begin)

    def _write_stops(self, session, places, begin, given_stops):
        for model in (LostDemand, SlotRow, OrderEvent, OrderLine, Refund, Order, Stop, Place):
            session.execute(sa.delete(model))
        session.add_all(places)
        session.flush()
        for number, one in enumerate(given_stops):
            start = begin + timedelta(hours=one["hours_from_start"])
            end = start + timedelta(hours=one["length"])
            early = start + timedelta(minutes=50) if one["ended_early"] else None
            stop = Stop(
                id=new_id(), truck_id=self.truck.id, place_id=places[one["place"]].id, starts_at=start, ends_at=end,
                ended_early_at=early, status=one["status"], delay_minutes=one["delay_minutes"],
                **DEFAULT_SETTINGS | {"slot_capacity": one["slot_capacity"], "slot_minutes": 10},
            )  # fmt: skip
            session.add(stop)
            session.flush()
            session.add(SlotRow(calendar_id=stop.id, position=0, used_units=one["used"], online_units=0))
            hour = int(start.timestamp()) // 3600
            for kind, count in one["lost"].items():
                session.add(LostDemand(truck_id=self.truck.id, hour=hour, stop_id=stop.id, kind=kind, count=count))
            closes = early or end
            self.stops.append({**one, "id": stop.id, "start": start, "end": end, "closes": closes, "number": number})
        session.add(
            LostDemand(
                truck_id=self.truck.id, hour=int(begin.timestamp()) // 3600, stop_id="", kind="closed_view", count=5
            )
        )
        self.loose = [(begin, "closed_view", 5)]

    def _write_order(self, db, one, begin):
        stop = self.stops[one["stop"]] if one["stop"] < len(self.stops) else None
        at = (stop["start"] if stop else begin + timedelta(days=1)) + timedelta(minutes=one["minutes"])
        steps = [("ready", at + timedelta(seconds=one["ready_after"]))] if one["ready_after"] is not None else []
        known = {"pieces": one["quantity"], "seconds_to_ready": one["ready_after"]} if one["knows_figures"] else {}
        order = add_order(
            db, truck_id=self.truck.id, lines=[("Taco", one["quantity"], one["cents"])], steps=steps, created_at=at,
            **known, status=one["status"], payment_status=one["payment_status"], stop_id=stop["id"] if stop else None,
        )  # fmt: skip
        back = 0
        if one["payment_status"] in ("partially_refunded", "refunded"):
            back = one["refunded"]
            db.write(lambda session: session.add_all(refunds(order.id, back, at)))
        sale = one["payment_status"] in ("paid", "partially_refunded") and one["status"] != "cancelled"
        kept = one["quantity"] * one["cents"] - (back if one["payment_status"] == "partially_refunded" else 0)
        self.orders.append(
            {
                **one,
                "at": at,
                "in": stop["id"] if stop else None,
                "sale": sale,
                "kept": kept if sale else 0,
                "back": back,
            }
        )


def refunds(order_id, cents, at):
    return [
        Refund(
            id=new_id(), order_id=order_id, key=new_id(), amount_cents=cents, reason="", status=status,
            created_at=at, updated_at=at,
        )
        for status in ("succeeded", "failed", "due")
    ]  # fmt: skip


def half_up(cents, count):
    return int(Fraction(cents, count) + Fraction(1, 2)) if count else 0


def median_of(values):
    ordered = sorted(values)
    return Fraction(ordered[len(ordered) // 2] + ordered[~(len(ordered) // 2)], 2) if ordered else None


def seconds_of(stop, now):
    if stop["status"] == "cancelled":
        return 0
    opens = stop["start"] + timedelta(minutes=stop["delay_minutes"])
    return max(0, (min(stop["closes"], now) - opens).total_seconds())


def slots_of(stop):
    if stop["status"] == "cancelled" or not stop["slot_capacity"]:
        return 0
    at, count = stop["start"] + timedelta(minutes=stop["delay_minutes"]), 0
    while at + timedelta(minutes=10) <= stop["closes"]:
        at, count = at + timedelta(minutes=10), count + 1
    return count


def lost_of(entries):
    counts = Counter()
    for kind, count in entries:
        counts[KINDS[kind]] += count
    return {name: counts[name] for name in KINDS.values()}


def near(value):
    return None if value is None else pytest.approx(float(value), abs=0.0051)


def expected_figures(some, all_orders, now):
    ids = {stop["id"] for stop in some}
    mine = [order for order in all_orders if order["in"] in ids]
    sales = [order for order in mine if order["sale"]]
    revenue = sum(order["kept"] for order in sales)
    hours = sum(seconds_of(stop, now) for stop in some) / 3600
    units = sum(slots_of(stop) * (stop["slot_capacity"] or 0) for stop in some)
    used = sum(stop["used"] for stop in some if slots_of(stop))
    ready = [
        order["ready_after"]
        for order in mine
        if order["ready_after"] is not None and order["payment_status"] != "unpaid"
    ]
    middle = median_of(ready)
    cancelled = sum(stop["status"] == "cancelled" for stop in some)
    return {
        "stops": len(some) - cancelled,
        "cancelledStops": cancelled,
        "orders": len(sales),
        "revenue": revenue / 100,
        "averageOrder": half_up(revenue, len(sales)) / 100,
        "items": sum(order["quantity"] for order in sales),
        "refunds": sum(order["back"] for order in mine) / 100,
        "unitsUsedShare": near(used / units) if units else None,
        "medianMinutesToReady": near(middle / 60 if middle is not None else None),
        "hours": near(hours),
        "ordersPerHour": near(len(sales) / hours) if hours else None,
        "revenuePerHour": near(revenue / 100 / hours) if hours else None,
        "lostDemand": lost_of(entry for stop in some for entry in stop["lost"].items()),
    }


def has_ended(stop, now):
    return stop["status"] != "cancelled" and now >= stop["closes"]


def expected_average(stop, some, all_orders, now):
    others = [one for one in some if one["place"] == stop["place"] and one is not stop and has_ended(one, now)]
    if not others:
        return None
    figures, count = expected_figures(others, all_orders, now), len(others)
    ids = {one["id"] for one in others}
    revenue = sum(order["kept"] for order in all_orders if order["in"] in ids)
    return {
        "stops": count,
        "orders": near(figures["orders"] / count),
        "revenue": half_up(revenue, count) / 100,
        "items": near(figures["items"] / count),
        "revenuePerHour": figures["revenuePerHour"],
    }


def local_day(at, zone="America/Los_Angeles"):
    return at.astimezone(ZoneInfo(zone)).date()


def check_groups(answer, groups, key_of, all_orders, now):
    """Each group of the answer has the figures of its stops."""
    expected = defaultdict(list)
    for stop in groups:
        expected[key_of(stop)].append(stop)
    assert {group["key"] for group in answer["groups"]} == set(expected)
    for group in answer["groups"]:
        figures = expected_figures(expected[group["key"]], all_orders, now)
        assert {name: group[name] for name in figures} == figures


def expected_loose(all_orders):
    sales = [one for one in all_orders if one["in"] is None and one["sale"] and FIRST <= local_day(one["at"]) <= LAST]
    cents = sum(one["kept"] for one in sales)
    pieces = sum(one["quantity"] for one in sales)
    return {
        "orders": len(sales), "revenue": cents / 100, "averageOrder": half_up(cents, len(sales)) / 100, "items": pieces,
    }  # fmt: skip


def expected_lost(world, hour=None):
    entries = [*((stop["start"], *entry) for stop in world.stops for entry in stop["lost"].items()), *world.loose]
    begun = [(at.replace(minute=0), kind, count) for at, kind, count in entries if FIRST <= local_day(at) <= LAST]
    zone = ZoneInfo("America/Los_Angeles")
    return lost_of((kind, count) for at, kind, count in begun if hour in (None, at.astimezone(zone).hour))


@pytest.mark.parametrize("group_by", first_on_both(["weekday", "stop", "place"]))
def test_every_figure_equals_its_recomputation(db, call, cast, clock, group_by):
    clock.set(NOW)
    now = datetime.fromisoformat(NOW)
    db.write(lambda session: session.execute(sa.update(Truck).values(timezone="America/Los_Angeles")))
    call("/analytics")  # signs in before the examples begin

    @settings(max_examples=12, phases=[Phase.generate])
    @given(given_stops=stops, given_orders=st.lists(orders, max_size=14))
    def check(given_stops, given_orders):
        world = World(db, cast.truck, given_stops, given_orders)
        response = call("/analytics/stops", **{"from": str(FIRST), "to": str(LAST), "groupBy": group_by})
        assert response.status_code == 200, response.text
        answer = response.json()
        inside = [stop for stop in world.stops if FIRST <= local_day(stop["start"]) <= LAST]
        assert answer["totals"] == expected_figures(inside, world.orders, now)
        assert answer["withoutStop"] == expected_loose(world.orders)
        assert answer["lostDemand"] == expected_lost(world)
        for hour in range(24):
            assert answer["lostDemandByHour"][hour] == {"hour": hour, **expected_lost(world, hour)}
        check_groups(answer, inside, key_function(group_by, answer), world.orders, now)
        if group_by == "stop":
            check_comparison(answer, inside, world.orders, now)

    check()


def key_function(group_by, answer):
    if group_by == "stop":
        return lambda stop: stop["id"]
    if group_by == "weekday":
        return lambda stop: f"{stop['start'].astimezone(ZoneInfo(ZONES[stop['place']])):%a}".lower()
    ids = {group["placeName"]: group["key"] for group in answer["groups"]}
    return lambda stop: ids[f"Place {stop['place']}"]


def check_comparison(answer, inside, all_orders, now):
    by_id = {stop["id"]: stop for stop in inside}
    for group in answer["groups"]:
        average = expected_average(by_id[group["key"]], inside, all_orders, now)
        assert group["placeAverage"] == average
        if average and average["revenue"]:
            assert group["revenueChange"] == pytest.approx(group["revenue"] / average["revenue"] - 1, abs=0.0001)
        else:
            assert group["revenueChange"] is None
