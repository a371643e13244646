"""Taxes of checkouts and orders: what is exempt, what a reduced rate taxes, and whether prices include tax."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Everything stored so far is of one class at one rate, without tax in its prices, as the defaults say."""
    for table in ("checkouts", "orders"):
        for name in ("exempt_cents", "reduced_taxable_cents", "reduced_tax_cents"):
            add_column(table, sa.Column(name, NUMBER, nullable=False, server_default=sa.text("0")))
        add_column(table, sa.Column("reduced_tax_rate_units", NUMBER))
        add_column(table, sa.Column("prices_include_tax", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("order_lines", sa.Column("tax_class", sa.String(10), nullable=False, server_default="standard"))


def downgrade() -> None:
    op.drop_column("order_lines", "tax_class")
    for table in ("orders", "checkouts"):
        for name in ("prices_include_tax", "reduced_tax_rate_units"):
            op.drop_column(table, name)
        for name in ("reduced_tax_cents", "reduced_taxable_cents", "exempt_cents"):
            op.drop_column(table, name)
