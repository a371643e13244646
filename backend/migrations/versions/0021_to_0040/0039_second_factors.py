"""Second factors, recovery codes, and sign-ins that wait for a second factor."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)


def _user_id(table: str) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    foreign_key = op.f(f"fk_{table}_user_id")
    return (
        sa.Column("user_id", sa.String(24), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=foreign_key, ondelete="CASCADE"),
    )


def upgrade() -> None:
    op.create_table(
        "second_factors",
        sa.Column("id", sa.String(24), nullable=False),
        *_user_id("second_factors"),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("used_at", INSTANT),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_second_factors")),
    )
    op.create_index(op.f("ix_second_factors_user_id"), "second_factors", ["user_id"])
    op.create_table(
        "authenticators",
        sa.Column("factor_id", sa.String(24), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("last_step", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["factor_id"], ["second_factors.id"], name=op.f("fk_authenticators_factor_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("factor_id", name=op.f("pk_authenticators")),
    )
    op.create_table(
        "authenticator_setups",
        *_user_id("authenticator_setups"),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_authenticator_setups")),
    )
    op.create_index(op.f("ix_authenticator_setups_expires_at"), "authenticator_setups", ["expires_at"])
    op.create_table(
        "recovery_codes",
        *_user_id("recovery_codes"),
        sa.Column("digest", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "digest", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "pending_sign_ins",
        sa.Column("token_digest", sa.String(64), nullable=False),
        *_user_id("pending_sign_ins"),
        sa.Column("is_remembered", sa.Boolean(), nullable=False),
        sa.Column("expires_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("token_digest", name=op.f("pk_pending_sign_ins")),
    )
    op.create_index(op.f("ix_pending_sign_ins_user_id"), "pending_sign_ins", ["user_id"])
    op.create_index(op.f("ix_pending_sign_ins_expires_at"), "pending_sign_ins", ["expires_at"])


def downgrade() -> None:
    for table in ("pending_sign_ins", "recovery_codes", "authenticator_setups", "authenticators", "second_factors"):
        op.drop_table(table)
