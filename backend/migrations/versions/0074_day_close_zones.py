"""A day close keeps the truck's name and time zone."""

import sqlalchemy as sa
from alembic import op

from chuckwagon.db.migration_helpers import add_column

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_column("day_closes", sa.Column("truck_name", sa.String(80)))
    add_column("day_closes", sa.Column("timezone", sa.String(60)))
    closes = sa.table("day_closes", *map(sa.column, ("truck_id", "truck_name", "timezone")))
    trucks = sa.table("trucks", *map(sa.column, ("id", "name", "timezone")))
    of_truck = trucks.c.id == closes.c.truck_id
    name, zone = (sa.select(column).where(of_truck).scalar_subquery() for column in (trucks.c.name, trucks.c.timezone))
    op.execute(closes.update().where(closes.c.timezone.is_(None)).values(truck_name=name, timezone=zone))


def downgrade() -> None:
    op.drop_column("day_closes", "timezone")
    op.drop_column("day_closes", "truck_name")
