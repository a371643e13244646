"""Where each of the staff has signed in from: those places still get in when guesses shut the others out."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sign_in_addresses",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("address", sa.String(length=50), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sign_in_addresses_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "address", name=op.f("pk_sign_in_addresses")),
    )
    op.create_index(op.f("ix_sign_in_addresses_seen_at"), "sign_in_addresses", ["seen_at"])


def downgrade() -> None:
    op.drop_table("sign_in_addresses")
