"""Watches one job of the worker: how long it took, how it ended, and where its traces and lines belong."""

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from chuckwagon.core import tracing
from chuckwagon.core.ids import is_id
from chuckwagon.core.logging import about, timestamp, write_line
from chuckwagon.core.metrics import SLOW, Histogram
from chuckwagon.core.outbox import OutboxMessage

SECONDS = Histogram(
    "chuckwagon_job_seconds", "Time of the worker's jobs, their waits for providers included.",
    "kind", "outcome", limits=SLOW,
)  # fmt: skip
IDS = {"orderId": "order_id", "refundId": "refund_id"}


class JobWatch:
    """How the job ended, as far as is known: done means that it needs no help, not that it went well."""

    outcome = "done"


@contextmanager
def watched_job(message: OutboxMessage) -> Iterator[JobWatch]:
    """What happens inside is the job: one count, one line and, if wanted, one span."""
    watch, began = JobWatch(), time.perf_counter()
    before = about.set({"job_id": secrets.token_hex(8)})
    try:
        with tracing.job_span(f"job {message.kind}", kind=message.kind):
            yield watch
    except BaseException as error:
        watch.outcome = type(error).__name__
        raise
    finally:
        seconds = time.perf_counter() - began
        SECONDS.observe(seconds, message.kind, watch.outcome)
        write_line(_line(message, watch, seconds))
        about.reset(before)


def _line(message: OutboxMessage, watch: JobWatch, seconds: float) -> dict[str, object]:
    line: dict[str, object] = {
        "ts": timestamp(), "level": "info" if watch.outcome == "done" else "error", "event": "job",
        **(about.get() or {}),
        "kind": message.kind, "attempts": message.attempts, "ms": round(seconds * 1000, 2),
        "outcome": watch.outcome,
    }  # fmt: skip
    for name, shown in IDS.items():
        value = message.payload.get(name)
        if isinstance(value, str) and is_id(value):
            line[shown] = value
    return line
