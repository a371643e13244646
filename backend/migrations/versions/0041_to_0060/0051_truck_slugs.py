"""The slugs that trucks have or had, so that none is given to another truck."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "truck_slugs",
        sa.Column("slug", sa.String(64), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("slug", name=op.f("pk_truck_slugs")),
    )


def downgrade() -> None:
    op.drop_table("truck_slugs")
