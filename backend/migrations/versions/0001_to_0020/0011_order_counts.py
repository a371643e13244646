"""Orders are counted by the writes that change them, and every way to sort a truck's orders has its index."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

STATUSES = ("pending", "confirmed", "preparing", "ready", "completed", "cancelled")


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
    # Its successors are built by 0018, which does not lock out those who write orders.


def downgrade() -> None:
    for name in ("ix_orders_truck_wanted", "ix_orders_truck_total", "ix_orders_status", "ix_orders_truck_status"):
        op.drop_index(name, table_name="orders", if_exists=True)
    op.create_index("ix_orders_truck_status", "orders", ["truck_id", "status"])
    with op.batch_alter_table("order_counters") as batch:
        for name in STATUSES:
            batch.drop_column(name)
