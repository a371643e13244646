"""When a menu item is sold, NULL for always; an index of those that have times, which every reading of a truck asks for."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column, create_index

revision = "0088"
down_revision = "0087"
branch_labels = None
depends_on = None

IS_TIMED = sa.text("sale_times IS NOT NULL")


def upgrade() -> None:
    add_column("menu_items", sa.Column("sale_times", sa.JSON()))
    create_index("ix_menu_items_timed", "menu_items", ["truck_id"], sqlite_where=IS_TIMED, postgresql_where=IS_TIMED)


def downgrade() -> None:
    op.drop_index("ix_menu_items_timed", table_name="menu_items")
    op.drop_column("menu_items", "sale_times")
