"""Asks the readers of all payments that are under way, so that a lost event is known within three seconds.

A reader is asked about every two seconds, in the worker. A payment that no reader has yet is looked at every second,
because the server that was to hand it over may be gone.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import AppError
from chuckwagon.observability.logging import log
from chuckwagon.payments.counter import settle, states
from chuckwagon.payments.counter.models import CounterPayment
from chuckwagon.settings import Settings

LOOK_SECONDS = 1.0
ASK_SECONDS = 1.7  # a payment is due again so long after it was asked about: at the second look
MAX_AT_ONCE = 8
PAGE = 200
ShouldContinue = Callable[[], bool]


class ReaderWatch:
    """Remembers when the reader of each payment was asked. Another process that takes over asks all of them at once."""

    def __init__(self) -> None:
        self._asked_at: dict[str, float] = {}

    def ask_all(self, db: Database, settings: Settings, should_continue: ShouldContinue) -> None:
        """Ask about all payments that are due, MAX_AT_ONCE at a time.

        While an answer is waited for, the others are asked again, so a call that hangs holds up no other payment.
        """
        asked: dict[str, Future[None]] = {}
        with ThreadPoolExecutor(MAX_AT_ONCE, "reader") as threads:
            while should_continue():
                asked = {key: one for key, one in asked.items() if not one.done()}
                for payment_id in self._list_due(db):
                    if payment_id not in asked:
                        asked[payment_id] = threads.submit(_ask, db, settings, payment_id, should_continue)
                if not wait(asked.values(), LOOK_SECONDS).not_done:
                    return

    def _list_due(self, db: Database) -> list[str]:
        known = list(_read_pages(db))
        now, before = time.monotonic(), self._asked_at
        due = [key for key, has_reader in known if not has_reader or now - before.get(key, -ASK_SECONDS) >= ASK_SECONDS]
        self._asked_at = {key: before[key] for key, _ in known if key in before} | dict.fromkeys(due, now)
        return due


def _read_pages(db: Database) -> Iterator[tuple[str, bool]]:
    """Read the ID of each payment that is to be asked about, and whether a reader has it."""
    last = ""
    while True:
        wanted = sa.select(CounterPayment.id, CounterPayment.handed_at.is_not(None))
        following = wanted.where(states.is_to_be_asked(), CounterPayment.id > last)
        with db.reading() as session:
            page = [
                (key, bool(has_reader))
                for key, has_reader in session.execute(following.order_by(CounterPayment.id).limit(PAGE))
            ]
        yield from page
        if len(page) < PAGE:
            return
        last = page[-1][0]


def _ask(db: Database, settings: Settings, payment_id: str, should_continue: ShouldContinue) -> None:
    if not should_continue():
        return
    try:
        settle.settle(db, settings, payment_id)
    except AppError:  # Stripe is down: it is asked again
        pass
    except Exception:  # noqa: BLE001 - the others are asked all the same
        log.exception("reader_not_asked")
