"""An order's total is the sum of its subtotal less the discount, its tax and its tip."""

from chuckwagon.db.migration_helpers import replace_check

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None

NAME = "ck_orders_total_is_sum"
BEFORE = "tip_cents >= 0 AND total_cents = subtotal_cents + tax_cents + tip_cents"
AFTER = (
    "tip_cents >= 0 AND discount_cents BETWEEN 0 AND subtotal_cents "
    "AND total_cents = subtotal_cents - discount_cents + tax_cents + tip_cents"
)


def upgrade() -> None:
    replace_check("orders", NAME, BEFORE, AFTER)


def downgrade() -> None:
    """Fails while there are orders with a discount."""
    replace_check("orders", NAME, AFTER, BEFORE)
