"""The last day to answer a dispute, and the truck's name with which a card payment is made."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("disputes", sa.Column("answer_by", sa.DateTime(timezone=True)))
    add_column("checkouts", sa.Column("truck_name", sa.String(60)))


def downgrade() -> None:
    op.drop_column("checkouts", "truck_name")
    op.drop_column("disputes", "answer_by")
