"""Places, stops and series of stops: where a truck is, and when."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_places()
    _create_series()
    _create_stops()


def _create_places() -> None:
    op.create_table(
        "places",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("latitude", sa.Double()),
        sa.Column("longitude", sa.Double()),
        sa.Column("timezone", sa.String(60), nullable=False),
        sa.Column("tax_rate_units", NUMBER, nullable=False),
        sa.Column("directions", sa.String(300), nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.Column("archived_at", INSTANT),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 80", name=op.f("ck_places_name")),
        sa.CheckConstraint("tax_rate_units BETWEEN 0 AND 200000", name=op.f("ck_places_tax_rate")),
        sa.CheckConstraint("(latitude IS NULL) = (longitude IS NULL)", name=op.f("ck_places_position")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_places_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_places")),
    )
    op.create_index(op.f("ix_places_truck_id_places_archived_at"), "places", ["truck_id", "archived_at"])


def _create_series() -> None:
    op.create_table(
        "stop_series",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("place_id", sa.String(24), nullable=False),
        sa.Column("weekdays", sa.String(27), nullable=False),
        sa.Column("start_time", sa.String(5), nullable=False),
        sa.Column("end_time", sa.String(5), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=False),
        sa.Column("until_date", sa.Date()),
        sa.Column("produced_until", sa.Date(), nullable=False),
        *_settings(),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        *_setting_checks("stop_series"),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_stop_series_truck_id")),
        sa.ForeignKeyConstraint(["place_id"], ["places.id"], name=op.f("fk_stop_series_place_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stop_series")),
    )
    op.create_index(op.f("ix_stop_series_truck_id"), "stop_series", ["truck_id"])
    op.create_index(op.f("ix_stop_series_place_id"), "stop_series", ["place_id"])
    op.create_index(op.f("ix_stop_series_produced_until"), "stop_series", ["produced_until"])


def _settings() -> list[sa.Column[Any]]:
    """The settings that a series passes on to its stops."""
    return [
        sa.Column("note", sa.String(140), nullable=False),
        sa.Column("preorder_minutes", NUMBER, nullable=False),
        sa.Column("last_order_minutes", NUMBER, nullable=False),
        sa.Column("slot_minutes", NUMBER, nullable=False),
        sa.Column("slot_capacity", NUMBER),
        sa.Column("walk_up_share", NUMBER, nullable=False),
    ]


def _setting_checks(table: str) -> list[sa.CheckConstraint]:
    conditions = {
        "preorder_minutes": "preorder_minutes BETWEEN 0 AND 10080",
        "last_order_minutes": "last_order_minutes BETWEEN 0 AND 120",
        "slot_minutes": "slot_minutes IN (5, 10, 15, 20, 30)",
        "slot_capacity": "slot_capacity BETWEEN 1 AND 500",
        "walk_up_share": "walk_up_share BETWEEN 0 AND 90",
    }
    return [sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}")) for name, text in conditions.items()]


def _create_stops() -> None:
    op.create_table(
        "stops",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("place_id", sa.String(24), nullable=False),
        sa.Column("starts_at", INSTANT, nullable=False),
        sa.Column("ends_at", INSTANT, nullable=False),
        sa.Column("series_id", sa.String(24)),
        sa.Column("series_date", sa.Date()),
        *_settings(),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("delay_minutes", NUMBER, nullable=False),
        sa.Column("ended_early_at", INSTANT),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("plan_version", NUMBER, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.CheckConstraint("ends_at > starts_at", name=op.f("ck_stops_times")),
        sa.CheckConstraint("status IN ('scheduled', 'cancelled')", name=op.f("ck_stops_status")),
        *_setting_checks("stops"),
        sa.CheckConstraint("delay_minutes >= 0", name=op.f("ck_stops_delay_minutes")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_stops_truck_id")),
        sa.ForeignKeyConstraint(["place_id"], ["places.id"], name=op.f("fk_stops_place_id")),
        sa.ForeignKeyConstraint(["series_id"], ["stop_series.id"], name=op.f("fk_stops_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stops")),
        sa.UniqueConstraint("series_id", "series_date", name=op.f("uq_stops_series_id_series_date")),
    )
    op.create_index(op.f("ix_stops_truck_id_stops_ends_at"), "stops", ["truck_id", "ends_at"])
    op.create_index(op.f("ix_stops_place_id_stops_ends_at"), "stops", ["place_id", "ends_at"])
    op.create_index(op.f("ix_stops_ends_at"), "stops", ["ends_at"])


def downgrade() -> None:
    op.drop_table("stops")
    op.drop_table("stop_series")
    op.drop_table("places")
