"""What is sold out until a time is looked up every second: an index of just that, on tables of any size."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

RUNNING = sa.text("sold_out_until IS NOT NULL")
TABLES = ("menu_items", "options")


def upgrade() -> None:
    for table in TABLES:
        op.create_index(
            f"ix_{table}_sold_out_until",
            table,
            ["sold_out_until"],
            sqlite_where=RUNNING,
            postgresql_where=RUNNING,
        )


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_index(f"ix_{table}_sold_out_until", table_name=table)
