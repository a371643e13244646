"""Stops of the street's trucks, made through the API as staff make them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.environment import Product
from bench.load_client import Asking
from bench.scenarios.staff import Staff

OPENS_AFTER = timedelta(seconds=20)  # a stop cannot begin in the past, and all trucks need theirs before
OPEN_FOR, NEXT_AFTER, NEXT_FOR = timedelta(hours=6), timedelta(hours=20), timedelta(hours=4)
Json = dict[str, Any]
Request = tuple[str, str, Json]


@contextmanager
def all_at_stops(product: Product, person: Staff) -> Iterator[None]:
    """Every public truck has an open stop and a next one; afterwards they are gone, and all trucks always open."""
    stops = asyncio.run(_open_all(product, person))
    try:
        yield
    finally:
        gone: list[Request] = [("DELETE", f"/stops/{stop['_id']}", {}) for stop in stops]
        back = [_mode(truck_id, "always") for truck_id in {str(stop["truckId"]) for stop in stops}]
        asyncio.run(_send(product, person, [*gone, *back]))


def set_mode(product: Product, person: Staff, truck_id: str, mode: str) -> None:
    """Have the truck be open always, or at its stops."""
    asyncio.run(_send(product, person, [_mode(truck_id, mode)]))


async def make_stop(
    product: Product, person: Staff, truck_id: str, starts_at: datetime, lasts: timedelta, **room: int
) -> str:
    """Make a place and a stop of the truck there; gives the stop's ID."""
    (place,) = await _send(product, person, [("POST", "/places", _place(truck_id))])
    stop = _stop(truck_id, place["_id"], starts_at, lasts) | room
    (made,) = await _send(product, person, [("POST", "/stops", stop)])
    return str(made["_id"])


async def _open_all(product: Product, person: Staff) -> list[Json]:
    """Make the stops, and wait until the first of each truck is open."""
    asking = Asking("127.0.0.1", product.port)
    found: list[Json] = (await asking.ask("GET", "/api/trucks/public")).json()
    trucks = [str(one["_id"]) for one in found]
    places = await _send(product, person, [("POST", "/places", _place(truck)) for truck in trucks])
    opens_at = datetime.now(UTC) + OPENS_AFTER
    spans = [(opens_at, OPEN_FOR), (opens_at + NEXT_AFTER, NEXT_FOR)]
    at = [(truck, str(place["_id"])) for truck, place in zip(trucks, places, strict=True)]
    stops = await _send(product, person, [("POST", "/stops", _stop(*one, *span)) for one in at for span in spans])
    await _send(product, person, [_mode(truck, "stops") for truck in trucks])
    while not all(one["schedule"]["current"] and one["schedule"]["next"] for one in found):
        await asyncio.sleep(0.2)
        found = (await asking.ask("GET", "/api/trucks/public")).json()
    asking.close()
    return stops


def _mode(truck_id: str, mode: str) -> Request:
    return "PATCH", f"/trucks/{truck_id}/settings", {"scheduleMode": mode}


def _place(truck_id: str) -> Json:
    return {
        "truckId": truck_id,
        "name": "Market Square",
        "address": "220 Market Street, Los Angeles, CA 90012",
        "latitude": 34.053712,
        "longitude": -118.242653,
        "directions": "Beside the fountain, at the corner of Second Street.",
    }


def _stop(truck_id: str, place_id: str, starts_at: datetime, lasts: timedelta) -> Json:
    span = {"startsAt": starts_at.isoformat(), "endsAt": (starts_at + lasts).isoformat()}
    return {"truckId": truck_id, "placeId": place_id, **span}


async def _send(product: Product, person: Staff, requests: list[Request]) -> list[Json]:
    """The answers, one after another. Raises RuntimeError for one that was refused."""
    asking, found = Asking("127.0.0.1", product.port), []
    for method, path, body in requests:
        answer = await asking.ask(method, f"/api{path}", body, person.headers)
        if answer.status not in (200, 201):
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body.decode()[:200]}")
        found.append(answer.json())
    asking.close()
    return found
