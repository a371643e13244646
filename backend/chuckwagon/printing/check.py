"""Looks at the printers of all trucks, for `chuckwagon doctor`. Changes nothing."""

import urllib.request
from contextlib import closing
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.printers import models
from chuckwagon.printers.models import Printer, PrintJob
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult, is_loopback
from chuckwagon.trucks.models import Truck

MAX_NAMED = 5
WAITS_LONG, FAILED_LATELY = timedelta(minutes=10), timedelta(days=1)
ORIGIN_SECONDS = 3.0


def check_printers(settings: Settings) -> CheckResult:
    """Check that what was to be printed was, and that printers can reach the product.

    A silent printer for which nothing waits is only counted, because printers are switched off at night.
    """
    try:
        with closing(Database(settings.direct_database)) as db, db.reading() as session:
            count, silent = count_printers(session)
            problems = list_unprinted(session)
    except (sa.exc.DatabaseError, OSError):
        return CheckResult(True, "Printers are checked once the database responds.")
    if count and not settings.sandbox and (reason := _find_why_unreachable(settings.origin)):
        problems.insert(0, reason)
    if problems:
        more = f" And {len(problems) - MAX_NAMED} more." if len(problems) > MAX_NAMED else ""
        return CheckResult(False, " ".join(problems[:MAX_NAMED]) + more)
    return CheckResult(True, f"Nothing is left to print. Printers: {count}, silent: {silent}.")


def count_printers(session: Session) -> tuple[int, int]:
    """How many printers there are, and how many of them are silent."""
    states = session.execute(_in_use(sa.select(Printer.state)).select_from(Printer)).scalars().all()
    return len(states), sum(state == models.SILENT for state in states)


def list_unprinted(session: Session) -> list[str]:
    """A sentence for each printer with jobs that have failed within a day, or have waited for ten minutes."""
    now = clock.now()
    has_failed = sa.and_(PrintJob.state == models.FAILED, PrintJob.done_at > now - FAILED_LATELY)
    waits = sa.and_(PrintJob.done_at.is_(None), PrintJob.created_at < now - WAITS_LONG)
    found = _in_use(
        sa.select(
            Printer.label, Truck.name, Printer.state, Printer.last_seen_at,
            sa.func.sum(sa.case((waits, 1), else_=0)), sa.func.sum(sa.case((has_failed, 1), else_=0)),
        ).select_from(PrintJob).join(Printer, Printer.id == PrintJob.printer_id)
    ).where(sa.or_(has_failed, waits))  # fmt: skip
    grouped = found.group_by(Printer.id, Printer.label, Truck.name, Printer.state, Printer.last_seen_at)
    problems = []
    for label, truck, state, seen_at, waiting, failed in session.execute(grouped.order_by(Truck.name, Printer.label)):
        heard = f"heard of at {seen_at:%Y-%m-%d %H:%M} UTC" if seen_at else "never heard of"
        problems.append(
            f"{label} of {truck} ({state.replace('_', ' ')}, {heard}): {waiting} documents wait, {failed} have failed. "
            "They are listed under Devices."
        )
    return problems


def _in_use(query: Any) -> Any:
    joined = query.join(Truck, Truck.id == Printer.truck_id)
    return joined.where(Printer.deleted_at.is_(None), Truck.archived_at.is_(None))


def _find_why_unreachable(origin: str) -> str | None:
    if is_loopback(urlsplit(origin).hostname or ""):
        return f"No printer can reach {origin}, which is this machine's name for itself: set CHUCKWAGON_PUBLIC_URL."
    try:
        with urllib.request.urlopen(f"{origin}/health", timeout=ORIGIN_SECONDS):  # noqa: S310 - the own address
            return None
    except (OSError, ValueError) as error:
        return f"Printers ask at {origin}, which does not answer from here: {error}."
