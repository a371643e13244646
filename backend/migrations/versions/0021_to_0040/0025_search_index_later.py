"""Whether the search index holds the words of a truck's customer: the worker writes it after the order.

The index holds all existing customers, and older code, which may run beside this schema, writes it with the order.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column
from chuckwagon.db.migration_helpers import create_index

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

IS_NOT_INDEXED = sa.text("NOT is_indexed")
INDEX = "ix_truck_customers_not_indexed"


def upgrade() -> None:
    add_column("truck_customers", sa.Column("is_indexed", sa.Boolean(), nullable=False, server_default=sa.true()))
    columns = ["truck_id", "customer_id"]
    create_index(INDEX, "truck_customers", columns, sqlite_where=IS_NOT_INDEXED, postgresql_where=IS_NOT_INDEXED)


def downgrade() -> None:
    op.drop_index(INDEX, table_name="truck_customers")
    op.drop_column("truck_customers", "is_indexed")
