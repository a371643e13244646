"""The names of a truck's accounts, and when a dispute took money and gave it back.

Of disputes of before it is known when they were opened, and when they were last read.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column, create_index

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "book_accounts",
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_book_accounts_truck_id")),
        sa.PrimaryKeyConstraint("truck_id", name=op.f("pk_book_accounts")),
    )
    add_column("disputes", sa.Column("withdrawn_at", INSTANT))
    add_column("disputes", sa.Column("returned_at", INSTANT))
    op.execute(
        "UPDATE disputes SET withdrawn_at = created_at "
        "WHERE status IN ('needs_response', 'under_review', 'lost', 'won')"
    )
    op.execute("UPDATE disputes SET returned_at = read_at WHERE status = 'won'")
    is_late = sa.text("taken_at IS NOT NULL")
    create_index("ix_day_events_late", "day_events", ["truck_id", "order_id"], sqlite_where=is_late,
                 postgresql_where=is_late)  # fmt: skip
    is_refund = sa.text("kind IN ('refund', 'refund_failed')")
    create_index("ix_day_events_refunds", "day_events", ["truck_id", "at"], sqlite_where=is_refund,
                 postgresql_where=is_refund)  # fmt: skip


def downgrade() -> None:
    op.drop_index("ix_day_events_refunds", table_name="day_events", if_exists=True)
    op.drop_index("ix_day_events_late", table_name="day_events", if_exists=True)
    op.drop_column("disputes", "returned_at")
    op.drop_column("disputes", "withdrawn_at")
    op.drop_table("book_accounts")
