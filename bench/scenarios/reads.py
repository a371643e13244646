"""The public reads: the list of trucks and a menu, as bytes and as "you have it already".

All trucks are at stops, so that their answers are as long as they get and end with time.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from bench import load, machine
from bench.baseline import PATH, Bare
from bench.environment import Product, end
from bench.load import Load
from bench.load_client import Answer, Asking
from bench.plan import Cell, Plan
from bench.results import Row
from bench.scenarios.staff import Staff
from bench.scenarios.stops import all_at_stops

WARM_SECONDS = 0.5  # so that each of the processes has made its first answer
LIST, MENU = "/api/trucks/public", "/api/menu-items/public/{truck_id}"


class Read(Struct, frozen=True):
    """What is asked for, and what came."""

    work: str
    path: str
    headers: dict[str, str]
    answer: Answer


async def _look(port: int) -> list[Read]:
    """The reads to measure, each asked for once, so that what is pressed later is known to be right."""
    asking = Asking("127.0.0.1", port)
    listed = await asking.ask("GET", LIST)
    trucks: list[dict[str, Any]] = listed.json()
    menus = {one["_id"]: MENU.format(truck_id=one["_id"]) for one in trucks[:1]}
    (menu_path,) = menus.values()
    menu = await asking.ask("GET", menu_path)
    found = [
        Read(f"list of {len(trucks)} trucks at stops", LIST, {}, listed),
        Read(f"menu of {len(menu.json())} items", menu_path, {}, menu),
    ]
    for read in found.copy():
        known = {"If-None-Match": read.answer.headers[b"etag"].decode()}
        found.append(Read(f"{read.work}, 304", read.path, known, await asking.ask("GET", read.path, headers=known)))
    asking.close()
    for read, status in zip(found, (200, 200, 304, 304), strict=True):
        if read.answer.status != status:
            raise RuntimeError(f"{read.work}: answered {read.answer.status} instead of {status}")
    return found


def measure(plan: Plan, product: Product, person: Staff, folder: Path, bare_port: int) -> Iterator[Row]:
    """Each read and its ceiling by turns, of one process: server and asker have a core each."""
    if product.cell.processes > 1:
        return
    with all_at_stops(product, person):
        yield from _measure(plan, product, folder, bare_port)


def _measure(plan: Plan, product: Product, folder: Path, bare_port: int) -> Iterator[Row]:
    cell = product.cell
    found = asyncio.run(_look(product.port))
    bare = Bare(bare_port, folder, [read.answer for read in found])
    process = bare.start()
    cores = machine.cores()
    apart = len(cores) > 1
    pids = machine.family(process.pid)

    def press(url: str, read: Read, server: list[int]) -> Load:
        core = cores[1] if apart else None
        return load.press(
            url,
            plan.read_seconds,
            connections=plan.read_connections,
            headers=read.headers,
            pids=server,
            core=core,
        )

    try:
        if apart:
            machine.pin([*product.pids, *pids], cores[:1])
        for number, read in enumerate(found):
            there = f"http://127.0.0.1:{bare_port}{PATH.format(number=number)}"
            load.press(product.url + read.path, WARM_SECONDS, connections=plan.read_connections)
            ours, theirs = [], []
            for _ in range(plan.read_rounds):
                theirs.append(press(there, read, pids))
                ours.append(press(product.url + read.path, read, product.pids))
            yield _row(cell, read, ours, theirs)
    finally:
        if apart:
            machine.pin(product.pids, cores)
        end(process)


def _row(cell: Cell, read: Read, ours: list[Load], theirs: list[Load]) -> Row:
    return Row(
        cell=cell,
        work=read.work,
        rate=machine.median(one.rate for one in ours),
        p50=machine.median(one.p50 for one in ours),
        p99=machine.median(one.p99 for one in ours),
        cpu=machine.median(one.cpu for one in ours),
        ceiling=machine.median(one.rate for one in theirs),
        errors=sum(one.errors for one in [*ours, *theirs]),
        note=f"{len(read.answer.body) / 1000:.1f} kB; {_cost(ours)} of {_cost(theirs)} µs of processor time",
    )


def _cost(runs: list[Load]) -> str:
    """Of the server for one answer, in microseconds: it hardly depends on what else the machine does."""
    return f"{machine.median(one.cpu / one.rate * 1e6 for one in runs if one.rate):.0f}"
