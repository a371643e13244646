"""The indexes of the orders table, which 0011 and 0014 used to build while no order could be placed.

Databases that have passed those two have the indexes already; then nothing is done here.
"""

import sqlalchemy as sa

from chuckwagon.db.migration_helpers import create_index

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

WANTED_AT = sa.text("coalesce(pickup_at, created_at)")


def upgrade() -> None:
    create_index("ix_orders_truck_status", "orders", ["truck_id", "status", "created_at", "id"])
    create_index("ix_orders_status", "orders", ["status", "created_at", "id"])
    create_index("ix_orders_truck_total", "orders", ["truck_id", "total_cents", "id"])
    create_index("ix_orders_truck_wanted", "orders", ["truck_id", WANTED_AT, "id"])
    create_index("ix_orders_number", "orders", ["order_number", "id"])
    create_index("ix_orders_total", "orders", ["total_cents", "id"])
    create_index("ix_orders_wanted", "orders", [WANTED_AT, "id"])


def downgrade() -> None:
    """They belong to 0011 and 0014, which drop them."""
