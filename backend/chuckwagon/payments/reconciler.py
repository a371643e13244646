"""The reconciler: asks the provider about checkouts that neither a browser nor a webhook has finished.

It ends in the same `settle` as they do, so it may run at any time and as often as it likes. Everything that
it does is bounded: a page of the event log, some overdue checkouts, some of what was set aside. However long
the backlog, each of them has its turn every few seconds, and what fails waits by itself.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.orm import Session

from chuckwagon.core import clock
from chuckwagon.core.db import Database
from chuckwagon.core.errors import AppError, Unavailable
from chuckwagon.core.logging import log
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_event_log import PaidEvent, read_newest, read_since
from chuckwagon.gateways.stripe_payments import Intent
from chuckwagon.payments import deferrals, queries
from chuckwagon.payments.deferrals import CHECKOUT, PAYMENT
from chuckwagon.payments.metrics import RECONCILED_AT, RECOVERED, UNSETTLED_SINCE
from chuckwagon.payments.models import PAID, Checkout, Deferral
from chuckwagon.payments.service import close_checkout
from chuckwagon.payments.settlement import settle
from chuckwagon.settings import Settings

OVERLAP = timedelta(minutes=2)  # an event may show in the list some time after it was made
FRESH = timedelta(minutes=3)
MOST_FRESH_PAGES = 10
ASIDE_SECONDS = 15.0  # of reading a backlog, then everything else has its turn
OVERDUE_SECONDS, DEFERRED_SECONDS = 20.0, 10.0
MOST_DEFERRED, MOST_OUTAGES = 20, 3
UNREADABLE = "not understood"

MayGoOn = Callable[[], bool]
Task = tuple[str, Callable[[], None]]


def reconcile(
    db: Database, settings: Settings, stripe: StripeGateway, may_go_on: MayGoOn = lambda: True
) -> None:
    """Settle every payment that neither a browser nor a webhook reported, and end what was never paid.

    `may_go_on` is asked between the steps. Raises PaymentRefused or Unavailable at the end when the provider
    could not be asked for some of it; the rest has been done.
    """
    Round(db, settings, stripe, may_go_on).run()


class NotEnded(Exception):
    """The provider neither cancelled a payment nor says that it succeeded."""


class Round:
    """One run, from the mark to the newest event."""

    def __init__(self, db: Database, settings: Settings, stripe: StripeGateway, may_go_on: MayGoOn) -> None:
        self._db, self._settings, self._stripe, self._may_go_on = db, settings, stripe, may_go_on
        self._outage: AppError | None = None
        self._left_log_at = time.monotonic()

    def run(self) -> None:
        """What is overdue or was set aside comes first: it needs no event log."""
        self._work_aside()
        self._try(self._read_event_log)
        if self._outage is not None:
            raise self._outage
        if self._may_go_on():
            RECONCILED_AT.set(clock.now().timestamp())

    def _try(self, lane: Callable[[], None]) -> None:
        """Without the provider one lane ends, and the others have their turn all the same."""
        try:
            lane()
        except AppError as outage:
            self._outage = outage

    def _work_aside(self) -> None:
        self._try(self._end_overdue)
        self._try(self._retry_deferred)
        self._left_log_at = time.monotonic()

    # --- the event log

    def _read_event_log(self) -> None:
        """From the mark, with an overlap; the mark moves page by page."""
        with self._db.reading() as session:
            oldest, mark = queries.oldest_open(session), queries.find_mark(session)
        if oldest is None:
            return
        for part in read_since(self._stripe, (mark or oldest - timedelta(hours=1)) - OVERLAP):
            if not self._settle_all(part.events):
                return
            if part.is_next and part.events:
                self._db.write(partial(queries.advance_mark, at=part.events[-1].at))
            RECONCILED_AT.set(clock.now().timestamp())
            if time.monotonic() - self._left_log_at > ASIDE_SECONDS:
                self._work_aside()
                self._settle_fresh()

    def _settle_fresh(self) -> None:
        """What has just been paid does not wait until a backlog is read."""
        fresh = read_newest(self._stripe, clock.now() - FRESH)
        for _, part in zip(range(MOST_FRESH_PAGES), fresh, strict=False):
            if not self._settle_all(part.events):
                return

    def _settle_all(self, events: list[PaidEvent]) -> bool:
        """Settle those that are not; says whether it came to their end.

        An overlap shows most payments again and again; they cost no transaction each.
        """
        unsettled = self._find_unsettled(events)
        UNSETTLED_SINCE.set(min((event.created for event in unsettled), default=0))
        for event in unsettled:
            if not self._may_go_on():
                UNSETTLED_SINCE.set(0)  # the process that has the turn now tells of it
                return False
            self._settle_or_defer(event)
        UNSETTLED_SINCE.set(0)
        return self._may_go_on()

    def _find_unsettled(self, events: list[PaidEvent]) -> list[PaidEvent]:
        with self._db.reading() as session:
            named = queries.find_unsettled(session, [event.intent for event in events if event.intent])
            unread = queries.find_unfinished(session, [one.intent_id for one in events if not one.intent])
            found = [event for event in events if _checkout_of(event) in named or event.intent_id in unread]
            deferred = deferrals.find_deferred(session, PAYMENT, [event.intent_id for event in found])
        return [event for event in found if event.intent_id not in deferred]

    def _settle_or_defer(self, event: PaidEvent) -> None:
        if event.intent is None:
            self._defer(PAYMENT, event.intent_id, UNREADABLE, event.at)
            return
        try:
            self._db.write(partial(_settle_known, settings=self._settings, intent=event.intent))
        except Exception as error:  # noqa: BLE001 - one payment must not delay the others
            log.exception("payment_not_settled", payment_intent_id=event.intent_id)
            self._defer(PAYMENT, event.intent_id, type(error).__name__, event.at)

    def _defer(self, kind: str, subject_id: str, reason: str, paid_at: datetime | None = None) -> None:
        """Set it aside. An outage of the database is raised here again, and ends the round."""
        self._db.write(lambda session: deferrals.defer(session, kind, subject_id, reason, paid_at))

    # --- what is overdue, and what was set aside

    def _end_overdue(self) -> None:
        with self._db.reading() as session:
            overdue = queries.list_overdue(session, clock.now())
        tasks = ((one.id, partial(self._end_unpaid, one)) for one in overdue)
        self._work_off(CHECKOUT, tasks, OVERDUE_SECONDS)

    def _retry_deferred(self) -> None:
        with self._db.reading() as session:
            due = deferrals.list_due(session, PAYMENT, MOST_DEFERRED)
            has_checkouts = deferrals.count_checkouts(session) > 0
        if has_checkouts:
            self._db.write(deferrals.drop_finished)
        tasks = ((one.subject_id, partial(self._retry, one)) for one in due)
        self._work_off(PAYMENT, tasks, DEFERRED_SECONDS)

    def _work_off(self, kind: str, tasks: Iterable[Task], seconds: float) -> None:
        """Do them in turn for so long. One that fails is set aside; after some outages in a row all wait."""
        ends_at, outages = time.monotonic() + seconds, 0
        for subject_id, work in self._in_time(tasks, ends_at):
            try:
                work()
                outages = 0
            except Unavailable as outage:
                self._defer(kind, subject_id, type(outage).__name__)
                outages += 1
                if outages == MOST_OUTAGES:
                    raise
            except Exception as error:  # noqa: BLE001 - one must not delay the others
                self._defer(kind, subject_id, type(error).__name__)

    def _in_time(self, tasks: Iterable[Task], ends_at: float) -> Iterator[Task]:
        for task in tasks:
            if time.monotonic() > ends_at or not self._may_go_on():
                return
            yield task

    def _retry(self, deferred: Deferral) -> None:
        """The payment is read again, because it may have been repaired at the provider."""
        intent = self._stripe.get_intent(deferred.subject_id)

        def finish(session: Session) -> None:
            if intent.status == "succeeded":
                _settle_known(session, self._settings, intent)
            deferrals.clear(session, PAYMENT, deferred.subject_id)

        self._db.write(finish)

    def _end_unpaid(self, checkout: Checkout) -> None:
        intent = (
            self._stripe.cancel_intent(checkout.payment_intent_id) if checkout.payment_intent_id else None
        )
        if intent is None or intent.status == "canceled":
            self._db.write(lambda session: close_checkout(session, checkout.id))
        elif intent.status == "succeeded":
            self._db.write(lambda session: _settle_or_close(session, self._settings, intent, checkout.id))
        else:
            raise NotEnded(intent.status)


def _checkout_of(event: PaidEvent) -> str:
    return str(event.intent.metadata.get("checkoutId")) if event.intent else ""


def _settle_known(session: Session, settings: Settings, intent: Intent) -> None:
    checkout = queries.find_checkout_of(session, intent)
    if checkout is None or checkout.status == PAID:
        return
    if settle(session, intent, expect_live=settings.moves_real_money, source="reconciler") is not None:
        log.warning("payment_found_by_reconciler")
        after_commit(session, RECOVERED.add)


def _settle_or_close(session: Session, settings: Settings, intent: Intent, checkout_id: str) -> None:
    """Paid, and held for review: nobody can pay this checkout any more, so it must not look as if."""
    if settle(session, intent, expect_live=settings.moves_real_money, source="reconciler") is None:
        close_checkout(session, checkout_id)
