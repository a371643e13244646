"""Options that can be taken several times, groups of which some are free, and how many were taken and were free."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0086"
down_revision = "0085"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
COLUMNS = (
    ("options", "max_quantity", "1"),
    ("option_groups", "free_count", "0"),
    ("option_sets", "free_count", "0"),
    ("line_modifiers", "quantity", "1"),
    ("line_modifiers", "free_quantity", "0"),
)


def upgrade() -> None:
    for table, name, default in COLUMNS:
        add_column(table, sa.Column(name, NUMBER, nullable=False, server_default=sa.text(default)))


def downgrade() -> None:
    for table, name, _ in reversed(COLUMNS):
        op.drop_column(table, name)
