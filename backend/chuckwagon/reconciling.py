"""The command `chuckwagon reconcile`: its window, its table, and whether anything is left for a person."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

from chuckwagon.core import clock
from chuckwagon.core.db import Database
from chuckwagon.core.money import format_usd
from chuckwagon.gateways.stripe_history import stripe_history
from chuckwagon.orders import regulars
from chuckwagon.orders.counts import recount
from chuckwagon.payments.reconciliation import FITS, NOT_OURS, Finding, Reconciliation, Watch
from chuckwagon.settings import Settings

USUAL_WINDOW = timedelta(days=7)
QUIET = (FITS, NOT_OURS)
HEADINGS = ("paid at (UTC)", "payment", "amount", "given back", "order", "result")


class WindowInvalid(Exception):
    """A bound that is no day and no instant; the message is for people."""


def read_window(since: str | None, until: str | None) -> tuple[datetime, datetime]:
    """The bounds in UTC; a day as the end is meant whole. Raises WindowInvalid."""
    end = _bound(until, is_end=True) if until else clock.now()
    begin = _bound(since, is_end=False) if since else end - USUAL_WINDOW
    if begin >= end:
        raise WindowInvalid("The window ends before it begins.")
    return begin, end


def reconcile_window(
    settings: Settings,
    window: tuple[datetime, datetime],
    *,
    dry_run: bool,
    watch: Watch,
    say: Callable[[str], None],
) -> bool:
    """Compare, put right and print; says whether nothing is left open. Raises PaymentRefused, Unavailable."""
    db = Database(settings.database)
    try:
        wrong = _recount(db, dry_run=dry_run)
        work = Reconciliation(db, settings, stripe_history(settings), dry_run=dry_run, watch=watch)
        findings = work.run(*window)
    finally:
        db.close()
    say(f"{window[0]:%Y-%m-%d %H:%M} to {window[1]:%Y-%m-%d %H:%M} UTC: {len(findings)} payments.")
    for line in _table([one for one in findings if one.result not in QUIET]):
        say(line)
    for result, count in sorted(Counter(one.result for one in findings).items()):
        say(f"{count:>6}  {result}")
    if wrong:
        say(f"{wrong:>6}  trucks or customers whose orders were counted anew")
    left = sum(not one.is_resolved for one in findings)
    say("Nothing is left open." if not left else f"{left} left open{' (dry run)' if dry_run else ''}.")
    return not left


def _recount(db: Database, *, dry_run: bool) -> int:
    """Correct the kept numbers of orders; says of how many trucks and customers they were wrong."""
    if dry_run:
        return 0
    with db.reading() as session:
        people = regulars.find_wrong(session)
    for customer_id in people:
        db.write(lambda session, person=customer_id: regulars.rebuild(session, person))  # type: ignore[misc]
    return len(db.write(recount)) + len(people)


def _bound(text: str, *, is_end: bool) -> datetime:
    try:
        if "T" not in text and " " not in text:
            day = date.fromisoformat(text) + timedelta(days=1 if is_end else 0)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        example = "2026-07-01 or 2026-07-01T19:30:00Z"
        raise WindowInvalid(f"{text!r} is no day and no instant; write {example}.") from None


def _table(findings: list[Finding]) -> list[str]:
    if not findings:
        return []
    rows = [HEADINGS, *(_row(finding) for finding in findings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _row(finding: Finding) -> tuple[str, ...]:
    return (
        f"{finding.at:%Y-%m-%d %H:%M:%S}",
        finding.intent_id,
        format_usd(finding.amount_cents),
        format_usd(finding.refunded_cents) if finding.refunded_cents else "-",
        f"#{finding.order_number}" if finding.order_number else "-",
        finding.result,
    )
