"""What customers read about the last disruption of a stop, and whether they may change their orders themselves."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    add_column("trucks", sa.Column("self_service", sa.Boolean(), nullable=False, server_default=sa.true()))
    add_column("stops", sa.Column("change_kind", sa.String(12)))
    add_column("stops", sa.Column("change_minutes", NUMBER))
    add_column("stops", sa.Column("change_sentence", sa.String(140), nullable=False, server_default=""))
    add_column("stops", sa.Column("change_at", INSTANT))


def downgrade() -> None:
    for name in ("change_at", "change_sentence", "change_minutes", "change_kind"):
        op.drop_column("stops", name)
    op.drop_column("trucks", "self_service")
