"""Changes: the newest of what the public sees is found without reading those of orders."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SHOWN = sa.text("kind <> 'order'")


def upgrade() -> None:
    op.create_index("ix_changes_shown", "changes", ["id"], postgresql_where=SHOWN, sqlite_where=SHOWN)


def downgrade() -> None:
    op.drop_index("ix_changes_shown", "changes")
