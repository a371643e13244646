"""A refund at the counter is due until it is paid out; an index of those that are."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import replace_check
from chuckwagon.db.migration_helpers import create_index

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

NAME = "ck_refunds_status"
BEFORE = "status IN ('pending', 'succeeded', 'failed')"
AFTER = "status IN ('pending', 'succeeded', 'failed', 'due')"


def upgrade() -> None:
    is_due = sa.text("status = 'due'")
    create_index("ix_refunds_due", "refunds", ["order_id"], sqlite_where=is_due, postgresql_where=is_due)
    replace_check("refunds", NAME, BEFORE, AFTER)


def downgrade() -> None:
    """What is due counts as paid out again."""
    op.execute("UPDATE refunds SET status = 'succeeded' WHERE status = 'due'")
    replace_check("refunds", NAME, AFTER, BEFORE)
    op.drop_index("ix_refunds_due", table_name="refunds", if_exists=True)
