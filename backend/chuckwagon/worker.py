"""Works off the outbox and runs what comes round again. Any number of workers may run, in any process."""

import threading
from collections.abc import Callable
from datetime import timedelta

import msgspec
import sqlalchemy as sa

from chuckwagon.accounts import service as accounts
from chuckwagon.core import clock, idempotency, leases, limits, outbox
from chuckwagon.core.db import Database
from chuckwagon.core.logging import log
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.notifications import jobs as notification_jobs
from chuckwagon.payments import jobs as payment_jobs
from chuckwagon.settings import Settings

# A killed process keeps its turn for so long, and unreported payments wait for it. Every round may overlap
# with another, so the limit need not cover the longest one.
TURN_LIMIT = timedelta(seconds=3)
DAY_SECONDS = 24 * 60 * 60
RETRY_SECONDS = 10.0
OUTAGE_SECONDS = 2.0
OUTAGES = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)


class Periodic(msgspec.Struct, frozen=True):
    """Something that one process at a time does every so many seconds."""

    name: str
    seconds: float
    work: Callable[[Database, Settings], None]


def collect_jobs() -> dict[str, Job]:
    """Every kind of outbox message, and who does it."""
    return {**notification_jobs.jobs, **payment_jobs.jobs}


def collect_periodics(settings: Settings) -> list[Periodic]:
    """What comes round again."""
    return [
        Periodic("reconcile_payments", settings.reconcile_seconds, payment_jobs.reconcile_payments),
        Periodic("forget_old_sign_ins", DAY_SECONDS, lambda db, _settings: db.write(accounts.forget_old)),
        Periodic("forget_old_answers", DAY_SECONDS, lambda db, _settings: db.write(idempotency.forget_old)),
        Periodic("forget_old_limits", DAY_SECONDS, lambda db, _settings: db.write(limits.forget_old)),
    ]


class Worker:
    """One thread of work. A claimed message is finished before it stops."""

    def __init__(
        self,
        db: Database,
        settings: Settings,
        jobs: dict[str, Job] | None = None,
        periodics: list[Periodic] | None = None,
    ) -> None:
        self._db = db
        self._settings = settings
        self._jobs = collect_jobs() if jobs is None else jobs
        self._periodics = collect_periodics(settings) if periodics is None else periodics
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Work in a thread of its own until `stop`."""
        self._thread = threading.Thread(target=self.run_forever, name="worker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the message in hand, then return."""
        self._stopping.set()
        outbox.woken.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def run_forever(self) -> None:
        """Work off what is due, then wait for a new message, the next poll or the end."""
        while True:
            outbox.woken.clear()
            if self._stopping.is_set():
                return
            try:
                self.run_once()
            except Exception as error:  # noqa: BLE001 - an outage of the database ends no worker
                log.error("worker_waits", reason=type(error).__name__)
                self._stopping.wait(OUTAGE_SECONDS)
            else:
                outbox.woken.wait(self._settings.worker_poll_seconds)

    def run_once(self) -> None:
        """Work off everything that is due now.

        Rounds come between messages too: a long queue of texts must not hold up unreported payments.
        """
        self._take_rounds()
        while not self._stopping.is_set() and (claimed := self._claim()) is not None:
            self._perform(claimed)
            self._take_rounds()

    def _take_rounds(self) -> None:
        for periodic in self._periodics:
            self._take_round(periodic)

    def _claim(self) -> OutboxMessage | None:
        with self._db.reading() as session:
            if not outbox.has_due(session):
                return None
        return self._db.write(outbox.claim_next)

    def _perform(self, claimed: OutboxMessage) -> None:
        """Do one message. An unexpected error returns it with a growing wait; an outage leaves it leased."""
        try:
            self._jobs[claimed.kind](self._db, self._settings, claimed)
        except OUTAGES:
            raise
        except Exception as error:  # noqa: BLE001 - one bad message must not stop the others
            reason = (
                f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else type(error).__name__
            )
            log.exception("job_failed", kind=claimed.kind, key=claimed.key, attempts=claimed.attempts)
            self._db.write(lambda session: outbox.retry_later(session, claimed, reason, RETRY_SECONDS))

    def _take_round(self, periodic: Periodic) -> None:
        with self._db.reading() as session:
            if self._stopping.is_set() or not leases.is_free(session, periodic.name):
                return
        until = self._db.write(lambda session: leases.take_turn(session, periodic.name, TURN_LIMIT))
        if until is None:
            return
        next_at = clock.now() + timedelta(seconds=periodic.seconds)
        try:
            periodic.work(self._db, self._settings)
        except OUTAGES:
            raise
        except Exception:  # noqa: BLE001 - the next round may go better
            log.exception("periodic_failed", name=periodic.name)
        self._db.write(lambda session: leases.end_turn(session, periodic.name, until, next_at))
