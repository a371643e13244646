"""Kitchen units of menu items, the slot of checkouts and orders, and the simple capacity of trucks without stops."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    add_column("menu_items", sa.Column("prep_units", NUMBER, nullable=False, server_default="1"))
    add_column("trucks", sa.Column("units_per_ten_minutes", NUMBER))
    add_column("checkouts", sa.Column("slot_at", INSTANT))
    add_column("orders", sa.Column("slot_at", INSTANT))


def downgrade() -> None:
    op.drop_column("orders", "slot_at")
    op.drop_column("checkouts", "slot_at")
    op.drop_column("trucks", "units_per_ten_minutes")
    op.drop_column("menu_items", "prep_units")
