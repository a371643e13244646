"""Orders are counted by the writes that change them, and every way to sort a truck's orders has its index."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

STATUSES = ("pending", "confirmed", "preparing", "ready", "completed", "cancelled")
WANTED_AT = sa.text("coalesce(pickup_at, created_at)")


def upgrade() -> None:
    for name in STATUSES:
        count = sa.BigInteger().with_variant(sa.Integer, "sqlite")
        op.add_column("order_counters", sa.Column(name, count, nullable=False, server_default=sa.text("0")))
    for name in STATUSES:
        op.execute(
            f"UPDATE order_counters SET {name} = (SELECT count(*) FROM orders"
            f" WHERE orders.truck_id = order_counters.truck_id AND orders.status = '{name}')"
        )
    op.drop_index("ix_orders_truck_status", table_name="orders")
    op.create_index("ix_orders_truck_status", "orders", ["truck_id", "status", "created_at", "id"])
    op.create_index("ix_orders_status", "orders", ["status", "created_at", "id"])
    op.create_index("ix_orders_truck_total", "orders", ["truck_id", "total_cents", "id"])
    op.create_index("ix_orders_truck_wanted", "orders", ["truck_id", WANTED_AT, "id"])


def downgrade() -> None:
    for name in ("ix_orders_truck_wanted", "ix_orders_truck_total", "ix_orders_status", "ix_orders_truck_status"):
        op.drop_index(name, table_name="orders")
    op.create_index("ix_orders_truck_status", "orders", ["truck_id", "status"])
    with op.batch_alter_table("order_counters") as batch:
        for name in STATUSES:
            batch.drop_column(name)
