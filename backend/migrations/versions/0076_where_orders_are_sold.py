"""Where and on which clock each order was sold, which stays when the order is moved or its truck's time zone changes."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column, is_in_one_transaction

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None

# The first move of an order says where it was sold.
_WAS_AT = """
    (SELECT moves.before FROM plan_changes AS moves WHERE moves.order_id = orders.id AND moves.kind = 'moved'
     ORDER BY moves.number LIMIT 1)"""
_NAME = f"coalesce({_WAS_AT}, place_name)"
_OF_STOP = "(SELECT stops.place_id FROM stops WHERE stops.id = orders.stop_id)"
_PLACE = """
    (SELECT places.{} FROM places WHERE places.truck_id = orders.truck_id AND (places.name = {} OR places.id = {})
     ORDER BY CASE WHEN places.name = {} THEN 0 ELSE 1 END, CASE WHEN places.id = {} THEN 0 ELSE 1 END, places.id
     LIMIT 1)"""
_OF_PLACE = f"CASE WHEN {_WAS_AT} IS NOT NULL THEN {_PLACE.format('timezone', *(_NAME, _OF_STOP) * 2)} END"
_OF_TRUCK = "(SELECT trucks.timezone FROM trucks WHERE trucks.id = orders.truck_id)"
_FILL = sa.text(f"""
    UPDATE orders SET
        sold_place_id = {_PLACE.format("id", *(_NAME, _OF_STOP) * 2)},
        sold_place_name = {_NAME},
        sold_timezone = coalesce({_OF_PLACE}, place_timezone, {_OF_TRUCK})
    WHERE truck_id = :truck AND sold_timezone IS NULL
""")


def upgrade() -> None:
    """The orders of a truck at a time, so that its running servers wait for no other truck's."""
    add_column("orders", sa.Column("sold_place_id", sa.String(24)))
    add_column("orders", sa.Column("sold_place_name", sa.String(80)))
    add_column("orders", sa.Column("sold_timezone", sa.String(60)))
    truck_ids = list(op.get_bind().scalars(sa.text("SELECT id FROM trucks ORDER BY id")))
    if op.get_bind().dialect.name != "postgresql" or is_in_one_transaction():
        _fill(truck_ids)
        return
    with op.get_context().autocommit_block():
        _fill(truck_ids)


def _fill(truck_ids: list[str]) -> None:
    for truck_id in truck_ids:
        op.get_bind().execute(_FILL, {"truck": truck_id})


def downgrade() -> None:
    for name in ("sold_timezone", "sold_place_name", "sold_place_id"):
        op.drop_column("orders", name)
