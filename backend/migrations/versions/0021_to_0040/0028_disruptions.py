"""Disruptions of stops with their steps, and the changes of plan of orders."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_disruptions()
    _create_steps()
    _create_plan_changes()


def _create_disruptions() -> None:
    kinds = "kind IN ('late', 'moved', 'ends_early', 'cancelled')"
    op.create_table(
        "disruptions",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("stop_id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("minutes", NUMBER),
        sa.Column("extend_end", sa.Boolean(), nullable=False),
        sa.Column("place_id", sa.String(24)),
        sa.Column("ends_at", INSTANT),
        sa.Column("sentence", sa.String(140), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("plan_version", NUMBER),
        sa.Column("actor_id", sa.String(24), nullable=False),
        sa.Column("actor_name", sa.String(120), nullable=False),
        sa.Column("actor_role", sa.String(20), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("starts_at", INSTANT, nullable=False),
        sa.Column("started_at", INSTANT),
        sa.CheckConstraint(kinds, name=op.f("ck_disruptions_kind")),
        sa.CheckConstraint("state IN ('scheduled', 'started', 'withdrawn')", name=op.f("ck_disruptions_state")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_disruptions_truck_id")),
        sa.ForeignKeyConstraint(["place_id"], ["places.id"], name=op.f("fk_disruptions_place_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_disruptions")),
        sa.UniqueConstraint("stop_id", "number", name=op.f("uq_disruptions_stop_id_number")),
    )


def _create_steps() -> None:
    states = "state IN ('waiting', 'applied', 'unneeded', 'failed')"
    op.create_table(
        "disruption_steps",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("disruption_id", sa.String(24), nullable=False),
        sa.Column("order_id", sa.String(24), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(200)),
        sa.Column("sms_kind", sa.String(20)),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.CheckConstraint(states, name=op.f("ck_disruption_steps_state")),
        sa.ForeignKeyConstraint(["disruption_id"], ["disruptions.id"], name=op.f("fk_disruption_steps_disruption_id")),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_disruption_steps_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_disruption_steps")),
        sa.UniqueConstraint("disruption_id", "order_id", name=op.f("uq_disruption_steps_disruption_id_order_id")),
    )
    op.create_index(op.f("ix_disruption_steps_order_id"), "disruption_steps", ["order_id"])


def _create_plan_changes() -> None:
    op.create_table(
        "plan_changes",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("order_id", sa.String(24), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("minutes", NUMBER),
        sa.Column("before", sa.String(80)),
        sa.Column("after", sa.String(80)),
        sa.Column("sentence", sa.String(140), nullable=False),
        sa.Column("by", sa.String(120), nullable=False),
        sa.Column("disruption_id", sa.String(24)),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("told_at", INSTANT),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_plan_changes_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_plan_changes")),
        sa.UniqueConstraint("order_id", "number", name=op.f("uq_plan_changes_order_id_number")),
    )


def downgrade() -> None:
    op.drop_table("plan_changes")
    op.drop_table("disruption_steps")
    op.drop_table("disruptions")
