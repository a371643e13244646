"""Payments on readers keep the bank's code of a decline, which screens word in their language."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0085"
down_revision = "0084"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("counter_payments", sa.Column("decline_code", sa.String(60)))


def downgrade() -> None:
    op.drop_column("counter_payments", "decline_code")
