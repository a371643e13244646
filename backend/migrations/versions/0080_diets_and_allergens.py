"""What menu items, options and line items say of diets and allergens. NULL means that nothing was stated."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0080"
down_revision = "0079"
branch_labels = None
depends_on = None

COLUMNS = (
    ("menu_items", "diets"),
    ("menu_items", "allergens"),
    ("options", "allergens"),
    ("options", "not_for"),
    ("order_lines", "diets"),
    ("order_lines", "allergens"),
    ("order_lines", "allergens_not_stated"),
)


def upgrade() -> None:
    for table, name in COLUMNS:
        add_column(table, sa.Column(name, sa.JSON()))


def downgrade() -> None:
    for table, name in reversed(COLUMNS):
        op.drop_column(table, name)
