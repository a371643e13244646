"""What is called at the end of a write transaction, alike on both databases."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from chuckwagon.core.logging import log
from chuckwagon.core.metrics import Counter

FAILED = Counter(
    "chuckwagon_after_commit_failed_total", "Callbacks that failed after their transaction was committed."
)


def before_commit(session: Session, callback: Callable[[], None]) -> None:
    """Call `callback` as the last step of the session's transaction; its error rolls the transaction back."""
    session.info.setdefault("before_commit", []).append(callback)


def run_before_commit(session: Session) -> None:
    """Called by the writers."""
    for callback in session.info.pop("before_commit", ()):
        callback()


def after_commit(session: Session, callback: Callable[[], None]) -> None:
    """Call `callback` once the session's transaction is durable; never when it is rolled back.

    An error of it is logged and counted, not raised, because the transaction is committed: a caller that saw
    an error would repeat what is done.
    """
    session.info.setdefault("after_commit", []).append(callback)


def run_after_commit(session: Session) -> None:
    """Called by the writers. Raises nothing."""
    for callback in session.info.pop("after_commit", ()):
        try:
            callback()
        except Exception:  # noqa: BLE001 - the transaction is committed
            FAILED.add()
            log.exception("after_commit_failed")
