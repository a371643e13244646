"""An index of the finished push messages, so that deleting old ones does not read the whole outbox."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    is_push = sa.text("kind IN ('new_order_pushes', 'staff_push', 'order_push')")
    create_index(
        "ix_outbox_messages_finished_pushes",
        "outbox_messages",
        ["finished_at"],
        sqlite_where=is_push,
        postgresql_where=is_push,
    )


def downgrade() -> None:
    op.drop_index("ix_outbox_messages_finished_pushes", table_name="outbox_messages", if_exists=True)
