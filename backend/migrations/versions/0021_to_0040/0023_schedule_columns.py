"""The schedule mode of trucks, and the stop of a checkout and an order with its place as it was then.

Existing trucks stay in the mode `always`, existing orders have no stop. The columns of a checkout and an order have
no foreign key, because a payment must become an order even when its stop was deleted in between.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

TABLES_WITH_STOP = ("checkouts", "orders")
STOP_COLUMNS = {"stop_id": 24, "place_name": 80, "place_address": 200, "place_timezone": 60}


def upgrade() -> None:
    add_column("trucks", sa.Column("schedule_mode", sa.String(length=10), nullable=False, server_default="always"))
    for table in TABLES_WITH_STOP:
        for name, length in STOP_COLUMNS.items():
            add_column(table, sa.Column(name, sa.String(length=length)))
    add_column("checkouts", sa.Column("stop_plan_version", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))


def downgrade() -> None:
    op.drop_column("checkouts", "stop_plan_version")
    for table in reversed(TABLES_WITH_STOP):
        for name in reversed(STOP_COLUMNS):
            op.drop_column(table, name)
    op.drop_column("trucks", "schedule_mode")
