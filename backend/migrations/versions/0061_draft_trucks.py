"""Drafts of trucks, and whether a user has chosen the tax rate. Those that exist are published and confirmed."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("trucks", sa.Column("is_draft", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("trucks", sa.Column("tax_confirmed", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("trucks", "tax_confirmed")
    op.drop_column("trucks", "is_draft")
