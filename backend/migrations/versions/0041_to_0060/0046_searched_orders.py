"""The index of a truck's orders by time holds what a search looks at."""

from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    columns = ["truck_id", "created_at", "id", "order_number", "customer_name", "customer_phone"]
    create_index("ix_orders_truck_searched", "orders", columns)
    # The new index begins with the same columns.
    op.drop_index("ix_orders_truck_created", table_name="orders", if_exists=True)


def downgrade() -> None:
    create_index("ix_orders_truck_created", "orders", ["truck_id", "created_at", "id"])
    op.drop_index("ix_orders_truck_searched", table_name="orders")
