"""Option groups that follow an option set, and which option of the set each of their options is."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("option_groups", sa.Column("set_id", sa.String(24)))
    add_column("options", sa.Column("set_option_id", sa.String(24)))


def downgrade() -> None:
    op.drop_column("options", "set_option_id")
    op.drop_column("option_groups", "set_id")
