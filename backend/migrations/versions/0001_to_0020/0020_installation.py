"""The id of this installation, by which it knows its own payments."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("name", sa.String(length=10), nullable=False),
        sa.Column("value", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_installation")),
    )


def downgrade() -> None:
    op.drop_table("installation")
