"""The worker: processes the outbox and runs periodic tasks. Any number of workers may run, in any process."""

import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from chuckwagon import demand
from chuckwagon.accounts import jobs as account_jobs
from chuckwagon.accounts import security_notices
from chuckwagon.accounts import service as accounts
from chuckwagon.audit import hash_chain
from chuckwagon.customers import search
from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database, is_outage
from chuckwagon.disruptions import jobs as disruption_jobs
from chuckwagon.jobs import leases, outbox
from chuckwagon.jobs.outbox import JobHandler, OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.menu import service as availability_service
from chuckwagon.menu.imports import service as menu_imports
from chuckwagon.notifications import jobs as notification_jobs
from chuckwagon.notifications import push_messages, unconfirmed
from chuckwagon.observability.logging import log
from chuckwagon.orders.late import prices
from chuckwagon.payments import jobs as payment_jobs
from chuckwagon.payments.counter import settle
from chuckwagon.payments.counter import states as counter_states
from chuckwagon.payments.reconciliation import scheduled
from chuckwagon.printing import jobs as print_jobs
from chuckwagon.privacy import retention
from chuckwagon.realtime import change_log
from chuckwagon.reporting.books import jobs as book_jobs
from chuckwagon.schedule import queries, series_service
from chuckwagon.settings import Settings
from chuckwagon.trucks import service as trucks
from chuckwagon.worker.threads import JobOutcome, LongTask, LongTaskRunner, MessageThreads, instrument_job

# How long the lease of a killed process lasts. It may be shorter than the longest run of a task, because two runs of a
# task may overlap.
LEASE_DURATION = timedelta(seconds=3)
MINUTE_SECONDS = 60
HOUR_SECONDS = 60 * 60
DAY_SECONDS = 24 * HOUR_SECONDS
RESUME_SECONDS = 0.5  # the next run publishes pauses and sold-out periods that have ended
RELEASE_SECONDS = 1.0  # how much later a place that a customer has given up is free
AUDIT_CHAIN_SECONDS = 1.0
ESCALATE_SECONDS = 20.0
MISDATED_SECONDS = 10.0  # how much longer messages wait after the clock was set back
PRINTERS_SECONDS = 10.0
SEARCH_INDEX_SECONDS = 2.0  # a customer who is not in the index yet is found too, by reading more rows
JOB_RETRY_SECONDS = 10.0
OUTAGE_RETRY_SECONDS = 2.0
DEBOUNCE_SECONDS = 0.02  # messages in quick succession are claimed together
MIN_CHECK_INTERVAL = timedelta(seconds=0.2)
MAX_CHECK_SECONDS = 10.0  # between two checks of a periodic task, and after one that has failed
# Between the first checks of two tasks. If all were at once, each would need a connection that the pool then keeps.
STAGGER_SECONDS = 0.05


class PeriodicTask(msgspec.Struct, frozen=True):
    """A task that one process at a time runs every `seconds`, if there is work to do.

    `has_work` is called first; it must not take a write lock.
    """

    name: str
    seconds: float
    work: Callable[[Database, Settings], None]
    has_work: Callable[[Session], bool] = lambda _session: True

    @property
    def max_lease_ahead(self) -> timedelta:
        """How far ahead its lease can expire: a lease while the task runs, its period after that."""
        return max(timedelta(seconds=self.seconds), LEASE_DURATION)


def collect_job_handlers() -> dict[str, JobHandler]:
    """Collect the handlers of all slices, keyed by kind of outbox message."""
    return {
        **notification_jobs.jobs,
        **push_messages.jobs,
        **unconfirmed.jobs,
        **account_jobs.jobs,
        **security_notices.jobs,
        **payment_jobs.jobs,
        **disruption_jobs.jobs,
        **retention.jobs,
    }


def collect_periodic_tasks() -> list[PeriodicTask]:
    """Collect the short periodic tasks of all slices; `collect_long_tasks` has the others."""
    return [
        # Acquiring the lease is enough: its row shows that a worker runs.
        PeriodicTask(leases.HEARTBEAT_LEASE, leases.HEARTBEAT_SECONDS, lambda _db, _settings: None),
        PeriodicTask(
            "correct_misdated", MISDATED_SECONDS, lambda db, _: db.write(outbox.correct_misdated), outbox.has_misdated
        ),
        PeriodicTask(
            "resume_sold_out",
            RESUME_SECONDS,
            lambda db, _: db.write(availability_service.clear_expired_sold_out),
            availability_service.has_expired_sold_out,
        ),
        PeriodicTask(
            "resume_trucks",
            RESUME_SECONDS,
            lambda db, _: db.write(trucks.clear_expired_pauses),
            trucks.has_expired_pause,
        ),
        PeriodicTask(
            "escalate_orders",
            ESCALATE_SECONDS,
            lambda db, _: unconfirmed.enqueue_due_alerts(db),
            unconfirmed.has_due_alerts,
        ),
        PeriodicTask(
            "produce_stops",
            HOUR_SECONDS,
            lambda db, _: series_service.generate_stops(db),
            queries.has_due_series,
        ),
        PeriodicTask(
            "seal_audit", AUDIT_CHAIN_SECONDS, lambda db, _: hash_chain.append_pending(db), hash_chain.has_pending
        ),
        PeriodicTask(
            "index_customers", SEARCH_INDEX_SECONDS, lambda db, _: search.index_words(db), search.has_unindexed
        ),
        PeriodicTask(
            "follow_printers", PRINTERS_SECONDS, lambda db, _: print_jobs.follow_printers(db), print_jobs.has_news
        ),
        PeriodicTask("keep_closed_days", HOUR_SECONDS, lambda db, _settings: book_jobs.keep_closed_days(db)),
        *_collect_retention_tasks(),
    ]


def _collect_retention_tasks() -> list[PeriodicTask]:
    """The tasks that delete or erase what is old."""
    return [
        PeriodicTask(
            "forget_old_audit",
            HOUR_SECONDS,
            lambda db, settings: hash_chain.delete_old_events(db, settings.audit_retention_days),
        ),
        PeriodicTask("forget_old_sign_ins", DAY_SECONDS, lambda db, _settings: db.write(accounts.purge_expired)),
        PeriodicTask("forget_old_answers", DAY_SECONDS, retention.delete_old_responses),
        PeriodicTask(
            "forget_ended_pushes", HOUR_SECONDS, lambda db, _: push_messages.delete_ended(db), push_messages.has_ended
        ),
        PeriodicTask("forget_old_data", MINUTE_SECONDS, retention.purge_expired_data),
        PeriodicTask("forget_old_imports", HOUR_SECONDS, lambda db, _settings: menu_imports.delete_old(db)),
        PeriodicTask("forget_old_paper", MINUTE_SECONDS, lambda db, _settings: print_jobs.delete_old(db)),
        PeriodicTask("empty_log", MINUTE_SECONDS, lambda db, _settings: db.empty_log()),
        PeriodicTask("forget_old_limits", DAY_SECONDS, lambda db, _settings: db.write(rate_limits.delete_old_windows)),
        PeriodicTask("forget_old_prices", DAY_SECONDS, lambda db, _settings: db.write(prices.delete_old_prices)),
        PeriodicTask("forget_old_demand", DAY_SECONDS, lambda db, _settings: db.write(demand.delete_old_demand)),
        PeriodicTask("forget_old_changes", HOUR_SECONDS, lambda db, _settings: db.write(change_log.delete_old_changes)),
    ]


def collect_long_tasks(settings: Settings) -> list[LongTask]:
    """Collect the periodic tasks that take long. They run in their own threads, so that messages do not wait."""
    return [
        LongTask("reconcile_payments", settings.reconcile_seconds, payment_jobs.reconcile_payments),
        LongTask("ask_readers", settle.LOOK_SECONDS, settle.ReaderWatch().ask_all, counter_states.has_running),
        LongTask("release_holds", RELEASE_SECONDS, payment_jobs.release_holds, scheduled.has_expired_holds),
    ]


def _retry_if_claimed(session: Session, claimed: OutboxMessage, reason: str) -> None:
    if outbox.has_claim(session, claimed):  # otherwise another worker has it, and that one decides
        outbox.retry_later(session, claimed, reason, JOB_RETRY_SECONDS)


def _has_work(task: PeriodicTask, session: Session) -> bool | None:
    """Whether the task has work; None if its check has failed. Raises only on a database outage."""
    try:
        return task.has_work(session)
    except Exception as error:  # the other tasks must be checked
        if is_outage(error):
            raise
        log.exception("periodic_failed", name=task.name)
        return None


class Worker:
    """A worker: one thread claims messages, others handle them, and each periodic task has one of its own.

    So a task that is slow, or whose table is locked, holds up neither messages nor other tasks. The worker
    finishes the messages that it handles before it stops. With its own `periodic_tasks` it has no default long tasks.
    """

    def __init__(
        self,
        db: Database,
        settings: Settings,
        jobs: dict[str, JobHandler] | None = None,
        periodic_tasks: list[PeriodicTask] | None = None,
        long_tasks: list[LongTask] | None = None,
    ) -> None:
        self._db = db
        self._settings = settings
        self._jobs = collect_job_handlers() if jobs is None else jobs
        self._periodic_tasks = collect_periodic_tasks() if periodic_tasks is None else periodic_tasks
        self._max_lease_ahead = {task.name: task.max_lease_ahead for task in self._periodic_tasks}
        self._checked_at = datetime.min.replace(tzinfo=UTC)
        self._stopping = threading.Event()
        self._outage = threading.Event()
        self._thread: threading.Thread | None = None
        default_tasks = collect_long_tasks(settings) if periodic_tasks is None else []
        tasks = default_tasks if long_tasks is None else long_tasks
        self._long_task_runners = [LongTaskRunner(db, settings, task, self._stopping) for task in tasks]

    def start(self) -> None:
        """Run in a new thread until `stop`. Returns at once."""
        self._thread = threading.Thread(target=self.run_forever, name="worker", daemon=True)
        self._thread.start()

    def request_stop(self) -> None:
        """Ask the worker to stop. Does not wait for the messages in hand."""
        self._stopping.set()
        outbox.wake_event.set()

    def stop(self) -> None:
        """Stop the worker after the messages in hand, and wait for it."""
        self.request_stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def run_forever(self) -> None:
        """Run in the caller's thread until `request_stop`."""
        threads = [
            threading.Thread(target=runner.run_forever, name="long task", daemon=True)
            for runner in self._long_task_runners
        ] + [
            threading.Thread(
                target=self._repeat_task, args=(task, number * STAGGER_SECONDS), name=f"task {task.name}", daemon=True
            )
            for number, task in enumerate(self._periodic_tasks)
        ]
        for thread in threads:
            thread.start()
        self._run_forever()
        for thread in threads:
            thread.join()

    def _run_forever(self) -> None:
        with MessageThreads(self._settings.worker_threads, self._handle) as threads:
            while True:
                outbox.wake_event.clear()
                if self._stopping.is_set():
                    return
                try:
                    self._fill(threads)
                except Exception as error:  # noqa: BLE001 - the worker must survive a database outage
                    self._note_outage(error)
                if self._outage.is_set():
                    self._stopping.wait(OUTAGE_RETRY_SECONDS)
                    self._outage.clear()
                else:
                    outbox.wake_event.wait(self._settings.worker_poll_seconds)
                    self._stopping.wait(DEBOUNCE_SECONDS)

    def _fill(self, threads: MessageThreads) -> None:
        """Claim messages as long as threads are free for them."""
        while threads.has_room() and not self._is_ending() and (claimed := self._claim(threads.list_full_lanes())):
            threads.add(claimed)

    def _handle(self, claimed: OutboxMessage) -> None:
        """Process one message in a thread of its own. After an outage it stays leased, and those behind it do not."""
        try:
            if self._is_ending() or not outbox.has_time_left(claimed):
                self._db.write(partial(outbox.release_messages, messages=[claimed]))
            else:
                self._run_job(claimed)
        except Exception as error:  # noqa: BLE001 - the worker must survive a database outage
            self._note_outage(error)

    def _is_ending(self) -> bool:
        return self._stopping.is_set() or self._outage.is_set()

    def _note_outage(self, error: Exception) -> None:
        log.error("worker_waits", reason=type(error).__name__)
        self._outage.set()
        outbox.wake_event.set()

    def run_once(self) -> None:
        """Run the due periodic tasks, the long tasks, then all due messages, in the caller's thread.

        For tests. `run_forever` has threads for each, and claims messages whatever the tasks do.
        """
        self._run_due_tasks()
        for runner in self._long_task_runners:
            runner.run_once()
        self._process_outbox()

    def _process_outbox(self) -> None:
        """Process due messages one after the other. Periodic tasks run between them, as beside a running worker's."""
        while not self._stopping.is_set() and (claimed := self._claim()):
            try:
                while claimed and outbox.has_time_left(claimed[0]) and not self._stopping.is_set():
                    self._run_job(claimed.pop(0))
                    self._run_due_tasks_if_time()
            finally:  # after an outage only the current message stays leased
                if claimed:
                    self._db.write(partial(outbox.release_messages, messages=claimed))

    def _run_due_tasks_if_time(self) -> None:
        if abs(clock.now() - self._checked_at) >= MIN_CHECK_INTERVAL:
            self._run_due_tasks()

    def _run_due_tasks(self) -> None:
        self._checked_at = clock.now()
        with self._db.reading() as session:
            held = leases.list_held_leases(session, self._max_lease_ahead)
            due = [task for task in self._periodic_tasks if task.name not in held and _has_work(task, session)]
        for task in due:
            if not self._stopping.is_set():
                self._run_task(task)

    def _repeat_task(self, task: PeriodicTask, delay_seconds: float) -> None:
        """Run one periodic task whenever it is due, in a thread of its own, until the worker stops."""
        max_ahead = {task.name: task.max_lease_ahead}
        self._stopping.wait(delay_seconds)
        while not self._stopping.is_set():
            seconds = min(task.seconds, MAX_CHECK_SECONDS)
            try:
                with self._db.reading() as session:
                    # The lease last: most checks find no work, and then need not look at it.
                    is_due = _has_work(task, session) and not leases.list_held_leases(session, max_ahead)
                if is_due is None or (is_due and not self._run_task(task)):
                    seconds = MAX_CHECK_SECONDS
            except Exception as error:  # noqa: BLE001 - the thread must survive a database outage
                log.error("periodic_waits", name=task.name, reason=type(error).__name__)
                seconds = OUTAGE_RETRY_SECONDS
            self._stopping.wait(seconds)

    def _claim(self, full_lanes: Collection[str] = ()) -> list[OutboxMessage]:
        with self._db.reading() as session:
            if not outbox.has_due(session, full_lanes):
                return []
        return self._db.write(partial(outbox.claim_batch, full_lanes=full_lanes))

    def _run_job(self, claimed: OutboxMessage) -> None:
        """Process one message.

        After an unexpected error it is retried later; a database outage is raised, and it stays leased.
        """
        with instrument_job(claimed) as context:
            self._call_handler(claimed, context)

    def _call_handler(self, claimed: OutboxMessage, context: JobOutcome) -> None:
        try:
            self._jobs[claimed.kind](self._db, self._settings, claimed)
        except Exception as error:  # one bad message must not block the others
            if is_outage(error):
                raise
            reason = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else type(error).__name__
            context.outcome = "failed"
            log.exception("job_failed", kind=claimed.kind, key=claimed.key, attempts=claimed.attempts)
            self._db.write(lambda session: _retry_if_claimed(session, claimed, reason))

    def _run_task(self, task: PeriodicTask) -> bool:
        """Run the task unless another process does. Returns False if it has failed. Raises on a database outage."""
        until = self._db.write(
            lambda session: leases.acquire_lease(session, task.name, LEASE_DURATION, task.max_lease_ahead)
        )
        if until is None:
            return True
        next_at = clock.now() + timedelta(seconds=task.seconds)
        is_done = True
        try:
            task.work(self._db, self._settings)
        except Exception as error:  # the next run may succeed
            if is_outage(error):
                raise
            log.exception("periodic_failed", name=task.name)
            is_done = False
        self._db.write(lambda session: leases.release_lease(session, task.name, until, next_at))
        return is_done
