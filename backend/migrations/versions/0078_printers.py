"""Receipt printers, what they have to print, and the images of that."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
IS_OPEN = sa.text("available_at IS NOT NULL")
IS_DONE = sa.text("done_at IS NOT NULL")
PRINTER_KINDS = "kind IN ('star_cloudprnt', 'epson_sdp')"
PRINTER_STATES = "state IN ('new', 'ready', 'silent', 'paper_out', 'cover_open')"
JOB_KINDS = "kind IN ('ticket', 'changed', 'cancelled', 'receipt', 'close', 'drawer', 'test')"
JOB_STATES = "state IN ('waiting', 'fetched', 'printed', 'failed', 'dropped')"


def upgrade() -> None:
    _create_printers()
    _create_jobs()
    _create_images()


def downgrade() -> None:
    for name in ("print_images", "print_jobs", "printers"):
        op.drop_table(name)


def _create_printers() -> None:
    op.create_table(
        "printers",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("paper_mm", WHOLE, nullable=False),
        sa.Column("prints_tickets", sa.Boolean, nullable=False),
        sa.Column("prints_receipts", sa.Boolean, nullable=False),
        sa.Column("print_on", sa.String(10), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("drawer_kick", sa.Boolean, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("media_types", sa.String(500)),
        sa.Column("last_seen_at", INSTANT),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("deleted_at", INSTANT),
        sa.CheckConstraint(PRINTER_KINDS, name=op.f("ck_printers_kind")),
        sa.CheckConstraint(PRINTER_STATES, name=op.f("ck_printers_state")),
        sa.CheckConstraint("paper_mm IN (58, 80)", name=op.f("ck_printers_paper")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_printers_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_printers")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_printers_secret_hash")),
        if_not_exists=True,
    )
    op.create_index("ix_printers_truck_id", "printers", ["truck_id"], if_not_exists=True)


def _create_jobs() -> None:
    op.create_table(
        "print_jobs",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("printer_id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("order_id", sa.String(24)),
        sa.Column("detail", sa.JSON, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("part", WHOLE, nullable=False),
        sa.Column("parts", WHOLE, nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("is_copy", sa.Boolean, nullable=False),
        sa.Column("failure", sa.String(200)),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("available_at", INSTANT),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.Column("fetched_at", INSTANT),
        sa.Column("done_at", INSTANT),
        sa.CheckConstraint(JOB_STATES, name=op.f("ck_print_jobs_state")),
        sa.CheckConstraint(JOB_KINDS, name=op.f("ck_print_jobs_kind")),
        sa.ForeignKeyConstraint(["printer_id"], ["printers.id"], name=op.f("fk_print_jobs_printer_id")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_print_jobs_truck_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_print_jobs_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_print_jobs")),
        sa.UniqueConstraint("key", name=op.f("uq_print_jobs_key")),
        if_not_exists=True,
    )
    op.create_index("ix_print_jobs_offered", "print_jobs", ["printer_id", "available_at"], if_not_exists=True)
    op.create_index("ix_print_jobs_truck", "print_jobs", ["truck_id", "created_at"], if_not_exists=True)
    op.create_index("ix_print_jobs_order_id", "print_jobs", ["order_id"], if_not_exists=True)
    op.create_index(
        "ix_print_jobs_open",
        "print_jobs",
        ["expires_at"],
        sqlite_where=IS_OPEN,
        postgresql_where=IS_OPEN,
        if_not_exists=True,
    )
    op.create_index(
        "ix_print_jobs_done",
        "print_jobs",
        ["done_at"],
        sqlite_where=IS_DONE,
        postgresql_where=IS_DONE,
        if_not_exists=True,
    )


def _create_images() -> None:
    op.create_table(
        "print_images",
        sa.Column("job_id", sa.String(24), nullable=False),
        sa.Column("part", WHOLE, nullable=False, autoincrement=False),
        sa.Column("png", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["print_jobs.id"], name=op.f("fk_print_images_job_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "part", name=op.f("pk_print_images")),
        if_not_exists=True,
    )
