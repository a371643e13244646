"""Marks SQLite files that were written again without their free space, where deleted rows stood.

`db/migrations.py` does so before the first upgrade from an earlier revision.
"""

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
