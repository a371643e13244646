"""Reads of reports: from a read replica of PostgreSQL where one is set, else from the primary.

Each report is one read-only transaction with one snapshot. It is read from the primary instead when the replica does
not respond, is too far behind, ends the transaction, or does not know yet what is asked for, so a report is never
older than the lag that is allowed.

Why: docs/decisions/0050-reports-from-a-standby.md
"""

import time
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.db.engines.postgresql import REPLICA_ANSWER_SECONDS, SESSION_SETTINGS, cut_after, replica_engine
from chuckwagon.kit.errors import NotFound
from chuckwagon.observability.logging import log
from chuckwagon.observability.metrics import Counter, Gauge

T = TypeVar("T")

REPORT_READS = Counter(
    "chuckwagon_report_reads_total",
    "Reports by where they were read: replica, or the primary and why: away, behind, no_standby, not_found.",
    "source",
)
REPLICA_LAG = Gauge("chuckwagon_reports_replica_lag_seconds", "How old the newest change on the replica was.")
REPLICA, AWAY, BEHIND, NO_STANDBY, NOT_FOUND = "replica", "away", "behind", "no_standby", "not_found"
MAX_AHEAD_SECONDS = 1.0  # a newest change from the future shows that the standby's clock is slow
AWAY_SECONDS = 5.0  # a replica that failed is left alone for so long, because each attempt may take seconds
REPORT_SECONDS = 90.0  # of all statements of a report, each of which has the server's limit

_STATEMENT_TIMEOUT = SESSION_SETTINGS["statement_timeout"]
# The transaction's own settings, because behind a pooler a session may be anyone's. `is_local` ends them with it.
_BEGIN = sa.text("""
    SELECT set_config('statement_timeout', :timeout, true), set_config('TimeZone', 'UTC', true),
        pg_is_in_recovery(), extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())
""")
# Conflict with replayed changes; a table or column that a migration has made on the primary alone so far.
_BEHIND_SQLSTATES = ("40001", "40P01", "42P01", "42703")
_AHEAD = "The replica's clock is {:.0f} seconds slow, so how far it is behind is not known. Check NTP on both hosts."


class ReportSource(msgspec.Struct, frozen=True):
    """Where reports are read now: REPLICA, or the reason why it is the primary. The sentence is for the operator."""

    source: str
    sentence: str


class _NotUsable(Exception):
    def __init__(self, state: ReportSource) -> None:
        super().__init__(state.sentence)
        self.state = state


class ReportDatabase:
    """Where reports are read from: one instance for each process. Thread-safe."""

    def __init__(self, primary: Database, url: str = "", max_lag_seconds: float = 30.0) -> None:
        """Without `url` all reports are read from the primary."""
        self._primary = primary
        self._max_lag_seconds = max_lag_seconds
        self._engine = replica_engine(sa.make_url(url)) if url else None
        self._retry_at = 0.0

    @property
    def has_replica(self) -> bool:
        """Whether a replica is set."""
        return self._engine is not None

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work` in a read-only session and return its result. It may run again, on the primary.

        Raises what `work` raises. A statement that takes too long is an error on both: the primary would take as long.
        """
        if self._engine is None:
            return self._read_primary(work)
        try:
            result = self._read_replica(self._engine, work)
        except _NotUsable as problem:
            REPORT_READS.add(problem.state.source)
            return self._read_primary(work)
        except NotFound:  # a truck or a stop of which the replica has not heard yet
            REPORT_READS.add(NOT_FOUND)
            return self._read_primary(work)
        REPORT_READS.add(REPLICA)
        return result

    def check_replica(self) -> ReportSource:
        """Ask the replica how far behind it is. Call it only if there is one."""
        assert self._engine is not None
        try:
            return self._try_replica(self._engine, lambda _session, lag: _describe(lag))
        except _NotUsable as problem:
            return problem.state

    def close(self) -> None:
        """Close the connections to the replica."""
        if self._engine is not None:
            self._engine.dispose()

    def _read_primary(self, work: Callable[[Session], T]) -> T:
        with self._primary.reading() as session:
            return work(session)

    def _read_replica(self, engine: sa.Engine, work: Callable[[Session], T]) -> T:
        if time.monotonic() < self._retry_at:
            raise _NotUsable(ReportSource(AWAY, "The replica did not respond a moment ago."))
        try:
            return self._try_replica(engine, lambda session, _lag: work(session))
        except _NotUsable as problem:
            if problem.state.source == AWAY:
                self._retry_at = time.monotonic() + AWAY_SECONDS
            log.warning("report_read_from_primary", source=problem.state.source, reason=problem.state.sentence)
            raise

    def _try_replica(self, engine: sa.Engine, work: Callable[[Session, float], T]) -> T:
        """Raises _NotUsable if the replica cannot answer, or not with figures that are new enough."""
        try:
            with Session(engine, expire_on_commit=False) as session:
                driver = _connect(session)
                with cut_after(REPLICA_ANSWER_SECONDS, driver):
                    lag = self._begin(session)
                REPLICA_LAG.set(lag)
                with cut_after(REPORT_SECONDS, driver):
                    return work(session, lag)
        except sa.exc.DBAPIError as error:
            source = _find_cause(error)
            if source is None:
                raise
            reason = str(error.orig).strip().splitlines()[0]
            raise _NotUsable(ReportSource(source, f"The replica does not answer: {reason}")) from error

    def _begin(self, session: Session) -> float:
        """Begin the transaction and return the lag in seconds. Raises _NotUsable if it is too large.

        The lag is the age of the newest change, which has the primary's time, by the standby's clock. On a primary
        without any change it grows although nothing is missing, but a worker writes every ten seconds.
        """
        _timeout, _zone, is_standby, lag = session.execute(_BEGIN, {"timeout": _STATEMENT_TIMEOUT}).one()
        if not is_standby:
            raise _NotUsable(ReportSource(NO_STANDBY, "The replica is no standby: it does not follow the primary."))
        if lag is not None and lag < -MAX_AHEAD_SECONDS:
            raise _NotUsable(ReportSource(BEHIND, _AHEAD.format(-lag)))
        if lag is None or lag > self._max_lag_seconds:
            age = "an unknown time" if lag is None else f"{lag:.0f} seconds"
            limit = f"{self._max_lag_seconds:g} seconds are allowed"
            raise _NotUsable(ReportSource(BEHIND, f"The replica is {age} behind; {limit}."))
        return float(lag)


def _connect(session: Session) -> Any:
    """Take a driver connection to the replica. Raises _NotUsable if there is none."""
    try:
        return session.connection().connection.driver_connection
    except sa.exc.TimeoutError as error:
        sentence = "All connections to the replica are busy: it is slow, or has stopped answering."
        raise _NotUsable(ReportSource(AWAY, sentence)) from error
    except sa.exc.InvalidRequestError as error:  # new connections were made, but did not answer either
        raise _NotUsable(ReportSource(AWAY, "The replica accepts connections, but does not answer.")) from error


def _describe(lag: float) -> ReportSource:
    return ReportSource(REPLICA, f"Reports are read from the replica, which is {max(0.0, lag):.0f} seconds behind.")


def _find_cause(error: sa.exc.DBAPIError) -> str | None:
    """AWAY or BEHIND if the primary may answer what the replica could not; None if the statement itself failed."""
    sqlstate: str | None = getattr(error.orig, "sqlstate", None)
    if sqlstate is None:
        return AWAY if isinstance(error, OUTAGE_ERRORS) else None
    if sqlstate in _BEHIND_SQLSTATES:
        return BEHIND
    return AWAY if sqlstate.startswith(("08", "28", "3D", "53", "57P")) else None
