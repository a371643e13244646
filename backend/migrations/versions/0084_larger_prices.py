"""Prices up to $9,999.99 and surcharges up to $1,000."""

from chuckwagon.db.migration_helpers import replace_check

revision = "0084"
down_revision = "0083"
branch_labels = None
depends_on = None

CHECKS = (
    ("menu_items", "ck_menu_items_base_price", "base_price_cents BETWEEN 0 AND {}", 99_999, 999_999),
    ("options", "ck_options_additional_price", "additional_price_cents BETWEEN 0 AND {}", 10_000, 100_000),
)


def upgrade() -> None:
    for table, name, condition, old, new in CHECKS:
        replace_check(table, name, condition.format(old), condition.format(new))


def downgrade() -> None:
    for table, name, condition, old, new in CHECKS:
        replace_check(table, name, condition.format(new), condition.format(old))
