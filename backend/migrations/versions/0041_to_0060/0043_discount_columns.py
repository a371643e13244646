"""The discount of a checkout and of an order, and the offer that it is from."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    add_column("checkouts", sa.Column("discount_cents", NUMBER, nullable=False, server_default=sa.text("0")))
    add_column("checkouts", sa.Column("offer_id", sa.String(24)))
    add_column("checkouts", sa.Column("offer_code", sa.String(20)))
    add_column("orders", sa.Column("discount_cents", NUMBER, nullable=False, server_default=sa.text("0")))
    add_column("orders", sa.Column("offer_code", sa.String(20)))


def downgrade() -> None:
    for name in ("offer_code", "discount_cents"):
        op.drop_column("orders", name)
    for name in ("offer_code", "offer_id", "discount_cents"):
        op.drop_column("checkouts", name)
