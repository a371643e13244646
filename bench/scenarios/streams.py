"""How fast open boards learn of a change, and what each of them costs the server.

All of them watch one truck, whose orders change through the API, as from a kitchen's tablet.
"""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

from bench import machine
from bench.environment import Product
from bench.load_client import Asking, request_bytes
from bench.plan import Plan
from bench.results import Row
from bench.scenarios.staff import Staff

STEPS = ("confirmed", "preparing", "ready", "completed")
AT_ONCE = 50
WAIT_SECONDS = 30


class Boards:
    """Open streams of one truck, read with as little as will do: the reader is not what is measured."""

    def __init__(self, port: int, path: str, headers: dict[str, str]) -> None:
        self._port = port
        self._request = request_bytes("GET", path, "localhost", None, headers)
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._wanted = b""
        self._reached = 0
        self._all = asyncio.Event()
        self.last_at = 0.0
        self.lost = 0

    async def open(self, count: int) -> None:
        """Open them, some at a time, and wait for every greeting."""
        for start in range(0, count, AT_ONCE):
            await asyncio.gather(*(self._open_one() for _ in range(min(AT_ONCE, count - start))))

    async def _open_one(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(self._request)
        text = b""
        while b"event: hello" not in text:
            part = await reader.read(4096)
            if not part:
                raise RuntimeError(f"the stream was refused: {text.decode()}")
            text += part
        self._writers.append(writer)
        self._tasks.append(asyncio.create_task(self._read(reader)))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        found = b""
        while part := await reader.read(65536):
            found = found[-64:] + part
            if self._wanted and self._wanted in found:
                found = b""
                self._reached += 1
                if self._reached == len(self._writers):
                    self.last_at = time.perf_counter()
                    self._all.set()
        self.lost += 1

    def expect(self, text: bytes) -> None:
        """The next thing that every one of them is to hold."""
        self._wanted, self._reached = text, 0
        self._all.clear()

    async def reached(self) -> None:
        """Wait for the last of them."""
        async with asyncio.timeout(WAIT_SECONDS):
            await self._all.wait()

    def close(self) -> None:
        """Let go of all."""
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.close()


async def take_order(asking: Asking, staff: Staff, menu_item: str) -> str:
    """An order at the window; gives its id."""
    line = {"menuItemId": menu_item, "quantity": 1, "optionIds": []}
    body = {"truckId": staff.truck_id, "customerName": "Ada", "items": [line], "payment": "cash"}
    answer = await asking.ask("POST", "/api/orders", body, staff.headers)
    if answer.status != 201:
        raise RuntimeError(f"an order at the window: {answer.status} {answer.body.decode()[:200]}")
    return str(answer.json()["_id"])


async def find_menu_item(asking: Asking, truck_id: str) -> str:
    """The first menu item that needs no choice."""
    menu: list[dict[str, Any]] = (await asking.ask("GET", f"/api/menu-items/public/{truck_id}")).json()
    for item in menu:
        if item["isAvailable"] and all(group["minSelect"] == 0 for group in item["optionGroups"]):
            return str(item["_id"])
    raise RuntimeError("the truck sells nothing without a choice")


def measure(plan: Plan, product: Product, staff: Staff) -> Iterator[Row]:
    """Open the boards, change orders one after another."""
    waits, kib, cpu, lost = asyncio.run(_watch(plan, product, staff))
    yield Row(
        cell=product.cell,
        work=f"a change on {plan.streams} open boards",
        unit="changes/s",
        p50=machine.median(waits),
        p99=machine.percentile(waits, 0.99),
        cpu=cpu,
        memory=product.memory_mib(),
        errors=lost,
        note=f"{kib:.0f} KiB a board; from the request to the last board",
    )


async def _watch(plan: Plan, product: Product, staff: Staff) -> tuple[list[float], float, float, int]:
    asking = Asking("127.0.0.1", product.port)
    menu_item = await find_menu_item(asking, staff.truck_id)
    boards = Boards(product.port, f"/api/orders/stream?truckId={staff.truck_id}", staff.headers)
    try:
        await boards.open(2)  # what is loaded once is no board's
        await take_order(asking, staff, menu_item)
        memory = sum(map(machine.resident_kib, product.pids))
        await boards.open(plan.streams)
        kib = (sum(map(machine.resident_kib, product.pids)) - memory) / plan.streams
        before, begun = product.cpu_seconds(), time.perf_counter()
        waits: list[float] = []
        while len(waits) < plan.stream_changes:
            order_id = await take_order(asking, staff, menu_item)
            await asyncio.sleep(0.3)
            for status in STEPS:
                boards.expect(f'"_id":"{order_id}"'.encode())
                asked = time.perf_counter()
                answer = await asking.ask("PATCH", f"/api/orders/{order_id}", {"status": status}, staff.headers)
                if answer.status != 200:
                    raise RuntimeError(f"a change of an order: {answer.status} {answer.body.decode()[:200]}")
                await boards.reached()
                waits.append((boards.last_at - asked) * 1000)
                await asyncio.sleep(0.1)
        cpu = (product.cpu_seconds() - before) / (time.perf_counter() - begun)
        return waits, kib, cpu, boards.lost
    finally:
        boards.close()
        asking.close()
