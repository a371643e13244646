"""Who was forgotten, whose payments were, and how far the forgetting of what is old has come."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

HAS_WORDS = sa.text("body <> ''")
TEXTS = ("messages", "staff_texts")


def upgrade() -> None:
    for name, key, length in (
        ("erased_customers", "customer_id", 24),
        ("erased_payments", "payment_intent_id", 255),
    ):
        op.create_table(
            name,
            sa.Column(key, sa.String(length=length), nullable=False),
            sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
            sa.PrimaryKeyConstraint(key, name=op.f(f"pk_{name}")),
        )
    op.create_table(
        "forgetting_marks",
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_forgetting_marks")),
    )
    for name in TEXTS:
        op.create_index(f"ix_{name}_words", name, ["created_at"], sqlite_where=HAS_WORDS, postgresql_where=HAS_WORDS)


def downgrade() -> None:
    for name in TEXTS:
        op.drop_index(f"ix_{name}_words", table_name=name)
    for name in ("forgetting_marks", "erased_payments", "erased_customers"):
        op.drop_table(name)
