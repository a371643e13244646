"""Option sets of trucks."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "option_sets",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("min_select", NUMBER, nullable=False),
        sa.Column("max_select", NUMBER, nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_option_sets_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_option_sets")),
    )
    op.create_index("ix_option_sets_truck_id", "option_sets", ["truck_id"])


def downgrade() -> None:
    op.drop_table("option_sets")
