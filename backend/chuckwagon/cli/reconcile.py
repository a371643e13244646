"""Runs `chuckwagon reconcile` for `database.py`: reads the period, and prints a table of results."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import partial

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.kit import clock
from chuckwagon.kit.errors import OperatorError
from chuckwagon.kit.money import format_usd
from chuckwagon.orders import counts
from chuckwagon.orders.counts import repair_counters
from chuckwagon.orders.placement.record_payment import repair_sales
from chuckwagon.payments.reconciliation.period import (
    MATCHED,
    NOT_OURS,
    PaymentReconcileResult,
    PeriodReconciliation,
    ProgressCallback,
)
from chuckwagon.settings import Settings

DEFAULT_PERIOD = timedelta(days=7)
UNREPORTED_RESULTS = (MATCHED, NOT_OURS)
HEADINGS = ("paid at (UTC)", "payment", "amount", "refunded", "order", "result")


class InvalidPeriod(OperatorError):
    """Start or end is neither a day nor an instant. The message is shown to the operator."""


def parse_period(since: str | None, until: str | None) -> tuple[datetime, datetime]:
    """Return (start, end) in UTC. A day given as the end is included. Raises InvalidPeriod."""
    end = _parse_bound(until, is_end=True) if until else clock.now()
    start = _parse_bound(since, is_end=False) if since else end - DEFAULT_PERIOD
    if start >= end:
        raise InvalidPeriod("The period ends before it starts.")
    return start, end


def reconcile_period(
    settings: Settings,
    period: tuple[datetime, datetime],
    *,
    dry_run: bool,
    watch: ProgressCallback,
    say: Callable[[str], None],
) -> bool:
    """Reconcile the period and print the results. Returns whether everything is resolved.

    Without `dry_run` it also corrects the stored order counts. Raises PaymentRefused if Stripe refuses a call, and
    Unavailable if it does not respond.
    """
    with closing(Database(settings.direct_database)) as db:
        wrong = _recount_orders(db, dry_run=dry_run)
        reconciliation = PeriodReconciliation(
            db, settings, stripe_period_gateway(settings), dry_run=dry_run, progress=watch
        )
        findings = reconciliation.run(*period)
    say(f"{period[0]:%Y-%m-%d %H:%M} to {period[1]:%Y-%m-%d %H:%M} UTC: {len(findings)} payments.")
    for line in _table([one for one in findings if one.result not in UNREPORTED_RESULTS]):
        say(line)
    for result, count in sorted(Counter(one.result for one in findings).items()):
        say(f"{count:>6}  {result}")
    if wrong:
        say(f"{wrong:>6}  trucks, customers or orders whose counts or sales were corrected")
    left = sum(not one.is_resolved for one in findings)
    say("Everything is resolved." if not left else f"{left} unresolved{' (dry run)' if dry_run else ''}.")
    return not left


def _recount_orders(db: Database, *, dry_run: bool) -> int:
    """Correct stored order counts, and sales that are not recorded. Returns how many trucks, customers
    and orders were wrong; 0 in a dry run."""
    if dry_run:
        return 0
    with db.reading() as session:
        customers = counts.find_inconsistent_customers(session)
    for customer_id in customers:
        db.write(partial(counts.rebuild_customer_totals, customer_id=customer_id))
    return len(db.write(repair_counters)) + len(customers) + repair_sales(db)


def _parse_bound(text: str, *, is_end: bool) -> datetime:
    try:
        if "T" not in text and " " not in text:
            day = date.fromisoformat(text) + timedelta(days=1 if is_end else 0)
            return datetime(day.year, day.month, day.day, tzinfo=UTC)
        found = datetime.fromisoformat(text)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        example = "2026-07-01 or 2026-07-01T19:30:00Z"
        raise InvalidPeriod(f"{text!r} is neither a day nor an instant. Write {example}.") from None


def _table(findings: list[PaymentReconcileResult]) -> list[str]:
    if not findings:
        return []
    rows = [HEADINGS, *(_row(finding) for finding in findings)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def _row(finding: PaymentReconcileResult) -> tuple[str, ...]:
    return (
        f"{finding.at:%Y-%m-%d %H:%M:%S}",
        finding.intent_id,
        format_usd(finding.amount_cents),
        format_usd(finding.refunded_cents) if finding.refunded_cents else "-",
        f"#{finding.order_number}" if finding.order_number else "-",
        finding.result,
    )
