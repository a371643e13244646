"""Which order was made of a draft at the counter."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "counter_drafts",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("draft_id", sa.String(36), nullable=False),
        sa.Column("order_id", sa.String(24), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_counter_drafts_order_id")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_counter_drafts_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", "draft_id", name=op.f("pk_counter_drafts")),
    )


def downgrade() -> None:
    op.drop_table("counter_drafts")
