"""An index of the orders that are not paid yet, which a day close counts."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_unpaid = sa.text("payment_status = 'unpaid'")
    create_index("ix_orders_unpaid", "orders", ["truck_id"], sqlite_where=is_unpaid, postgresql_where=is_unpaid)


def downgrade() -> None:
    op.drop_index("ix_orders_unpaid", table_name="orders", if_exists=True)
