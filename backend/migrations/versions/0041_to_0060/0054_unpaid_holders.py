"""Which network an unpaid checkout holds for, so that one client cannot hold all of a stop or an offer.

It is removed when the checkout is paid or ends. What is held during the upgrade has none, and is not counted.
"""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None

TABLES = ("reservations", "offer_uses")


def upgrade() -> None:
    for table in TABLES:
        add_column(table, sa.Column("holder", sa.String(60)))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "holder")
