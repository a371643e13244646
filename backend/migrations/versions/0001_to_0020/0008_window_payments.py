"""Money taken at the window: how, when and by whom."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.add_column(sa.Column("window_method", sa.String(length=10), nullable=True))
        batch_op.add_column(sa.Column("window_paid_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("window_paid_to", sa.String(length=120), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.drop_column("window_paid_to")
        batch_op.drop_column("window_paid_at")
        batch_op.drop_column("window_method")
