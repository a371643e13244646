"""The index that finds the orders of a stop."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

HAS_STOP = sa.text("stop_id IS NOT NULL")


def upgrade() -> None:
    create_index("ix_orders_stop", "orders", ["stop_id"], sqlite_where=HAS_STOP, postgresql_where=HAS_STOP)


def downgrade() -> None:
    op.drop_index("ix_orders_stop", table_name="orders")
