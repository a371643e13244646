"""Indexes that hold all that the numbers by stop read of an order."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

HAS_STOP, HAS_NO_STOP = sa.text("stop_id IS NOT NULL"), sa.text("stop_id IS NULL")
SALE_COLUMNS = ["status", "payment_status", "total_cents", "pieces"]


def upgrade() -> None:
    create_index(
        "ix_orders_stop_figures",
        "orders",
        ["stop_id", *SALE_COLUMNS, "seconds_to_ready", "id"],
        sqlite_where=HAS_STOP,
        postgresql_where=HAS_STOP,
    )
    create_index(
        "ix_orders_without_stop",
        "orders",
        ["truck_id", "created_at", *SALE_COLUMNS, "id", "stop_id"],
        sqlite_where=HAS_NO_STOP,
        postgresql_where=HAS_NO_STOP,
    )
    # The new index begins with the same column.
    op.drop_index("ix_orders_stop", table_name="orders", if_exists=True)


def downgrade() -> None:
    create_index("ix_orders_stop", "orders", ["stop_id"], sqlite_where=HAS_STOP, postgresql_where=HAS_STOP)
    op.drop_index("ix_orders_without_stop", table_name="orders")
    op.drop_index("ix_orders_stop_figures", table_name="orders")
