"""What the reconciler could not finish, with the instant of its next try."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reconciler_deferrals",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("subject_id", sa.String(255), nullable=False),
        sa.Column("attempts", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("paid_at", sa.DateTime(timezone=True)),
        sa.Column("last_error", sa.String(100), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject_id", name=op.f("pk_reconciler_deferrals")),
    )


def downgrade() -> None:
    op.drop_table("reconciler_deferrals")
