"""Works off the outbox and runs what comes round again. Any number of workers may run, in any process."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts import service as accounts
from chuckwagon.core import audit_chain, changes, clock, leases, limits, outbox
from chuckwagon.core.db import OUTAGES, Database
from chuckwagon.core.job_watch import JobWatch, watched_job
from chuckwagon.core.logging import log
from chuckwagon.core.outbox import Job, OutboxMessage
from chuckwagon.long_task import LongTask, LongTaskRunner
from chuckwagon.menu import sold_out
from chuckwagon.notifications import jobs as notification_jobs
from chuckwagon.payments import jobs as payment_jobs
from chuckwagon.privacy import jobs as privacy_jobs
from chuckwagon.privacy import retention
from chuckwagon.settings import Settings
from chuckwagon.trucks import service as trucks

# A killed process keeps its turn for so long. Every round may overlap with another, so the limit need not
# cover the longest one.
TURN_LIMIT = timedelta(seconds=3)
MINUTE_SECONDS = 60
HOUR_SECONDS = 60 * 60
DAY_SECONDS = 24 * HOUR_SECONDS
RESUME_SECONDS = 0.5  # what has ended is announced at the next poll
SEAL_SECONDS = 1.0
RETRY_SECONDS = 10.0
OUTAGE_SECONDS = 2.0
GATHER_SECONDS = 0.02  # messages of one rush are claimed together
LOOK_GAP = timedelta(seconds=0.2)


HEARTBEAT = "heartbeat"
HEARTBEAT_SECONDS = 10.0


class Periodic(msgspec.Struct, frozen=True):
    """Something that one process at a time does every so many seconds, when there is anything to do.

    `has_work` is a look that takes no write lock.
    """

    name: str
    seconds: float
    work: Callable[[Database, Settings], None]
    has_work: Callable[[Session], bool] = lambda _session: True


def collect_jobs() -> dict[str, Job]:
    """Every kind of outbox message, and who does it."""
    return {**notification_jobs.jobs, **payment_jobs.jobs, **privacy_jobs.jobs}


def collect_periodics() -> list[Periodic]:
    """What comes round again."""
    return [
        # Taking the turn is all: its row says that somebody works.
        Periodic(HEARTBEAT, HEARTBEAT_SECONDS, lambda _db, _settings: None),
        Periodic(
            "resume_sold_out",
            RESUME_SECONDS,
            lambda db, _: db.write(sold_out.resume_ended),
            sold_out.has_ended,
        ),
        Periodic(
            "resume_trucks", RESUME_SECONDS, lambda db, _: db.write(trucks.resume_ended), trucks.has_ended
        ),
        Periodic("seal_audit", SEAL_SECONDS, lambda db, _: audit_chain.seal(db), audit_chain.has_unsealed),
        Periodic(
            "forget_old_audit",
            HOUR_SECONDS,
            lambda db, settings: audit_chain.forget_old(db, settings.audit_days),
        ),
        Periodic("forget_old_sign_ins", DAY_SECONDS, lambda db, _settings: db.write(accounts.forget_old)),
        Periodic("forget_old_answers", DAY_SECONDS, retention.forget_old_answers),
        Periodic("forget_old_data", MINUTE_SECONDS, privacy_jobs.forget_old_data),
        Periodic("forget_old_limits", DAY_SECONDS, lambda db, _settings: db.write(limits.forget_old)),
        Periodic("forget_old_changes", HOUR_SECONDS, lambda db, _settings: db.write(changes.forget_old)),
    ]


def collect_long_tasks(settings: Settings) -> list[LongTask]:
    """What comes round again and may take long, so that messages must not wait for it."""
    return [LongTask("reconcile_payments", settings.reconcile_seconds, payment_jobs.reconcile_payments)]


def _return(session: Session, claimed: OutboxMessage, reason: str) -> None:
    if outbox.holds(session, claimed):  # else another worker has it, and its end counts
        outbox.retry_later(session, claimed, reason, RETRY_SECONDS)


class Worker:
    """One thread of work, and one for each long task. A claimed message is finished before it stops.

    Given its own `periodics`, a worker has no long tasks but those that are given too.
    """

    def __init__(
        self,
        db: Database,
        settings: Settings,
        jobs: dict[str, Job] | None = None,
        periodics: list[Periodic] | None = None,
        long_tasks: list[LongTask] | None = None,
    ) -> None:
        self._db = db
        self._settings = settings
        self._jobs = collect_jobs() if jobs is None else jobs
        self._periodics = collect_periodics() if periodics is None else periodics
        self._looked_at = datetime.min.replace(tzinfo=UTC)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        usual = collect_long_tasks(settings) if periodics is None else []
        tasks = usual if long_tasks is None else long_tasks
        self._long = [LongTaskRunner(db, settings, task, self._stopping) for task in tasks]

    def start(self) -> None:
        """Work in a thread of its own until `stop`."""
        self._thread = threading.Thread(target=self.run_forever, name="worker", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Begin nothing more; does not wait for the message in hand."""
        self._stopping.set()
        outbox.woken.set()

    def stop(self) -> None:
        """Finish the message in hand, then return."""
        self.finish()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def run_forever(self) -> None:
        """Work off what is due, then wait for a new message, the next poll or the end."""
        threads = [
            threading.Thread(target=one.run_forever, name="long task", daemon=True) for one in self._long
        ]
        for thread in threads:
            thread.start()
        self._run_forever()
        for thread in threads:
            thread.join()

    def _run_forever(self) -> None:
        while True:
            outbox.woken.clear()
            if self._stopping.is_set():
                return
            try:
                self._take_rounds_now_and_then()
                self._work_off()
            except Exception as error:  # noqa: BLE001 - an outage of the database ends no worker
                log.error("worker_waits", reason=type(error).__name__)
                self._stopping.wait(OUTAGE_SECONDS)
            else:
                outbox.woken.wait(self._settings.worker_poll_seconds)
                self._stopping.wait(GATHER_SECONDS)

    def run_once(self) -> None:
        """Work off everything that is due now, in the caller's thread."""
        self._take_rounds()
        for one in self._long:
            one.run_once()
        self._work_off()

    def _work_off(self) -> None:
        """Rounds come between messages too: a long queue of texts must not hold up unreported payments."""
        while not self._stopping.is_set() and (claimed := self._claim()):
            try:
                while claimed and outbox.has_time(claimed[0]) and not self._stopping.is_set():
                    self._perform(claimed.pop(0))
                    self._take_rounds_now_and_then()
            finally:  # an outage keeps back the message in hand, not those behind it
                if claimed:
                    self._db.write(partial(outbox.give_back, messages=claimed))

    def _take_rounds_now_and_then(self) -> None:
        if abs(clock.now() - self._looked_at) >= LOOK_GAP:
            self._take_rounds()

    def _take_rounds(self) -> None:
        self._looked_at = clock.now()
        with self._db.reading() as session:
            taken = leases.list_taken(session)
            due = [one for one in self._periodics if one.name not in taken and one.has_work(session)]
        for periodic in due:
            if not self._stopping.is_set():
                self._take_round(periodic)

    def _claim(self) -> list[OutboxMessage]:
        with self._db.reading() as session:
            if not outbox.has_due(session):
                return []
        return self._db.write(outbox.claim_some)

    def _perform(self, claimed: OutboxMessage) -> None:
        """Do one message. An unexpected error returns it with a growing wait; an outage leaves it leased."""
        with watched_job(claimed) as watch:
            self._do(claimed, watch)

    def _do(self, claimed: OutboxMessage, watch: JobWatch) -> None:
        try:
            self._jobs[claimed.kind](self._db, self._settings, claimed)
        except OUTAGES:
            raise
        except Exception as error:  # noqa: BLE001 - one bad message must not stop the others
            reason = (
                f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else type(error).__name__
            )
            watch.outcome = "failed"
            log.exception("job_failed", kind=claimed.kind, key=claimed.key, attempts=claimed.attempts)
            self._db.write(lambda session: _return(session, claimed, reason))

    def _take_round(self, periodic: Periodic) -> None:
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
