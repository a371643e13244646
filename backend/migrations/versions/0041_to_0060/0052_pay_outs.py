"""When and by whom a refund at the counter was paid out. Those of before were paid out when they were made."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("refunds", sa.Column("paid_out_at", sa.DateTime(timezone=True)))
    add_column("refunds", sa.Column("paid_out_by", sa.String(120)))
    op.execute(
        "UPDATE refunds SET paid_out_at = created_at, paid_out_by = asked_by "
        "WHERE method = 'window' AND paid_out_at IS NULL"
    )


def downgrade() -> None:
    for name in ("paid_out_by", "paid_out_at"):
        op.drop_column("refunds", name)
