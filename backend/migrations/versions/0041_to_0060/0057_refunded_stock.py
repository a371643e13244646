"""Which pieces of counted stock a refund took out of its order, and whether they can be sold.

Earlier refunds have neither, so stock does not follow them when they fail.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("refunds", sa.Column("is_back_in_stock", sa.Boolean))
    add_column("refunds", sa.Column("stock", sa.JSON))


def downgrade() -> None:
    op.drop_column("refunds", "stock")
    op.drop_column("refunds", "is_back_in_stock")
