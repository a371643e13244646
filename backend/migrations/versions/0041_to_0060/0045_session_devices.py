"""Sessions: the browser and the network of their sign-in."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("user_sessions", sa.Column("user_agent", sa.String(200)))
    add_column("user_sessions", sa.Column("network", sa.String(50)))


def downgrade() -> None:
    op.drop_column("user_sessions", "network")
    op.drop_column("user_sessions", "user_agent")
