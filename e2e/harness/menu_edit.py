"""Changes a truck or a dish behind the product's back, as staff would do while a customer is choosing."""

import sys
from contextlib import closing

try:
    from pysqlite3 import dbapi2 as sqlite3
except ImportError:
    import sqlite3

CHANGES = {
    "sold-out": "UPDATE menu_items SET is_available = 0 WHERE name = :item AND truck_id = :truck",
    "available": "UPDATE menu_items SET is_available = 1 WHERE name = :item AND truck_id = :truck",
    "price": "UPDATE menu_items SET base_price_cents = :value WHERE name = :item AND truck_id = :truck",
    "deactivate": "UPDATE trucks SET is_active = 0 WHERE id = :truck",
    "activate": "UPDATE trucks SET is_active = 1 WHERE id = :truck",
    "close": "UPDATE trucks SET accepting_orders = 0, not_accepting_reason = :value WHERE id = :truck",
    # A moment ago, as the database writes instants.
    "end-pause": "UPDATE trucks SET paused_until = strftime('%Y-%m-%d %H:%M:%f', 'now', '-1 second')"
    " WHERE id = :truck AND paused_until IS NOT NULL",
    "open": "UPDATE trucks SET accepting_orders = 1, not_accepting_reason = NULL WHERE id = :truck",
}

TOLD = """
    INSERT INTO changes (truck_id, kind, subject_id, at)
    VALUES (:truck, 'truck', :truck, strftime('%Y-%m-%d %H:%M:%f000', 'now'))
"""


def main(database: str, change: str, slug: str, item: str = "", value: str = "") -> None:
    with closing(sqlite3.connect(database, timeout=30)) as connection, connection:
        (truck,) = connection.execute("SELECT id FROM trucks WHERE slug = ?", (slug,)).fetchone()
        parameters = {"truck": truck, "item": item, "value": value}
        if connection.execute(CHANGES[change], parameters).rowcount == 0:
            raise SystemExit(f"Nothing to change: {change} {slug} {item}")
        connection.execute(TOLD, parameters)


main(*sys.argv[1:])
