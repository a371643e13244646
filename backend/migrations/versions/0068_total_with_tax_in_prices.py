"""An order's total has its tax added, unless its prices include it."""

from chuckwagon.db.migration_helpers import replace_check

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None

NAME = "ck_orders_total_is_sum"
BEFORE = (
    "tip_cents >= 0 AND discount_cents BETWEEN 0 AND subtotal_cents "
    "AND total_cents = subtotal_cents - discount_cents + tax_cents + tip_cents"
)
AFTER = (
    "tip_cents >= 0 AND discount_cents BETWEEN 0 AND subtotal_cents "
    "AND total_cents = subtotal_cents - discount_cents + tip_cents "
    "+ CASE WHEN prices_include_tax THEN 0 ELSE tax_cents END"
)


def upgrade() -> None:
    replace_check("orders", NAME, BEFORE, AFTER)


def downgrade() -> None:
    """Fails while there are orders whose prices include tax."""
    replace_check("orders", NAME, AFTER, BEFORE)
