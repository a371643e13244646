"""Payments: partial refunds, those made elsewhere, disputes, and what was decided about held payments."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

CENTS = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "disputes",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("order_id", sa.String(length=24), nullable=False),
        sa.Column("amount_cents", CENTS, nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("status", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_disputes_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_disputes")),
    )
    with op.batch_alter_table("disputes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_disputes_order_id"), ["order_id"], unique=False)

    with op.batch_alter_table("refunds", schema=None) as batch_op:
        batch_op.alter_column("order_id", existing_type=sa.String(length=24), nullable=True)
        batch_op.add_column(sa.Column("payment_intent_id", sa.String(length=255), nullable=True))
        batch_op.add_column(sa.Column("method", sa.String(length=10), nullable=False, server_default=sa.text("'card'")))
        batch_op.add_column(sa.Column("lines", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("asked_by", sa.String(length=120), nullable=False, server_default=sa.text("''")))
        batch_op.add_column(sa.Column("failure", sa.String(length=200), nullable=True))
        batch_op.add_column(sa.Column("reversed_cents", CENTS, nullable=False, server_default=sa.text("0")))
        batch_op.create_check_constraint(batch_op.f("ck_refunds_method"), "method IN ('card', 'window')")
        batch_op.create_index(batch_op.f("ix_refunds_payment_intent_id"), ["payment_intent_id"], unique=False)
    op.execute(
        "UPDATE refunds SET payment_intent_id = "
        "(SELECT payment_intent_id FROM orders WHERE orders.id = refunds.order_id)"
    )

    with op.batch_alter_table("checkouts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("fee_back_cents", CENTS, nullable=False, server_default=sa.text("0")))

    with op.batch_alter_table("payment_reviews", schema=None) as batch_op:
        batch_op.add_column(sa.Column("decision", sa.String(length=10), nullable=True))
        batch_op.add_column(sa.Column("decided_by", sa.String(length=120), nullable=True))
        batch_op.add_column(sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("note", sa.String(length=200), nullable=True))
        batch_op.create_check_constraint(
            batch_op.f("ck_payment_reviews_decision"), "decision IN ('refund', 'looked_at')"
        )


def downgrade() -> None:
    with op.batch_alter_table("payment_reviews", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_payment_reviews_decision"), type_="check")
        for name in ("note", "decided_at", "decided_by", "decision"):
            batch_op.drop_column(name)

    with op.batch_alter_table("checkouts", schema=None) as batch_op:
        batch_op.drop_column("fee_back_cents")

    op.execute("DELETE FROM refunds WHERE order_id IS NULL")
    with op.batch_alter_table("refunds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_refunds_payment_intent_id"))
        batch_op.drop_constraint(batch_op.f("ck_refunds_method"), type_="check")
        for name in ("reversed_cents", "failure", "asked_by", "lines", "method", "payment_intent_id"):
            batch_op.drop_column(name)
        batch_op.alter_column("order_id", existing_type=sa.String(length=24), nullable=False)

    op.drop_table("disputes")
