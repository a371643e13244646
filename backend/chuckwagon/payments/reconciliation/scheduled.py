"""The scheduled reconciler: checks at Stripe the checkouts that neither a browser nor a webhook finished.

It calls the same `fulfill_payment` as they do, so it may run at any time and any number of times. All its work is
bounded: a page of the event log, some overdue checkouts, some deferred subjects. However long the backlog is, each
lane runs every few seconds, and a subject that fails is deferred without delaying the others.
A hold of an unpaid checkout whose time is over is released. The payment intent is cancelled at Stripe first; only when
Stripe says so is anything given back. A payment that succeeded in the same instant becomes an order as usual.

Why: docs/decisions/0013-reconcile-by-events.md
"""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.integrations.stripe.events import PaymentSucceededEvent, read_newest, read_since
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Unavailable
from chuckwagon.observability.logging import log
from chuckwagon.offers.models import HELD as USE_HELD
from chuckwagon.offers.models import OfferUse
from chuckwagon.orders.reservations.models import HELD, Reservation
from chuckwagon.payments import queries
from chuckwagon.payments.checkout.service import close_checkout, close_unpaid
from chuckwagon.payments.counter import endings
from chuckwagon.payments.counter.states import COUNTER_SOURCE
from chuckwagon.payments.fulfillment.service import fulfill_payment
from chuckwagon.payments.metrics import RECONCILED_AT, RECOVERED, UNSETTLED_SINCE
from chuckwagon.payments.models import OPEN, PAID, Checkout, Deferral
from chuckwagon.payments.reconciliation import deferrals
from chuckwagon.payments.reconciliation.deferrals import CHECKOUT, PAYMENT
from chuckwagon.settings import Settings

OVERLAP = timedelta(minutes=2)  # an event may appear in the list with a delay
RECENT = timedelta(minutes=3)
MAX_RECENT_PAGES = 10
MAX_BACKLOG_SECONDS = 15.0  # of reading a backlog before the other lanes run
MAX_OVERDUE_SECONDS, MAX_DEFERRED_SECONDS = 20.0, 10.0
MAX_DEFERRED, MAX_OUTAGES = 20, 3
UNREADABLE = "unreadable"
ShouldContinue = Callable[[], bool]
Task = tuple[str, Callable[[], bool]]
"""The ID of a subject, and its work, which returns whether Stripe was asked."""


def reconcile(
    db: Database, settings: Settings, stripe: StripeGateway, should_continue: ShouldContinue = lambda: True
) -> None:
    """Fulfill every payment that neither a browser nor a webhook reported, and cancel expired checkouts.

    `should_continue` is checked between the steps. Raises PaymentRefused or Unavailable at the end if Stripe did not
    answer for a part; the other parts are done.
    """
    ScheduledReconciler(db, settings, stripe, should_continue).run()


class PaymentIntentNotCancelled(Exception):
    """Stripe neither cancelled a payment nor reported that it succeeded."""


class ScheduledReconciler:
    """One run, from the cursor to the newest event."""

    def __init__(
        self, db: Database, settings: Settings, stripe: StripeGateway, should_continue: ShouldContinue
    ) -> None:
        self._db, self._settings, self._stripe, self._should_continue = db, settings, stripe, should_continue
        self._outage: AppError | None = None
        self._log_resumed_at = time.monotonic()

    def run(self) -> None:
        """Finish overdue and deferred subjects first, because they do not need the event log, then read the log.

        Raises the last error of Stripe at the end, after every lane has run.
        """
        self._run_other_lanes()
        self._run_lane(self._read_event_log)
        if self._outage is not None:
            raise self._outage
        self._note_answer()
        if self._should_continue():
            RECONCILED_AT.set(clock.now().timestamp())

    def _run_lane(self, lane: Callable[[], None]) -> None:
        """Run one lane. An error of Stripe ends this lane only, and is raised by `run` at the end."""
        try:
            lane()
        except AppError as outage:
            self._outage = outage

    def _run_other_lanes(self) -> None:
        self._run_lane(self.cancel_overdue)
        self._run_lane(self._retry_deferred)
        self._log_resumed_at = time.monotonic()

    # --- the event log

    def _read_event_log(self) -> None:
        """Read from the cursor, with an overlap; the cursor moves page by page."""
        with self._db.reading() as session:
            oldest, mark = queries.find_oldest_open_at(session), queries.find_sync_cursor(session)
        if oldest is None:
            return
        for part in read_since(self._stripe, (mark or oldest - timedelta(hours=1)) - OVERLAP):
            if not self._fulfill_all(part.events):
                return
            if part.is_next and part.events:
                self._db.write(partial(queries.advance_sync_cursor, at=part.events[-1].at))
            RECONCILED_AT.set(clock.now().timestamp())
            if time.monotonic() - self._log_resumed_at > MAX_BACKLOG_SECONDS:
                self._run_other_lanes()
                self._fulfill_recent()

    def _fulfill_recent(self) -> None:
        """Fulfill the newest payments while a backlog is being read."""
        recent = read_newest(self._stripe, clock.now() - RECENT)
        for _, part in zip(range(MAX_RECENT_PAGES), recent, strict=False):
            if not self._fulfill_all(part.events):
                return

    def _fulfill_all(self, events: list[PaymentSucceededEvent]) -> bool:
        """Fulfill the payments without an order; returns whether all were processed.

        Because of the overlap, most payments were fulfilled before. They cost no transaction each.
        """
        unfulfilled = self._find_unfulfilled(events)
        UNSETTLED_SINCE.set(min((event.created for event in unfulfilled), default=0))
        for event in unfulfilled:
            if not self._should_continue():
                UNSETTLED_SINCE.set(0)  # the process with the lease reports it now
                return False
            self._fulfill_or_defer(event)
        UNSETTLED_SINCE.set(0)
        return self._should_continue()

    def _find_unfulfilled(self, events: list[PaymentSucceededEvent]) -> list[PaymentSucceededEvent]:
        with self._db.reading() as session:
            named = queries.find_unfulfilled_checkouts(
                session, [event.intent.metadata for event in events if event.intent]
            )
            unreadable = queries.find_unfulfilled_intents(session, [one.intent_id for one in events if not one.intent])
            unfulfilled = [
                event for event in events if _checkout_id_of(event) in named or event.intent_id in unreadable
            ]
            deferred = deferrals.find_deferred_ids(session, PAYMENT, [event.intent_id for event in unfulfilled])
        return [event for event in unfulfilled if event.intent_id not in deferred]

    def _fulfill_or_defer(self, event: PaymentSucceededEvent) -> None:
        if event.intent is None:
            self._defer(PAYMENT, event.intent_id, UNREADABLE, event.at)
            return
        try:
            self._db.write(partial(_fulfill_known, settings=self._settings, intent=event.intent))
        except Exception as error:  # noqa: BLE001 - one payment must not delay the others
            log.exception("payment_not_settled", payment_intent_id=event.intent_id)
            self._defer(PAYMENT, event.intent_id, type(error).__name__, event.at)

    def _defer(self, kind: str, subject_id: str, reason: str, paid_at: datetime | None = None) -> None:
        """Defer the subject. A failure of the database ends the run."""
        self._db.write(lambda session: deferrals.defer(session, kind, subject_id, reason, paid_at))

    # --- overdue and deferred subjects

    def cancel_overdue(self) -> None:
        """Cancel the payments of overdue checkouts at Stripe, and close those that Stripe has cancelled.

        A payment that has succeeded becomes an order. One that fails is deferred; raises Unavailable after MAX_OUTAGES
        in a row.
        """
        with self._db.reading() as session:
            overdue = queries.list_overdue_checkouts(session, clock.now())
        tasks = ((one.id, partial(self._cancel_unpaid, one)) for one in overdue)
        self._run_tasks(CHECKOUT, tasks, MAX_OVERDUE_SECONDS)

    def _retry_deferred(self) -> None:
        with self._db.reading() as session:
            due = deferrals.list_due_deferrals(session, PAYMENT, MAX_DEFERRED)
            has_checkouts = deferrals.count_deferred_checkouts(session) > 0
        if has_checkouts:
            self._db.write(deferrals.delete_finished_checkouts)
        tasks = ((one.subject_id, partial(self._retry, one)) for one in due)
        self._run_tasks(PAYMENT, tasks, MAX_DEFERRED_SECONDS)

    def _run_tasks(self, kind: str, tasks: Iterable[Task], seconds: float) -> None:
        """Begin tasks for at most `seconds`, and defer each one that fails.

        Only Unavailable counts as an outage, and as a failure of the task's own if Stripe answers another one. After
        MAX_OUTAGES without a success between them the last one is raised again, which ends the lane.
        """
        ends_at, has_answered = time.monotonic() + seconds, False
        unanswered: list[str] = []
        for subject_id, work in self._within_limit(tasks, ends_at):
            was_asked = True
            try:
                was_asked = work()
            except Unavailable as outage:
                unanswered.append(subject_id)
                self._defer(kind, subject_id, type(outage).__name__ if has_answered else deferrals.OUTAGE)
                if len(unanswered) == MAX_OUTAGES:
                    raise
                continue
            except Exception as error:  # noqa: BLE001 - one task must not delay the others
                self._defer(kind, subject_id, type(error).__name__)
            if not was_asked:
                continue
            if not has_answered:
                self._note_answer()
                for failed_id in unanswered:
                    self._defer(kind, failed_id, Unavailable.__name__)
            has_answered, unanswered = True, []

    def _note_answer(self) -> None:
        """Retry now what an outage has deferred."""
        with self._db.reading() as session:
            has_waiting = deferrals.has_waiting_for_outage(session)
        if has_waiting:
            self._db.write(deferrals.resume_after_outage)

    def _within_limit(self, tasks: Iterable[Task], ends_at: float) -> Iterator[Task]:
        for task in tasks:
            if time.monotonic() > ends_at or not self._should_continue():
                return
            yield task

    def _retry(self, deferred: Deferral) -> bool:
        """Fetch a deferred payment, fulfill it if it has succeeded, and delete its deferral.

        Fetched, because it may have been repaired at Stripe.
        """
        intent = self._stripe.get_intent(deferred.subject_id)

        def finish(session: Session) -> None:
            if intent.status == "succeeded":
                _fulfill_known(session, self._settings, intent)
            deferrals.clear_deferral(session, PAYMENT, deferred.subject_id)

        self._db.write(finish)
        return True

    def _cancel_unpaid(self, checkout: Checkout) -> bool:
        intent = self._stripe.cancel_intent(checkout.payment_intent_id) if checkout.payment_intent_id else None
        if intent is None or intent.status == "canceled":
            self._db.write(lambda session: close_unpaid(session, checkout.id))
            if intent is not None and checkout.source == COUNTER_SOURCE:
                endings.free_reader_of(self._db, self._settings, checkout.id)
        elif intent.status == "succeeded":
            self._db.write(lambda session: _fulfill_or_close(session, self._settings, intent, checkout.id))
        else:
            raise PaymentIntentNotCancelled(intent.status)
        return intent is not None


def _checkout_id_of(event: PaymentSucceededEvent) -> str:
    return str(event.intent.metadata.get("checkoutId")) if event.intent else ""


def _fulfill_known(session: Session, settings: Settings, intent: Intent) -> None:
    checkout = queries.find_checkout_by_metadata(session, intent.metadata)
    if checkout is None or checkout.status == PAID:
        return
    if fulfill_payment(session, intent, expect_live=settings.moves_real_money, source="reconciler") is not None:
        log.warning("payment_found_by_reconciler")
        after_commit(session, RECOVERED.inc)


def _fulfill_or_close(session: Session, settings: Settings, intent: Intent, checkout_id: str) -> None:
    """Fulfill the payment, or close the checkout if its payment is held for review."""
    if fulfill_payment(session, intent, expect_live=settings.moves_real_money, source="reconciler") is None:
        close_checkout(session, checkout_id)


def has_expired_holds(session: Session) -> bool:
    """Whether a reservation or the use of an offer is held although its time is over. Cheap, without a write lock."""
    now = clock.now()
    slots = sa.select(Reservation.id).where(Reservation.status == HELD, Reservation.hold_expires_at <= now)
    is_overdue = (Checkout.status == OPEN, Checkout.offer_id.is_not(None), Checkout.expires_at <= now)
    uses = sa.select(OfferUse.id).join(Checkout, Checkout.id == OfferUse.id).where(*is_overdue)
    held_uses = uses.where(OfferUse.status == USE_HELD)
    return any(session.scalar(held.limit(1)) is not None for held in (slots, held_uses))


def release_expired_holds(
    db: Database, settings: Settings, stripe: StripeGateway, should_continue: ShouldContinue
) -> None:
    """Cancel the payments of all overdue checkouts, with and without a slot, and release what they hold.

    One that fails is deferred. Raises Unavailable after several outages of Stripe in a row.
    """
    ScheduledReconciler(db, settings, stripe, should_continue).cancel_overdue()
