"""Tips: whether a truck takes them and which it offers, and the tip of a checkout and of an order."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    add_column("trucks", sa.Column("takes_tips", sa.Boolean(), nullable=False, server_default=sa.false()))
    add_column("trucks", sa.Column("tip_presets", sa.JSON(), nullable=False, server_default=sa.text("'[15, 18, 20]'")))
    add_column("checkouts", sa.Column("tip_cents", NUMBER, nullable=False, server_default=sa.text("0")))
    add_column("orders", sa.Column("tip_cents", NUMBER, nullable=False, server_default=sa.text("0")))


def downgrade() -> None:
    op.drop_column("orders", "tip_cents")
    op.drop_column("checkouts", "tip_cents")
    op.drop_column("trucks", "tip_presets")
    op.drop_column("trucks", "takes_tips")
