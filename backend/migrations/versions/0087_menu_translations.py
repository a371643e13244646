"""What menu items and line items say in another language. NULL means that nothing is translated."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0087"
down_revision = "0086"
branch_labels = None
depends_on = None

TABLES = ("menu_items", "order_lines")


def upgrade() -> None:
    for table in TABLES:
        add_column(table, sa.Column("translations", sa.JSON()))


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_column(table, "translations")
