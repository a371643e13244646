"""Lists with pages, newest first, and with filters by time."""

import operator
from collections.abc import Callable, Iterator
from typing import Any

from sandbox.errors import invalid, not_found
from sandbox.state import Sandbox
from sandbox.store import Record

COMPARE = {"gt": operator.gt, "gte": operator.ge, "lt": operator.lt, "lte": operator.le}
LARGEST = 100


def page(
    sandbox: Sandbox,
    kind: str,
    params: dict[str, Any],
    url: str,
    keep: Callable[[Record], bool] = lambda _record: True,
) -> dict[str, Any]:
    """Return one page of the objects of a kind for which `keep` is true."""
    limit = params.get("limit", 10)
    if not 1 <= limit <= LARGEST:
        raise invalid(f"Invalid limit: must be between 1 and {LARGEST}.", param="limit", validation=True)
    matching = (one for one in sandbox.store.newest(kind) if keep(one) and _in_time(one, params.get("created")))
    if params.get("ending_before"):
        found = _before(sandbox, kind, list(matching), params["ending_before"])
        data, more = found[-limit:], len(found) > limit
    else:
        data, more = _first(_after(sandbox, kind, matching, params.get("starting_after")), limit)
    return {"object": "list", "data": data, "has_more": more, "url": url}


def _in_time(record: Record, bounds: dict[str, int] | None) -> bool:
    return all(COMPARE[name](record["created"], bound) for name, bound in (bounds or {}).items())


def _first(records: Iterator[Record], limit: int) -> tuple[list[Record], bool]:
    data: list[Record] = []
    for record in records:
        if len(data) == limit:
            return data, True
        data.append(record)
    return data, False


def _after(sandbox: Sandbox, kind: str, records: Iterator[Record], cursor: str | None) -> Iterator[Record]:
    if cursor is None:
        return records
    if sandbox.store.find(kind, cursor) is None:
        raise not_found(kind, cursor, "starting_after")
    for record in records:
        if record["id"] == cursor:
            return records
    return iter(())


def _before(sandbox: Sandbox, kind: str, records: list[Record], cursor: str) -> list[Record]:
    if sandbox.store.find(kind, cursor) is None:
        raise not_found(kind, cursor, "ending_before")
    ids = [record["id"] for record in records]
    return records[: ids.index(cursor)] if cursor in ids else []
