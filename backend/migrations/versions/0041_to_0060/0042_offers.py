"""Offers and their uses."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.DateTime(timezone=True)
OF_TRUCK = sa.text("ended_at IS NULL AND truck_id IS NOT NULL")
OF_PLATFORM = sa.text("ended_at IS NULL AND truck_id IS NULL")


def upgrade() -> None:
    _create_offers()
    _create_uses()


def _create_offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("truck_id", sa.String(24)),
        sa.Column("code", sa.String(20), nullable=False),
        sa.Column("percent", NUMBER),
        sa.Column("amount_cents", NUMBER),
        sa.Column("min_subtotal_cents", NUMBER, nullable=False),
        sa.Column("starts_at", INSTANT),
        sa.Column("ends_at", INSTANT),
        sa.Column("max_uses", NUMBER),
        sa.Column("once_per_phone", sa.Boolean(), nullable=False),
        sa.Column("is_paused", sa.Boolean(), nullable=False),
        sa.Column("uses", NUMBER, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("ended_at", INSTANT),
        sa.CheckConstraint("(percent IS NULL) <> (amount_cents IS NULL)", name=op.f("ck_offers_percent_or_amount")),
        sa.CheckConstraint("percent BETWEEN 1 AND 100", name=op.f("ck_offers_percent")),
        sa.CheckConstraint("amount_cents > 0", name=op.f("ck_offers_amount")),
        sa.CheckConstraint("min_subtotal_cents >= 0", name=op.f("ck_offers_min_subtotal")),
        sa.CheckConstraint("uses >= 0", name=op.f("ck_offers_uses")),
        sa.ForeignKeyConstraint(["truck_id"], ["trucks.id"], name=op.f("fk_offers_truck_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
    )
    conditions = {"sqlite_where": OF_TRUCK, "postgresql_where": OF_TRUCK}
    op.create_index("ux_offers_truck_code", "offers", ["truck_id", "code"], unique=True, **conditions)
    conditions = {"sqlite_where": OF_PLATFORM, "postgresql_where": OF_PLATFORM}
    op.create_index("ux_offers_platform_code", "offers", ["code"], unique=True, **conditions)
    op.create_index("ix_offers_code", "offers", ["code"])
    op.create_index("ix_offers_truck_id", "offers", ["truck_id"])


def _create_uses() -> None:
    op.create_table(
        "offer_uses",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("offer_id", sa.String(24), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("phone_digest", sa.String(64)),
        sa.Column("over_limit", sa.Boolean(), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("updated_at", INSTANT, nullable=False),
        sa.CheckConstraint("status IN ('held', 'kept', 'released')", name=op.f("ck_offer_uses_status")),
        sa.ForeignKeyConstraint(["offer_id"], ["offers.id"], name=op.f("fk_offer_uses_offer_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offer_uses")),
    )
    op.create_index("ix_offer_uses_offer_phone", "offer_uses", ["offer_id", "phone_digest"])


def downgrade() -> None:
    op.drop_table("offer_uses")
    op.drop_table("offers")
