"""Card readers of trucks, counter payments on them, the source of a checkout, and the reader of an order."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)
IS_OPEN = sa.text("state NOT IN ('paid', 'cash', 'cancelled', 'expired')")


def upgrade() -> None:
    op.create_table(
        "reader_locations",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("location_id", sa.String(255), nullable=False),
        sa.Column("configuration_id", sa.String(255)),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_reader_locations_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", name=op.f("pk_reader_locations")),
    )
    op.create_table(
        "card_readers",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("provider_id", sa.String(255), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("device_type", sa.String(60), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("seen_at", TIME),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("deleted_at", TIME),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_card_readers_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_readers")),
        sa.UniqueConstraint("provider_id", name=op.f("uq_card_readers_provider_id")),
    )
    op.create_index("ix_card_readers_truck", "card_readers", ["truck_id"])
    _create_payments()
    add_column("checkouts", sa.Column("source", sa.String(10), nullable=False, server_default="online"))
    add_column("orders", sa.Column("reader", sa.JSON()))


def _create_payments() -> None:
    op.create_table(
        "counter_payments",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("checkout_id", sa.String(24), nullable=False),
        sa.Column("reader_id", sa.String(24), nullable=False),
        sa.Column("draft_id", sa.String(36)),
        sa.Column("order_id", sa.String(24)),
        sa.Column("pays_order_id", sa.String(24)),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(200)),
        sa.Column("tries", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("asks_for_tip", sa.Boolean(), nullable=False),
        sa.Column("flags", sa.JSON(), nullable=False),
        sa.Column("taken_by", sa.String(120), nullable=False),
        sa.Column("handed_at", TIME),
        sa.Column("ending", sa.String(16)),
        sa.Column("ended_by", sa.String(24)),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_counter_payments_truck_id")),
        sa.ForeignKeyConstraint(["checkout_id"], ["checkouts.id"], name=op.f("fk_counter_payments_checkout_id")),
        sa.ForeignKeyConstraint(["reader_id"], ["card_readers.id"], name=op.f("fk_counter_payments_reader_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_counter_payments_order_id")),
        sa.ForeignKeyConstraint(["pays_order_id"], ["orders.id"], name=op.f("fk_counter_payments_pays_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_counter_payments")),
        sa.UniqueConstraint("checkout_id", name=op.f("uq_counter_payments_checkout_id")),
        sa.UniqueConstraint("order_id", name=op.f("uq_counter_payments_order_id")),
    )
    op.create_index(
        "ix_counter_payments_open", "counter_payments", ["truck_id"], sqlite_where=IS_OPEN, postgresql_where=IS_OPEN
    )
    op.create_index("ix_counter_payments_draft", "counter_payments", ["truck_id", "draft_id"])


def downgrade() -> None:
    op.drop_column("orders", "reader")
    op.drop_column("checkouts", "source")
    for name in ("counter_payments", "card_readers", "reader_locations"):
        op.drop_table(name)
