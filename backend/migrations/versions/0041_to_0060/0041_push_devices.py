"""Devices that are told by push: those of staff and those of customers."""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def _subscription() -> list[sa.Column]:
    return [
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("endpoint_digest", sa.String(64), nullable=False),
        sa.Column("public_key", sa.String(90), nullable=False),
        sa.Column("auth_secret", sa.String(24), nullable=False),
    ]


def upgrade() -> None:
    op.create_table(
        "staff_push_devices",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("user_id", sa.String(24), nullable=False),
        sa.Column("session_digest", sa.String(64), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        *_subscription(),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_staff_push_devices_user_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_digest"],
            ["user_sessions.token_digest"],
            name=op.f("fk_staff_push_devices_session_digest"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_staff_push_devices_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_push_devices")),
        sa.UniqueConstraint("truck_id", "endpoint_digest", name=op.f("uq_staff_push_devices_truck_id_endpoint_digest")),
        sa.UniqueConstraint("session_digest", "truck_id", name=op.f("uq_staff_push_devices_session_digest_truck_id")),
    )
    op.create_index(op.f("ix_staff_push_devices_user_id"), "staff_push_devices", ["user_id"])
    op.create_index(op.f("ix_staff_push_devices_endpoint_digest"), "staff_push_devices", ["endpoint_digest"])
    op.create_table(
        "order_push_devices",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("order_id", sa.String(24), nullable=False),
        sa.Column("is_instead", sa.Boolean(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        *_subscription(),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_push_devices_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_push_devices")),
        sa.UniqueConstraint("order_id", "endpoint_digest", name=op.f("uq_order_push_devices_order_id_endpoint_digest")),
    )
    op.create_index(op.f("ix_order_push_devices_endpoint_digest"), "order_push_devices", ["endpoint_digest"])


def downgrade() -> None:
    op.drop_table("order_push_devices")
    op.drop_table("staff_push_devices")
