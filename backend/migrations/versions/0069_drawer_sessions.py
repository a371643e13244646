"""Drawer sessions, day closes, and the events of a truck's day.

Sales of before have no events: they are part of no drawer and of no close.
"""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_sessions()
    _create_closes()
    _create_events()


def downgrade() -> None:
    for name in ("day_events", "day_closes", "drawer_sessions"):
        op.drop_table(name)


def _create_sessions() -> None:
    op.create_table(
        "drawer_sessions",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("float_cents", NUMBER, nullable=False),
        sa.Column("opened_at", INSTANT, nullable=False),
        sa.Column("opened_by", sa.String(120), nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("closed_at", INSTANT),
        sa.Column("closed_by", sa.String(120)),
        sa.Column("expected_cents", NUMBER),
        sa.Column("counted_cents", NUMBER),
        sa.Column("denominations", sa.JSON()),
        sa.Column("note", sa.String(500)),
        sa.CheckConstraint("float_cents >= 0", name=op.f("ck_drawer_sessions_float")),
        sa.CheckConstraint("(closed_at IS NULL) = (counted_cents IS NULL)", name=op.f("ck_drawer_sessions_counted")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_drawer_sessions_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drawer_sessions")),
    )
    is_open = sa.text("closed_at IS NULL")
    op.create_index(
        "ux_drawer_sessions_open",
        "drawer_sessions",
        ["truck_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index("ix_drawer_sessions_truck", "drawer_sessions", ["truck_id", "opened_at", "id"])


def _create_closes() -> None:
    op.create_table(
        "day_closes",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("session_id", sa.String(24), nullable=False),
        sa.Column("from_at", INSTANT, nullable=False),
        sa.Column("closed_at", INSTANT, nullable=False),
        sa.Column("last_order_number", NUMBER, nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_day_closes_truck_id")),
        sa.ForeignKeyConstraint(["session_id"], ["drawer_sessions.id"], name=op.f("fk_day_closes_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_day_closes")),
        sa.UniqueConstraint("session_id", name=op.f("uq_day_closes_session_id")),
        sa.UniqueConstraint("truck_id", "number", name=op.f("uq_day_closes_truck_id_number")),
    )
    op.create_index("ix_day_closes_truck", "day_closes", ["truck_id", "closed_at"])


def _create_events() -> None:
    op.create_table(
        "day_events",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(14), nullable=False),
        sa.Column("tender", sa.String(8)),
        sa.Column("amount_cents", NUMBER, nullable=False),
        sa.Column("order_id", sa.String(24)),
        sa.Column("refund_id", sa.String(24)),
        sa.Column("session_id", sa.String(24)),
        sa.Column("is_before_opening", sa.Boolean(), nullable=False),
        sa.Column("close_id", sa.String(24)),
        sa.Column("reason", sa.String(200)),
        sa.Column("by", sa.String(120)),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("taken_at", INSTANT),
        sa.CheckConstraint("amount_cents >= 0", name=op.f("ck_day_events_amount")),
        sa.CheckConstraint(
            "kind IN ('sale', 'refund', 'refund_failed', 'cancelled', 'pay_in', 'pay_out')",
            name=op.f("ck_day_events_kind"),
        ),
        sa.CheckConstraint("session_id IS NULL OR tender = 'cash'", name=op.f("ck_day_events_session_of_cash")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_day_events_truck_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_day_events_order_id")),
        sa.ForeignKeyConstraint(["refund_id"], ["refunds.id"], name=op.f("fk_day_events_refund_id")),
        sa.ForeignKeyConstraint(["session_id"], ["drawer_sessions.id"], name=op.f("fk_day_events_session_id")),
        sa.ForeignKeyConstraint(["close_id"], ["day_closes.id"], name=op.f("fk_day_events_close_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_day_events")),
        sa.UniqueConstraint("refund_id", "kind", name=op.f("uq_day_events_refund_id_kind")),
    )
    of_order = sa.text("refund_id IS NULL AND order_id IS NOT NULL")
    op.create_index(
        "ux_day_events_order",
        "day_events",
        ["order_id", "kind"],
        unique=True,
        sqlite_where=of_order,
        postgresql_where=of_order,
    )
    unclosed = sa.text("close_id IS NULL")
    op.create_index(
        "ix_day_events_unclosed", "day_events", ["truck_id"], sqlite_where=unclosed, postgresql_where=unclosed
    )
    op.create_index("ix_day_events_session", "day_events", ["session_id"])
    op.create_index("ix_day_events_close", "day_events", ["close_id"])
