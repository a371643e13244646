"""Hourly sums of lost demand."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "lost_demand",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("hour", NUMBER, autoincrement=False, nullable=False),
        sa.Column("stop_id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("count", NUMBER, nullable=False),
        sa.CheckConstraint(
            "kind IN ('closed_view', 'slot_full', 'sold_out', 'unpaid')", name=op.f("ck_lost_demand_kind")
        ),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_lost_demand_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "hour", "stop_id", "kind", name=op.f("pk_lost_demand")),
    )
    op.create_index(op.f("ix_lost_demand_hour"), "lost_demand", ["hour"])
    op.create_index(op.f("ix_lost_demand_stop_id"), "lost_demand", ["stop_id"])


def downgrade() -> None:
    op.drop_table("lost_demand")
