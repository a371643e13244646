"""Sessions: when their user was last proven to be there."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("user_sessions", sa.Column("proven_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("user_sessions", "proven_at")
