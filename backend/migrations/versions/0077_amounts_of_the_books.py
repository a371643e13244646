"""What refunds and disputes moved when they were first read, which the books keep."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
# The fee that came back of a payment, divided among its refunds in proportion, cumulatively.
_DIVIDE_FEES = """
    UPDATE refunds SET fee_back_cents = fee * upto / total - fee * (upto - amount) / total
    FROM (
        SELECT refunds.id AS refund_id, checkouts.fee_back_cents AS fee, refunds.amount_cents AS amount,
            CAST(sum(refunds.amount_cents) OVER (
                PARTITION BY checkouts.id ORDER BY refunds.created_at, refunds.id) AS BIGINT) AS upto,
            CAST(sum(refunds.amount_cents) OVER (PARTITION BY checkouts.id) AS BIGINT) AS total
        FROM refunds JOIN checkouts ON checkouts.payment_intent_id = refunds.payment_intent_id
        WHERE refunds.provider_id IS NOT NULL AND refunds.status <> 'failed' AND checkouts.fee_back_cents > 0
    ) AS shares
    WHERE shares.refund_id = refunds.id
"""


def upgrade() -> None:
    add_column("refunds", sa.Column("transfer_back_cents", NUMBER))
    add_column("refunds", sa.Column("fee_back_cents", NUMBER))
    add_column("disputes", sa.Column("withdrawn_cents", NUMBER))
    op.execute(
        "UPDATE refunds SET transfer_back_cents = reversed_cents, fee_back_cents = 0 "
        "WHERE provider_id IS NOT NULL AND order_id IS NOT NULL"
    )
    op.execute(_DIVIDE_FEES)
    op.execute("UPDATE disputes SET withdrawn_cents = amount_cents WHERE withdrawn_at IS NOT NULL")


def downgrade() -> None:
    op.drop_column("disputes", "withdrawn_cents")
    op.drop_column("refunds", "fee_back_cents")
    op.drop_column("refunds", "transfer_back_cents")
