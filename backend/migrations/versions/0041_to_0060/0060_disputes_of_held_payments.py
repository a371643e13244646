"""Disputes of payments that are held for review, which have no order."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import drop_not_null
from chuckwagon.db.migration_helpers import add_column

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("disputes", sa.Column("payment_intent_id", sa.String(255)))
    drop_not_null("disputes", "order_id", "VARCHAR(24)")


def downgrade() -> None:
    op.execute(
        "DELETE FROM disputes WHERE order_id IS NULL"
    )  # the column stays nullable, which older code does not mind
    op.drop_column("disputes", "payment_intent_id")
