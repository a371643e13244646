"""The sums of closed days, which the books keep."""

import sqlalchemy as sa
from alembic import op

revision = "0079"
down_revision = "0078"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "closed_days",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("form", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("figures", sa.JSON, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_closed_days_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "day", name=op.f("pk_closed_days")),
        if_not_exists=True,
    )


def downgrade() -> None:
    op.drop_table("closed_days")
