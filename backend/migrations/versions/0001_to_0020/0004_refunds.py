"""Orders: refunds, and what the lists of all trucks and of customers are read by."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "refunds",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("order_id", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("key_try", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("amount_cents", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("provider_id", sa.String(length=255), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_refunds_amount")),
        sa.CheckConstraint("status IN ('pending', 'succeeded', 'failed')", name=op.f("ck_refunds_status")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_refunds_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refunds")),
        sa.UniqueConstraint("key", name=op.f("uq_refunds_key")),
        sa.UniqueConstraint("provider_id", name=op.f("uq_refunds_provider_id")),
    )
    with op.batch_alter_table("refunds", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_refunds_order_id"), ["order_id"], unique=False)

    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index("ix_orders_created", ["created_at", "id"], unique=False)
        batch_op.create_index("ix_orders_truck_customer", ["truck_id", "customer_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.drop_index("ix_orders_truck_customer")
        batch_op.drop_index("ix_orders_created")

    with op.batch_alter_table("refunds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_refunds_order_id"))

    op.drop_table("refunds")
