"""Live orders: what has changed, what is sold out until when, and how many minutes busy trucks add."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MINUTES = "extra_lead_minutes BETWEEN 0 AND 120"


def upgrade() -> None:
    op.create_table(
        "changes",
        sa.Column("id", NUMBER, autoincrement=True, nullable=False),
        sa.Column("truck_id", sa.String(length=24), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("subject_id", sa.String(length=24), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.create_index("ix_changes_truck", ["truck_id", "id"], unique=False)

    for table in ("menu_items", "options"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(sa.Column("sold_out_until", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.add_column(sa.Column("extra_lead_minutes", NUMBER, nullable=False, server_default=sa.text("0")))
        batch_op.add_column(sa.Column("extra_lead_until", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_check_constraint(batch_op.f("ck_trucks_extra_lead_minutes"), MINUTES)


def downgrade() -> None:
    with op.batch_alter_table("trucks", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("ck_trucks_extra_lead_minutes"), type_="check")
        batch_op.drop_column("extra_lead_until")
        batch_op.drop_column("extra_lead_minutes")

    for table in ("options", "menu_items"):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("sold_out_until")

    op.drop_table("changes")
