"""Instrumentation of the worker's jobs: duration metric, log line and trace span."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Histogram

from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.ids import is_id
from chuckwagon.observability import tracing
from chuckwagon.observability.logging import log_context, timestamp, write_line
from chuckwagon.observability.metrics import SLOW

JOB_SECONDS = Histogram(
    "chuckwagon_job_seconds", "Time of the worker's jobs, including the wait for providers.",
    ("kind", "outcome"), buckets=SLOW,
)  # fmt: skip
LOGGED_IDS = {"orderId": "order_id", "refundId": "refund_id"}


class JobOutcome:
    """The outcome of a job, set by its handler and read by the metrics and the log.

    `done` means that no one has to act, not that the job succeeded: a payment that was refused is done too."""

    outcome = "done"


@contextmanager
def instrument_job(message: OutboxMessage) -> Iterator[JobOutcome]:
    """Run the block as one job: observe its duration, write its log line and, if tracing is on, record a span."""
    result, started = JobOutcome(), time.perf_counter()
    token = log_context.set({"job_id": secrets.token_hex(8)})
    try:
        with tracing.job_span(f"job {message.kind}", kind=message.kind):
            yield result
    except BaseException as error:
        result.outcome = type(error).__name__
        raise
    finally:
        seconds = time.perf_counter() - started
        JOB_SECONDS.labels(message.kind, result.outcome).observe(seconds)
        write_line(_line(message, result, seconds))
        log_context.reset(token)


def _line(message: OutboxMessage, result: JobOutcome, seconds: float) -> dict[str, object]:
    line: dict[str, object] = {
        "ts": timestamp(), "level": "info" if result.outcome == "done" else "error", "event": "job",
        **(log_context.get() or {}),
        "kind": message.kind, "attempts": message.attempts, "ms": round(seconds * 1000, 2),
        "outcome": result.outcome,
    }  # fmt: skip
    for name, field in LOGGED_IDS.items():
        value = message.payload.get(name)
        if isinstance(value, str) and is_id(value):
            line[field] = value
    return line
