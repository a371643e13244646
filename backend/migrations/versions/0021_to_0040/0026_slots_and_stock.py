"""Pickup slots with what is taken of them, counted stock of stops, and the reservations that have taken both."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
IS_HELD = sa.text("status = 'held'")


def upgrade() -> None:
    _create_slots()
    _create_stock()
    _create_reservations()


def _create_slots() -> None:
    op.create_table(
        "slots",
        sa.Column("calendar_id", sa.String(24), nullable=False),
        sa.Column("position", NUMBER, nullable=False, autoincrement=False),
        sa.Column("used_units", NUMBER, nullable=False),
        sa.Column("online_units", NUMBER, nullable=False),
        sa.CheckConstraint("online_units >= 0 AND used_units >= online_units", name=op.f("ck_slots_units")),
        sa.PrimaryKeyConstraint("calendar_id", "position", name=op.f("pk_slots")),
    )


def _create_stock() -> None:
    op.create_table(
        "stop_stock",
        sa.Column("stop_id", sa.String(24), nullable=False),
        sa.Column("subject_id", sa.String(24), nullable=False),
        sa.Column("is_option", sa.Boolean(), nullable=False),
        sa.Column("initial", NUMBER),
        sa.Column("taken", NUMBER, nullable=False),
        sa.CheckConstraint("initial >= 0", name=op.f("ck_stop_stock_initial")),
        sa.CheckConstraint("taken >= 0", name=op.f("ck_stop_stock_taken")),
        sa.ForeignKeyConstraint(["stop_id"], ["stops.id"], name=op.f("fk_stop_stock_stop_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("stop_id", "subject_id", name=op.f("pk_stop_stock")),
    )


def _create_reservations() -> None:
    op.create_table(
        "reservations",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("calendar_id", sa.String(24), nullable=False),
        sa.Column("stop_id", sa.String(24)),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("position", NUMBER, nullable=False),
        sa.Column("slots", sa.JSON(), nullable=False),
        sa.Column("stock", sa.JSON(), nullable=False),
        sa.Column("is_online", sa.Boolean(), nullable=False),
        sa.Column("is_over_capacity", sa.Boolean(), nullable=False),
        sa.Column("hold_expires_at", INSTANT),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.CheckConstraint("status IN ('held', 'kept', 'released')", name=op.f("ck_reservations_status")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_reservations_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reservations")),
    )
    columns = ["calendar_id", "status"]
    op.create_index(op.f("ix_reservations_calendar_id_reservations_status"), "reservations", columns)
    op.create_index(
        "ix_reservations_held",
        "reservations",
        ["hold_expires_at"],
        sqlite_where=IS_HELD,
        postgresql_where=IS_HELD,
    )


def downgrade() -> None:
    op.drop_table("reservations")
    op.drop_table("stop_stock")
    op.drop_table("slots")
