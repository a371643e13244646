"""Buyers who do nothing but order: cart to intent, pay at the null provider, verify.

Each has one connection and an address of its own (127.0.x.y), since the product limits checkouts by address.
Raw sockets, so that the machine's time goes to the product; `order_for` is what a scenario calls, and
`python bench/scenarios/buyers.py --port 8000 --provider 8001` prints one line of figures.
"""

import argparse
import asyncio
import itertools
import json
import statistics
import time
import urllib.request
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import uvloop

LINES_OF_AN_ORDER = 2
ANSWER_SECONDS = 60.0  # an answer that takes longer does not come any more
AREA_CODES = (213, 310, 415, 503, 206, 312, 602, 702, 720, 512, 214, 305)
_phones = itertools.count(int(time.time() * 10) % 6_000_000)


class Connection(asyncio.Protocol):
    """One kept connection; a request is written at once and its answer read by its length."""

    def __init__(self) -> None:
        self._received = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    @classmethod
    async def open(cls, port: int, source: str = "127.0.0.1") -> "Connection":
        """Connect to a port of the loopback from one of its addresses."""
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(cls, "127.0.0.1", port, local_addr=(source, 0))
        return connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Keep the connection's other end."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Hand over the answer when it is there as a whole."""
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0]
        if end and len(body) >= int(length or 0) and self._answer is not None:
            self._received, answer, self._answer = b"", self._answer, None
            answer.set_result((int(head[9:12]), body))

    def connection_lost(self, exc: Exception | None) -> None:
        """End the wait for an answer that does not come any more."""
        if self._answer is not None:
            self._answer.set_exception(exc or ConnectionResetError("the connection was closed"))

    async def send(self, method: str, path: str, body: bytes = b"", headers: str = "") -> tuple[int, bytes]:
        """Status and body of the answer. Raises OSError if the connection is closed or no answer comes in time."""
        if self._transport.is_closing():
            raise ConnectionResetError("the connection was closed before the request")
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + body)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._answer
        except TimeoutError:
            self._answer = None
            self._transport.abort()
            raise TimeoutError(f"no answer to {method} {path} within {ANSWER_SECONDS:g} seconds") from None

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()


@dataclass
class Goods:
    """What is bought: carts of one truck, prepared before anybody looks at the clock."""

    truck_id: str
    carts: list[bytes]
    pickup_time: str
    stop_id: str | None = None  # for orders into its slots

    def body(self, number: int) -> bytes:
        """The body of a checkout; the phone is another one each time."""
        person = {"name": f"Buyer {number}", "phone": _phone(next(_phones))}
        slot = {"slotAt": "asap", "stopId": self.stop_id} if self.stop_id else {"pickupTime": self.pickup_time}
        cart = self.carts[number % len(self.carts)]
        return b'{"cart":%s,"customerInfo":%s,"truckInfo":{"_id":"%s"}}' % (
            cart,
            msgspec.json.encode(person | slot),
            self.truck_id.encode(),
        )


def _phone(number: int) -> str:
    """A number as people have them: the exchange is none that only films use."""
    exchanges, lines = 50, 10_000
    area = AREA_CODES[number // (exchanges * lines) % len(AREA_CODES)]
    return f"{area}{320 + number // lines % exchanges}{number % lines:04d}"


@dataclass
class Figures:
    """What a run gave: seconds per whole order and per call, and what went wrong."""

    orders: list[float] = field(default_factory=list)
    calls: dict[str, list[float]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        """Orders a second and milliseconds, in one line."""
        if not self.orders:
            return f"no order; {self.failures[:3]}"
        calls = ", ".join(
            f"{name} {percentile(them, 50):.0f}/{percentile(them, 99):.0f}" for name, them in self.calls.items()
        )
        return (
            f"{len(self.orders) / self.seconds:.0f} orders/s, median {percentile(self.orders, 50):.0f} ms, "
            f"p99 {percentile(self.orders, 99):.0f} ms, {len(self.failures)} failures; {calls} ms"
        )


def percentile(seconds: list[float], share: int) -> float:
    """In milliseconds."""
    if len(seconds) < 2:
        return 1000 * sum(seconds)
    return 1000 * statistics.quantiles(seconds, n=100, method="inclusive")[share - 1]


def read_goods(port: int, carts: int = 32) -> Goods:
    """Carts of the first public truck that sells menu items without a forced choice."""
    base = f"http://127.0.0.1:{port}/api"
    for truck in _get(f"{base}/trucks/public"):
        menu = _get(f"{base}/menu-items/public/{truck['_id']}")
        simple = [item for item in menu if item["isAvailable"]]
        if truck["acceptingOrders"] and len(simple) >= LINES_OF_AN_ORDER:
            at = datetime.now(ZoneInfo(truck["timezone"])) + timedelta(minutes=45)
            return Goods(
                truck["_id"],
                [_cart(simple, n) for n in range(carts)],
                at.strftime("%H:%M"),
            )
    raise RuntimeError("no truck sells anything")


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


def _cart(menu_items: list[dict[str, Any]], number: int) -> bytes:
    """Two menu items, with the first options of every group that wants some; prices are the server's."""
    chosen = [menu_items[(number + place) % len(menu_items)] for place in range(LINES_OF_AN_ORDER)]
    return json.dumps({"items": [_line(menu_item, 1 + number % 2) for menu_item in chosen]}).encode()


def _line(menu_item: dict[str, Any], quantity: int) -> dict[str, Any]:
    wanted = [
        option for group in menu_item["optionGroups"]
        for option in [one for one in group["options"] if one["isAvailable"]][: max(group["minSelect"], 1)]
    ]  # fmt: skip
    options = [{"optionId": option["_id"], "name": option["name"]} for option in wanted]
    return {
        "menuItemId": menu_item["_id"],
        "quantity": quantity,
        "customization": {"selectedOptions": options},
    }


async def order_for(goods: Goods, number: int, shop: Connection, provider: Connection, figures: Figures) -> None:
    """One order, from the cart to the confirmation page's answer."""
    json_headers = "Content-Type: application/json\r\n"
    begun = time.perf_counter()
    checkout = {
        "X-Checkout-Attempt": f"attempt-{begun}-{number}",
        "Idempotency-Key": f"k{begun}-{number}",
    }
    more = "".join(f"{name}: {value}\r\n" for name, value in checkout.items())
    status, found = await shop.send("POST", "/api/create-payment-intent", goods.body(number), json_headers + more)
    made = time.perf_counter()
    if status != 200:
        figures.failures.append(f"create {status} {found[:200]!r}")
        return
    answer = msgspec.json.decode(found)
    intent, secret = answer["paymentIntentId"], answer["clientSecret"]
    await provider.send("POST", f"/v1/payment_intents/{intent}/pay")
    paid = time.perf_counter()
    asked = msgspec.json.encode({"payment_intent_id": intent, "payment_intent_client_secret": secret})
    status, found = await shop.send("POST", "/api/verify-payment", asked, json_headers)
    done = time.perf_counter()
    if status != 200 or b'"trackingToken"' not in found:
        figures.failures.append(f"verify {status} {found[:200]!r}")
        return
    figures.orders.append(done - begun)
    for name, seconds in (
        ("create", made - begun),
        ("pay", paid - made),
        ("verify", done - paid),
    ):
        figures.calls.setdefault(name, []).append(seconds)


async def buy(
    port: int,
    provider_port: int,
    buyers: int,
    seconds: float,
    goods: Goods | None = None,
) -> Figures:
    """Have the buyers order one after another for so long; without goods, what `read_goods` finds."""
    chosen = await asyncio.to_thread(read_goods, port) if goods is None else goods
    figures, begun = Figures(), time.perf_counter()
    ends_at = begun + seconds

    async def one(place: int) -> None:
        shop = await Connection.open(port, f"127.0.1.{place + 1}")
        provider = await Connection.open(provider_port)
        for number in itertools.count(place, buyers):
            if time.perf_counter() >= ends_at:
                break
            await order_for(chosen, number, shop, provider, figures)
        shop.close()
        provider.close()

    await asyncio.gather(*(one(place) for place in range(buyers)))
    figures.seconds = time.perf_counter() - begun
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--provider", type=int, default=8001)
    parser.add_argument("--buyers", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    figures = uvloop.run(buy(given.port, given.provider, given.buyers, given.seconds))
    print(figures.line())
    for failure in figures.failures[:3]:
        print(failure)


if __name__ == "__main__":
    main()
