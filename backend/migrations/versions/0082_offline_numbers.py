"""Orders that were taken without network are found by the number that their customers were told."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0082"
down_revision = "0081"
branch_labels = None
depends_on = None

HAS_NUMBER = sa.text("offline_number IS NOT NULL")


def upgrade() -> None:
    create_index(
        "ix_orders_offline_number",
        "orders",
        ["truck_id", "offline_number"],
        sqlite_where=HAS_NUMBER,
        postgresql_where=HAS_NUMBER,
    )


def downgrade() -> None:
    op.drop_index("ix_orders_offline_number", table_name="orders", if_exists=True)
