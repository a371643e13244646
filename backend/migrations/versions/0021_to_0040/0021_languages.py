"""The language of staff, and of the customer of a checkout and an order."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TABLES = ("users", "checkouts", "orders")


def upgrade() -> None:
    for table in TABLES:
        add_column(table, sa.Column("language", sa.String(length=2), nullable=False, server_default="en"))


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_column(table, "language")
