"""`python -m bench.printers`: what printers cost that ask for work, in processor time of the server.

Each asks every five seconds, as a real one does; most of them have nothing to print. The idle server's cost is taken
off, because the worker and the streams cost as much without printers.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bench.environment import Product
from bench.load_client import Asking
from bench.plan import SQLITE, Cell
from bench.report import say
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.sentences import ENGLISH
from chuckwagon.printers.models import PLACED, STAR, Printer
from chuckwagon.trucks.models import Truck

MOST_PERCENT = 4.0  # of one core
ASKS_EVERY_SECONDS = 5.0
STATUS = {"status": "23 6 0 0 0 0 0 0 0", "printerMAC": "00:11:62:00:00:01", "statusCode": "200%20OK"}


def fill(db: Database, count: int) -> list[str]:
    """Insert a truck for each ten printers; returns the secrets."""
    secrets = [new_secret() for _ in range(count)]
    trucks = [Truck(id=new_id(), name=f"Truck {n}", slug=f"truck-{n}") for n in range((count + 9) // 10)]
    printers = [
        Printer(
            id=new_id(),
            truck_id=trucks[place // 10].id,
            label="Kitchen",
            kind=STAR,
            paper_mm=80,
            prints_tickets=True,
            prints_receipts=True,
            print_on=PLACED,
            language=ENGLISH,
            drawer_kick=False,
            created_at=clock.now(),
            secret_hash=hash_secret(secret),
            media_types="image/png",
        )
        for place, secret in enumerate(secrets)
    ]
    db.write(lambda session: session.add_all(trucks))
    db.write(lambda session: session.add_all(printers))
    return secrets


async def ask(port: int, secrets: list[str], seconds: float) -> int:
    """Let all printers ask for a while, each on a connection of its own; returns how often they asked."""
    ends_at = time.monotonic() + seconds

    async def run(place: int, secret: str) -> int:
        await asyncio.sleep(ASKS_EVERY_SECONDS * place / len(secrets))
        asking, count = Asking("127.0.0.1", port), 0
        while time.monotonic() < ends_at:
            answer = await asking.ask("POST", f"/print/{secret}", STATUS)
            if answer.status != 200:
                raise RuntimeError(f"a poll was answered with {answer.status}")
            count += 1
            await asyncio.sleep(ASKS_EVERY_SECONDS)
        asking.close()
        return count

    return sum(await asyncio.gather(*(run(place, secret) for place, secret in enumerate(secrets))))


def main() -> int:
    """0 when the printers cost at most MOST_PERCENT of a core."""
    parser = argparse.ArgumentParser(prog="bench.printers", description=__doc__)
    parser.add_argument("--printers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--port", type=int, default=8680, help="and the one after it")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="printers-") as folder:
        address = f"sqlite:///{folder}/printers.sqlite3"
        migrate(address)
        db = Database(address)
        secrets = fill(db, given.printers)
        db.close()
        with Product(Cell(SQLITE, 0, 1), address, Path(folder), (given.port, given.port + 1)) as product:
            asyncio.run(ask(given.port, secrets, 3 * ASKS_EVERY_SECONDS))  # the first polls compile, write and are kept
            before = product.cpu_seconds()
            time.sleep(given.seconds / 2)
            idle = (product.cpu_seconds() - before) / (given.seconds / 2)
            before, begun = product.cpu_seconds(), time.monotonic()
            asked = asyncio.run(ask(given.port, secrets, given.seconds))
            took = time.monotonic() - begun
            spent = product.cpu_seconds() - before - idle * took
    percent = 100 * spent / took
    say(f"| {given.printers} printers, {asked / took:.0f} polls a second | {percent:.1f} % of a core | "
        f"{1000 * spent / asked:.2f} ms a poll |{' MISS' if percent > MOST_PERCENT else ''}")  # fmt: skip
    return 1 if percent > MOST_PERCENT else 0


if __name__ == "__main__":
    sys.exit(main())
