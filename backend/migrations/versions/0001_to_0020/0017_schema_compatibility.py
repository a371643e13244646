"""The oldest release whose code works with the tables is written down, for older code that starts on them."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "schema_compatibility",
        sa.Column("minimum_revision", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("minimum_revision", name=op.f("pk_schema_compatibility")),
    )


def downgrade() -> None:
    op.drop_table("schema_compatibility")
