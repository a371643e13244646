"""Whether a user has chosen the language of their screens. Only Spanish was certainly chosen: English was the default."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("users", sa.Column("has_chosen_language", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute("UPDATE users SET has_chosen_language = true WHERE language <> 'en'")


def downgrade() -> None:
    op.drop_column("users", "has_chosen_language")
