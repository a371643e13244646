"""How each order was paid. Those from the counter get it from the payment that staff took, or have not taken."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("orders", sa.Column("tender", sa.String(8), nullable=False, server_default="online"))
    op.execute("UPDATE orders SET tender = coalesce(window_method, 'unpaid') WHERE source = 'counter'")


def downgrade() -> None:
    op.drop_column("orders", "tender")
