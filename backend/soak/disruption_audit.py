"""Compares the orders after a disruption with what they were before, and with the records of the providers."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from soak.audit import Findings
from soak.client import Provider
from soak.lunch import MINUTES, WORDS, TruckDay

Record = dict[str, Any]
SPANS = ("slotAt", "estimatedPickupTime")


def is_touched(kind: str, order: Record, stop: Record) -> bool:
    """Whether the disruption is about this order: an early end touches those that come after it."""
    return kind != "ends_early" or order["slotAt"] is None or _read(order["slotAt"]) > _read(stop["startsAt"])


def compare(
    lunch: TruckDay, provider: Provider, disruption: Record, touched: list[Record], others: list[Record]
) -> Findings:
    """The faults, by sentence, as order numbers."""
    kind = disruption["kind"]
    told = Counter(text["to"] for text in provider.messages() if WORDS[kind] in text["body"])
    refunds: dict[str, list[int]] = {}
    for one in provider.ledger()["refunds"]:
        refunds.setdefault(one["payment_intent"], []).append(one["amount"])
    after = {one["_id"]: lunch.read_order(one["_id"]) for one in (*touched, *others)}
    is_refunded = kind in ("ends_early", "cancelled")
    progress = lunch.read_disruption(disruption)
    is_complete = (progress["done"], progress["total"], progress["failed"]) == (len(touched), len(touched), [])
    return {
        "not changed once": [one["orderNumber"] for one in touched if not is_changed(kind, one, after[one["_id"]])],
        "not refunded in full, once": [
            one["orderNumber"]
            for one in touched
            if refunds.get(one["intent"], []) != [round(one["total"] * 100)] * is_refunded
        ],
        "not told once": [one["orderNumber"] for one in touched if told[one["customerPhone"]] != 1],
        "touched although it is of no concern": [
            one["orderNumber"]
            for one in others
            if not is_same(one, after[one["_id"]]) or one["intent"] in refunds or told[one["customerPhone"]]
        ],
        "progress that does not say so": [] if is_complete else [str(progress)[:300]],
    }


def is_changed(kind: str, before: Record, after: Record) -> bool:
    """Whether the order is as the disruption makes it, with one change and one step in its history."""
    if [change["kind"] for change in after["changes"]] != [{"cancelled": "stop_cancelled"}.get(kind, kind)]:
        return False
    if kind in ("ends_early", "cancelled"):
        return [step["status"] for step in after["history"]].count("cancelled") == 1
    minutes = MINUTES if kind == "late" else 0
    is_moved = all(_read(after[name]) == _read(before[name]) + timedelta(minutes=minutes) for name in SPANS)
    place = "Dry Street" if kind == "moved" else "Soak Square"
    return is_moved and after["status"] == "pending" and after["place"]["name"] == place


def is_same(before: Record, after: Record) -> bool:
    names = ("status", *SPANS, "place", "changes")
    return all(after[name] == before[name] for name in names)


def _read(instant: str) -> datetime:
    return datetime.fromisoformat(instant)
