"""Tax classes of menu items, reduced rates of trucks and places, prices with tax, and the business address."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    add_column("menu_items", sa.Column("tax_class", sa.String(10), nullable=False, server_default="standard"))
    add_column("trucks", sa.Column("reduced_tax_rate_units", NUMBER))
    add_column("trucks", sa.Column("prices_include_tax", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("trucks", sa.Column("business_address", sa.JSON()))
    add_column("places", sa.Column("reduced_tax_rate_units", NUMBER))
    add_column("stops", sa.Column("prices_include_tax", sa.Boolean()))


def downgrade() -> None:
    op.drop_column("stops", "prices_include_tax")
    op.drop_column("places", "reduced_tax_rate_units")
    for name in ("business_address", "prices_include_tax", "reduced_tax_rate_units"):
        op.drop_column("trucks", name)
    op.drop_column("menu_items", "tax_class")
