"""The tables of printers, of what they have to print, and of the images of that."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from chuckwagon.db.database import Base

STAR, EPSON = PRINTER_KINDS = ("star_cloudprnt", "epson_sdp")
PAPER_DOTS = {58: 384, 80: 576}  # that a line has at 203 dpi, by the width of the paper in mm
PLACED, CONFIRMED = PRINT_ON = ("placed", "confirmed")
NEW, READY, SILENT, PAPER_OUT, COVER_OPEN = PRINTER_STATES = ("new", "ready", "silent", "paper_out", "cover_open")
WAITING, FETCHED, PRINTED, FAILED, DROPPED = JOB_STATES = ("waiting", "fetched", "printed", "failed", "dropped")
TICKET, CHANGED, CANCELLED, RECEIPT, CLOSE, DRAWER, TEST = JOB_KINDS = (
    "ticket", "changed", "cancelled", "receipt", "close", "drawer", "test"
)  # fmt: skip
_IS_OPEN = sa.text("available_at IS NOT NULL")
_IS_CLOSED = sa.text("done_at IS NOT NULL")


class Printer(Base):
    """A printer that asks the server for work at an address with a secret, which is stored as its digest.

    `state` is what it said last; `silent` is set by the worker. `media_types` are those that a Star printer says it can
    print, None before it said so; `status` for an Epson printer that tells of its paper by itself. A deleted printer is
    kept for a day, because an order that is placed at that instant may name it.
    """

    __tablename__ = "printers"
    __table_args__ = (
        sa.CheckConstraint(f"kind IN ({', '.join(map(repr, PRINTER_KINDS))})", name="kind"),
        sa.CheckConstraint(f"state IN ({', '.join(map(repr, PRINTER_STATES))})", name="state"),
        sa.CheckConstraint("paper_mm IN (58, 80)", name="paper"),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"), index=True)
    label: Mapped[str] = mapped_column(sa.String(40))
    kind: Mapped[str] = mapped_column(sa.String(16))
    paper_mm: Mapped[int]
    prints_tickets: Mapped[bool]
    prints_receipts: Mapped[bool]
    print_on: Mapped[str] = mapped_column(sa.String(10))
    language: Mapped[str] = mapped_column(sa.String(2))
    drawer_kick: Mapped[bool]
    secret_hash: Mapped[str] = mapped_column(sa.String(64), unique=True)
    state: Mapped[str] = mapped_column(sa.String(12), default=NEW)
    media_types: Mapped[str | None] = mapped_column(sa.String(500))
    last_seen_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class PrintJob(Base):
    """One document for one printer, once for each `key`. It is done only when the printer says so.

    A long document has several `parts`, of which `part` are printed. `attempts` counts how often the present part was
    fetched. `available_at` is from when it is offered; None once it is done, and while it is held back for staff to
    decide, because it is older than `expires_at`. `is_copy`: something like it may have been printed before.
    """

    __tablename__ = "print_jobs"
    __table_args__ = (
        sa.CheckConstraint(f"state IN ({', '.join(map(repr, JOB_STATES))})", name="state"),
        sa.CheckConstraint(f"kind IN ({', '.join(map(repr, JOB_KINDS))})", name="kind"),
        sa.Index("ix_print_jobs_offered", "printer_id", "available_at"),
        sa.Index("ix_print_jobs_open", "expires_at", sqlite_where=_IS_OPEN, postgresql_where=_IS_OPEN),
        sa.Index("ix_print_jobs_truck", "truck_id", "created_at"),
        sa.Index("ix_print_jobs_done", "done_at", sqlite_where=_IS_CLOSED, postgresql_where=_IS_CLOSED),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    printer_id: Mapped[str] = mapped_column(sa.ForeignKey("printers.id"))
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    key: Mapped[str] = mapped_column(sa.String(120), unique=True)
    kind: Mapped[str] = mapped_column(sa.String(10))
    order_id: Mapped[str | None] = mapped_column(sa.ForeignKey("orders.id"), index=True)
    detail: Mapped[dict[str, Any]]
    state: Mapped[str] = mapped_column(sa.String(8))
    part: Mapped[int]
    parts: Mapped[int]
    attempts: Mapped[int]
    is_copy: Mapped[bool]
    failure: Mapped[str | None] = mapped_column(sa.String(200))
    created_at: Mapped[datetime]
    available_at: Mapped[datetime | None]
    expires_at: Mapped[datetime]
    fetched_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]


class PrintImage(Base):
    """One part of a job as it is printed, a PNG of one bit. It is kept so that repeated requests get the same bytes."""

    __tablename__ = "print_images"

    job_id: Mapped[str] = mapped_column(sa.ForeignKey("print_jobs.id", ondelete="CASCADE"), primary_key=True)
    part: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    png: Mapped[bytes] = mapped_column(sa.LargeBinary)
