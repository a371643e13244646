"""What reports need to know of an order's lines and history, kept with the order.

Orders that are there already keep NULL in both columns: their lines and history are read instead.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("orders", sa.Column("pieces", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
    add_column("orders", sa.Column("seconds_to_ready", sa.Double()))


def downgrade() -> None:
    op.drop_column("orders", "seconds_to_ready")
    op.drop_column("orders", "pieces")
