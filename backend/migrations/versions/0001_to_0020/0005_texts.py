"""Texts: why one was not sent, those that staff write themselves, and a truck's own last line."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("reason", sa.String(length=200), nullable=True))

    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sms_signature", sa.String(length=60), nullable=False, server_default=""))

    op.create_table(
        "staff_texts",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("user_id", sa.String(length=24), nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("to_phone", sa.String(length=20), nullable=False),
        sa.Column("body", sa.String(length=320), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("provider_sid", sa.String(length=64), nullable=True),
        sa.Column("error_code", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_staff_texts_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_texts")),
        sa.UniqueConstraint("provider_sid", name=op.f("uq_staff_texts_provider_sid")),
        sa.UniqueConstraint("user_id", "idempotency_key", name="uq_staff_texts_user_key"),
    )
    with op.batch_alter_table("staff_texts", schema=None) as batch_op:
        batch_op.create_index("ix_staff_texts_phone_created", ["to_phone", "created_at"], unique=False)
        batch_op.create_index("ix_staff_texts_user_created", ["user_id", "created_at"], unique=False)


def downgrade() -> None:
    op.drop_table("staff_texts")
    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.drop_column("sms_signature")
    with op.batch_alter_table("messages", schema=None) as batch_op:
        batch_op.drop_column("reason")
