"""What the staff's screens need: kept answers, images, and a truck's own hue."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=255), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name=op.f("pk_idempotency_keys")),
    )
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_keys_created_at"), ["created_at"], unique=False)

    op.create_table(
        "pictures",
        sa.Column("stem", sa.String(length=120), nullable=False),
        sa.Column("width", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("height", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("uploaded_by", sa.String(length=24), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("stem", name=op.f("pk_pictures")),
    )

    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("accent_hue", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True)
        )
        batch_op.create_check_constraint(batch_op.f("ck_trucks_accent_hue"), "accent_hue BETWEEN 0 AND 359")


def downgrade() -> None:
    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_trucks_accent_hue"), type_="check")
        batch_op.drop_column("accent_hue")
    op.drop_table("pictures")
    op.drop_table("idempotency_keys")
