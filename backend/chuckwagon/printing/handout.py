"""Hands jobs to printers: one at a time, each again until the printer says that it has printed it.

An offer is named by a token: job, part, and how often the part was fetched with it. The same token gets the same bytes
again; a new offer has a new one, and what it names carries the word COPY. Killed between any two steps, a job is
offered again after `RETRY_AFTER`, so it is never lost.
"""

import re
from datetime import UTC, datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.day_closes.queries import load_close
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Database, insert_if_absent, is_outage, table_of, try_update_one
from chuckwagon.drawer.models import DayClose
from chuckwagon.kit import clock
from chuckwagon.kit.ids import hash_secret
from chuckwagon.observability.logging import log
from chuckwagon.orders.models import Order
from chuckwagon.orders.queries import load_staff_orders
from chuckwagon.printers import models
from chuckwagon.printers.enqueue import close_job
from chuckwagon.printers.models import PAPER_DOTS, Printer, PrintImage, PrintJob
from chuckwagon.printing import documents, drawing
from chuckwagon.printing.drawing import Document
from chuckwagon.printing.words import WORDS
from chuckwagon.realtime import change_log
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck

RETRY_AFTER = timedelta(seconds=30)
MAX_ATTEMPTS = 5
MAX_DRAWINGS = 3  # of a job whose order changes while it is drawn
FIRST = datetime(2000, 1, 1, tzinfo=UTC)  # from when the job that a printer has is offered: before all others
SEEN_EVERY = timedelta(seconds=10)  # how often a printer that only asks is written down
NOT_DRAWN = "This could not be drawn. The log says why."
NOT_CONFIRMED = "The printer has fetched it and did not say that it was printed."
_COMPOSERS = {
    models.TICKET: documents.compose_ticket,
    models.CHANGED: documents.compose_changed,
    models.CANCELLED: documents.compose_cancelled,
    models.RECEIPT: documents.compose_receipt,
}
_TOKEN = re.compile(r"([0-9a-f]{24})-(\d{1,2})-(\d)")
_printers, _jobs = table_of(Printer), table_of(PrintJob)
_OFFERED = (
    sa.select(_jobs.c.id)
    .where(
        _jobs.c.printer_id == _printers.c.id,
        _jobs.c.available_at.is_not(None),
        _jobs.c.expires_at > sa.bindparam("now", type_=_jobs.c.expires_at.type),
    )
    .order_by(_jobs.c.available_at, _jobs.c.id)
    .limit(1)
    .correlate(_printers)
    .scalar_subquery()
)
_POLL = CompiledStatement(
    sa.select(
        _printers.c.id, _printers.c.truck_id, _printers.c.kind, _printers.c.state, _printers.c.media_types,
        _printers.c.last_seen_at, _jobs.c.id, _jobs.c.state, _jobs.c.part, _jobs.c.attempts, _jobs.c.available_at,
        _jobs.c.fetched_at,
    )
    .select_from(_printers.outerjoin(_jobs, _jobs.c.id == _OFFERED))
    .where(_printers.c.secret_hash == sa.bindparam("secret"))
)  # fmt: skip


class Poll(msgspec.Struct, frozen=True):
    """A printer that asks, and the job that comes next, if there is one."""

    printer_id: str
    truck_id: str
    kind: str
    state: str
    media_types: str | None
    last_seen_at: datetime | None
    job_id: str | None
    job_state: str | None
    part: int | None
    attempts: int | None
    available_at: datetime | None
    fetched_at: datetime | None

    def find_token(self, now: datetime) -> str | None:
        """The token of what is offered now; None while the printer is busy with a job, or has none."""
        if self.job_id is None or self.available_at is None or self.available_at > now or self.is_given_up(now):
            return None
        if self.job_state == models.FETCHED and not self.is_overdue(now):
            return None
        return f"{self.job_id}-{self.part}-{(self.attempts or 0) + 1}"

    def is_given_up(self, now: datetime) -> bool:
        """Whether the next job was fetched as often as it may be, without a word that it was printed."""
        return self.job_id is not None and (self.attempts or 0) >= MAX_ATTEMPTS and self.is_overdue(now)

    def is_overdue(self, now: datetime) -> bool:
        """Whether the next job was fetched so long ago that it is offered again."""
        return self.fetched_at is not None and self.fetched_at <= now - RETRY_AFTER


class Token(msgspec.Struct, frozen=True):
    """What a printer was offered: a part of a job, and the number of the attempt."""

    job_id: str
    part: int
    attempt: int


class Fetched(msgspec.Struct, frozen=True):
    """What a printer gets: an image, or text where it prints none, and whether to cut and to open the drawer."""

    token: str
    png: bytes
    text: str
    cuts: bool
    opens_drawer: bool


def read_token(text: str | None) -> Token | None:
    """Parse a token; None for any other text."""
    found = _TOKEN.fullmatch(text or "")
    return Token(found[1], int(found[2]), int(found[3])) if found else None


def poll(db: Database, secret: str) -> Poll | None:
    """Find the printer with this secret and its next job: one indexed read. None for an unknown secret."""
    now, values = clock.now(), {"secret": hash_secret(secret)}
    with db.reading() as session:
        row = _POLL.first(session, {**values, "now": now})
        if row is not None and Poll(*row).is_given_up(now):
            row = None
        elif row is None:
            return None
    if row is not None:
        return Poll(*row)
    db.write(lambda session: give_up(session, hash_secret(secret)))
    return poll(db, secret)


def give_up(session: Session, secret_hash: str | None = None) -> None:
    """End the jobs that were fetched as often as they may be: those of one printer, or of all."""
    overdue = sa.select(PrintJob).where(
        PrintJob.available_at.is_not(None),
        PrintJob.attempts >= MAX_ATTEMPTS,
        PrintJob.fetched_at <= clock.now() - RETRY_AFTER,
    )
    if secret_hash is not None:
        overdue = overdue.join(Printer, Printer.id == PrintJob.printer_id).where(Printer.secret_hash == secret_hash)
    for job in session.scalars(overdue.with_for_update(of=PrintJob)):
        close_job(job, models.FAILED, job.failure or NOT_CONFIRMED)
        change_log.publish_change(session, job.truck_id, change_log.PRINTER, job.printer_id)


def note_seen(db: Database, asked: Poll, state: str | None, media_types: str | None = None) -> bool:
    """Write down that the printer has asked, and what it said of itself: None if nothing, READY if all is well.

    Only what has changed, and at most every `SEEN_EVERY`, because printers ask every few seconds. Returns whether all
    is as it was known.
    """
    now = clock.now()
    after = asked.state if state is None else state
    if after in (models.NEW, models.SILENT):
        after = models.READY
    is_known = asked.last_seen_at is not None and now - asked.last_seen_at < SEEN_EVERY
    media = asked.media_types if media_types is None else media_types[:500]
    is_same = after == asked.state and media == asked.media_types
    if is_known and is_same:
        return True

    def write(session: Session) -> None:
        values = {"state": after, "last_seen_at": now, "media_types": media}
        session.execute(sa.update(Printer).where(Printer.id == asked.printer_id).values(values))
        if after != asked.state:
            change_log.publish_change(session, asked.truck_id, change_log.PRINTER, asked.printer_id)

    db.write(write)
    return is_same


def choose_token(asked: Poll, text: str | None) -> Token | None:
    """What a printer means that fetches: the token that it sends, else the job that it has, else the one offered.

    A printer that sends no token has one job at a time.
    """
    if text:
        return read_token(text)
    now = clock.now()
    if asked.job_id is not None and asked.job_state == models.FETCHED and not asked.is_overdue(now):
        return Token(asked.job_id, asked.part or 0, asked.attempts or 0)
    return read_token(asked.find_token(now))


def fetch(db: Database, asked: Poll, token: Token) -> Fetched | None:
    """Give the printer what the token names, and write down that it has it. The same bytes for the same token.

    None for what is not offered any more, or not to this printer.
    """
    for _ in range(MAX_DRAWINGS):
        if not _prepare(db, asked, token):
            return None
        if db.write(lambda session: _claim(session, asked, token)):
            break
    else:
        return None
    with db.reading() as session:
        job = session.get(PrintJob, token.job_id)
        image = session.get(PrintImage, (token.job_id, token.part))
        printer = session.get(Printer, asked.printer_id)
        if job is None or image is None or printer is None:
            return None
        words = WORDS[printer.language]  # type: ignore[index]
        is_copy = (job.is_copy or token.attempt > 1) and job.kind != models.DRAWER
        text = ""
        if printer.media_types and not prints_images(printer.media_types):
            text = drawing.to_plain_text(compose_job(session, job, printer))
            text = f"{words.copy}\n{text}" if is_copy else text
        return Fetched(
            f"{token.job_id}-{token.part}-{token.attempt}",
            drawing.stamp(image.png, words.copy) if is_copy else image.png,
            text,
            job.kind != models.DRAWER,
            job.kind == models.DRAWER,
        )


def prints_images(media_types: str | None) -> bool:
    """Whether a Star printer that says these types can print images; one that says nothing can."""
    return not media_types or "image/png" in media_types


def _prepare(db: Database, asked: Poll, token: Token) -> bool:
    """Draw the images of the job unless they exist. False if the token names nothing that is offered.

    What was drawn while the order changed is not kept. A job that cannot be drawn fails, because otherwise nothing
    behind it would be printed.
    """
    with db.reading() as session:
        job = _find_offered(session, asked, token)
        if job is None:
            return False
        if session.get(PrintImage, (job.id, token.part)) is not None:
            return True
        printer = session.get_one(Printer, asked.printer_id)
        version = _find_version(session, job.order_id)
        dots = PAPER_DOTS[printer.paper_mm]
        try:
            is_kick = job.kind == models.DRAWER
            images = [drawing.blank(dots)] if is_kick else drawing.draw(compose_job(session, job, printer), dots)
        except Exception as error:  # whatever it is, the other jobs must go on
            if is_outage(error):
                raise
            log.exception("print_job_failed", job_id=job.id)
            images = []

    def write(session: Session) -> bool:
        if not images:
            close_job(session.get_one(PrintJob, token.job_id, with_for_update=True), models.FAILED, NOT_DRAWN)
            change_log.publish_change(session, asked.truck_id, change_log.PRINTER, asked.printer_id)
            return False
        locked = session.get_one(PrintJob, token.job_id, with_for_update=True)
        if _find_version(session, locked.order_id) != version:
            return True
        for part, png in enumerate(images):
            insert_if_absent(session, PrintImage, {"job_id": token.job_id, "part": part, "png": png})
        session.execute(sa.update(PrintJob).where(PrintJob.id == token.job_id).values(parts=len(images)))
        return True

    return db.write(write)


def _find_version(session: Session, order_id: str | None) -> int | None:
    return session.scalar(sa.select(Order.version).where(Order.id == order_id)) if order_id else None


def _find_offered(session: Session, asked: Poll, token: Token) -> PrintJob | None:
    """The job, if the token is its present offer, or the one that the printer has fetched last."""
    job = session.get(PrintJob, token.job_id, populate_existing=True)
    if job is None or job.printer_id != asked.printer_id or job.part != token.part:
        return None
    if job.state not in (models.WAITING, models.FETCHED) or job.available_at is None:
        return None
    is_again = token.attempt == job.attempts and job.state == models.FETCHED
    return job if is_again or token.attempt == job.attempts + 1 else None


def _claim(session: Session, asked: Poll, token: Token) -> bool:
    """Write down that the printer has fetched the part. Of two fetches with one token the second changes nothing.

    The job is locked first, so a change of its order at this instant either sees the fetch, and sends a slip, or has
    deleted what was drawn before it. False then.
    """
    session.get(PrintJob, token.job_id, with_for_update=True)
    if session.get(PrintImage, (token.job_id, token.part)) is None:
        return False
    offered = (
        PrintJob.id == token.job_id,
        PrintJob.printer_id == asked.printer_id,
        PrintJob.part == token.part,
        PrintJob.attempts == token.attempt - 1,
        PrintJob.attempts < MAX_ATTEMPTS,
        PrintJob.state.in_((models.WAITING, models.FETCHED)),
        PrintJob.available_at.is_not(None),
    )
    values = {"attempts": token.attempt, "state": models.FETCHED, "fetched_at": clock.now(), "available_at": FIRST}
    if try_update_one(session, sa.update(PrintJob).where(*offered).values(values)):
        return True
    job = _find_offered(session, asked, token)
    return job is not None and job.attempts == token.attempt


def confirm(db: Database, asked: Poll, text: str | None, failure: str | None) -> None:
    """Take what the printer says: printed, or why not. Without a token it means the job that it has.

    A repeated word, and one about a job that is gone, changes nothing. A job that was given up or dropped meanwhile is
    printed all the same, if the printer says so.
    """
    token = read_token(text)
    if text and token is None:
        return

    def write(session: Session) -> None:
        job = _find_meant(session, asked, token)
        if job is None:
            return
        if failure is None:
            _note_printed(job)
        elif job.state == models.FETCHED and (token is None or token.attempt == job.attempts):
            _note_failure(job, failure)
        change_log.publish_change(session, asked.truck_id, change_log.PRINTER, asked.printer_id)

    db.write(write)


def _find_meant(session: Session, asked: Poll, token: Token | None) -> PrintJob | None:
    of_printer = sa.select(PrintJob).where(PrintJob.printer_id == asked.printer_id).with_for_update()
    if token is None:
        fetched = of_printer.where(PrintJob.state == models.FETCHED, PrintJob.available_at.is_not(None))
        return session.scalars(fetched.order_by(PrintJob.fetched_at.desc()).limit(1)).first()
    job = session.scalars(of_printer.where(PrintJob.id == token.job_id)).first()
    is_meant = job is not None and job.part == token.part and 0 < token.attempt <= job.attempts
    return job if is_meant and job is not None and job.state != models.PRINTED else None


def _note_printed(job: PrintJob) -> None:
    if job.part + 1 < job.parts and job.state in (models.WAITING, models.FETCHED):
        job.part, job.attempts, job.state, job.failure = job.part + 1, 0, models.WAITING, None
        return
    close_job(job, models.PRINTED)
    job.failure = None


def _note_failure(job: PrintJob, failure: str) -> None:
    """What the printer has refused is offered again after a while, behind the jobs that wait."""
    job.failure = failure[:200]
    if job.attempts >= MAX_ATTEMPTS:
        close_job(job, models.FAILED)
    else:
        job.state, job.available_at = models.WAITING, clock.now() + RETRY_AFTER


def compose_job(session: Session, job: PrintJob, printer: Printer) -> Document:
    """The document of a job as it is now, in the printer's language. Raises if what it is about is gone."""
    words = WORDS[printer.language]  # type: ignore[index]
    if job.kind == models.TEST:
        truck = session.get_one(Truck, job.truck_id)
        return documents.compose_test(printer.label, truck.name, to_local(clock.now(), truck.timezone), words)
    if job.kind == models.CLOSE:
        sheet = load_close(session, session.get_one(DayClose, job.detail["closeId"]))
        return documents.compose_close(sheet, words)
    order = session.get_one(Order, job.order_id)
    told = documents.translate_order(load_staff_orders(session, [order])[0], printer.language)
    return _COMPOSERS[job.kind](told, words)
