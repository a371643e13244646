"""The unfinished changes of plan of a truck are listed on the orders screen."""

from alembic import op

from chuckwagon.db.migration_helpers import create_index

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_index("ix_disruptions_truck_id_disruptions_created_at", "disruptions", ["truck_id", "created_at"])


def downgrade() -> None:
    op.drop_index("ix_disruptions_truck_id_disruptions_created_at", "disruptions")
