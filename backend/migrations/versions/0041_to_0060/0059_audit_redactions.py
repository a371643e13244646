"""Adds the digests of audit rows from which an erasure took the name of a former user."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_redactions",
        sa.Column("erasure_id", sa.String(24), nullable=False),
        sa.Column("event_id", sa.String(24), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("erasure_id", "event_id", name=op.f("pk_audit_redactions")),
    )


def downgrade() -> None:
    op.drop_table("audit_redactions")
