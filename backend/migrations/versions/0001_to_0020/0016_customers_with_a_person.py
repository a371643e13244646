"""Customers who were not forgotten, by their last order: a search for the next one reads no others."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

HAS_PERSON = sa.text("substr(phone, 1, 6) <> 'erased'")


def upgrade() -> None:
    op.create_index(
        "ix_customers_person",
        "customers",
        ["last_order_at", "id"],
        sqlite_where=HAS_PERSON,
        postgresql_where=HAS_PERSON,
    )


def downgrade() -> None:
    op.drop_index("ix_customers_person", table_name="customers")
