"""What devices sell by without network, and what an order keeps of having been sold so."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0081"
down_revision = "0080"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "counter_devices",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("device_id", sa.String(36), nullable=False),
        sa.Column("letter", sa.String(3), nullable=False),
        sa.Column("first_seen_at", INSTANT, nullable=False),
        sa.Column("last_seen_at", INSTANT, nullable=False),
        sa.Column("forgotten_at", INSTANT),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_counter_devices_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "device_id", name=op.f("pk_counter_devices")),
        sa.UniqueConstraint("truck_id", "letter", name=op.f("uq_counter_devices_truck_id_letter")),
        if_not_exists=True,
    )
    op.create_table(
        "published_prices",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("version", sa.String(16), nullable=False),
        sa.Column("prices", sa.JSON, nullable=False),
        sa.Column("last_read_at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_published_prices_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "version", name=op.f("pk_published_prices")),
        if_not_exists=True,
    )
    op.create_index("ix_published_prices_last_read_at", "published_prices", ["last_read_at"], if_not_exists=True)
    add_column("orders", sa.Column("offline_number", sa.String(12)))
    add_column("orders", sa.Column("offline", sa.JSON))


def downgrade() -> None:
    for name in ("offline", "offline_number"):
        op.drop_column("orders", name)
    for name in ("published_prices", "counter_devices"):
        op.drop_table(name)
