"""The audit log: what staff have done, and the two ends of the chain that its rows form."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
UNSEALED = sa.text("number IS NULL")


def upgrade() -> None:
    op.create_table(
        "audit_events",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.String(24), nullable=True),
        sa.Column("actor_name", sa.String(120), nullable=False),
        sa.Column("actor_role", sa.String(20), nullable=False),
        sa.Column("action", sa.String(60), nullable=False),
        sa.Column("truck_id", sa.String(24), nullable=True),
        sa.Column("subject_kind", sa.String(30), nullable=False),
        sa.Column("subject_id", sa.String(255), nullable=True),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("request_id", sa.String(40), nullable=False),
        sa.Column("address", sa.String(50), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("number", NUMBER, nullable=True),
        sa.Column("previous", sa.String(64), nullable=True),
        sa.Column("hash", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_events")),
        sa.UniqueConstraint("number", name=op.f("uq_audit_events_number")),
        sa.UniqueConstraint("previous", name=op.f("uq_audit_events_previous")),
    )
    op.create_index("ix_audit_events_at", "audit_events", ["at", "id"])
    op.create_index("ix_audit_events_truck", "audit_events", ["truck_id", "at", "id"])
    op.create_index("ix_audit_events_actor", "audit_events", ["actor_id", "at", "id"])
    op.create_index("ix_audit_events_subject", "audit_events", ["subject_kind", "at", "id"])
    op.create_index(
        "ix_audit_events_unsealed",
        "audit_events",
        ["at", "id"],
        sqlite_where=UNSEALED,
        postgresql_where=UNSEALED,
    )
    op.create_table(
        "audit_marks",
        sa.Column("name", sa.String(10), nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_audit_marks")),
    )


def downgrade() -> None:
    op.drop_table("audit_marks")
    op.drop_table("audit_events")
