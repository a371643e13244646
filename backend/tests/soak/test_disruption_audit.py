"""The comparison of the soak test of disruptions notices an order that is not exactly as it should be."""

import pytest

from soak.disruption_audit import is_changed, is_same, is_touched

START, LATER = "2026-07-02T18:00:00Z", "2026-07-02T19:00:00Z"
BEFORE = {
    "status": "pending", "slotAt": START, "estimatedPickupTime": START, "changes": [],
    "place": {"name": "Soak Square"}, "history": [{"status": "pending"}],
}  # fmt: skip
DELAYED = {"slotAt": "2026-07-02T18:20:00.000Z", "estimatedPickupTime": "2026-07-02T18:20:00.000Z"}
CANCELLED = {"status": "cancelled", "history": [{"status": "pending"}, {"status": "cancelled"}]}


def after(*kinds, **fields):
    return {**BEFORE, "changes": [{"kind": kind} for kind in kinds], **fields}


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("late", after("late", **DELAYED)),
        ("moved", after("moved", place={"name": "Dry Street"})),
        ("ends_early", after("ends_early", **CANCELLED)),
        ("cancelled", after("stop_cancelled", **CANCELLED)),
    ],
)
def test_an_order_that_follows_its_stop_once_is_right(kind, order):
    assert is_changed(kind, BEFORE, order)
    assert not is_same(BEFORE, order)
    assert not is_changed(kind, BEFORE, {**order, "changes": order["changes"] * 2})
    assert not is_changed(kind, BEFORE, BEFORE)


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("late", after("late", **DELAYED | {"slotAt": "2026-07-02T18:21:00.000Z"})),
        ("late", after("late", **DELAYED | {"estimatedPickupTime": START})),
        ("late", after("late", **DELAYED, place={"name": "Dry Street"})),
        ("moved", after("moved")),
        ("moved", after("moved", place={"name": "Dry Street"}, **DELAYED)),
        ("cancelled", after("stop_cancelled")),
        ("cancelled", after("stop_cancelled", history=[{"status": "cancelled"}] * 2)),
    ],
)
def test_an_order_that_follows_it_half_or_twice_is_not(kind, order):
    assert not is_changed(kind, BEFORE, order)


def test_an_early_end_is_about_later_orders_alone():
    stop = {"startsAt": START}
    assert not is_touched("ends_early", BEFORE, stop)
    assert is_touched("ends_early", {**BEFORE, "slotAt": LATER}, stop)
    assert is_touched("late", BEFORE, stop)
