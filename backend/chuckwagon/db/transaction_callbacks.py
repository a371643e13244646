"""Callbacks at the end of a write transaction. They work the same way on both databases."""

from collections.abc import Callable

from prometheus_client import Counter
from sqlalchemy.orm import Session

from chuckwagon.observability.logging import log

AFTER_COMMIT_FAILURES = Counter(
    "chuckwagon_after_commit_failed_total", "Callbacks that failed after their transaction was committed."
)


def before_commit(session: Session, callback: Callable[[], None]) -> None:
    """Register `callback` as the last step of the session's transaction. An error in it rolls the transaction back."""
    session.info.setdefault("before_commit", []).append(callback)


def run_before_commit(session: Session) -> None:
    """Run the registered callbacks. Called by the writers, in the thread of the transaction."""
    for callback in session.info.pop("before_commit", ()):
        callback()


def after_commit(session: Session, callback: Callable[[], None]) -> None:
    """Register `callback` to run once the session's transaction is durable. It does not run after a rollback.

    An error in the callback is logged and counted, not raised, because the transaction is committed: a caller that saw
    an error would repeat the operation.
    """
    session.info.setdefault("after_commit", []).append(callback)


def run_after_commit(session: Session) -> None:
    """Run the registered callbacks. Called by the writers, in the thread of the transaction. Raises nothing."""
    for callback in session.info.pop("after_commit", ()):
        try:
            callback()
        except Exception:  # noqa: BLE001 - the transaction is committed
            AFTER_COMMIT_FAILURES.inc()
            log.exception("after_commit_failed")
